//! How much larger one set of values is than another, as a ratio with its likely range. No assumption on the shapes.

use super::rank_sum::outer_rank;

/// A ratio of two sets with its 95 % range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// Second over first.
    pub ratio: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Ratio {
    /// All of the range lies beyond a share from 1, on either side.
    #[must_use]
    pub fn is_beyond(&self, margin: f64) -> bool {
        self.low > 1.0 + margin || self.high < 1.0 / (1.0 + margin)
    }
}

/// Fewest values on each side.
const MIN_VALUES: usize = 5;

/// Effect of Hodges and Lehmann: the median of all ratios of a second value to a first one, on logarithms. Range: the sorted
/// ratios at ranks `K` and `nm + 1 - K` of the Mann-Whitney distribution. `None` with fewer than five values on a side, or
/// with a value that isn't above zero.
///
/// Source: Hodges and Lehmann 1963; Hoefler and Belli 2015, <https://doi.org/10.1145/2807591.2807644>.
#[must_use]
pub fn ratio(first: &[f64], second: &[f64]) -> Option<Ratio> {
    let usable = |values: &[f64]| values.len() >= MIN_VALUES && values.iter().all(|v| *v > 0.0);
    if !usable(first) || !usable(second) {
        return None;
    }
    let logs_of = |values: &[f64]| values.iter().map(|v| v.ln()).collect::<Vec<f64>>();
    let (below, above) = (logs_of(first), logs_of(second));
    let mut logs: Vec<f64> = below
        .iter()
        .flat_map(|below| above.iter().map(move |above| above - below))
        .collect();
    let outer = outer_rank(first.len(), second.len())?;
    let all = logs.len();
    // Ranks start at 1. The middle is one value, or the mean of two.
    let mut at = |rank: usize| -> Option<f64> {
        let position = rank.checked_sub(1).filter(|position| *position < all)?;
        let (_, value, _) = logs.select_nth_unstable_by(position, f64::total_cmp);
        Some(*value)
    };
    let middle = f64::midpoint(at(all.div_ceil(2))?, at(all / 2 + 1)?);
    Some(Ratio {
        ratio: middle.exp(),
        low: at(outer)?.exp(),
        high: at(all + 1 - outer)?.exp(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const A: [f64; 8] = [310.0, 325.0, 298.0, 340.0, 305.0, 315.0, 330.0, 300.0];
    const B: [f64; 8] = [360.0, 345.0, 372.0, 351.0, 338.0, 366.0, 349.0, 380.0];

    #[test]
    fn x_ab_ratio() {
        let found = ratio(&A, &B).unwrap();
        assert!((found.ratio - 1.133).abs() < 0.0005, "{found:?}");
        assert!((found.low - 1.076).abs() < 0.0005, "{found:?}");
        assert!((found.high - 1.200).abs() < 0.0005, "{found:?}");
    }

    #[test]
    fn a_range_is_beyond_a_margin_only_with_all_of_it() {
        let found = ratio(&A, &B).unwrap();
        assert!(found.is_beyond(0.05) && !found.is_beyond(0.08));
        assert!(ratio(&B, &A).unwrap().is_beyond(0.05));
        assert!(!ratio(&A, &A).unwrap().is_beyond(0.0));
    }

    #[test]
    fn four_values_or_a_zero_have_no_ratio() {
        assert_eq!(ratio(&A[..4], &B), None);
        assert_eq!(ratio(&A, &B[..4]), None);
        assert_eq!(ratio(&[0.0, 1.0, 2.0, 3.0, 4.0], &B), None);
    }

    proptest! {
        #[test]
        fn swapping_the_sides_inverts_the_ratio(
            first in prop::collection::vec(1_u32..90_000, 5..40), second in prop::collection::vec(1_u32..90_000, 5..40),
        ) {
            let floats = |values: &[u32]| values.iter().copied().map(f64::from).collect::<Vec<_>>();
            let (first, second) = (floats(&first), floats(&second));
            let (there, back) = (ratio(&first, &second).unwrap(), ratio(&second, &first).unwrap());
            prop_assert!((there.ratio * back.ratio - 1.0).abs() < 1e-9);
            prop_assert!((there.low * back.high - 1.0).abs() < 1e-9);
            prop_assert!(there.low <= there.ratio && there.ratio <= there.high);
        }
    }
}
