//! What the clock and the event loop can do, from raw samples.

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
