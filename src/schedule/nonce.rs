//! Makes prompts unique, so that a vendor's prompt cache does not flatter the wait.

use crate::plan::Plan;
use crate::trace::Phase;

/// The prompt of request `index`: the plan's, with a short unique line before it. `random` must differ from run to run.
/// Caches work from the first token on, so the line stands first. Practice requests always have one: their prompts must
/// differ from the measured ones even if those are all alike.
#[must_use]
pub fn prompt_of(plan: &Plan, index: u32, phase: Phase, random: u32) -> String {
    if plan.nonce || phase == Phase::Warmup {
        format!("[{random:08x}-{index}]\n\n{}", plan.prompt)
    } else {
        plan.prompt.clone()
    }
}
