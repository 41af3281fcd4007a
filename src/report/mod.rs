//! The result of a run. The struct *is* the export format `tokenpace.report/1`: what the page shows, what "Download JSON"
//! writes and what tests compare is this one value.
//!
//! A number that is missing is `null` and has its reason in the field `…_reason` beside it. Fields are only ever added.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::missing::CautionKind;
use crate::plan::{AddressSpace, Workload};
use crate::protocol::{ApiFormat, Channel, ServerTiming};
use crate::trace::{FailureKind, NetworkTiming, OutcomeKind, Phase, Stage};

/// Name and version of the format.
pub const SCHEMA: &str = "tokenpace.report/1";

/// Everything about one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The program that made it.
    pub app: AppInfo,
    /// RFC 3339.
    pub created_at: String,
    /// What was asked for. No key, no secret header; the prompt only if the user includes texts.
    pub plan: PlanRecord,
    /// Where it was measured.
    pub environment: Environment,
    /// Free metadata: model, quantization, hardware, …
    pub control: BTreeMap<String, String>,
    /// One record for each request, warm-up ones included, in order of sending.
    pub requests: Vec<RequestRecord>,
    /// Numbers over the measured requests.
    pub summary: Summary,
    /// What the numbers mean.
    pub verdict: Verdict,
    /// What limits the numbers, most serious first.
    pub cautions: Vec<Caution>,
}

/// The program that made a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppInfo {
    /// Version of the package.
    pub version: String,
    /// Build id.
    pub build: String,
}

/// The plan as it may leave the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// Provider row.
    pub provider: String,
    /// API format.
    pub format: ApiFormat,
    /// Base URL; holds no credentials, the plan refuses them.
    pub base_url: String,
    /// Host shown.
    pub host: String,
    /// Address space of the host.
    pub address_space: AddressSpace,
    /// Model name.
    pub model: String,
    /// Shape of the work.
    pub workload: Workload,
    /// Characters of the prompt.
    pub prompt_chars: u32,
    /// The prompt, if the user includes texts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub prompt: Option<String>,
    /// Output limit of each request, in tokens.
    pub max_output_tokens: u32,
    /// Measured requests asked for.
    pub requests: u32,
    /// Requests at the same time.
    pub concurrency: u32,
    /// Practice requests.
    pub warmup: u32,
    /// Limit of one request in seconds.
    pub timeout_s: u32,
    /// The reader's pace in words per minute.
    pub reading_speed_wpm: f64,
    /// Prompts were made unique.
    pub nonce: bool,
}

/// The browser and its clock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// `navigator.userAgent`.
    pub user_agent: String,
    /// Name and major version, e.g. "Chromium 156".
    pub browser: String,
    /// Step of `performance.now()` in µs.
    pub clock_tick_us: u64,
    /// The page was cross-origin isolated.
    pub cross_origin_isolated: bool,
    /// Lateness of the worker's timer while idle, p99, in µs.
    pub loop_lag_p99_us: Option<u64>,
    /// IANA time zone.
    pub time_zone: String,
    /// Logical processors, as the browser tells.
    pub processors: Option<u32>,
    /// Origin of the page.
    pub page_origin: String,
    /// Hosts that the run contacted.
    pub hosts_contacted: Vec<String>,
}

/// Source of a token count, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenSource {
    /// The server's total.
    Usage,
    /// The server counts each event.
    PerEvent,
    /// A tokenizer or a table, on the whole text.
    Estimated,
    /// No token metric at all.
    EventsOnly,
}

/// One event in the export: time in µs, characters, tokens or null, channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRecord(pub u64, pub u32, pub Option<u32>, pub Channel);

