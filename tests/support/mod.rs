//! Shared by the test files: feeds bytes through decoder and adapter, or through a whole recorder.
#![allow(dead_code)] // each test file uses its part

pub mod recorded;

use tokenpace::decode::{Decoder, Frame, FrameKind, Framing, Limits};
use tokenpace::protocol::{ApiFormat, Channel, ServerTiming, Signal, Usage, VendorError};
use tokenpace::trace::{Phase, Recorder, RequestInfo, Trace};
use tokenpace::units::{EpochMillis, Micros};

/// A frame that owns its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedFrame {
    pub kind: OwnedKind,
    pub data: String,
    pub terminated: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnedKind {
    Event(Option<String>),
    ErrorField,
    BareJson,
    Item,
}

impl From<Frame<'_>> for OwnedFrame {
    fn from(frame: Frame<'_>) -> Self {
        OwnedFrame {
            kind: match frame.kind {
                FrameKind::Event(name) => OwnedKind::Event(name.map(str::to_owned)),
                FrameKind::ErrorField => OwnedKind::ErrorField,
                FrameKind::BareJson => OwnedKind::BareJson,
                FrameKind::Item => OwnedKind::Item,
            },
            data: frame.data.to_owned(),
            terminated: frame.terminated,
        }
    }
}

/// Frames and comment count of a body of server-sent events given in pieces.
pub fn frames<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> (Vec<OwnedFrame>, u32) {
    frames_of(Framing::Sse, pieces)
}

/// Frames and comment count of a body given in pieces.
pub fn frames_of<'a>(
    framing: Framing,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> (Vec<OwnedFrame>, u32) {
    let mut decoder = Decoder::new(framing, Limits::default());
    let mut out = Vec::new();
    for piece in pieces {
        decoder
            .feed(piece, &mut |frame| out.push(frame.into()))
            .unwrap();
    }
    decoder.finish(&mut |frame| out.push(frame.into())).unwrap();
    (out, decoder.comments())
}

/// Payloads of the SSE events of a text given whole.
pub fn payloads(text: &str) -> Vec<String> {
    frames([text.as_bytes()])
        .0
        .into_iter()
        .map(|frame| frame.data)
        .collect()
}

/// What a body says, in the terms of the recordings' index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    pub events: usize,
    pub answer_events: usize,
    pub reasoning_events: usize,
    pub tool_events: usize,
    pub refusal_events: usize,
    pub first_answer_event: usize,
    pub first_reasoning_event: usize,
    pub answer: String,
    pub reasoning: String,
    pub tool_args: String,
    pub refusal: String,
    pub tool_named: bool,
    pub usage: Option<Usage>,
    pub finish: Option<String>,
    pub errors: Vec<VendorError>,
    pub end: bool,
    pub comments: u32,
    pub not_understood: usize,
    pub timing: Option<ServerTiming>,
    pub ids: Vec<String>,
    /// Tokens of each output piece.
    pub tokens: Vec<Option<u32>>,
}

/// Decodes and adapts a chat-completions body given in pieces.
pub fn summary<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Summary {
    summary_of(ApiFormat::OpenAiChat, pieces)
}

/// Decodes and adapts a body in this format given in pieces.
pub fn summary_of<'a>(format: ApiFormat, pieces: impl IntoIterator<Item = &'a [u8]>) -> Summary {
    let (frames, comments) = frames_of(format.format().framing, pieces);
    let mut adapter = format.adapter();
    let mut out = Summary {
        comments,
        ..Summary::default()
    };
    for frame in &frames {
        out.events += usize::from(matches!(frame.kind, OwnedKind::Event(_) | OwnedKind::Item));
        let event = out.events;
        let mut seen = [false; 4];
        adapter.frame(borrowed(frame), &mut |signal| {
            take(&mut out, &mut seen, signal)
        });
        let [answer, reasoning, tool, refusal] = seen;
        out.answer_events += usize::from(answer);
        out.reasoning_events += usize::from(reasoning);
        out.tool_events += usize::from(tool);
        out.refusal_events += usize::from(refusal);
        if answer && out.first_answer_event == 0 {
            out.first_answer_event = event;
        }
        if reasoning && out.first_reasoning_event == 0 {
            out.first_reasoning_event = event;
        }
    }
    out
}

