//! "Does it meet the target?" as a test that may end in pass, fail, or not enough data.

use super::binomial::{at_least, at_most};
use super::percentile::Percent;

/// How sure a pass or a fail has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// 95 %, the product's own.
    C95,
    /// 99 %, MLPerf's.
    C99,
}

impl Confidence {
    fn doubt(self) -> f64 {
        match self {
            Confidence::C95 => 0.05,
            Confidence::C99 => 0.01,
        }
    }
}

/// What the requests say about a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Met.
    Pass,
    /// Missed.
    Fail,
    /// Too few requests; so many more would pass if none of them were over the limit.
    NotEnoughData {
        /// Further requests needed.
        more: u32,
    },
}

/// Fewest requests over the limit that can fail an endpoint: one bad request alone never does.
pub(crate) const MIN_OVER_TO_FAIL: u32 = 2;

/// Judges "at least share `percent` of requests are within the limit" from `n` requests of which `over` were not (failed
/// requests count as over). Pass if `P(Bin(n, 1-p) <= over) <= 1-c`, fail if `P(Bin(n, 1-p) >= over) <= 1-c`.
///
/// Source: the early-stopping rule of MLPerf Inference, <https://github.com/mlcommons/inference_policies>; the fail side is
/// its mirror image.
#[must_use]
pub fn rule(n: u32, over: u32, percent: Percent, confidence: Confidence) -> Ruling {
    let share_over = share_over(percent);
    if n > 0 && over < n && at_most(n, share_over, over) <= confidence.doubt() {
        return Ruling::Pass;
    }
    if over >= MIN_OVER_TO_FAIL && ruling_tail(n, over, percent) <= confidence.doubt() {
        return Ruling::Fail;
    }
    Ruling::NotEnoughData {
        more: needed_to_pass(over, percent, confidence).saturating_sub(n),
    }
}

/// Probability of at least `over` requests over the limit if exactly the allowed share were.
#[must_use]
pub fn ruling_tail(n: u32, over: u32, percent: Percent) -> f64 {
    at_least(n, share_over(percent), over)
}

/// Smallest number of requests that passes with `over` of them over the limit.
#[must_use]
pub fn needed_to_pass(over: u32, percent: Percent, confidence: Confidence) -> u32 {
    let share_over = share_over(percent);
    let passes = |n: u32| at_most(n, share_over, over) <= confidence.doubt();
    let mut high = over.saturating_add(1);
    while high < u32::MAX / 2 && !passes(high) {
        high *= 2;
    }
    let mut low = high / 2;
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if passes(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

fn share_over(percent: Percent) -> f64 {
    (100 - percent.of_100()) as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_verdict_n() {
        let needed = |percent, confidence| {
            [0, 1, 2, 3].map(|over| needed_to_pass(over, percent, confidence))
        };
        assert_eq!(needed(Percent::P99, Confidence::C95), [299, 473, 628, 773]);
        assert_eq!(needed(Percent::P95, Confidence::C95), [59, 93, 124, 153]);
        assert_eq!(needed(Percent::P90, Confidence::C95), [29, 46, 61, 76]);
        assert_eq!(needed(Percent::P99, Confidence::C99), [459, 662, 838, 1001]);
    }

    #[test]
    fn x_verdict() {
        let c95 = |n, over, percent| rule(n, over, percent, Confidence::C95);
        assert_eq!(c95(299, 0, Percent::P99), Ruling::Pass);
        assert_eq!(c95(298, 0, Percent::P99), Ruling::NotEnoughData { more: 1 });
        assert_eq!(c95(100, 4, Percent::P99), Ruling::Fail);
        assert_eq!(
            c95(100, 3, Percent::P99),
            Ruling::NotEnoughData { more: 673 }
        );
        assert_eq!(c95(20, 0, Percent::P95), Ruling::NotEnoughData { more: 39 });
        assert_eq!(c95(1, 1, Percent::P99), Ruling::NotEnoughData { more: 472 });
        assert_eq!(c95(60, 7, Percent::P95), Ruling::Fail);
        assert!(matches!(
            c95(0, 0, Percent::P95),
            Ruling::NotEnoughData { more: 59 }
        ));
        assert_eq!(c95(5, 5, Percent::P95), Ruling::Fail);
    }

    #[test]
    fn x_verdict_p() {
        assert!((ruling_tail(100, 4, Percent::P99) - 0.0184).abs() < 0.00005);
        assert!((ruling_tail(100, 3, Percent::P99) - 0.0794).abs() < 0.00005);
    }

    #[test]
    fn one_bad_request_never_fails_alone() {
        // P(Bin(1, 0.01) >= 1) = 0.01 would be below the doubt.
        assert!(ruling_tail(1, 1, Percent::P99) <= 0.05);
        assert!(!matches!(
            rule(1, 1, Percent::P99, Confidence::C95),
            Ruling::Fail
        ));
    }
}
