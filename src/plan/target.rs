//! What the user wants the endpoint to hold.

use serde::{Deserialize, Serialize};

use super::validate::{keep, limits};
use super::{Field, FieldError, PlanDraft};
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

/// The user's own limits. An empty field sets none.
///
/// # Errors
/// One error for each field that cannot be used, in the order of the form.
pub fn target(draft: &PlanDraft) -> Result<Target, Vec<FieldError>> {
    let mut errors = Vec::new();
    let target = checked_target(draft, &mut errors);
    if errors.is_empty() {
        Ok(target)
    } else {
        Err(errors)
    }
}

pub(super) fn checked_target(draft: &PlanDraft, errors: &mut Vec<FieldError>) -> Target {
    let mut wish = |field, text: &str, range: &limits::Range| {
        if text.trim().is_empty() {
            return None;
        }
        let parsed = range.parse(text);
        keep(
            errors,
            parsed.map_err(|error| FieldError::Number { field, error }),
        )
    };
    let ttft_ms = wish(
        Field::TargetTtft,
        &draft.target_ttft_ms,
        &limits::TARGET_TTFT_MS,
    );
    let tpot_ms = wish(
        Field::TargetTpot,
        &draft.target_tpot_ms,
        &limits::TARGET_TPOT_MS,
    );
    let needed_tps = wish(Field::NeededTps, &draft.needed_tps, &limits::NEEDED_TPS);
    Target {
        ttft: ttft_ms.map(|ms| Micros(u64::from(ms) * 1_000)),
        tpot: tpot_ms.map(|ms| MicrosPerToken(f64::from(ms) * 1_000.0)),
        percent: SHARES
            .iter()
            .map(|(percent, _)| *percent)
            .find(|percent| percent.key() == draft.target_share)
            .unwrap_or(Target::default().percent),
        needed_tps: needed_tps.map(|tps| TokensPerSecond(f64::from(tps))),
    }
}