pub fn borrowed(frame: &OwnedFrame) -> Frame<'_> {
    Frame {
        kind: match &frame.kind {
            OwnedKind::Event(name) => FrameKind::Event(name.as_deref()),
            OwnedKind::ErrorField => FrameKind::ErrorField,
            OwnedKind::BareJson => FrameKind::BareJson,
            OwnedKind::Item => FrameKind::Item,
        },
        data: &frame.data,
        terminated: frame.terminated,
    }
}

fn take(out: &mut Summary, seen: &mut [bool; 4], signal: Signal<'_>) {
    match signal {
        Signal::Output {
            channel,
            text,
            tokens,
        } => {
            assert!(!text.is_empty(), "an empty piece is no output");
            out.tokens.push(tokens);
            let (place, whole) = match channel {
                Channel::Answer => (0, &mut out.answer),
                Channel::Reasoning => (1, &mut out.reasoning),
                Channel::Tool => (2, &mut out.tool_args),
                Channel::Refusal => (3, &mut out.refusal),
            };
            seen[place] = true;
            whole.push_str(&text);
        }
        Signal::ReasoningSummarised | Signal::SeveralAnswers => {}
        Signal::ToolNamed => out.tool_named = true,
        Signal::Usage(usage) => out.usage = Some(usage),
        Signal::Finish(reason) => out.finish = Some(reason.into_owned()),
        Signal::Error(error) => out.errors.push(error),
        Signal::End => out.end = true,
        Signal::ResponseId(id) => out.ids.push(id.into_owned()),
        Signal::ServerTiming(timing) => out.timing = Some(timing),
        Signal::NotUnderstood => out.not_understood += 1,
    }
}

/// Summary of a text given whole.
pub fn of(text: &str) -> Summary {
    summary([text.as_bytes()])
}

/// A `data:` event.
pub fn event(json: &str) -> String {
    format!("data: {json}\n\n")
}

/// A chunk with this delta.
pub fn delta(delta: &str) -> String {
    event(&format!(
        r#"{{"id":"c-1","object":"chat.completion.chunk","choices":[{{"index":0,"delta":{delta},"finish_reason":null}}]}}"#
    ))
}

/// A chunk with this answer text.
pub fn text(text: &str) -> String {
    delta(&format!(
        r#"{{"content":{}}}"#,
        serde_json::to_string(text).unwrap()
    ))
}

/// The chunk that ends a choice.
pub fn finish(reason: &str) -> String {
    event(&format!(
        r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"{reason}"}}]}}"#
    ))
}

/// The usage chunk.
pub fn usage(prompt: u32, completion: u32) -> String {
    event(&format!(
        r#"{{"choices":[],"usage":{{"prompt_tokens":{prompt},"completion_tokens":{completion},"total_tokens":{}}}}}"#,
        prompt + completion
    ))
}

pub const ROLE: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}]}\n\n";
pub const DONE: &str = "data: [DONE]\n\n";

/// A recorder for a plain measured chat-completions request of at most 256 tokens.
pub fn recorder() -> Recorder {
    recorder_of(ApiFormat::OpenAiChat)
}

/// A recorder for a plain measured request in this format of at most 256 tokens.
pub fn recorder_of(format: ApiFormat) -> Recorder {
    Recorder::new(RequestInfo {
        index: 3,
        phase: Phase::Measured,
        sent_at: EpochMillis(1_790_000_000_000.25),
        in_flight: 1,
        idle_before: Some(Micros(2_000_000)),
        format,
        max_output_tokens: 256,
        limits: Limits::default(),
    })
}

/// Records a chat-completions reply under this status: reads at the given times, end 1 ms after the last.
pub fn record_status(status: u16, reads: &[(u64, &str)]) -> Trace {
    record_of(ApiFormat::OpenAiChat, status, reads)
}

/// Records a reply in this format under this status: reads at the given times, end 1 ms after the last.
pub fn record_of(format: ApiFormat, status: u16, reads: &[(u64, &str)]) -> Trace {
    let mut recorder = recorder_of(format);
    recorder.headers(Micros(100_000), status, Some("text/event-stream"), None);
    for (at, bytes) in reads {
        recorder.chunk(Micros(*at), bytes.as_bytes());
    }
    recorder.end(Micros(reads.last().map_or(100_000, |(at, _)| *at) + 1_000));
    recorder.finish()
}

/// Records a 200 reply.
pub fn record(reads: &[(u64, &str)]) -> Trace {
    record_status(200, reads)
}

/// SHA-256 in hex.
pub fn sha256(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
