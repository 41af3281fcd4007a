//! What the frames of one reply told so far, and the trace that comes of it.

use crate::decode::sse::BodyKind;
use crate::decode::{DecodeError, Decoder, Frame, FrameKind, Framing};
use crate::names;
use crate::protocol::{
    Adapter, ApiFormat, Channel, ServerTiming, Signal, Usage, VendorError, detect,
};
use crate::units::Micros;

use super::outcome::{Ending, Evidence};
use super::recorder::RequestInfo;
use super::{BadSpan, Conditions, Events, OutcomeKind, OutputEvent, Trace, words};

/// Bytes kept of the start of a body, to show what came when it was not understood.
const HEAD_BYTES: usize = 4096;

/// A server may ignore the output limit it was given, but not without end: tokens beyond this multiple of the limit,
/// plus [`OUTPUT_SLACK`], stop the request.
const OUTPUT_FACTOR: u64 = 4;

/// Slack for small limits, in tokens.
const OUTPUT_SLACK: u64 = 64;

/// Where the server counts no tokens on the way, its characters are bounded instead: no tokenizer packs more than this
/// in a token on average. Events are no measure, as some servers send one for each character.
const MAX_CHARS_PER_TOKEN: u64 = 20;

/// Most events kept of one answer, whatever its limit: the longest answers have a tenth of it.
const MAX_EVENTS: usize = 200_000;

/// Most bytes read of one body. A long answer with heavy framing has a few MB.
const MAX_BODY_BYTES: u64 = 256 << 20;

/// More tokens than any server should write that was asked for `limit` at most.
pub(crate) fn is_far_over(tokens: u64, limit: u64) -> bool {
    tokens > limit * OUTPUT_FACTOR + OUTPUT_SLACK
}

/// What the frames told so far.
pub(super) struct Log {
    pub(super) trace: Trace,
    format: ApiFormat,
    /// Tokens asked for at most.
    limit: u64,
    /// Characters of all channels.
    chars: u64,
    /// Stamp of the read at hand.
    pub(super) now: Micros,
    pub(super) reads: u32,
    pub(super) head: Vec<u8>,
    ending: Option<Ending>,
    /// End of each answer event in the answer, in bytes, with the event's place in the list.
    answer_pieces: Vec<(usize, usize)>,
    understood: u32,
    tool_named: bool,
    ended_properly: bool,
    json_body: bool,
    vendor_error: Option<VendorError>,
    pub(super) decode_error: Option<DecodeError>,
    first_bad: Option<String>,
    pub(super) answer_shown: usize,
    pub(super) reasoning_shown: usize,
}

impl Log {
    pub(super) fn new(info: &RequestInfo) -> Self {
        Log {
            trace: Trace {
                index: info.index,
                phase: info.phase,
                sent_at: info.sent_at.rounded(),
                status: None,
                content_type: None,
                retry_after: None,
                headers: None,
                first_byte: None,
                closed: None,
                events: Events::default(),
                usage: None,
                finish: None,
                outcome: OutcomeKind::CutOff,
                failure: None,
                plain_json: false,
                bytes: 0,
                frames: 0,
                bad_frames: 0,
                bad_span: None,
                response_id: None,
                server_timing: None,
                network: None,
                conditions: Conditions {
                    in_flight: info.in_flight,
                    idle_before: info.idle_before,
                    ..Conditions::default()
                },
                reasoning_summarised: false,
                several_answers: false,
                answer: String::new(),
                reasoning: String::new(),
            },
            format: info.format,
            limit: u64::from(info.max_output_tokens),
            chars: 0,
            now: Micros::ZERO,
            reads: 0,
            head: Vec::new(),
            ending: None,
            answer_pieces: Vec::new(),
            understood: 0,
            tool_named: false,
            ended_properly: false,
            json_body: false,
            vendor_error: None,
            decode_error: None,
            first_bad: None,
            answer_shown: 0,
            reasoning_shown: 0,
        }
    }

    pub(super) fn open(&self) -> bool {
        self.ending.is_none()
    }

    /// The first ending counts.
    pub(super) fn close(&mut self, at: Micros, ending: Ending) {
        if self.open() {
            self.trace.closed = Some(at);
            self.ending = Some(ending);
        }
    }

    fn is_success_status(&self) -> bool {
        self.trace
            .status
            .is_none_or(|status| (200..300).contains(&status))
    }

