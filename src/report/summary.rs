//! Numbers over many requests in the export.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{MiddleWait, ReachedLength};
use crate::cautions::{Drift, Struck};
use crate::metrics::TokenSource;
use crate::stats::{Distribution, Fraction};
use crate::trace::OutcomeKind;

/// Why a run that could end before its last request ended by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoppedBecause {
    /// The range of the wanted number was narrow enough.
    Stable,
    /// All requests were used.
    Budget,
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
    /// Time the reader lost waiting for text after the first word, µs.
    #[serde(default)]
    pub starvation_us: Distribution,
    /// Stalls of at least 100 ms in each answer.
    #[serde(default)]
    pub stalls: Distribution,
    /// Share of reading time spent waiting.
    #[serde(default)]
    pub rebuffer_ratio: Distribution,
    /// Share of the text that came in time; percentiles on the low side.
    #[serde(default)]
    pub fluidity_index: Distribution,
    /// Closeness to an answer that never lets its reader wait; percentiles on the low side.
    #[serde(default)]
    pub reader_qoe: Distribution,
    /// The slower of stream and reader, tok/s; percentiles on the slow side.
    #[serde(default)]
    pub perceived_tps: Distribution,
    /// Pace of the fastest reader served without a stutter, words per minute; the fluid rate of the service is its p99.
    #[serde(default)]
    pub fluid_wpm: Distribution,
    /// The same in tokens of each reply, tok/s.
    #[serde(default)]
    pub fluid_tps: Distribution,
    /// Share of adults who read English no faster than the slow side of the text's pace (p95, below its gate p75), by a
    /// lognormal model.
    #[serde(default)]
    pub readers_kept_up: Option<f64>,
    #[serde(default)]
    pub readers_kept_up_reason: Option<String>,
    /// Answers in which the reader at the plan's pace never stalled, of those where it can be told.
    pub answers_without_stall: Option<Fraction>,
    /// Tokens of all good answers / wall time of the measured window, tok/s.
    pub aggregate_tps: Option<f64>,
    pub aggregate_tps_reason: Option<String>,
    /// The same over the longest span in which the load was there, tok/s.
    #[serde(default)]
    pub steady_tps: Option<f64>,
    #[serde(default)]
    pub steady_tps_reason: Option<String>,
    /// Length of that span, µs.
    #[serde(default)]
    pub steady_wall_us: Option<u64>,
    /// First half of the run against the second.
    #[serde(default)]
    pub drift: Vec<Drift>,
    /// How long answers became where an exact length was asked for; `None` where it wasn't.
    #[serde(default)]
    pub reached_length: Option<ReachedLength>,
    /// By how much a time may be off, µs.
    #[serde(default)]
    pub time_error_us: Option<u64>,
    #[serde(default)]
    pub time_error_reason: Option<String>,
    /// Why a run until its number is stable ended by itself; `None` for other runs, and for one that was ended otherwise.
    #[serde(default)]
    pub stopped_because: Option<StoppedBecause>,
    /// Half the width of the wanted number's likely range over the requests in the statistics, in % of the number. `None`
    /// without a range bounded on both sides.
    #[serde(default)]
    pub reached_within_percent: Option<f64>,
    /// Wall time from the first measured send to the last measured close, µs.
    pub wall_us: Option<u64>,
    /// All output tokens of the run, warm-up included, as far as reported and to be believed.
    pub output_tokens_spent: u64,
    /// The worst token source among the requests in the statistics.
    pub token_source: Option<TokenSource>,
    /// Where the wait of the middle answer went.
    #[serde(default)]
    pub wait: Option<MiddleWait>,
    #[serde(default)]
    pub wait_reason: Option<String>,
    /// Metrics of which cautions leave no valid value, with what they would be.
    #[serde(default)]
    pub struck: Vec<Struck>,
    /// Times of the warm-up requests.
    pub cold_ttft_us: Vec<Option<u64>>,
}
