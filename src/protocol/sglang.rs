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
        // Only one answer is measured.
        if event.count("index").unwrap_or(0) != 0 {
            return;
        }
        if !self.id_sent
            && let Some(id) = meta.text("id")
        {
            self.id_sent = true;
            sink(Signal::ResponseId(id.into()));
        }
        let usage = usage_of(meta);
        self.tally.reach(usage.total_output);
        let text = event.text("text").unwrap_or("");
        match self.written.new_part(text, meta.has("finish_reason")) {
            Some("") => {}
            Some(new) => output(Channel::Answer, new, self.tally.take(), sink),
            None => sink(Signal::NotUnderstood),
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

/// The text so far, and how events bring it.
#[derive(Debug, Default)]
struct Written {
    text: String,
    kind: Kind,
}

/// What the text of an event is; a server is started to send the one or the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// One text came, perhaps repeated: it may be either.
    #[default]
    Unknown,
    /// All of the text so far: one text went on another.
    Whole,
    /// A piece: the second text was no continuation of the first.
    Piece,
}

impl Written {
    /// What this event's text adds; `None` if the text before is not its beginning and nobody can tell what is new. The last
    /// one may be shorter than the one before: a stop word is cut off.
    fn new_part<'a>(&mut self, text: &'a str, last: bool) -> Option<&'a str> {
        if text.is_empty() || self.kind == Kind::Piece {
            return Some(text);
        }
        let Some(new) = text.strip_prefix(self.text.as_str()) else {
            if last && self.text.starts_with(text) {
                return Some("");
            }
            text.clone_into(&mut self.text);
            if self.kind == Kind::Whole {
                return None;
            }
            self.kind = Kind::Piece;
            return Some(text);
        };
        if !self.text.is_empty() && !new.is_empty() {
            self.kind = Kind::Whole;
        }
        self.text.push_str(new);
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each text adds; "?" where that can't be told.
    fn parts(texts: &[&str]) -> Vec<String> {
        let mut written = Written::default();
        let last = texts.len() - 1;
        (texts.iter().enumerate())
            .map(|(n, text)| written.new_part(text, n == last).unwrap_or("?").to_owned())
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
    #[test]
    fn an_empty_text_changes_nothing() {
        assert_eq!(
            parts(&["", " Le", "", " Le café", "", " Le café au", ""]),
            ["", " Le", "", " café", "", " au", ""]
        );
        assert_eq!(
            parts(&[" Le", "", " caf", "é", ""]),
            [" Le", "", " caf", "é", ""]
        );
    }

    #[test]
    fn a_text_that_was_rewritten_is_not_counted_again() {
        assert_eq!(
            parts(&[" Le", " Le caf", " Le thé", " Le thé au", " Le"]),
            [" Le", " caf", "?", " au", ""]
        );
    }

    #[test]
    fn other_answers_beside_the_first_are_left_out() {
        let mut dialect = SgLang::default();
        let mut answer = String::new();
        for event in [
            r#"{"index":0,"text":"A","meta_info":{"id":"a","completion_tokens":1}}"#,
            r#"{"index":1,"text":"X","meta_info":{"id":"b","completion_tokens":9,"finish_reason":{"type":"stop"}}}"#,
            r#"{"index":0,"text":null,"meta_info":{"id":"a","completion_tokens":1}}"#,
            r#"{"index":0,"text":"AB","meta_info":{"id":"a","completion_tokens":2}}"#,
        ] {
            let event = serde_json::from_str(event).unwrap();
            dialect.event(&event, &mut |signal| match signal {
                Signal::Output { text, .. } => answer.push_str(&text),
                Signal::Usage(usage) => assert!(usage.total_output <= Some(2)),
                Signal::ResponseId(id) => assert_eq!(id, "a"),
                other => panic!("{other:?}"),
            });
        }
        assert_eq!(answer, "AB");
    }
}
