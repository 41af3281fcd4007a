//! Limits that raise cautions. Each with its reason; "choice" = decided by this project.

use crate::units::Micros;

/// A clock that ticks this coarsely can't resolve a chunk gap of a few steps.
pub const COARSE_TICK: Micros = Micros(1_000);
/// Gaps of fewer ticks than this are rounding more than measurement.
pub const COARSE_GAP_TICKS: u64 = 5;
/// Lateness of an idle event loop at which single gaps become doubtful: three times the noise of a quiet machine (choice).
pub const IDLE_LAG: Micros = Micros(15_000);
/// A worker late by more than this during a request has stamped reads late: gaps are off by half a frame or more (choice).
pub const LAG_HIDES: Micros = Micros(50_000);
/// A quarter of a second late spoils TTFT itself (choice).
pub const LAG_EXCLUDES: Micros = Micros(250_000);
/// A reused connection needs no time before the request; a preflight costs a round trip (choice).
pub const PREFLIGHT: Micros = Micros(20_000);
/// A preflight answer without `Access-Control-Max-Age` is kept for 5 s. Source: Fetch standard.
pub const PREFLIGHT_KEPT: Micros = Micros(5_000_000);
/// Connections to one host over HTTP/1.1 in all browsers measured.
pub const HTTP1_CONNECTIONS: u32 = 6;
/// Output events from which buffering can be told from a short answer.
pub const BUFFERED_MIN_EVENTS: u32 = 20;
/// So few reads for so many events mean that the text was held back.
pub const BUFFERED_MAX_READS: u32 = 2;
/// A window this small a part of the whole time means that the text came in one go at the end.
pub const BUFFERED_WINDOW: f64 = 0.10;
/// … if each read brought that many events.
pub const BUFFERED_EVENTS_PER_READ: f64 = 4.0;
/// Above this share of events that share a read, single gaps can't be told.
pub const COALESCED: f64 = 0.05;
/// Above this an event isn't a token.
pub const MULTI_TOKEN: f64 = 1.05;
/// The plateau that Nagle's algorithm and a delayed acknowledgement make together.
pub const DELAYED_ACK: std::ops::RangeInclusive<u64> = 38_000..=46_000;
/// Share of gaps on the plateau from which it is a pattern (choice).
pub const DELAYED_ACK_SHARE: f64 = 0.5;
/// Small writes that were held back arrive together (choice).
pub const DELAYED_ACK_EVENTS_PER_READ: f64 = 2.0;
/// Two counts of the same tokens may differ by control tokens, not by more than this.
pub const TOKEN_MISMATCH: f64 = 0.05;
/// Tokens of a word of English prose. Source: this project's count on FLORES-200.
pub const TOKENS_PER_WORD: f64 = 1.22;
/// Tokens of a character of code, about nine a line. Source: as above.
pub const TOKENS_PER_CODE_CHAR: f64 = 0.25;
/// Tokens of a character of Chinese or Japanese. Source: as above, between the two.
pub const TOKENS_PER_CJK_CHAR: f64 = 0.8;
/// A table knows neither language nor tokenizer: off by less than this is no contradiction (choice).
pub const ESTIMATE_MISMATCH: f64 = 0.50;
/// Words from which an estimate means something (choice).
pub const ESTIMATE_MIN_WORDS: u32 = 20;
/// No service streams one answer faster; buffered text does (choice).
pub const MAX_TPS: f64 = 5_000.0;
/// No tokenizer packs more characters in a token on average (choice).
pub const MAX_CHARS_PER_TOKEN: f64 = 20.0;
/// Shares of the prompt below this are shared system prompts, not a cached question (choice).
pub const CACHED: f64 = 0.10;
/// Below this success rate the failures come first on the page (choice).
pub const MANY_FAILURES: f64 = 0.95;
/// Refusals after a success from which a hidden rate limit is likely (choice).
pub const BLOCKED_AFTER_OK: usize = 2;
/// Mean load may miss the target by this share. Source: Little's law check.
pub const LOAD_OFF: f64 = 0.10;
/// The slowest streams run at half speed. Source: the article "What is tokens per second in LLM benchmarking?".
pub const UNEVEN: f64 = 0.5;
/// A wait that tells of a queue. Source: early LLMPerf README.
pub const OVERLOAD_TTFT: Micros = Micros(3_000_000);
/// … in more than this share of the requests.
pub const OVERLOAD_SHARE: f64 = 0.05;
/// … of at least so many.
pub const OVERLOAD_MIN: usize = 20;
