//! A strip of dots in rows, one for each request: a disc that worked, a cross that failed, a ring that was cut off.

use std::fmt::Write;

use crate::trace::OutcomeKind;

/// Distance between dots, in units of the view box.
const STEP: u32 = 14;
/// Dots in a row.
const COLUMNS: u32 = 20;
/// Radius of a dot.
const RADIUS: f64 = 4.0;

/// One path for each kind, and the size of the view box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Width of the view box.
    pub width: u32,
    /// Height of the view box.
    pub height: u32,
    /// Requests still to come.
    pub open: String,
    /// Requests that worked.
    pub ok: String,
    /// Requests that failed.
    pub failed: String,
    /// Requests that were cut off.
    pub cut: String,
}

/// Lays out `outcomes`, followed by small dots up to `asked`.
#[must_use]
pub fn strip(outcomes: &[OutcomeKind], asked: u32) -> Strip {
    let finished = u32::try_from(outcomes.len()).unwrap_or(u32::MAX);
    let all = finished.max(asked).max(1);
    let mut strip = Strip {
        width: all.min(COLUMNS) * STEP,
        height: all.div_ceil(COLUMNS) * STEP,
        ..Strip::default()
    };
    for (i, outcome) in (0..).zip(outcomes) {
        match outcome {
            OutcomeKind::Ok => disc(&mut strip.ok, center(i), RADIUS),
            OutcomeKind::CutOff => disc(&mut strip.cut, center(i), RADIUS - 0.75),
            OutcomeKind::Empty
            | OutcomeKind::HttpError
            | OutcomeKind::Blocked
            | OutcomeKind::StreamError
            | OutcomeKind::NotUnderstood
            | OutcomeKind::Timeout => cross(&mut strip.failed, center(i)),
        }
    }
    for i in finished..all {
        disc(&mut strip.open, center(i), 1.5);
    }
    strip
}

fn center(i: u32) -> (f64, f64) {
    let at = |n: u32| f64::from(n * STEP) + f64::from(STEP) / 2.0;
    (at(i % COLUMNS), at(i / COLUMNS))
}

fn disc(path: &mut String, (x, y): (f64, f64), r: f64) {
    let (left, across) = (x - r, 2.0 * r);
    // Writing to a string does not fail.
    let _ = write!(
        path,
        "M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
    );
}

fn cross(path: &mut String, (x, y): (f64, f64)) {
    let (l, r, t, b) = (x - RADIUS, x + RADIUS, y - RADIUS, y + RADIUS);
    let _ = write!(path, "M{l} {t}L{r} {b}M{l} {b}L{r} {t}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_has_its_own_shape() {
        let strip = strip(
            &[OutcomeKind::Ok, OutcomeKind::Timeout, OutcomeKind::CutOff],
            4,
        );
        assert_eq!(strip.ok.matches('M').count(), 1);
        assert_eq!(strip.failed.matches('L').count(), 2);
        assert_eq!(strip.cut.matches('M').count(), 1);
        assert_eq!(strip.open.matches('M').count(), 1);
        assert_eq!((strip.width, strip.height), (56, 14));
    }

    #[test]
    fn rows_wrap_and_no_request_still_has_a_box() {
        assert_eq!(strip(&[], 45).height, 3 * STEP);
        assert_eq!((strip(&[], 0).width, strip(&[], 0).height), (STEP, STEP));
    }
}
