//! Likely range of a percentile from the order of the values alone: no assumption on their shape.

use super::binomial::Terms;
use super::percentile::Percent;

/// Probability left out on each side of a 95 % interval.
const SIDE: f64 = 0.025;

/// Ranks, from 1, of the values that bound the percentile. A side without a rank is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// Rank of the lower bound.
    pub low: Option<u32>,
    /// Rank of the upper bound.
    pub high: Option<u32>,
}

/// Ranks of the 95 % interval: `low` is the largest rank l with `P(Bin(n, p) <= l - 1) <= 0.025`, `high` the smallest u with
/// `P(Bin(n, p) >= u) <= 0.025`.
///
/// Source: Hoefler and Belli 2015, <https://doi.org/10.1145/2807591.2807644>.
#[must_use]
pub fn ranks(n: u32, percent: Percent) -> Ranks {
    let share = percent.of_100() as f64 / 100.0;
    Ranks {
        low: low_rank(n, share),
        // Counted from the top, the upper bound is the lower bound of the mirrored percentile.
        high: low_rank(n, 1.0 - share).map(|from_top| n + 1 - from_top),
    }
}

/// Largest rank whose lower tail stays within [`SIDE`].
fn low_rank(n: u32, share: f64) -> Option<u32> {
    let mut below = 0.0;
    let mut rank = 0;
    for term in Terms::new(n, share).take(n as usize) {
        below += term;
        if below > SIDE {
            break;
        }
        rank += 1;
    }
    (rank > 0).then_some(rank)
}

/// The 95 % interval of a percentile of ascending values; an open side is `None`.
#[must_use]
pub fn likely_range(ascending: &[f64], percent: Percent) -> (Option<f64>, Option<f64>) {
    let n = u32::try_from(ascending.len()).unwrap_or(u32::MAX);
    let ranks = ranks(n, percent);
    let at = |rank: Option<u32>| ascending.get(rank?.checked_sub(1)? as usize).copied();
    (at(ranks.low), at(ranks.high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::binomial::{at_least, at_most};

    #[test]
    fn x_ci() {
        let pair = |n, percent| {
            let ranks = ranks(n, percent);
            (ranks.low, ranks.high)
        };
        assert_eq!(pair(20, Percent::P50), (Some(6), Some(15)));
        assert_eq!(pair(100, Percent::P90), (Some(84), Some(96)));
        assert_eq!(pair(100, Percent::P95), (Some(90), Some(100)));
    }

    #[test]
    fn x_ci_min() {
        for (percent, first) in [
            (Percent::P50, 6),
            (Percent::P75, 13),
            (Percent::P90, 36),
            (Percent::P95, 72),
            (Percent::P99, 368),
        ] {
            assert_eq!(percent.range_needs(), first);
            let Ranks { low, high } = ranks(first, percent);
            assert!(low.is_some() && high.is_some(), "{percent:?} at {first}");
            assert!(
                ranks(first - 1, percent).high.is_none(),
                "{percent:?} below {first}"
            );
        }
        assert_eq!(
            ranks(0, Percent::P50),
            Ranks {
                low: None,
                high: None
            }
        );
    }

    #[test]
    fn ranks_keep_their_definition() {
        for n in [6, 20, 73, 400] {
            for percent in Percent::ALL {
                let share = percent.of_100() as f64 / 100.0;
                let ranks = ranks(n, percent);
                if let Some(low) = ranks.low {
                    assert!(at_most(n, share, low - 1) <= SIDE);
                    assert!(at_most(n, share, low) > SIDE);
                }
                if let Some(high) = ranks.high {
                    assert!(at_least(n, share, high) <= SIDE);
                    assert!(at_least(n, share, high - 1) > SIDE);
                }
            }
        }
    }
}