    pub(super) fn read(&mut self, at: Micros, bytes: &[u8]) {
        self.now = at;
        self.reads = self.reads.saturating_add(1);
        self.trace.first_byte.get_or_insert(at);
        self.trace.bytes += bytes.len() as u64;
        let room = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// Stops an answer that is far longer than was asked for.
    pub(super) fn stop_if_over_limit(&mut self) {
        if self.open()
            && let Some(excess) = self.excess()
        {
            let message = format!("It wrote far more than asked for: {excess}");
            self.close(self.now, Ending::OverLimit(message));
        }
    }

    /// What is too much, in words.
    fn excess(&self) -> Option<String> {
        let limit = self.limit;
        let usage = self.trace.usage.filter(|_| !self.trace.several_answers);
        let tokens = usage.and_then(|usage| usage.total_output);
        let tokens = u64::from(tokens.unwrap_or(0));
        let events = self.trace.events.len();
        if is_far_over(tokens, limit) {
            Some(format!("{tokens} tokens, {limit} were asked for"))
        } else if self.chars > (limit + OUTPUT_SLACK) * MAX_CHARS_PER_TOKEN {
            Some(format!(
                "{} characters, {limit} tokens were asked for",
                self.chars
            ))
        } else if events > MAX_EVENTS {
            Some(format!("{events} pieces of text"))
        } else if self.trace.bytes > MAX_BODY_BYTES {
            Some(format!("{} bytes", self.trace.bytes))
        } else {
            None
        }
    }

    pub(super) fn frame(&mut self, adapter: &mut dyn Adapter, frame: Frame<'_>) {
        // Pings after the terminator, or after an error, are no part of the answer.
        if !self.open() {
            return;
        }
        self.trace.frames = self.trace.frames.saturating_add(1);
        let whole_body = frame.kind == FrameKind::BareJson && self.trace.frames == 1;
        self.json_body = whole_body;
        let mut heard = Heard::default();
        let mut signals = |signal: Signal<'_>| self.signal(signal, &mut heard);
        if whole_body {
            adapter.body(frame.data, &mut signals);
        } else {
            adapter.frame(frame, &mut signals);
        }
        if heard.bad {
            self.trace.bad_frames = self.trace.bad_frames.saturating_add(1);
            let last = self.trace.events.len();
            let first = self.trace.bad_span.map_or(last, |span| span.first);
            self.trace.bad_span = Some(BadSpan { first, last });
            self.first_bad
                .get_or_insert_with(|| frame.data.chars().take(HEAD_BYTES).collect());
        } else if !heard.error && !heard.end && !frame.data.trim_ascii().is_empty() {
            self.understood = self.understood.saturating_add(1);
        }
        if heard.error || heard.end {
            self.close(self.now, Ending::Terminal);
        }
        // Here and not only after the read: how a network cuts the stream must not decide the outcome.
        self.stop_if_over_limit();
    }

    fn signal(&mut self, signal: Signal<'_>, heard: &mut Heard) {
        match signal {
            Signal::NotUnderstood => heard.bad = true,
            Signal::Error(error) => {
                heard.error = true;
                self.vendor_error.get_or_insert(error);
            }
            // Whatever else an error body holds is no answer.
            _ if !self.is_success_status() => {}
            Signal::Output {
                channel,
                text,
                tokens,
            } => self.output(channel, &text, tokens),
            Signal::ReasoningSummarised => self.trace.reasoning_summarised = true,
            Signal::SeveralAnswers => self.trace.several_answers = true,
            Signal::ToolNamed => self.tool_named = true,
            Signal::Usage(usage) => self.usage(usage),
            Signal::Finish(reason) => self.trace.finish = Some(reason.into_owned()),
            Signal::End => {
                heard.end = true;
                self.ended_properly = true;
            }
            Signal::ResponseId(id) => {
                self.trace
                    .response_id
                    .get_or_insert_with(|| id.into_owned());
            }
            Signal::ServerTiming(timing) => self.server_timing(timing),
        }
    }

    fn output(&mut self, channel: Channel, text: &str, tokens: Option<u32>) {
        match channel {
            Channel::Answer => {
                self.trace.answer.push_str(text);
                self.answer_pieces
                    .push((self.trace.answer.len(), self.trace.events.len()));
            }
            Channel::Reasoning => self.trace.reasoning.push_str(text),
            Channel::Tool | Channel::Refusal => {}
        }
        let chars = text.chars().count();
        self.chars = self.chars.saturating_add(chars as u64);
        self.trace.events.push(OutputEvent {
            at: self.now,
            read: self.reads.saturating_sub(1),
            channel,
            chars: u32::try_from(chars).unwrap_or(u32::MAX),
            words: 0, // known once the whole answer is there
            tokens,
        });
    }

    /// Keeps the last value of each field.
    fn usage(&mut self, new: Usage) {
        let old = self.trace.usage.unwrap_or_default();
        self.trace.usage = Some(Usage {
            prompt: new.prompt.or(old.prompt),
            total_output: new.total_output.or(old.total_output),
            reasoning: new.reasoning.or(old.reasoning),
            cached: new.cached.or(old.cached),
        });
    }

    fn server_timing(&mut self, new: ServerTiming) {
        let old = self.trace.server_timing.unwrap_or_default();
        self.trace.server_timing = Some(ServerTiming {
            queue: new.queue.or(old.queue),
            load: new.load.or(old.load),
            prompt: new.prompt.or(old.prompt),
            generation: new.generation.or(old.generation),
            total: new.total.or(old.total),
            tokens_per_second: new.tokens_per_second.or(old.tokens_per_second),
        });
    }

    pub(super) fn into_trace(mut self, decoder: &Decoder, scrub: &dyn Fn(&str) -> String) -> Trace {
        self.place_words();
        self.check_event_counts();
        let clean = |text: &str| shown(&scrub(text));
        let ending = self.ending.unwrap_or(Ending::Stopped);
        let mut trace = self.trace;
        let html = decoder.body_kind() == BodyKind::Html;
        let answered = !trace.events.is_empty() || self.tool_named;
        // In a format of JSON lines a reply that was not streamed is one line, which says all: a stream of one line would
        // say no more than that it has begun.
        let only_line = answered
            && trace.frames == 1
            && self.format.format().framing == Framing::JsonLines
            && (self.ended_properly || trace.finish.is_some());
        trace.plain_json = only_line || (self.json_body && self.understood == 1);
        let head = String::from_utf8_lossy(&self.head).into_owned();
        let looks_like = (!answered && !html)
            .then(|| detect(&head))
            .flatten()
            .filter(|format| *format != self.format);
        let (outcome, failure) = Evidence {
            status: trace.status,
            ending: &ending,
            decode_error: self.decode_error,
            vendor_error: self.vendor_error.as_ref(),
            html,
            finish_failed: trace
                .finish
                .as_deref()
                .is_some_and(|reason| reason.eq_ignore_ascii_case("error")),
            complete: self.ended_properly || trace.finish.is_some() || trace.plain_json,
            answered,
            understood: self.understood,
            bad: trace.bad_frames,
            foreign: trace.frames == 0
                && decoder.comments() == 0
                && !self.head.trim_ascii().is_empty(),
            empty: self.head.is_empty(),
            head: self.first_bad.unwrap_or(head),
            looks_like,
        }
        .judge();
        trace.outcome = outcome;
        trace.failure = failure.map(|mut failure| {
            failure.message = clean(&failure.message);
            failure
        });
        for text in [
            &mut trace.content_type,
            &mut trace.retry_after,
            &mut trace.response_id,
            &mut trace.finish,
        ] {
            *text = text.take().map(|text| clean(&text));
        }
        trace
    }

    fn place_words(&mut self) {
        let ends: Vec<usize> = self.answer_pieces.iter().map(|&(end, _)| end).collect();
        let words = words::units_per_piece(&self.trace.answer, &ends);
        for (&(_, event), words) in self.answer_pieces.iter().zip(words) {
            if let Some(event) = self.trace.events.get_mut(event) {
                event.words = words;
            }
        }
    }

    /// Counts per event are only worth anything if every event has one and they grew with the text: a server that
    /// repeats one final total in every event does not count events.
    fn check_event_counts(&mut self) {
        let events = &self.trace.events;
        let all = !self.trace.several_answers && events.iter().all(|event| event.tokens.is_some());
        let grew = events.len() < 2 || events.iter().skip(1).any(|event| event.tokens > Some(0));
        if !(all && grew) {
            for event in &mut *self.trace.events {
                event.tokens = None;
            }
        }
    }
}

/// What the signals of one frame were, beside its content.
#[derive(Default)]
struct Heard {
    bad: bool,
    error: bool,
    end: bool,
}

/// A message fit for the page: control characters visible, length bounded.
fn shown(text: &str) -> String {
    let mut out = String::new();
    for c in text.trim().chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    names::said(&out)
}
