//! What the browser and the computer under it do to the numbers.

use super::thresholds::{COARSE_GAP_TICKS, COARSE_TICK, IDLE_LAG, LAG_EXCLUDES, LAG_HIDES};
use super::{Finding, Metric, Observed, Run, indices, of_answers};
use crate::format::{duration, duration_exact_to};
use crate::missing::CautionKind;
use crate::order::sort_numbers;
use crate::perception::NOTICEABLE_STALL;
use crate::stats::{Percent, percentile};
use crate::text;
use crate::trace::Conditions;
use crate::units::Micros;

/// The browser paused the tab: nothing was stamped meanwhile.
pub(super) fn tab_frozen(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.measured(), |r| r.trace.conditions.frozen)?;
    Some(
        Finding::note(
            CautionKind::TabFrozen,
            format!("Paused during {}.", of_answers(requests.len(), run)),
            text!("Those requests are left out. Keep the tab in front and the computer awake, then run again."),
        )
        .excluding(requests),
    )
}

/// Sleep, or a clock that was set.
pub(super) fn clock_jump(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.measured(), |r| r.trace.conditions.clock_jump)?;
    Some(
        Finding::note(
            CautionKind::ClockJump,
            format!(
                "The two clocks of the browser moved apart by over 1 s during {}.",
                of_answers(requests.len(), run)
            ),
            text!("The computer slept or its time was set. Those requests are left out; run again without a break."),
        )
        .excluding(requests),
    )
}

fn lag(request: &Observed<'_>) -> Micros {
    lag_of(&request.trace.conditions)
}

fn lag_of(conditions: &Conditions) -> Micros {
    // Timers of hidden tabs are slowed on purpose; reads are not.
    if conditions.hidden {
        Micros::ZERO
    } else {
        conditions.longest_lag
    }
}

/// Shortest wait of a request's reader that is certainly one she notices, µs. Stamps that are late by at most the lag make a
/// wait look longer, or shorter, by at most the lag; so what is longer than both together is a freeze whatever the computer
/// did. A lag too small to move a gap is not counted.
#[must_use]
pub fn certain_stall(conditions: &Conditions) -> Micros {
    let lag = lag_of(conditions);
    if lag > LAG_HIDES {
        Micros(NOTICEABLE_STALL.0 + lag.0)
    } else {
        NOTICEABLE_STALL
    }
}

fn lag_finding(run: &Run<'_>, requests: Vec<u32>, consequence: &str) -> Finding {
    let worst = run
        .requests
        .iter()
        .filter(|request| requests.contains(&request.trace.index))
        .map(lag)
        .max()
        .unwrap_or_default();
    Finding::note(
        CautionKind::ReaderLag,
        format!(
            "The part that reads the stream was up to {} late in {}; {consequence}.",
            duration(worst.0 as f64),
            of_answers(requests.len(), run)
        ),
        text!("Close other heavy tabs and programs, then run again."),
    )
    .about(requests)
}

/// So late that TTFT itself is spoilt.
pub(super) fn reader_lag_excludes(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.measured(), |r| lag(r) > LAG_EXCLUDES)?;
    Some(lag_finding(run, requests.clone(), "they are left out").excluding(requests))
}

/// Late enough to move single gaps. Freezes that are certain all the same stay.
pub(super) fn reader_lag_hides(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.counted(), |r| lag(r) > LAG_HIDES)?;
    Some(
        lag_finding(
            run,
            requests,
            "gaps of those are not shown, nor freezes that it may have made",
        )
        .hiding(&[Metric::ChunkGap, Metric::Stalls]),
    )
}

/// Late even while nothing streamed.
pub(super) fn slow_computer(run: &Run<'_>) -> Option<Finding> {
    let lag = run.calibration.loop_lag_p99.filter(|lag| *lag > IDLE_LAG)?;
    Some(Finding::note(
        CautionKind::ReaderLag,
        format!(
            "A timer of the browser was up to {} late while nothing streamed.",
            duration(lag.0 as f64)
        ),
        text!("Single gaps may be off by as much. Close other heavy tabs and programs, then run again."),
    ).titled(text!("The measuring computer was busy before the run")))
}

/// Reads kept their pace in hidden tabs when we measured that, so this is a note.
pub(super) fn tab_hidden(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.counted(), |r| r.trace.conditions.hidden)?;
    Some(
        Finding::note(
            CautionKind::TabHidden,
            format!("Hidden at some time during {}.", of_answers(requests.len(), run)),
            text!("Browsers slow hidden tabs, though not the reading of streams as far as we measured. For the cleanest run keep this tab in front."),
        )
        .about(requests),
    )
}

/// A clock too coarse for single gaps.
pub(super) fn coarse_clock(run: &Run<'_>) -> Option<Finding> {
    let tick = run.calibration.clock_tick;
    if tick < COARSE_TICK {
        return None;
    }
    let mut gaps: Vec<f64> = run
        .counted()
        .flat_map(|request| request.metrics.chunk_gaps_us.iter())
        .map(|gap| *gap as f64)
        .collect();
    sort_numbers(&mut gaps);
    let median = percentile(&gaps, Percent::P50)?;
    if median >= (tick.0 * COARSE_GAP_TICKS) as f64 {
        return None;
    }
    Some(
        Finding::note(
            CautionKind::CoarseClock,
            format!(
                "The clock ticks every {}, half of the gaps are at most {}.",
                duration(tick.0 as f64),
                duration_exact_to(median, tick)
            ),
            text!("Average speeds are right. For single gaps use a page served with isolation headers, where the clock ticks finer."),
        )
        .hiding(&[Metric::ChunkGap]),
    )
}
