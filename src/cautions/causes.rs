//! How much each kind of caution weighs where it takes nothing away, and what it may come from.

use super::thresholds::MANY_FAILURES;
use super::{Effect, Severity};
use crate::missing::CautionKind;

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
pub const fn may_be(kind: CautionKind) -> &'static str {
    match kind {
        CautionKind::CoarseClock => "Browsers round their clock on pages that are not isolated.",
        CautionKind::ReaderLag => "Other tabs or programs took the processor.",
        CautionKind::TabFrozen => "The tab was in the background, or the computer saved power.",
        CautionKind::ColdConnection => {
            "The first request of a connection pays for TCP and TLS, later ones don't."
        }
        CautionKind::BufferedUpstream => "A gateway, a proxy or compression that collects text.",
        CautionKind::NotStreamed => "Streaming that is off, or a gateway that collects the answer.",
        CautionKind::UnreadableFrames => "Another API format, or a server that deviates from it.",
        CautionKind::Coalesced | CautionKind::MultiTokenEvents => {
            "A server or network that sends in bundles."
        }
        CautionKind::Failures => "Limits, faults or a wrong setting: each request says which.",
        CautionKind::DriftInRun => "Other users' load, or a cache that filled up.",
        CautionKind::Overload => "More work at the server than it can take at once.",
        CautionKind::TokenMismatch => "Tokens counted that are not in the text.",
        CautionKind::LoadNotReached => "Too few requests, or some that took far longer.",
        _ => "",
    }
}
