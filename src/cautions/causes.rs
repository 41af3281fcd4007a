//! How much each kind of caution weighs where it takes nothing away, and what it may come from.

use super::thresholds::MANY_FAILURES;
use super::{Effect, Severity};
use crate::missing::CautionKind;
use crate::text;
use crate::texts::Text;

/// Weight of a caution about so many requests of those judged.
#[must_use]
pub fn severity_of(kind: CautionKind, effect: Effect, concerned: usize, of: usize) -> Severity {
    let many_failed =
        kind == CautionKind::Failures && 1.0 - concerned as f64 / (of as f64) < MANY_FAILURES;
    if effect != Effect::Note || many_failed {
        return Severity::Invalidates;
    }
    severity(kind)
}

/// Weight of a caution that only stands beside the numbers.
pub(super) const fn severity(kind: CautionKind) -> Severity {
    match kind {
        CautionKind::FewSamples
        | CautionKind::FirstWave
        | CautionKind::OpaqueTiming
        | CautionKind::LocalTarget
        | CautionKind::MultiTokenEvents
        | CautionKind::TokensEstimated => Severity::Notes,
        _ => Severity::Warns,
    }
}

/// What it may come from, in a sentence; empty where title, evidence or advice say it.
pub const fn may_be(kind: CautionKind) -> Text {
    match kind {
        CautionKind::ReaderLag => text!("Other tabs or programs took the processor."),
        CautionKind::BufferedUpstream => {
            text!("A gateway, a proxy or compression that collects text.")
        }
        CautionKind::NotStreamed => {
            text!("Streaming that is off, or a gateway that collects the answer.")
        }
        CautionKind::Failures => {
            text!("Limits, faults or a wrong setting: each request says which.")
        }
        CautionKind::DriftInRun => text!("Other users' load, or a cache that filled up."),
        _ => Text::EMPTY,
    }
}
