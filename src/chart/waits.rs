//! The wait for the first word of every measured request, in order of sending.

use std::fmt::Write;

use super::scale::{Scale, grid, step};
use super::{BOTTOM, LEFT, RIGHT, TOP, Tick};
use crate::report::RequestRecord;
use crate::trace::{OutcomeKind, Phase};

/// Where a wait begins to break the flow of thought (Nielsen), in µs.
const FLOW_US: f64 = 1_000_000.0;
/// Radius of a dot.
const RADIUS: f64 = 3.5;

/// Paths and labels of the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Waits {
    /// Dots of answers that worked.
    pub ok: String,
    /// Crosses of requests that failed, on the upper edge: they never had a first word.
    pub failed: String,
    /// Horizontal lines with times in µs turned into text by the caller.
    pub lines: Vec<(f64, f64)>,
    /// Height of the one-second line, if the chart reaches so far.
    pub flow: Option<f64>,
    /// Numbers under the axis.
    pub numbers: Vec<Tick>,
    /// Waits shown.
    pub shown: u32,
    /// Failures shown.
    pub failures: u32,
    /// Longest wait in µs.
    pub longest_us: Option<f64>,
}

/// Lays out the waits of the measured requests; cut-off ones are left out.
#[must_use]
#[allow(clippy::cast_precision_loss)] // times below 2^53 µs
pub fn waits(records: &[RequestRecord]) -> Waits {
    let measured: Vec<&RequestRecord> = records
        .iter()
        .filter(|r| r.phase == Phase::Measured && r.outcome != OutcomeKind::CutOff)
        .collect();
    let wait = |r: &RequestRecord| {
        r.ttfa_us
            .filter(|_| r.outcome == OutcomeKind::Ok)
            .map(|us| us as f64)
    };
    let longest = measured.iter().filter_map(|r| wait(r)).reduce(f64::max);
    let Some(max) = longest else {
        return Waits::default();
    };
    let lines = grid(max, step(max, 4));
    let y = Scale::new(lines.last().copied().unwrap_or(max), BOTTOM, TOP);
    let count = u32::try_from(measured.len()).unwrap_or(u32::MAX);
    let slot = (RIGHT - LEFT) / f64::from(count.max(1));
    let x = |i: u32| LEFT + (f64::from(i) + 0.5) * slot;
    let mut chart = Waits {
        lines: lines.iter().map(|us| (y.at(*us), *us)).collect(),
        flow: (lines.last().is_some_and(|top| *top >= FLOW_US)).then(|| y.at(FLOW_US)),
        longest_us: longest,
        ..Waits::default()
    };
    let every = numbers_step(count);
    for (i, record) in (0..).zip(&measured) {
        let at = x(i);
        if let Some(us) = wait(record) {
            chart.shown += 1;
            dot(&mut chart.ok, at, y.at(us));
        } else if record.outcome != OutcomeKind::Ok {
            chart.failures += 1;
            cross(&mut chart.failed, at, TOP - 9.0);
        }
        if (i + 1) % every == 0 || i == 0 {
            chart.numbers.push(Tick {
                at,
                label: (i + 1).to_string(),
            });
        }
    }
    chart
}

/// A number under every n-th dot, so that about ten fit.
fn numbers_step(count: u32) -> u32 {
    [1, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|every| count / every <= 10)
        .unwrap_or(500)
}

fn dot(path: &mut String, x: f64, y: f64) {
    let (left, across) = (x - RADIUS, 2.0 * RADIUS);
    // Writing to a string does not fail.
    let _ = write!(
        path,
        "M{left:.1} {y:.1}a{RADIUS} {RADIUS} 0 1 0 {across} 0a{RADIUS} {RADIUS} 0 1 0 -{across} 0z"
    );
}

fn cross(path: &mut String, x: f64, y: f64) {
    let (l, r, t, b) = (x - RADIUS, x + RADIUS, y - RADIUS, y + RADIUS);
    let _ = write!(
        path,
        "M{l:.1} {t:.1}L{r:.1} {b:.1}M{l:.1} {b:.1}L{r:.1} {t:.1}"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_ten_numbers_stand_under_any_count() {
        for (count, every) in [(5, 1), (10, 1), (20, 5), (60, 10), (300, 50)] {
            assert_eq!(numbers_step(count), every, "{count}");
        }
    }

    #[test]
    fn no_requests_give_no_chart() {
        assert_eq!(waits(&[]), Waits::default());
    }
}
