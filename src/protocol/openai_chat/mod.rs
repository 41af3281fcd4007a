//! Chat completions: the dialect of OpenAI and everything compatible with it.

mod delta;
mod request;
mod usage;

use std::borrow::Cow;

use crate::decode::Framing;
use crate::protocol::json_stream::{Dialect, JsonStream, Sink, other_answers};
use crate::protocol::{Format, Json, Signal, VendorError, vendor_error};

use delta::pieces;
pub(super) use usage::{Counts, timing_in_usage, timing_of_llama};

/// The format of OpenAI and everything compatible.
pub(super) const FORMAT: Format = Format {
    label: "OpenAI chat completions",
    path: "/chat/completions",
    framing: Framing::Sse,
    request: request::request,
    adapter: JsonStream::<OpenAiChat>::boxed,
    // Some servers name no object, or call a chunk of a chat a completion of text.
    recognises: |message| {
        let named = |name: &str| name.starts_with("chat.completion");
        message.text("object").is_some_and(named) || message.items("choices").iter().any(is_chat)
    },
};

/// Reads the chunks of one chat-completions reply.
#[derive(Debug, Default)]
struct OpenAiChat {
    id_sent: bool,
    counts: Counts,
    /// Output tokens at the last output event, as long as every output event came with a count.
    counted: Counted,
}

/// Whether the server counts tokens in each event.
#[derive(Clone, Copy, Debug)]
enum Counted {
    /// So far every event with output carried a count; this was the last one.
    UpTo(u32),
    /// An event with output came without a count: growth cannot be told any more.
    No,
}

impl Default for Counted {
    fn default() -> Self {
        Counted::UpTo(0)
    }
}

/// Where the text of a choice stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// In `delta`: a stream. `message` beside it repeats the text so far.
    Delta,
    /// In `message`: a plain JSON reply.
    Message,
}

impl Dialect for OpenAiChat {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        self.chunk(event, Source::Delta, sink);
    }

    fn quiet(&self) -> &'static [&'static str] {
        // Padding against traffic analysis, OpenAI's and Mistral's; and what names the reply, which is told once.
        &["obfuscation", "p", "id", "created", "system_fingerprint"]
    }

    fn place_of_text<'j>(&self, event: &'j Json) -> Option<&'j Json> {
        let choice = first_choice(event)?;
        object(choice, "delta").or(Some(choice))
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        self.chunk(reply, Source::Message, sink);
    }
}

impl OpenAiChat {
    fn chunk(&mut self, chunk: &Json, source: Source, sink: &mut Sink<'_>) {
        let choice = first_choice(chunk);
        let groq = object(chunk, "x_groq");
        // Where an error may be reported.
        let parts = [Some(chunk), groq, choice];
        let reports_error = parts
            .iter()
            .flatten()
            .any(|part| part.get("error").is_some_and(Json::is_filled));
        let usages = [groq, choice, Some(chunk)].map(|part| part.and_then(|p| object(p, "usage")));
        let mut counted = false;
        let mut timing = None;
        for usage in usages.into_iter().flatten() {
            counted |= self.counts.merge(usage);
            timing = timing_in_usage(usage).or(timing);
        }
        let is_chunk = matches!(chunk.get("choices"), Some(Json::Array(_)))
            || counted
            || groq.is_some()
            || object(chunk, "timings").is_some()
            || chunk.get("prompt_progress").is_some_and(Json::is_filled)
            || chunk
                .text("object")
                .is_some_and(|object| object.starts_with("chat.completion"));
        if !is_chunk && !reports_error {
            match error_in(&parts) {
                Some(error) => sink(Signal::Error(error)),
                None => sink(Signal::NotUnderstood),
            }
            return;
        }
        if !self.id_sent
            && let Some(id) = chunk.word("id")
        {
            self.id_sent = true;
            sink(Signal::ResponseId(id));
        }
        other_answers(chunk.items("choices"), sink);
        let total = self.counts.normalised().total_output.filter(|_| counted);
        if let Some(choice) = choice {
            self.choice(choice, source, total, sink);
        }
        if counted {
            sink(Signal::Usage(self.counts.normalised()));
        }
        let timing = (object(chunk, "timings").and_then(timing_of_llama))
            .or(object(chunk, "time_info").and_then(timing_in_usage))
            .or(timing);
        if let Some(timing) = timing {
            sink(Signal::ServerTiming(timing));
        }
        if reports_error {
            sink(Signal::Error(error_in(&parts).unwrap_or_default()));
        }
    }

