//! Percentiles by Hyndman and Fan's type 7, and the number of requests each of them needs.

use serde::{Deserialize, Serialize};

/// A percentile the product shows. A closed list, so that every one has its gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Percent {
    /// The median.
    P50,
    /// Used in scores and for the slow side of small runs.
    P75,
    /// 9 of 10.
    P90,
    /// 19 of 20.
    P95,
    /// 99 of 100.
    P99,
}

impl Percent {
    /// All of them, from the median to the tail.
    pub const ALL: [Percent; 5] = [
        Percent::P50,
        Percent::P75,
        Percent::P90,
        Percent::P95,
        Percent::P99,
    ];

    /// The number itself, out of 100.
    #[must_use]
    pub const fn of_100(self) -> usize {
        match self {
            Percent::P50 => 50,
            Percent::P75 => 75,
            Percent::P90 => 90,
            Percent::P95 => 95,
            Percent::P99 => 99,
        }
    }

    /// Name in exports: `p50` … `p99`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Percent::P50 => "p50",
            Percent::P75 => "p75",
            Percent::P90 => "p90",
            Percent::P95 => "p95",
            Percent::P99 => "p99",
        }
    }

    /// Smallest number of values of which at least one lies beyond the percentile with 95 % confidence:
    /// `ceil(ln 0.05 / ln p)`. Below it the percentile is not shown.
    #[must_use]
    pub const fn needs(self) -> u32 {
        match self {
            Percent::P50 => 5,
            Percent::P75 => 11,
            Percent::P90 => 29,
            Percent::P95 => 59,
            Percent::P99 => 299,
        }
    }

    /// Smallest number of values with a likely range that is bounded on both sides: `ceil(ln 0.025 / ln p)`.
    #[must_use]
    pub const fn range_needs(self) -> u32 {
        match self {
            Percent::P50 => 6,
            Percent::P75 => 13,
            Percent::P90 => 36,
            Percent::P95 => 72,
            Percent::P99 => 368,
        }
    }

    /// The percentile furthest in the tail that `n` values support.
    #[must_use]
    pub fn furthest_supported(n: u32) -> Option<Percent> {
        Percent::ALL
            .into_iter()
            .rev()
            .find(|percent| percent.needs() <= n)
    }
}

/// Percentile of ascending values, type 7 (linear interpolation). The index is computed in integers, because float shares
/// shift the rank. `None` for no values; one value is its own percentile.
///
/// Source: Hyndman and Fan 1996, <https://doi.org/10.1080/00031305.1996.10473566>; numpy, vLLM and AIPerf use the same.
#[must_use]
pub fn percentile(ascending: &[f64], percent: Percent) -> Option<f64> {
    percentile_by(ascending.len() as u64, percent, &mut |index| {
        ascending.get(usize::try_from(index).ok()?).copied()
    })
}

/// The same of `n` values that are held in another way: `at` gives the value of an index.
pub(super) fn percentile_by(
    n: u64,
    percent: Percent,
    at: &mut dyn FnMut(u64) -> Option<f64>,
) -> Option<f64> {
    let scaled = n.checked_sub(1)? * percent.of_100() as u64;
    let (index, rest) = (scaled / 100, scaled % 100);
    let low = at(index)?;
    if rest == 0 {
        return Some(low);
    }
    let high = at(index + 1)?;
    Some(low + (high - low) * rest as f64 / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEN: [f64; 10] = [
        120.0, 135.0, 150.0, 160.0, 180.0, 210.0, 240.0, 300.0, 420.0, 900.0,
    ];

    fn close(found: Option<f64>, wanted: f64) {
        let found = found.unwrap();
        assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
    }

    #[test]
    fn x_p() {
        close(percentile(&TEN, Percent::P50), 195.0);
        close(percentile(&TEN, Percent::P75), 285.0);
        close(percentile(&TEN, Percent::P90), 468.0);
        close(percentile(&TEN, Percent::P95), 684.0);
        close(percentile(&TEN, Percent::P99), 856.8);
        assert_eq!(percentile(&[], Percent::P50), None);
        close(percentile(&[7.0], Percent::P99), 7.0);
    }

    #[test]
    fn x_gate() {
        for percent in Percent::ALL {
            let share = percent.of_100() as f64 / 100.0;
            let needs = (0.05_f64.ln() / share.ln()).ceil();
            assert!((f64::from(percent.needs()) - needs).abs() < 0.5);
        }
        let at_99_percent_confidence = (0.01_f64.ln() / 0.99_f64.ln()).ceil();
        assert!((at_99_percent_confidence - 459.0).abs() < 0.5);
    }

    #[test]
    fn the_furthest_percentile_grows_with_the_sample() {
        assert_eq!(Percent::furthest_supported(4), None);
        assert_eq!(Percent::furthest_supported(5), Some(Percent::P50));
        assert_eq!(Percent::furthest_supported(58), Some(Percent::P90));
        assert_eq!(Percent::furthest_supported(59), Some(Percent::P95));
        assert_eq!(Percent::furthest_supported(299), Some(Percent::P99));
    }

    proptest! {
        #[test]
        fn percentiles_are_ordered_and_inside_the_data(mut values in prop::collection::vec(0_u32..10_000_000, 1..200)) {
            values.sort_unstable();
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let mut before = values[0];
            for percent in Percent::ALL {
                let value = percentile(&values, percent).unwrap();
                prop_assert!(value >= before);
                prop_assert!(value <= values[values.len() - 1]);
                before = value;
            }
        }

        #[test]
        fn a_slower_request_never_lowers_a_percentile(
            mut values in prop::collection::vec(0_u32..1_000_000, 1..100), at in 0_usize..100, by in 0_u32..1_000_000,
        ) {
            let sorted = |values: &mut Vec<u32>| -> Vec<f64> {
                values.sort_unstable();
                values.iter().copied().map(f64::from).collect()
            };
            let before = sorted(&mut values);
            let index = at % values.len();
            values[index] += by;
            let after = sorted(&mut values);
            for percent in Percent::ALL {
                prop_assert!(percentile(&after, percent) >= percentile(&before, percent));
            }
        }
    }
}
