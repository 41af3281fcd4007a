//! SGLang's own `/generate`: every event repeats the text so far.

use super::json_stream::{Dialect, JsonStream, Sink, output, unknown};
use super::tally::Tally;
use super::{
    AuthScheme, Channel, Format, Json, RequestParts, ServerTiming, Signal, Usage, vendor_error,
};
use crate::decode::Framing;
use crate::plan::Plan;
use crate::units::Micros;

/// `POST /generate`.
pub(super) const FORMAT: Format = Format {
    label: "SGLang generate",
    path: "/generate",
    framing: Framing::Sse,
    request,
    adapter: JsonStream::<SgLang>::boxed,
    recognises: is_event,
};

fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let sampling = Json::object([("max_new_tokens", plan.max_output_tokens.into())]);
    let body = Json::object([
        ("text", prompt.into()),
        ("sampling_params", sampling),
        ("stream", Json::Bool(true)),
    ]);
    RequestParts::post(body, AuthScheme::Bearer)
}

fn is_event(event: &Json) -> bool {
    matches!(event.get("meta_info"), Some(Json::Object(_)))
}

/// Reads the events of one generation.
#[derive(Debug, Default)]
struct SgLang {
    written: Written,
    tally: Tally,
    id_sent: bool,
}

impl Dialect for SgLang {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        let Some(meta) = event.get("meta_info").filter(|_| is_event(event)) else {
            return unknown(event, sink);
        };
        if !self.id_sent
            && let Some(id) = meta.text("id")
        {
            self.id_sent = true;
            sink(Signal::ResponseId(id.into()));
        }
        let usage = usage_of(meta);
        self.tally.reach(usage.total_output);
        let text = event.text("text").unwrap_or("");
        let new = self.written.new_part(text, meta.has("finish_reason"));
        if !new.is_empty() {
            output(Channel::Answer, new, self.tally.take(), sink);
        }
        if usage != Usage::default() {
            sink(Signal::Usage(usage));
        }
        if let Some(seconds) = meta.number("e2e_latency") {
            sink(Signal::ServerTiming(ServerTiming {
                total: Some(Micros::from_millis(seconds * 1000.0)),
                ..ServerTiming::default()
            }));
        }
        finish(meta, sink);
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        self.event(reply.first().unwrap_or(reply), sink);
    }
}

/// The counts so far. Some versions count more reasoning than output.
fn usage_of(meta: &Json) -> Usage {
    let total_output = meta.count("completion_tokens");
    let within = |reasoning: u32| total_output.map_or(reasoning, |total| reasoning.min(total));
    Usage {
        prompt: meta.count("prompt_tokens"),
        total_output,
        reasoning: meta.count("reasoning_tokens").map(within),
        cached: meta.count("cached_tokens"),
    }
}

/// The reason is an object; older versions send its `type` alone. A request that the server gives up has one as well.
fn finish(meta: &Json, sink: &mut Sink<'_>) {
    let Some(reason) = meta.get("finish_reason") else {
        return;
    };
    if let Some(kind) = reason.word("type").or(meta.word("finish_reason")) {
        let aborted = kind == "abort";
        sink(Signal::Finish(kind));
        if aborted {
            sink(Signal::Error(vendor_error::of(reason)));
        }
    }
}

/// The text so far, and whether events repeat it.
#[derive(Debug, Default)]
struct Written {
    text: String,
    /// An event did not begin with the text so far: the server was started so that it sends pieces.
    in_pieces: bool,
}

impl Written {
    /// What this event's text adds. The last one may be shorter than the one before: a stop word is cut off.
    fn new_part<'a>(&mut self, text: &'a str, last: bool) -> &'a str {
        if self.in_pieces {
            return text;
        }
        match text.strip_prefix(self.text.as_str()) {
            Some(new) => {
                self.text.push_str(new);
                new
            }
            None if last && self.text.starts_with(text) => "",
            None => {
                self.in_pieces = true;
                text
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(texts: &[&str]) -> Vec<String> {
        let mut written = Written::default();
        let last = texts.len() - 1;
        (texts.iter().enumerate())
            .map(|(n, text)| written.new_part(text, n == last).to_owned())
            .collect()
    }

    #[test]
    fn only_what_is_new_counts_of_a_text_that_is_repeated() {
        assert_eq!(
            parts(&[" Le", " Le café", " Le café", " Le café 🥐", " Le café"]),
            [" Le", " café", "", " 🥐", ""]
        );
    }

    #[test]
    fn pieces_are_taken_whole() {
        assert_eq!(
            parts(&[" Le", " caf", "é", "é", " Le", " Le"]),
            [" Le", " caf", "é", "é", " Le", " Le"]
        );
    }
}
