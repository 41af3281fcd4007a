//! OpenAI's older completions, which vLLM, llama.cpp and others still serve: a text goes in, its continuation comes out.

use super::json_stream::{Dialect, JsonStream, Sink, other_answers, output, unknown};
use super::openai_chat::{Counts, is_chat, timing_in_usage, timing_of_llama};
use super::request::streamed;
use super::tally::Tally;
use super::{AuthScheme, Channel, Format, Json, RequestParts, Signal, vendor_error};
use crate::decode::Framing;
use crate::plan::Plan;

/// `POST {base}/completions`.
pub(super) const FORMAT: Format = Format {
    label: "OpenAI completions",
    path: "/completions",
    framing: Framing::Sse,
    request,
    adapter: JsonStream::<Completions>::boxed,
    recognises: |message| {
        first_choice(message).is_some_and(|choice| choice.has("text") && !is_chat(choice))
    },
};

fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let options = Json::object([("include_usage", Json::Bool(true))]);
    let mut body = streamed(plan, "prompt", prompt.into());
    body.insert("stream_options", options);
    body.insert("max_tokens", plan.max_output_tokens.into());
    RequestParts::post(body, AuthScheme::Bearer)
}

/// Reads the events of one completion.
#[derive(Debug, Default)]
struct Completions {
    id_sent: bool,
    counts: Counts,
    tally: Tally,
}

impl Dialect for Completions {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        let choice = first_choice(event);
        let usage = event.get("usage").unwrap_or(&Json::Null);
        let counted = self.counts.merge(usage);
        let has_choices = matches!(event.get("choices"), Some(Json::Array(_)));
        // A chat server's chunk looks much the same, but its text stands elsewhere: it would read as an empty answer.
        let of_chat = choice.is_some_and(|choice| is_chat(choice) && !choice.has("text"));
        if of_chat || !(has_choices || counted) {
            return unknown(event, sink);
        }
        if !self.id_sent
            && let Some(id) = event.word("id")
        {
            self.id_sent = true;
            sink(Signal::ResponseId(id));
        }
        other_answers(event.items("choices"), sink);
        let usage_so_far = self.counts.normalised();
        self.tally
            .reach(usage_so_far.total_output.filter(|_| counted));
        if let Some(choice) = choice {
            if let Some(text) = choice.text("text") {
                output(Channel::Answer, text, self.tally.take(), sink);
            }
            if let Some(reason) = choice.word("finish_reason") {
                sink(Signal::Finish(reason));
            }
        }
        if counted {
            sink(Signal::Usage(usage_so_far));
        }
        let timing = event.get("timings").and_then(timing_of_llama);
        if let Some(timing) = timing.or_else(|| timing_in_usage(usage)) {
            sink(Signal::ServerTiming(timing));
        }
        if event.get("error").is_some_and(Json::is_filled)
            && let Some(error) = vendor_error::in_value(event)
        {
            sink(Signal::Error(error));
        }
    }

    fn place_of_text<'j>(&self, event: &'j Json) -> Option<&'j Json> {
        first_choice(event)
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        self.event(reply, sink);
    }
}

/// The choice with index 0.
fn first_choice(event: &Json) -> Option<&Json> {
    let first = |choice: &&Json| choice.count("index").unwrap_or(0) == 0;
    event.items("choices").iter().find(first)
}
