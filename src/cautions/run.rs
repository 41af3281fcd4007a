//! What concerns the run as a whole.

use super::thresholds::{
    BLOCKED_AFTER_OK, LOAD_OFF, MANY_FAILURES, OVERLOAD_MIN, OVERLOAD_SHARE, OVERLOAD_TTFT, UNEVEN,
};
use super::{Drift, Finding, Metric, Run, Severity, indices};
use crate::format::{counted, percent, speed};
use crate::missing::CautionKind;
use crate::stats::{Distribution, Percent, mean_in_flight};
use crate::text;
use crate::trace::{FailureKind, OutcomeKind};
use crate::units::{Micros, TokensPerSecond};

/// Statistics that cautions are raised from.
#[derive(Clone, Copy, Debug)]
pub struct Figures<'a> {
    /// Requests in the statistics.
    pub n: u32,
    /// Speeds, slow side.
    pub tps: &'a Distribution,
    /// TTFT of each request that has one, in µs.
    pub ttft_us: &'a [u64],
    /// The halves of the run.
    pub drift: &'a [Drift],
}

/// Some answers failed.
pub(super) fn failures(run: &Run<'_>) -> Option<Finding> {
    let failed = |outcome: OutcomeKind| !matches!(outcome, OutcomeKind::Ok | OutcomeKind::CutOff);
    let requests = indices(run.measured(), |r| failed(r.trace.outcome))?;
    let judged = run
        .measured()
        .filter(|r| r.trace.outcome != OutcomeKind::CutOff)
        .count();
    let rate = 1.0 - requests.len() as f64 / judged as f64;
    let many = rate < MANY_FAILURES;
    let advice = if many {
        text!(
            "Look into the failures before the speeds: the numbers describe only the answers that worked."
        )
    } else {
        text!("The numbers describe only the answers that worked.")
    };
    let mut finding = Finding::note(
        CautionKind::Failures,
        format!(
            "{} of {} failed.",
            requests.len(),
            counted(judged, "request")
        ),
        advice,
    )
    .about(requests);
    if rate < 0.5 {
        finding = finding.titled(text!("Most answers failed"));
    }
    if many {
        finding.severity = Severity::Invalidates;
    }
    Some(finding)
}

/// The vendor refuses more, or seems to: browsers often can't read a 429.
pub(super) fn rate_limited(run: &Run<'_>) -> Option<Finding> {
    let told = indices(run.requests.iter(), |r| {
        r.trace.status == Some(429)
            || r.trace
                .failure
                .as_ref()
                .is_some_and(|failure| failure.kind == FailureKind::RateLimited)
    });
    if let Some(requests) = told {
        return Some(
            Finding::note(
                CautionKind::RateLimited,
                format!(
                    "{} got \"too many requests\" (HTTP 429).",
                    counted(requests.len(), "request")
                ),
                text!(
                    "Lower the concurrency, wait a minute, or ask the vendor for a higher limit."
                ),
            )
            .about(requests),
        );
    }
    let first_ok = run
        .requests
        .iter()
        .find(|r| r.trace.outcome == OutcomeKind::Ok)?
        .trace
        .index;
    let requests = indices(run.requests.iter(), |r| {
        r.trace.index > first_ok && r.trace.outcome == OutcomeKind::Blocked
    })?;
    (requests.len() >= BLOCKED_AFTER_OK).then(|| {
        Finding::note(
            CautionKind::RateLimited,
            format!(
                "{} were refused without a readable reply after others had worked.",
                counted(requests.len(), "request")
            ),
            text!("Browsers often can't read a \"too many requests\" reply. Lower the concurrency, or wait a minute."),
        )
        .titled(text!("Possibly a rate limit"))
        .about(requests)
    })
}

