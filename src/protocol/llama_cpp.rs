//! llama.cpp's own `/completion`.

use super::json_stream::{Dialect, JsonStream, Sink, output, unknown, without_end};
use super::tally::Tally;
use super::{AuthScheme, Channel, Format, Json, RequestParts, ServerTiming, Signal, Usage};
use crate::decode::Framing;
use crate::plan::Plan;
use crate::units::Micros;

/// `POST /completion`.
pub(super) const FORMAT: Format = Format {
    label: "llama.cpp completion",
    path: "/completion",
    framing: Framing::Sse,
    request,
    adapter: JsonStream::<LlamaCpp>::boxed,
    recognises: is_event,
};

/// The model's name is for servers that hold several; the others ignore it. A prompt from the cache would flatter TTFT.
fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let body = Json::object([
        ("model", plan.model.as_str().into()),
        ("prompt", prompt.into()),
        ("n_predict", plan.max_output_tokens.into()),
        ("stream", Json::Bool(true)),
        ("cache_prompt", Json::Bool(false)),
    ]);
    RequestParts::post(body, AuthScheme::Bearer)
}

fn is_event(event: &Json) -> bool {
    matches!(event.get("content"), Some(Json::String(_)))
        && matches!(event.get("stop"), Some(Json::Bool(_)))
}

/// Reads the events of one completion.
#[derive(Debug, Default)]
struct LlamaCpp {
    tally: Tally,
}

impl Dialect for LlamaCpp {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        if !is_event(event) {
            return unknown(event, sink);
        }
        self.count(event);
        if let Some(text) = event.text("content") {
            output(Channel::Answer, text, self.tally.take(), sink);
        }
        if event.get("stop") == Some(&Json::Bool(true)) {
            last_event(event, sink);
        }
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        self.event(reply, &mut without_end(sink));
    }
}

impl LlamaCpp {
    /// The running total counts the tokens that the server held back, too; older servers only list the tokens of each
    /// event, and the oldest not even these.
    fn count(&mut self, event: &Json) {
        match (event.count("tokens_predicted"), event.items("tokens")) {
            (Some(total), _) => self.tally.reach(Some(total)),
            (None, []) => self.tally.reach(None),
            (None, tokens) => self
                .tally
                .add(u32::try_from(tokens.len()).unwrap_or(u32::MAX)),
        }
    }
}

fn last_event(event: &Json, sink: &mut Sink<'_>) {
    let timings = event.get("timings").unwrap_or(&Json::Null);
    let prompt = event.count("tokens_evaluated");
    let usage = Usage {
        prompt,
        total_output: event.count("tokens_predicted"),
        reasoning: None,
        cached: timings.count("cache_n").or(unread(prompt, timings)),
    };
    if usage != Usage::default() {
        sink(Signal::Usage(usage));
    }
    let timing = ServerTiming {
        prompt: timings.number("prompt_ms").map(Micros::from_millis),
        generation: timings.number("predicted_ms").map(Micros::from_millis),
        tokens_per_second: timings.number("predicted_per_second"),
        ..ServerTiming::default()
    };
    if timing != ServerTiming::default() {
        sink(Signal::ServerTiming(timing));
    }
    if let Some(reason) = finish_of(event) {
        sink(Signal::Finish(reason.into()));
    }
    sink(Signal::End);
}

/// Cached tokens of servers that don't report them: those of the prompt that were not read. If all were, there may be no
/// cache at all.
fn unread(prompt: Option<u32>, timings: &Json) -> Option<u32> {
    let unread = prompt?.checked_sub(timings.count("prompt_n")?)?;
    (unread > 0).then_some(unread)
}

/// `stop_type`, or the flag that older servers set in its place.
fn finish_of(event: &Json) -> Option<&str> {
    let flags = [
        ("stopped_eos", "eos"),
        ("stopped_limit", "limit"),
        ("stopped_word", "word"),
    ];
    event
        .text("stop_type")
        .filter(|kind| *kind != "none")
        .or_else(|| {
            let set = |flag| event.get(flag) == Some(&Json::Bool(true));
            flags
                .into_iter()
                .find(|(flag, _)| set(flag))
                .map(|(_, kind)| kind)
        })
}
