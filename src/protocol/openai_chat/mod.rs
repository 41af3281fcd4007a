//! Chat completions: the dialect of OpenAI and everything compatible with it.

pub mod request;
mod usage;
mod wire;

use std::borrow::Cow;

use serde_json::Value;

use crate::decode::{Frame, FrameKind};
use crate::protocol::repair::{self, SurrogateJoiner};
use crate::protocol::{Adapter, Channel, Signal, VendorError, vendor_error};

use usage::{Counts, timing_in_usage, timing_of_llama};
use wire::{Choice, Chunk, Content, Delta, Part};

/// Receives signals.
type Sink<'s> = dyn FnMut(Signal<'_>) + 's;

/// Reads the frames of one chat-completions reply.
#[derive(Debug, Default)]
pub struct OpenAiChat {
    id_sent: bool,
    counts: Counts,
    /// Output tokens at the last output event, as long as every output event came with a count.
    counted: Counted,
    joiners: Joiners,
}

/// Half characters that wait for their other half, by channel.
#[derive(Debug, Default)]
struct Joiners {
    /// The payload at hand was repaired, so its texts may hold stand-ins.
    repaired: bool,
    answer: SurrogateJoiner,
    reasoning: SurrogateJoiner,
}

impl Joiners {
    /// Text with split characters put together. Payloads that needed no repair pass untouched.
    fn join<'a>(&mut self, channel: Channel, text: Cow<'a, str>) -> Cow<'a, str> {
        let joiner = match channel {
            Channel::Answer => &mut self.answer,
            Channel::Reasoning => &mut self.reasoning,
            Channel::Tool | Channel::Refusal if self.repaired => {
                return Cow::Owned(SurrogateJoiner::default().join(&text));
            }
            Channel::Tool | Channel::Refusal => return text,
        };
        if !text.is_empty() && (self.repaired || joiner.waiting()) {
            return Cow::Owned(joiner.join(&text));
        }
        text
    }
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
            _ => self.json(data, Source::Delta, sink),
        }
    }

    fn body(&mut self, text: &str, sink: &mut Sink<'_>) {
        self.json(text.trim_ascii(), Source::Message, sink);
    }
}

impl OpenAiChat {
    fn json(&mut self, text: &str, source: Source, sink: &mut Sink<'_>) {
        self.joiners.repaired = false;
        if let Ok(chunk) = serde_json::from_str::<Chunk<'_>>(text) {
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
        let reports_error = chunk.error.0
            || chunk.x_groq.error.0
            || choice.as_ref().is_some_and(|choice| choice.error.0);
        let is_chunk = chunk.choices.given
            || chunk.usage.given
            || chunk.x_groq.given
            || chunk.timings.given
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
        let choice_usage = choice
            .as_mut()
            .map(|choice| std::mem::take(&mut choice.usage));
        let mut counted = false;
        let mut timing = None;
        for usage in [
            Some(&chunk.x_groq.usage),
            choice_usage.as_ref(),
            Some(&chunk.usage),
        ]
        .into_iter()
        .flatten()
        {
            counted |= self.counts.merge(usage);
            timing = timing_in_usage(usage).or(timing);
        }
        if let Some(choice) = choice {
            let tokens = if counted {
                self.counts.normalised().total_output
            } else {
                None
            };
            self.choice(choice, source, tokens, sink);
        }
        if counted {
            sink(Signal::Usage(self.counts.normalised()));
        }
        if let Some(timing) = timing_of_llama(&chunk.timings)
            .or(timing_in_usage(&chunk.time_info))
            .or(timing)
        {
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
        let delta = if source == Source::Message && choice.message.given {
            choice.message
        } else {
            choice.delta
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

/// What a delta tells beside its pieces of output.
#[derive(Clone, Copy, Default)]
struct Marks {
    /// Its reasoning is a summary.
    summary: bool,
    /// It names a tool.
    named: bool,
}

fn pieces(delta: Delta<'_>, output: &mut dyn FnMut(Channel, Cow<'_, str>)) -> Marks {
    let mut marks = Marks::default();
    // The same text may stand in two or three of these fields; the first that has any is taken.
    let reasoning = delta
        .reasoning_content
        .non_empty()
        .or(delta.reasoning.non_empty());
    let has_reasoning = reasoning.is_some();
    if let Some(text) = reasoning {
        output(Channel::Reasoning, text);
    }
    for detail in delta.reasoning_details.0 {
        marks.summary |= detail.kind.as_str() == Some("reasoning.summary");
        if !has_reasoning && let Some(text) = detail.text.non_empty().or(detail.summary.non_empty())
        {
            output(Channel::Reasoning, text);
        }
    }
    match delta.content {
        Content::Absent => {}
        Content::Text(text) => output(Channel::Answer, text),
        Content::Parts(parts) => {
            for part in parts {
                let Part {
                    text,
                    thinking,
                    refusal,
                    ..
                } = part;
                if !has_reasoning {
                    thinking_pieces(thinking, output);
                }
                if let Some(text) = text.non_empty() {
                    output(Channel::Answer, text);
                }
                if let Some(text) = refusal.non_empty() {
                    output(Channel::Refusal, text);
                }
            }
        }
    }
    let calls = delta.tool_calls.0.into_iter().map(|call| call.function);
    for function in calls.chain([delta.function_call]) {
        marks.named |= function.name.as_str().is_some();
        if let Some(arguments) = function.arguments.0 {
            output(Channel::Tool, arguments);
        }
    }
    if let Some(text) = delta.refusal.non_empty() {
        output(Channel::Refusal, text);
    }
    marks
}

/// Thinking inside a content list: a string, or a list of text parts.
fn thinking_pieces(thinking: Content<'_>, output: &mut dyn FnMut(Channel, Cow<'_, str>)) {
    match thinking {
        Content::Absent => {}
        Content::Text(text) => output(Channel::Reasoning, text),
        Content::Parts(parts) => {
            for text in parts.into_iter().filter_map(|part| part.text.non_empty()) {
                output(Channel::Reasoning, text);
            }
        }
    }
}

/// The error an object reports, looked for at the top, in Groq's part and in the first choice.
fn error_in(text: &str) -> Option<VendorError> {
    let value: Value = serde_json::from_str(text).ok()?;
    vendor_error::in_value(&value)
        .or_else(|| value.pointer("/x_groq").and_then(vendor_error::in_value))
        .or_else(|| value.pointer("/choices/0").and_then(vendor_error::in_value))
}
