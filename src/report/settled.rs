//! How a run that goes on until its number is stable came to its end.

use super::StoppedBecause;
use crate::cautions::Run;
use crate::stats::Distribution;
use crate::trace::OutcomeKind;

/// Why the run ended by itself; `stable` is what the worker says. What the user cut off was not used up.
pub(super) fn stopped_because(run: &Run<'_>, stable: bool) -> Option<StoppedBecause> {
    run.plan.until_stable?;
    let used = run
        .measured()
        .filter(|r| r.trace.outcome != OutcomeKind::CutOff)
        .count();
    if stable {
        Some(StoppedBecause::Stable)
    } else {
        (used >= run.plan.requests as usize).then_some(StoppedBecause::Budget)
    }
}

/// Half the width of the wanted percentile's likely range, in % of the percentile.
pub(super) fn reached_within(run: &Run<'_>, ttft: &Distribution) -> Option<f64> {
    let percent = run.plan.until_stable?.percent;
    let value = ttft.at(percent).filter(|value| *value > 0.0)?;
    let (low, high) = ttft.range(percent);
    Some((high? - low?) / value * 50.0)
}
