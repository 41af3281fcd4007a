//! What the user wants the endpoint to hold.

use serde::{Deserialize, Serialize};

use crate::stats::Percent;
use crate::units::{Micros, MicrosPerToken, TokensPerSecond};

/// Shares of the answers that a target can be about, in words.
pub const SHARES: [(Percent, &str); 4] = [
    (Percent::P50, "half of the answers (p50)"),
    (Percent::P90, "9 of 10 answers (p90)"),
    (Percent::P95, "19 of 20 answers (p95)"),
    (Percent::P99, "99 of 100 answers (p99)"),
];

/// Limits of the user's own. Each is judged apart; what is not set is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// Longest time to first token, inclusive.
    #[serde(rename = "ttft_us")]
    pub ttft: Option<Micros>,
    /// Longest time per output token, inclusive.
    #[serde(rename = "tpot_us")]
    pub tpot: Option<MicrosPerToken>,
    /// Share of the requests that have to be within the limits.
    pub percent: Percent,
    /// Total speed that a batch needs.
    pub needed_tps: Option<TokensPerSecond>,
}

impl Default for Target {
    /// No limits; 19 of 20 requests for those that get set.
    fn default() -> Self {
        Target {
            ttft: None,
            tpot: None,
            percent: Percent::P95,
            needed_tps: None,
        }
    }
}
