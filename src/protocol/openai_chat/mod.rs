//! Chat completions: the dialect of OpenAI and everything compatible with it.

mod delta;
mod envelope;
mod request;
mod usage;
mod wire;

use std::borrow::Cow;

use crate::decode::{Frame, FrameKind, Framing};
use crate::protocol::lax::Rare;
use crate::protocol::repair::{self, Joiners};
use crate::protocol::{Adapter, Format, Json, Signal, VendorError, vendor_error};

use delta::pieces;
use envelope::Envelope;
use usage::{Counts, timing_in_usage, timing_of_llama};
use wire::{Choice, Chunk};

/// The format of OpenAI and everything compatible.
pub(super) const FORMAT: Format = Format {
    label: "OpenAI chat completions",
    path: "/chat/completions",
    framing: Framing::Sse,
    request: request::request,
    adapter: || Box::new(OpenAiChat::default()),
    recognises: |message| {
        message
            .get("object")
            .is_some_and(|object| *object == Json::from("chat.completion.chunk"))
    },
};

/// Receives signals.
type Sink<'s> = dyn FnMut(Signal<'_>) + 's;

/// Reads the frames of one chat-completions reply.
#[derive(Debug, Default)]
pub struct OpenAiChat {
    id_sent: bool,
    counts: Counts,
    /// Output tokens at the last output event, as long as every output event came with a count.
    counted: Counted,
    envelope: Envelope,
    joiners: Joiners,
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

impl Adapter for OpenAiChat {
    fn frame(&mut self, frame: Frame<'_>, sink: &mut Sink<'_>) {
        let data = frame.data.trim_ascii();
        match frame.kind {
            FrameKind::ErrorField | FrameKind::Event(Some("error")) => {
                sink(Signal::Error(vendor_error::in_text(data)));
            }
            _ if data == "[DONE]" => sink(Signal::End),
            _ if data.is_empty() => {}
            _ => self.event(data, sink),
        }
    }

    fn body(&mut self, text: &str, sink: &mut Sink<'_>) {
        self.json(text.trim_ascii(), Source::Message, sink);
    }
}

impl OpenAiChat {
    fn event(&mut self, data: &str, sink: &mut Sink<'_>) {
        // What is learnt came without a count, so later counts are no growth per event and no state is left to keep.
        let halved = self.joiners.waiting();
        match self.envelope.open(data).filter(|_| !halved) {
            Some((_, text)) if text.is_empty() => {}
            Some((channel, text)) => sink(Signal::Output {
                channel,
                text,
                tokens: None,
            }),
            None => self.json(data, Source::Delta, sink),
        }
    }