    /// `total` is the number of output tokens so far, if this chunk says it.
    fn choice(&mut self, choice: &Json, source: Source, total: Option<u32>, sink: &mut Sink<'_>) {
        let message = object(choice, "message").filter(|_| source == Source::Message);
        let mut grown = self.growth(total);
        let mut wrote = false;
        if let Some(delta) = message.or_else(|| object(choice, "delta")) {
            let marks = pieces(delta, &mut |channel, text: Cow<'_, str>| {
                if text.is_empty() {
                    return;
                }
                // The count belongs to the event as a whole: its first piece carries it.
                let tokens = grown;
                grown = grown.map(|_| 0);
                wrote = true;
                sink(Signal::Output {
                    channel,
                    text,
                    tokens,
                });
            });
            if marks.summary {
                sink(Signal::ReasoningSummarised);
            }
            if marks.named {
                sink(Signal::ToolNamed);
            }
        }
        if wrote {
            self.counted = match (self.counted, total) {
                (Counted::UpTo(_), Some(total)) => Counted::UpTo(total),
                _ => Counted::No,
            };
        }
        if let Some(reason) = choice.word("finish_reason") {
            sink(Signal::Finish(reason));
        }
    }

    fn growth(&self, total: Option<u32>) -> Option<u32> {
        match self.counted {
            Counted::UpTo(before) => total.map(|total| total.saturating_sub(before)),
            Counted::No => None,
        }
    }
}

/// The choice with index 0: only one answer is measured.
fn first_choice(chunk: &Json) -> Option<&Json> {
    chunk.items("choices").iter().find(|choice| {
        matches!(choice, Json::Object(_)) && choice.number("index").unwrap_or(0.0).abs() < 0.5
    })
}

/// Whether a choice is one of a chat, streamed or whole.
pub(super) fn is_chat(choice: &Json) -> bool {
    choice.has("delta") || choice.has("message")
}

/// A field that is an object.
fn object<'a>(of: &'a Json, key: &str) -> Option<&'a Json> {
    of.get(key).filter(|value| matches!(value, Json::Object(_)))
}

/// The error these parts of a chunk report.
fn error_in(parts: &[Option<&Json>]) -> Option<VendorError> {
    parts
        .iter()
        .flatten()
        .copied()
        .find_map(vendor_error::in_value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::protocol::json_stream::signals_by;

    fn literal() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => "[a-z ]{0,6}",
            1 => Just(String::new()),
            1 => Just("\\n\\\"".to_owned()),
            1 => Just("\\ud83d\\ude00".to_owned()),
            1 => Just("\\ud83d".to_owned()),
            1 => Just("\\ude00".to_owned()),
            1 => Just("\\x".to_owned()),
            1 => Just("東é😀".to_owned()),
            1 => Just("a\"b".to_owned()),
            1 => Just("a\tb".to_owned()),
        ]
    }

    fn event() -> impl Strategy<Value = String> {
        let shape = prop_oneof![
            8 => Just(r#"{"id":"c","choices":[{"index":0,"delta":{"content":"@"},"finish_reason":null}],"obfuscation":"%"}"#),
            2 => Just(r#"{"p":"%","choices":[{"delta":{"content":"@"}}]}"#),
            2 => Just(r#"{"choices":[{"delta":{"content":"","reasoning":"@"}}]}"#),
            2 => Just(r#"{"choices":[{"delta":{"reasoning_content":"@","content":"%"}}]}"#),
            1 => Just(r#"{"choices":[{"delta":{"content":"@"},"finish_reason":"%"}]}"#),
            1 => Just(r#"{"choices":[{"delta":{"content":"@","content":"%"}}]}"#),
            1 => Just(r#"{"choices":[{"delta":{"content":"@"}}],"usage":{"completion_tokens":7}}"#),
            1 => Just(r#"{"choices":[{"index":1,"delta":{"content":"@"}}],"p":"%"}"#),
            1 => Just(r#"{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"@"}}]}}]}"#),
            1 => Just("@"),
        ];
        (shape, literal(), literal())
            .prop_map(|(shape, a, b)| shape.replace('@', &a).replace('%', &b))
    }

    proptest! {
        #[test]
        fn the_short_way_gives_the_signals_of_the_long_one(
            events in prop::collection::vec(event(), 1..12),
        ) {
            let events: Vec<&str> = events.iter().map(String::as_str).collect();
            let ways = [true, false].map(|short| signals_by::<OpenAiChat>(&events, short));
            prop_assert_eq!(&ways[0], &ways[1]);
        }
    }
}
