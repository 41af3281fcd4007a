//! How much larger one set of values is than another, as a ratio with its likely range. No assumption on the shapes.

use super::rank_sum::outer_rank;
use crate::order::{number_of, rank_of, sort_numbers};

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
    let logs_of = |values: &[f64]| {
        let mut logs: Vec<f64> = values.iter().map(|v| v.ln()).collect();
        sort_numbers(&mut logs);
        logs
    };
    let (below, above) = (logs_of(first), logs_of(second));
    let outer = outer_rank(first.len(), second.len())?;
    let all = first.len() * second.len();
    let at = |rank: usize| nth_difference(&below, &above, rank);
    // The middle is one value, or the mean of two.
    let middle = f64::midpoint(at(all.div_ceil(2))?, at(all / 2 + 1)?);
    Some(Ratio {
        ratio: middle.exp(),
        low: at(outer)?.exp(),
        high: at(all + 1 - outer)?.exp(),
    })
}

/// The difference `above - below` of this rank, from 1, among those of all pairs. Both lists ascend.
///
/// There are a million pairs in a long run, and with a coarse clock most of them are equal, which made choosing from a list of
/// them take minutes. So the value is found by halving the range of numbers it lies in: counting the pairs up to a value takes
/// one walk along both lists.
fn nth_difference(below: &[f64], above: &[f64], rank: usize) -> Option<f64> {
    let is_there = (1..=below.len() * above.len()).contains(&rank);
    let mut low = rank_of(above.first()? - below.last()?);
    let mut high = rank_of(above.last()? - below.first()?);
    while low < high {
        let middle = low + (high - low) / 2;
        if pairs_up_to(below, above, number_of(middle)) >= rank {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    is_there.then(|| number_of(low))
}

/// Pairs whose difference is at most `most`.
fn pairs_up_to(below: &[f64], above: &[f64], most: f64) -> usize {
    let mut pairs = 0;
    let mut from = 0;
    for above in above {
        // What lies too far below this one lies too far below the next ones.
        while below.get(from).is_some_and(|below| above - below > most) {
            from += 1;
        }
        pairs += below.len() - from;
    }
    pairs
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

    /// Counted by making all pairs.
    fn slow(below: &[f64], above: &[f64], rank: usize) -> f64 {
        let pairs = above
            .iter()
            .flat_map(|above| below.iter().map(move |below| above - below));
        let mut all: Vec<f64> = pairs.collect();
        sort_numbers(&mut all);
        all[rank - 1]
    }

    #[test]
    fn many_equal_values_cost_no_more_than_different_ones() {
        // A million pairs, all alike: choosing from a list of them took minutes in the page.
        let first = vec![100.0; 1_000];
        let mut second = vec![100.0; 1_000];
        second[0] = 101.0;
        let found = ratio(&first, &second).unwrap();
        assert!((found.ratio - 1.0).abs() < 1e-12 && (found.high - 1.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn a_rank_is_that_of_all_pairs(
            below in prop::collection::vec(-6_i32..6, 1..20), above in prop::collection::vec(-6_i32..6, 1..20), at in any::<prop::sample::Index>(),
        ) {
            let ascending = |values: &[i32]| {
                let mut values: Vec<f64> = values.iter().map(|v| f64::from(*v) / 3.0).collect();
                sort_numbers(&mut values);
                values
            };
            let (below, above) = (ascending(&below), ascending(&above));
            let rank = at.index(below.len() * above.len()) + 1;
            let (found, wanted) = (nth_difference(&below, &above, rank).unwrap(), slow(&below, &above, rank));
            prop_assert!((found - wanted).abs() < f64::EPSILON, "{found} is not {wanted}");
        }

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