    fn json(&mut self, text: &str, source: Source, sink: &mut Sink<'_>) {
        self.joiners.repaired = false;
        if let Ok(chunk) = serde_json::from_str::<Chunk<'_>>(text) {
            if let Some((channel, piece)) = chunk.only_text() {
                let padding = chunk.obfuscation.borrowed().or(chunk.p.borrowed());
                self.envelope.learn(text, channel, piece, padding);
            }
            self.chunk(chunk, text, source, sink);
            return;
        }
        let text = repair::repaired(text);
        self.joiners.repaired = true;
        match serde_json::from_str::<Chunk<'_>>(&text) {
            Ok(chunk) => self.chunk(chunk, &text, source, sink),
            Err(_) => sink(Signal::NotUnderstood),
        }
    }

    fn chunk(&mut self, chunk: Chunk<'_>, text: &str, source: Source, sink: &mut Sink<'_>) {
        let mut choice = chunk.choices.first;
        let groq = chunk.x_groq.get();
        let reports_error = chunk.error.0
            || groq.is_some_and(|groq| groq.error.0)
            || choice.as_ref().is_some_and(|choice| choice.error.0);
        let choice_usage = choice
            .as_mut()
            .map(|choice| std::mem::take(&mut choice.usage));
        let mut counted = false;
        let mut timing = None;
        for usage in [
            groq.and_then(|groq| groq.usage.get()),
            choice_usage.as_ref().and_then(Rare::get),
            chunk.usage.get(),
        ]
        .into_iter()
        .flatten()
        {
            counted |= self.counts.merge(usage);
            timing = timing_in_usage(usage).or(timing);
        }
        let is_chunk = chunk.choices.given
            || counted
            || groq.is_some()
            || chunk.timings.get().is_some()
            || chunk.prompt_progress.0
            || chunk
                .object
                .as_str()
                .is_some_and(|object| object.starts_with("chat.completion"));
        if !is_chunk && !reports_error {
            match error_in(text) {
                Some(error) => sink(Signal::Error(error)),
                None => sink(Signal::NotUnderstood),
            }
            return;
        }
        if !self.id_sent
            && let Some(id) = chunk.id.non_empty()
        {
            self.id_sent = true;
            sink(Signal::ResponseId(id));
        }
        let total = self.counts.normalised().total_output.filter(|_| counted);
        if let Some(choice) = choice {
            self.choice(*choice, source, total, sink);
        }
        if counted {
            sink(Signal::Usage(self.counts.normalised()));
        }
        let timing = (chunk.timings.get().and_then(timing_of_llama))
            .or(chunk.time_info.get().and_then(timing_in_usage))
            .or(timing);
        if let Some(timing) = timing {
            sink(Signal::ServerTiming(timing));
        }
        if reports_error {
            sink(Signal::Error(error_in(text).unwrap_or_default()));
        }
    }

    /// `total` is the number of output tokens so far, if this chunk says it.
    fn choice(
        &mut self,
        choice: Choice<'_>,
        source: Source,
        total: Option<u32>,
        sink: &mut Sink<'_>,
    ) {
        let delta = match (source, choice.message.0) {
            (Source::Message, Some(message)) => *message,
            _ => choice.delta,
        };
        let mut grown = self.growth(total);
        let mut wrote = false;
        let joiners = &mut self.joiners;
        let mut output = |channel, text: Cow<'_, str>| {
            let text = joiners.join(channel, text);
            if !text.is_empty() {
                // The count belongs to the event as a whole: its first piece carries it.
                let tokens = grown;
                grown = grown.map(|_| 0);
                wrote = true;
                sink(Signal::Output {
                    channel,
                    text,
                    tokens,
                });
            }
        };
        let marks = pieces(delta, &mut output);
        if wrote {
            self.counted = match (self.counted, total) {
                (Counted::UpTo(_), Some(total)) => Counted::UpTo(total),
                _ => Counted::No,
            };
        }
        if marks.summary {
            sink(Signal::ReasoningSummarised);
        }
        if marks.named {
            sink(Signal::ToolNamed);
        }
        if let Some(reason) = choice.finish_reason.non_empty() {
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

/// The error an object reports, looked for at the top, in Groq's part and in the first choice.
fn error_in(text: &str) -> Option<VendorError> {
    let value: Json = serde_json::from_str(text).ok()?;
    let first_choice = value.get("choices").and_then(Json::first);
    [Some(&value), value.get("x_groq"), first_choice]
        .into_iter()
        .flatten()
        .find_map(vendor_error::in_value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Signals of these events, with or without what was learnt from earlier ones.
    fn signals(events: &[String], short_way: bool) -> Vec<String> {
        let mut adapter = OpenAiChat::default();
        let mut out = Vec::new();
        for data in events {
            if !short_way {
                adapter.envelope = Envelope::default();
            }
            let frame = Frame {
                kind: FrameKind::Event(None),
                data,
                terminated: true,
            };
            adapter.frame(frame, &mut |signal| out.push(format!("{signal:?}")));
        }
        out
    }

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
            prop_assert_eq!(signals(&events, true), signals(&events, false));
        }
    }

    #[test]
    fn the_short_way_is_taken() {
        let mut adapter = OpenAiChat::default();
        let event =
            |text: &str| format!(r#"{{"id":"c","choices":[{{"delta":{{"content":"{text}"}}}}]}}"#);
        let first = event("Hi");
        adapter.json(&first, Source::Delta, &mut |_| {});
        assert!(adapter.envelope.open(&event(" there")).is_some());
    }
}
