//! The record of one request: instants and events, no statistics. Everything shown later is recomputed from it.

mod events;
mod log;
mod outcome;
pub mod recorder;
mod words;

use serde::{Deserialize, Serialize};

use crate::protocol::{ApiFormat, Channel, ServerTiming, Usage};
use crate::units::{EpochMillis, Micros};

pub use events::Events;
pub(crate) use log::is_far_over;
pub use recorder::{Flow, Recorder, RequestInfo, TimeLimit};
pub(crate) use words::unit_ends;

/// Warm-up requests are kept apart and shown as the cold figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Practice request, outside all statistics.
    Warmup,
    /// Counts.
    Measured,
}

/// One request, from `fetch()` to the end of its body. All instants are offsets from the send.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    /// Number within the run, from 0, warm-up requests included.
    pub index: u32,
    /// Practice or measurement.
    pub phase: Phase,
    /// Wall-clock time just before `fetch()`.
    pub sent_at: EpochMillis,
    /// HTTP status, if headers came.
    pub status: Option<u16>,
    /// `content-type` header, if readable.
    pub content_type: Option<String>,
    /// `retry-after` header, if the server exposes it.
    pub retry_after: Option<String>,
    /// `fetch()` resolved.
    pub headers: Option<Micros>,
    /// First read that brought bytes.
    pub first_byte: Option<Micros>,
    /// Stream end seen, or the moment of failure.
    pub closed: Option<Micros>,
    /// Output events in order of arrival.
    pub events: Events,
    /// Token counts, normalised.
    pub usage: Option<Usage>,
    /// Finish reason in the vendor's word.
    pub finish: Option<String>,
    /// How the request ended.
    pub outcome: OutcomeKind,
    /// Details of a failure.
    pub failure: Option<Failure>,
    /// The reply was a plain JSON body instead of a stream.
    pub plain_json: bool,
    /// Bytes of the body.
    pub bytes: u64,
    /// Frames decoded.
    pub frames: u32,
    /// Frames that were not in the format.
    pub bad_frames: u32,
    /// Where these frames lie among the output; `None` without any.
    pub bad_span: Option<BadSpan>,
    /// The vendor's id of the answer.
    pub response_id: Option<String>,
    /// Times the server measured itself.
    pub server_timing: Option<ServerTiming>,
    /// What the browser tells of the connection.
    pub network: Option<NetworkTiming>,
    /// State of the browser while the request ran.
    pub conditions: Conditions,
    /// The stream carries a summary of the reasoning instead of the reasoning itself.
    pub reasoning_summarised: bool,
    /// The reply held more answers than the one recorded here, and its token counts are of all of them.
    pub several_answers: bool,
    /// The visible answer; leaves the page only if the user ticks "include texts".
    pub answer: String,
    /// The visible reasoning; leaves the page only if the user ticks "include texts".
    pub reasoning: String,
}

/// Most words that an answer can have, for what comes from elsewhere: several times a book, and few enough to draw each.
pub const MAX_WORDS: u32 = 500_000;

/// One piece of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputEvent {
    /// Time of the read that brought it.
    pub at: Micros,
    /// Number of that read among the reads of this request; events with the same number share their stamp.
    pub read: u32,
    /// Where it belongs.
    pub channel: Channel,
    /// Unicode scalar values in it.
    pub chars: u32,
    /// Words of the answer whose last character this event brought (0 outside the answer channel). Characters instead
    /// of words for Chinese and Japanese.
    pub words: u32,
    /// Tokens in it, if the server counts each event.
    pub tokens: Option<u32>,
}

/// Where the frames that were not in the format lie: each place is the number of output events before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BadSpan {
    /// Place of the first one.
    pub first: usize,
    /// Place of the last one.
    pub last: usize,
}

/// How a request ended. Exactly one a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    /// Terminator or finish reason seen, and output or a named tool call.
    Ok,
    /// Ended properly without output.
    Empty,
    /// Status outside 200–299, or a 200 whose body is only an error.
    HttpError,
    /// `fetch` rejected: CORS, DNS, TLS, refused, permission. The browser does not say which.
    Blocked,
    /// Error event, broken body, or an end with neither terminator nor finish reason.
    StreamError,
    /// A 2xx body that the chosen format cannot read.
    NotUnderstood,
    /// Total limit, or idle limit without a byte.
    Timeout,
    /// Stopped by the user, or by a limit of the run.
    CutOff,
}

/// Where in the request a failure happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Before any reply: the browser could not get one.
    Connect,
    /// The reply's status or headers.
    Headers,
    /// While the body streamed.
    Stream,
    /// While the body was decoded.
    Decode,
}

/// Closed list of what went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// `fetch` rejected.
    FetchRejected,
    /// 401, or 403 with anything but a web page.
    Unauthorized,
    /// 404, or 405: nothing there takes a POST.
    NotFound,
    /// 429.
    RateLimited,
    /// Another 4xx.
    BadRequest,
    /// 5xx.
    ServerError,
    /// A status that is none of these (1xx, 3xx).
    UnexpectedStatus,
    /// The vendor reported an error inside a 2xx reply.
    VendorError,
    /// The connection broke while the body streamed.
    BodyBroken,
    /// The body ended with neither terminator nor finish reason.
    EndedEarly,
    /// The body ended before it began: headers, and no byte of an answer.
    EmptyBody,
    /// HTML page instead of a stream, or as the body of a 403.
    HtmlPage,
    /// No frame was in the chosen format.
    WrongFormat,
    /// A line or event over the size limit.
    TooLarge,
    /// No byte for the idle limit.
    IdleTimeout,
    /// The total limit.
    TotalTimeout,
    /// More output than asked for and allowed: stopped at the safety limit.
    OutputLimit,
    /// The user pressed Stop.
    StoppedByUser,
}

/// A failure with its place, kind and the vendor's words (scrubbed of the key before it gets here).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Where it happened.
    pub stage: Stage,
    /// What happened.
    pub kind: FailureKind,
    /// The vendor's message or the first bytes of the body; may be empty.
    pub message: String,
    /// The other format that the reply seems to be in, if it was not in the chosen one and can be told.
    pub looks_like: Option<ApiFormat>,
}

/// What Resource Timing tells, as offsets from the send. Absent where the server does not allow reading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NetworkTiming {
    /// `nextHopProtocol`, e.g. `h2`.
    pub protocol: Option<String>,
    /// `fetchStart`.
    pub fetch_start: Option<Micros>,
    /// `connectStart`, only where a new connection was made.
    pub connect_start: Option<Micros>,
    /// `connectEnd`, only where a new connection was made.
    pub connect_end: Option<Micros>,
    /// `requestStart`: the request itself left, after connection, preflight and waiting for a socket.
    pub request_start: Option<Micros>,
    /// First byte of the final response headers.
    pub response_start: Option<Micros>,
}

/// State of the browser while a request ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The page was hidden at some time between send and last output.
    pub hidden: bool,
    /// Longest lateness of the worker's 50 ms probe during the request.
    #[serde(rename = "longest_lag_us")]
    pub longest_lag: Micros,
    /// The worker's probe stood still so long that the browser must have paused it.
    pub frozen: bool,
    /// `Date.now` and `performance.now` moved apart by more than a second.
    pub clock_jump: bool,
    /// Requests in flight to the host at the send, this one included.
    pub in_flight: u32,
    /// Time since the last request to this URL ended, `None` for the first.
    #[serde(rename = "idle_before_us")]
    pub idle_before: Option<Micros>,
}
