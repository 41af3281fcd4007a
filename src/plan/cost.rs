//! What a run will ask of the vendor, known before the first request.

use super::{Plan, PlanDraft, limits};

/// The most a run can cost the user, in requests and in output tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Requests, warm-up ones included.
    pub requests: u32,
    /// Output tokens if every answer runs into its limit. Hidden reasoning counts against the same limit.
    pub max_output_tokens: u64,
}

impl Cost {
    fn of(requests: u32, warmup: u32, max_output_tokens: u32) -> Self {
        let all = requests.saturating_add(warmup);
        Cost {
            requests: all,
            max_output_tokens: u64::from(all) * u64::from(max_output_tokens),
        }
    }
}

impl Plan {
    /// The most this plan can cost.
    #[must_use]
    pub fn cost(&self) -> Cost {
        Cost::of(self.requests, self.warmup, self.max_output_tokens)
    }
}

/// The most the form as it stands would cost; `None` while one of the three numbers is not usable. It needs no address,
/// so the cost line is there before the address is.
#[must_use]
pub fn draft_cost(draft: &PlanDraft) -> Option<Cost> {
    let number = |text: &str, range: &limits::Range| range.parse(text).ok();
    Some(Cost::of(
        number(&draft.requests, &limits::REQUESTS)?,
        number(&draft.warmup, &limits::WARMUP)?,
        number(&draft.max_output_tokens, &limits::MAX_OUTPUT_TOKENS)?,
    ))
}