/// One request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Connection, preflight and waiting for a socket: `requestStart - fetchStart`.
    pub pre_request_us: Option<u64>,
    /// Time to first answer: first visible answer text.
    pub ttfa_us: Option<u64>,
    pub ttfa_reason: Option<String>,
    /// Last counted output event.
    pub last_output_us: Option<u64>,
    /// End-to-end latency: send to last output.
    pub e2e_us: Option<u64>,
    pub e2e_reason: Option<String>,
    /// Stream end seen.
    pub closed_us: Option<u64>,
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
    /// Streaming speed in tok/s.
    pub tps: Option<f64>,
    pub tps_reason: Option<String>,
    /// Time per output token in µs.
    pub tpot_us: Option<f64>,
    pub tpot_reason: Option<String>,
    /// Whole time divided by all tokens; never called TPOT.
    pub e2e_per_token_us: Option<f64>,
    /// Words per minute of the answer (characters for Chinese and Japanese).
    pub wpm: Option<f64>,
    pub wpm_reason: Option<String>,
    /// Words of the answer.
    pub answer_words: u32,
    /// Characters of the answer.
    pub answer_chars: u32,
    /// Longest visible stall of the reader, in µs.
    pub longest_stall_us: Option<u64>,
    pub longest_stall_reason: Option<String>,
    /// Time the reader lost waiting for text after the first word, in µs.
    pub starvation_us: Option<u64>,
    /// Stalls of at least 100 ms.
    pub stalls: Option<u32>,
    /// Share of reading time spent waiting.
    pub rebuffer_ratio: Option<f64>,
    /// Gaps between reads that carried output, in µs.
    pub chunk_gaps_us: Vec<u64>,
    /// Longest of them.
    pub longest_gap_us: Option<u64>,
    /// Output events.
    pub output_events: u32,
    /// Reads that carried output.
    pub output_reads: u32,
    /// Share of output events that shared a read with an earlier one.
    pub coalesced_share: Option<f64>,
    /// Tokens for each event.
    pub tokens_per_event: Option<f64>,
    /// `[time µs, characters, tokens or null, channel]`.
    pub events: Vec<EventRecord>,
    /// Words that each event completed; same length as `events`.
    pub event_words: Vec<u32>,
    /// Number of the read that brought each event; same length as `events`.
    pub event_reads: Vec<u32>,
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
    /// Cautions that concern this request.
    pub cautions: Vec<CautionKind>,
    /// The caution that keeps it out of all statistics.
    pub excluded_by: Option<CautionKind>,
    /// What went wrong.
    pub error: Option<ErrorRecord>,
    /// The answer, if the user includes texts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub answer: Option<String>,
    /// The reasoning, if the user includes texts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
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
}

/// Numbers over the measured, successful, not excluded requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Summary {
    /// Measured requests by outcome.
    pub outcomes: BTreeMap<OutcomeKind, u32>,
    /// Measured requests in the statistics.
    pub n: u32,
    /// Measured requests that ended, cut-off ones not counted.
    pub judged: u32,
    /// `ok / judged`.
    pub success_rate: Option<f64>,
    pub success_rate_reason: Option<String>,
    /// Time to first token, µs.
    pub ttft_us: Distribution,
    /// Time to first token from `requestStart`, µs.
    pub ttft_from_request_start_us: Distribution,
    /// Time to first answer, µs.
    pub ttfa_us: Distribution,
    /// Time per output token, µs.
    pub tpot_us: Distribution,
    /// Tokens per second; percentiles on the slow side.
    pub tps: Distribution,
    /// Words per minute; percentiles on the slow side.
    pub wpm: Distribution,
    /// Gaps between deliveries, pooled, µs.
    pub chunk_gap_us: Distribution,
    /// Send to last output, µs.
    pub e2e_us: Distribution,
    /// The reader's longest stall in each answer, µs.
    pub longest_stall_us: Distribution,
    /// Answers in which the reader at the plan's pace never stalled, of those where it can be told.
    pub answers_without_stall: Option<Fraction>,
    /// Tokens of all good answers / wall time of the measured window, tok/s.
    pub aggregate_tps: Option<f64>,
    pub aggregate_tps_reason: Option<String>,
    /// Wall time from the first measured send to the last measured close, µs.
    pub wall_us: Option<u64>,
    /// All output tokens of the run, warm-up included, as far as reported.
    pub output_tokens_spent: u64,
    /// The worst token source among the requests in the statistics.
    pub token_source: Option<TokenSource>,
    /// Times of the warm-up requests.
    pub cold_ttft_us: Vec<Option<u64>>,
}