/// The opening burst waits longer than what follows.
pub(super) fn first_wave(run: &Run<'_>) -> Option<Finding> {
    let wave = run.plan.concurrency as usize;
    if wave < 2 {
        return None;
    }
    let requests: Vec<u32> = run.measured().take(wave).map(|r| r.trace.index).collect();
    if requests.is_empty() {
        return None;
    }
    Some(
        Finding::note(
            CautionKind::FirstWave,
            format!("The first {} were sent at once.", counted(requests.len(), "measured request")),
            text!("An opening burst waits longer than the requests after it. Look at it apart if the slowest answers are all in it."),
        )
        .about(requests),
    )
}

/// From the first measured send to the last measured close, and the sum of the requests' times.
fn window(run: &Run<'_>) -> Option<(Micros, Micros)> {
    let mut residence = 0;
    let (mut start, mut end) = (f64::INFINITY, f64::NEG_INFINITY);
    for request in run.measured() {
        let sent = request.trace.sent_at.0;
        let closed = request.trace.closed?;
        residence += closed.0;
        start = start.min(sent);
        end = end.max(sent + closed.as_millis());
    }
    (start.is_finite() && end > start)
        .then(|| (Micros::from_millis(end - start), Micros(residence)))
}

/// The load that was asked for wasn't there, so totals don't describe it.
pub(super) fn load_not_reached(run: &Run<'_>) -> Option<Finding> {
    let target = f64::from(run.plan.concurrency);
    if run.plan.concurrency < 2 {
        return None;
    }
    let (wall, residence) = window(run)?;
    let mean = mean_in_flight(residence, wall)?;
    if (mean / target - 1.0).abs() <= LOAD_OFF {
        return None;
    }
    Some(
        Finding::note(
            CautionKind::LoadNotReached,
            format!("{mean:.1} requests in flight on average instead of {target:.0}."),
            text!(
                "The total speed is not shown. Use at least ten requests for each one in flight."
            ),
        )
        .hiding(&[Metric::AggregateTps]),
    )
}

/// Percentiles that this run can't support.
pub(super) fn few_samples(figures: &Figures<'_>) -> Option<Finding> {
    let gated: Vec<String> = Percent::ALL
        .into_iter()
        .filter(|percent| figures.n < percent.needs())
        .map(|percent| format!("{} needs {}", percent.key(), percent.needs()))
        .collect();
    if gated.is_empty() || figures.n == 0 {
        return None;
    }
    Some(Finding::note(
        CautionKind::FewSamples,
        format!(
            "{} in the statistics; {}.",
            counted(figures.n as usize, "answer"),
            gated.join(", ")
        ),
        text!(
            "Where a percentile is missing, the worst answer seen stands in its place. Run more requests to promise more."
        ),
    ))
}

/// The slowest streams run at half speed.
pub(super) fn uneven_service(figures: &Figures<'_>) -> Option<Finding> {
    let (tail, name) = match (figures.tps.p99, figures.tps.p95) {
        (Some(p99), _) => (p99, "1 in 100"),
        (None, Some(p95)) => (p95, "1 in 20"),
        (None, None) => return None,
    };
    let median = figures.tps.p50?;
    if tail > UNEVEN * median {
        return None;
    }
    Some(Finding::note(
        CautionKind::UnevenService,
        format!(
            "The slowest {name} streams at {} or less, half of them at {} or more.",
            speed(TokensPerSecond(tail)),
            speed(TokensPerSecond(median))
        ),
        text!(
            "That often means shared hardware or full memory. Ask the vendor, or repeat at another hour."
        ),
    ))
}

/// Long waits in many requests.
pub(super) fn overload(figures: &Figures<'_>) -> Option<Finding> {
    let all = figures.ttft_us.len();
    if all < OVERLOAD_MIN {
        return None;
    }
    let slow = figures
        .ttft_us
        .iter()
        .filter(|ttft| **ttft > OVERLOAD_TTFT.0)
        .count();
    let share = slow as f64 / all as f64;
    (share > OVERLOAD_SHARE).then(|| {
        Finding::note(
            CautionKind::Overload,
            format!(
                "{} of {} waited over 3 s for the first sign of life.",
                percent(share),
                counted(all, "answer")
            ),
            text!("Repeat with fewer requests in flight, or at another hour."),
        )
    })
}
