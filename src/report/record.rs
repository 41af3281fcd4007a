//! One request in the export.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::WaitPartRecord;
use crate::cautions::StruckValue;
use crate::metrics::{Placement, TokenSource};
use crate::missing::CautionKind;
use crate::protocol::{ServerTiming, Usage};
use crate::trace::{
    BadSpan, Conditions, Events, FailureKind, NetworkTiming, OutcomeKind, OutputEvent, Phase, Stage,
};

/// One request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)] // the `…_reason` fields belong to the number above them
pub struct RequestRecord {
    /// Number in the run, from 0.
    pub index: u32,
    /// Practice or measurement.
    pub phase: Phase,
    /// How it ended.
    pub outcome: OutcomeKind,
    /// Epoch milliseconds of the send.
    pub sent_at_ms: f64,
    /// `fetch()` resolved; not comparable across browsers.
    pub headers_us: Option<u64>,
    /// First read with bytes.
    pub first_byte_us: Option<u64>,
    /// Time to first token: first output of any kind.
    pub ttft_us: Option<u64>,
    pub ttft_reason: Option<String>,
    /// TTFT counted from the moment the request itself left (Resource Timing's `requestStart`) instead of `fetch()`.
    pub ttft_from_request_start_us: Option<u64>,
    pub ttft_from_request_start_reason: Option<String>,
    /// Connection, preflight and waiting for a socket: `requestStart - fetchStart`.
    pub pre_request_us: Option<u64>,
    /// Time to first answer: first visible answer text.
    pub ttfa_us: Option<u64>,
    pub ttfa_reason: Option<String>,
    /// Visible thinking: TTFA - TTFT.
    pub thinking_us: Option<u64>,
    pub thinking_reason: Option<String>,
    /// Last counted output event.
    pub last_output_us: Option<u64>,
    /// End-to-end latency: send to last output.
    pub e2e_us: Option<u64>,
    pub e2e_reason: Option<String>,
    /// Stream end seen.
    pub closed_us: Option<u64>,
    /// Last output to stream end.
    pub close_tail_us: Option<u64>,
    /// Prompt tokens, from usage only.
    pub prompt_tokens: Option<u32>,
    /// Prompt tokens that came from a cache.
    pub cached_tokens: Option<u32>,
    /// All generated tokens, reasoning included.
    pub output_tokens: Option<u32>,
    /// Reasoning tokens that were not in the stream.
    pub hidden_tokens: Option<u32>,
    /// Reasoning tokens, visible or not.
    pub reasoning_tokens: Option<u32>,
    /// Where the counts come from.
    pub token_source: TokenSource,
    /// How tokens spread over the events.
    pub placement: Option<Placement>,
    /// Streaming speed in tok/s.
    pub tps: Option<f64>,
    pub tps_reason: Option<String>,
    /// Time per output token in µs.
    pub tpot_us: Option<f64>,
    pub tpot_reason: Option<String>,
    /// Whole time divided by all tokens; never called TPOT.
    pub e2e_per_token_us: Option<f64>,
    pub e2e_per_token_reason: Option<String>,
    /// Speed of the reasoning alone, in tok/s.
    pub thinking_tps: Option<f64>,
    pub thinking_tps_reason: Option<String>,
    /// Speed of the answer alone, in tok/s.
    pub answer_tps: Option<f64>,
    pub answer_tps_reason: Option<String>,
    /// Words per minute of the answer (characters for Chinese and Japanese).
    pub wpm: Option<f64>,
    pub wpm_reason: Option<String>,
    /// Words of the answer.
    pub answer_words: u32,
    /// Characters of the answer.
    pub answer_chars: u32,
    /// Longest visible stall of the reader, in µs. Where the worker was late it stands only if lateness cannot have made it.
    pub longest_stall_us: Option<u64>,
    pub longest_stall_reason: Option<String>,
    /// Time the reader lost waiting for text after the first word, in µs. Missing for the same reason as the stall.
    pub starvation_us: Option<u64>,
    /// Stalls of at least 100 ms; where the worker was late by over 50 ms, of at least 100 ms more than that.
    pub stalls: Option<u32>,
    /// Longest wait of a voice that reads the text aloud, in µs. Missing for the same reason as the stall,
    /// and where the worker was late by over 50 ms.
    pub longest_stall_aloud_us: Option<u64>,
    /// Share of reading time spent waiting.
    pub rebuffer_ratio: Option<f64>,
    /// Tokens for each word of this answer.
    pub tokens_per_word: Option<f64>,
    pub tokens_per_word_reason: Option<String>,
    /// The slower of stream and reader, in tok/s.
    pub perceived_tps: Option<f64>,
    pub perceived_tps_reason: Option<String>,
    /// Share of the text that came in time.
    pub fluidity_index: Option<f64>,
    pub fluidity_index_reason: Option<String>,
    /// Pace of the fastest reader served without a stutter, in words per minute.
    pub fluid_wpm: Option<f64>,
    pub fluid_wpm_reason: Option<String>,
    /// Closeness to an answer that never lets its reader wait, 0 to 1.
    pub reader_qoe: Option<f64>,
    pub reader_qoe_reason: Option<String>,
    /// Where the wait went: parts that add up to TTFT, TTFA and E2E.
    pub wait: Option<Vec<WaitPartRecord>>,
    pub wait_reason: Option<String>,
    /// Gaps between reads that carried output, in µs.
    pub chunk_gaps_us: Vec<u64>,
    /// Longest of them.
    pub longest_gap_us: Option<u64>,
    /// Output events.
    pub output_events: u32,
    /// Reads that carried output.
    pub output_reads: u32,
    /// Events of the stream that were not in the format; the text may lack their part.
    pub bad_frames: u32,
    /// Share of output events that shared a read with an earlier one.
    pub coalesced_share: Option<f64>,
    /// Tokens for each event.
    pub tokens_per_event: Option<f64>,
    /// Output events, those of the trace. In the export they are three lists of one length: `events`, each `[time µs,
    /// characters, tokens or null, channel]`; `event_words`, the words that each completed; `event_reads`, the number of the
    /// read that brought each.
    #[serde(flatten, serialize_with = "columns")]
    pub events: Events,
    /// Finish reason.
    pub finish: Option<String>,
    /// HTTP version, if readable.
    pub protocol: Option<String>,
    /// HTTP status.
    pub http_status: Option<u16>,
    /// The vendor's id of the answer.
    pub response_id: Option<String>,
    /// Resource Timing, if readable.
    pub network: Option<NetworkTiming>,
    /// What the server says of itself.
    pub server_timing: Option<ServerTiming>,
    /// Requests in flight at the send.
    pub in_flight: u32,
    /// The reply was a plain JSON body instead of a stream.
    pub plain_json: bool,
    /// Where the events that were not in the format lie among the others.
    pub bad_span: Option<BadSpan>,
    /// What streamed of the reasoning is a summary of it.
    pub reasoning_summarised: bool,
    /// The reply held more answers than this one, and its token counts are of all of them.
    pub several_answers: bool,
    /// Token counts as the server reported them.
    pub usage: Option<Usage>,
    /// State of the browser while the request ran.
    pub conditions: Conditions,
    /// Cautions that concern this request.
    pub cautions: Vec<CautionKind>,
    /// The caution that keeps it out of all statistics.
    pub excluded_by: Option<CautionKind>,
    /// Its numbers that cautions take away.
    pub struck: Vec<StruckValue>,
    /// What went wrong.
    pub error: Option<ErrorRecord>,
    /// The answer, if the user includes texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The reasoning, if the user includes texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorRecord {
    /// Where.
    pub stage: Stage,
    /// What.
    pub kind: FailureKind,
    /// HTTP status, if there was one.
    pub http_status: Option<u16>,
    /// The vendor's words, scrubbed; may be empty.
    pub message: String,
    /// One thing to try, in plain words.
    pub advice: String,
    /// The API format that the reply seems to be in, by its label, if it was not in the chosen one and can be told.
    #[serde(default)]
    pub looks_like: Option<String>,
}

/// Writes events as three lists, so that each value stands there once and without a name.
fn columns<S: Serializer>(events: &Events, serializer: S) -> Result<S::Ok, S::Error> {
    let mut columns = serializer.serialize_struct("Events", 3)?;
    let list = Column(events, |e| (e.at.0, e.chars, e.tokens, e.channel));
    columns.serialize_field("events", &list)?;
    columns.serialize_field("event_words", &Column(events, |e| e.words))?;
    columns.serialize_field("event_reads", &Column(events, |e| e.read))?;
    columns.end()
}

/// One value of each event.
struct Column<'a, T>(&'a [OutputEvent], fn(&OutputEvent) -> T);

impl<T: Serialize> Serialize for Column<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(self.1))
    }
}