/// `hits` of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Fraction {
    pub hits: u32,
    pub of: u32,
}

/// One metric over many requests. Percentiles are Hyndman-Fan type 7; for speeds they are on the slow side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Distribution {
    /// Values in it.
    pub n: u32,
    /// Requests of the same set without a value.
    pub missing: u32,
    pub p50: Option<f64>,
    pub p50_reason: Option<String>,
    pub p75: Option<f64>,
    pub p75_reason: Option<String>,
    pub p90: Option<f64>,
    pub p90_reason: Option<String>,
    pub p95: Option<f64>,
    pub p95_reason: Option<String>,
    pub p99: Option<f64>,
    pub p99_reason: Option<String>,
    /// Requests each percentile needs: `{"p50": 5, …}`.
    pub needs: BTreeMap<String, u32>,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub mean: Option<f64>,
    /// 95 % intervals by order statistics: `{"p50": [low, high], …}`; an open side is null.
    pub ci: BTreeMap<String, (Option<f64>, Option<f64>)>,
    /// Why there is no value at all.
    pub reason: Option<String>,
}

/// What the numbers mean for a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// At most 30 words, in the reader's world.
    pub sentence: String,
    /// The tone of the sentence.
    pub tone: Tone,
    /// Three facts side by side: first word, pace, freezes.
    pub facts: Vec<Fact>,
    /// Published limits, each judged.
    pub judgements: Vec<Judgement>,
}

/// How the verdict reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Readers are served.
    Good,
    /// Usable with limits.
    Mixed,
    /// Readers wait or stall.
    Bad,
    /// Nothing can be promised.
    NotEnoughData,
    /// No answer worked.
    Failed,
}

/// One of the three headline facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// Stable name: `first_word`, `pace`, `freezes`.
    pub name: String,
    /// Label, e.g. "First word".
    pub label: String,
    /// The number in words, e.g. "0.42 s"; "not known" if missing.
    pub value: String,
    /// Its range or its sample, e.g. "0.38–0.51 s, 95 % range of the median".
    pub range: String,
    /// A word for it, e.g. "flow of thought kept".
    pub word: String,
    /// Five-step scale: 1 bad, 2 poor, 3 fair, 4 good, 5 great; none if not judged.
    pub step: Option<u8>,
}

/// A limit and whether the run meets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Stable name.
    pub name: String,
    /// What is asked, in words, e.g. "19 of 20 first tokens within 2 s".
    pub question: String,
    /// Where the limit comes from.
    pub source: String,
    /// The answer.
    pub answer: Answer,
    /// Numbers behind it, in words, e.g. "20 judged, 0 over the limit; 39 more needed".
    pub evidence: String,
}

/// Answer to a limit, by the early-stopping rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Met, with the stated confidence.
    Pass,
    /// Missed, with the stated confidence.
    Fail,
    /// The run is too small to say.
    NotEnoughData,
    /// No request gives the number.
    NotJudged,
}

/// Something that limits the numbers: what, how it is known, what to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Caution {
    /// Kind.
    pub kind: CautionKind,
    /// What it does to the numbers.
    pub effect: Effect,
    /// A short title in plain words.
    pub title: String,
    /// What was seen, with numbers.
    pub evidence: String,
    /// One thing to do.
    pub advice: String,
    /// Requests concerned; empty = the whole run.
    pub requests: Vec<u32>,
    /// Metrics it hides, by their names in the summary (`chunk_gap_us`, …).
    pub hides: Vec<String>,
}

/// What a caution does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The requests leave all statistics.
    Exclude,
    /// The named metrics have no value.
    Hide,
    /// Stands beside the numbers.
    Note,
}
