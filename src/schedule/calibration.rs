//! What the clock and the event loop can do, from raw samples, and how exact that leaves the times.

use crate::order;
use crate::units::Micros;

/// Smallest step of a clock: the smallest difference other than none between readings in a row. `None` if it never moved.
#[must_use]
pub fn clock_step(readings: impl IntoIterator<Item = Micros>) -> Option<Micros> {
    let mut before = None;
    let mut smallest: Option<Micros> = None;
    for reading in readings {
        let step = before.and_then(|before| reading.since(before));
        if let Some(step) = step.filter(|step| *step > Micros::ZERO) {
            smallest = Some(smallest.map_or(step, |known| known.min(step)));
        }
        before = Some(reading);
    }
    smallest
}

/// 99th percentile of the lateness of a timer by nearest rank, which below 100 samples is the largest. `None` without
/// samples.
#[must_use]
pub fn lag_p99(mut lateness: Vec<Micros>) -> Option<Micros> {
    order::sort(&mut lateness, Micros::cmp);
    let rank = (lateness.len() * 99).div_ceil(100);
    lateness.get(rank.checked_sub(1)?).copied()
}

/// By how much a time may be off: the clock's step (both its stamps may be off by up to one, in opposite ways) and how late
/// the worker came to read. That is the larger of its idle lag and the longest lag of the middle request, the lower of two: a
/// request's worst moment seldom meets the two reads that matter, so half of the requests with a smaller one bound the median.
/// `None` if the lag is not known, because the page was hidden before the run.
#[must_use]
pub fn time_error(
    clock_step: Micros,
    idle_lag_p99: Option<Micros>,
    mut longest_lags: Vec<Micros>,
) -> Option<Micros> {
    order::sort(&mut longest_lags, Micros::cmp);
    let middle = longest_lags.len().saturating_sub(1) / 2;
    let lag = idle_lag_p99?.max(longest_lags.get(middle).copied().unwrap_or_default());
    Some(Micros(clock_step.0 + lag.0))
}
