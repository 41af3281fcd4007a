//! Values pooled from several requests, such as the gaps of all answers. Values of one request are not independent, so that
//! what counts is the number of requests: it decides which percentiles are shown, and likely ranges come from drawing
//! requests, not values, again and again (the bootstrap; Efron and Tibshirani 1993).

use super::by_percent::ByPercent;
use super::distribution::{Distribution, Ordered};
use super::draws::{Draws, SEED, draws_for, middle_95};
use super::percentile::{Percent, percentile_by};
use super::ratio::Ratio;
use crate::missing::Missing;
use crate::order::sort_keys;

/// Fewest requests in each half whose ratio has a range.
const MIN_REQUESTS: u32 = 5;

/// Values of several requests in ascending order, each with its request. Clocks have steps, so that a request has many equal
/// values: those are one entry.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    pub(super) entries: Vec<Entry>,
    values: u64,
    requests: u32,
}

/// Equal values of one request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) value: f64,
    pub(super) owner: u32,
    pub(super) count: u32,
}

/// Bits that hold the request of a value while they are sorted: more requests than any page can hold.
const OWNER_BITS: u32 = 24;

impl Pool {
    /// Pools the values of each request; requests without any are not counted. Values are microseconds, of up to twelve days.
    pub fn new<'a>(requests: impl IntoIterator<Item = &'a [u64]>) -> Self {
        let requests: Vec<&[u64]> = requests.into_iter().filter(|r| !r.is_empty()).collect();
        // There may be a million: lists that grew would be copied again and again.
        let mut keys = Vec::with_capacity(requests.iter().map(|r| r.len()).sum());
        for (owner, request) in (0_u64..).zip(&requests) {
            let most = u64::MAX >> OWNER_BITS;
            keys.extend(
                request
                    .iter()
                    .map(|us| (*us).min(most) << OWNER_BITS | owner),
            );
        }
        // Owners came in order, and equal values keep theirs.
        let keys = sort_keys(keys, OWNER_BITS);
        let mut entries: Vec<Entry> = Vec::new();
        for equal in keys.chunk_by(|a, b| a == b) {
            let (Some(key), Ok(count)) = (equal.first(), equal.len().try_into()) else {
                continue;
            };
            entries.push(Entry {
                value: (key >> OWNER_BITS) as f64,
                // As large as its bits.
                #[allow(clippy::cast_possible_truncation)]
                owner: (key & ((1 << OWNER_BITS) - 1)) as u32,
                count,
            });
        }
        Pool {
            entries,
            values: keys.len() as u64,
            requests: u32::try_from(requests.len()).unwrap_or(u32::MAX),
        }
    }

    /// Requests with at least one value.
    #[must_use]
    pub const fn requests(&self) -> u32 {
        self.requests
    }

    /// Percentiles over all values, gated by the number of requests, with ranges over requests. If `unusable`, only the number
    /// of values and the longest stay; `if_none` is the reason if there is no value at all.
    #[must_use]
    pub fn distribution(
        &self,
        unusable: Option<&Missing>,
        if_none: Option<&Missing>,
    ) -> Distribution {
        let none = if_none.filter(|_| self.entries.is_empty());
        let mut distribution = match unusable.or(none) {
            Some(missing) => self.percentiles().withheld(missing),
            None => Distribution {
                ci: self.ranges(),
                ..self.percentiles()
            },
        };
        distribution.requests = Some(self.requests);
        distribution
    }

    /// Percentiles over all values, gated in the same way, without ranges.
    #[must_use]
    pub fn percentiles(&self) -> Distribution {
        let sum = self.entries.iter().map(|e| e.value * f64::from(e.count));
        let ordered = Ordered {
            n: self.values,
            least: self.entries.first().map(|entry| entry.value),
            most: self.entries.last().map(|entry| entry.value),
            mean: (self.values > 0).then(|| sum.sum::<f64>() / self.values as f64),
            percentile: &|percent| self.percentile(percent),
        };
        Distribution::gated(&ordered, self.requests, &Missing::NoSuccess)
    }

    fn percentile(&self, percent: Percent) -> Option<f64> {
        percentile_by(self.values, percent, &mut |index| {
            let mut up_to = 0;
            let reaches = |entry: &&Entry| {
                up_to += u64::from(entry.count);
                up_to > index
            };
            self.entries.iter().find(reaches).map(|entry| entry.value)
        })
    }

    /// 95 % ranges of the percentiles that this number of requests supports.
    fn ranges(&self) -> ByPercent<(Option<f64>, Option<f64>)> {
        let mut ranges = ByPercent::default();
        let shown: Vec<Percent> = Percent::ALL
            .into_iter()
            .filter(|percent| percent.needs() <= self.requests)
            .collect();
        if shown.is_empty() {
            return ranges;
        }
        let mut draws = Draws::new(self, SEED);
        let count = draws_for(self.requests, self.entries.len());
        let mut found: Vec<Vec<f64>> = vec![Vec::with_capacity(count); shown.len()];
        for _ in 0..count {
            draws.draw();
            for (percent, found) in shown.iter().zip(&mut found) {
                found.extend(draws.percentile(*percent));
            }
        }
        for (percent, found) in shown.into_iter().zip(found) {
            if let Some((low, high)) = middle_95(found) {
                ranges.set(percent, (Some(low), Some(high)));
            }
        }
        ranges
    }

    /// Median of another pool over the median of this one, with a range over the requests of both. `None` with fewer than five
    /// requests on either side, or if a median is zero.
    #[must_use]
    pub fn ratio_of_medians(&self, other: &Pool) -> Option<Ratio> {
        if self.requests < MIN_REQUESTS || other.requests < MIN_REQUESTS {
            return None;
        }
        let ratio = positive_ratio(self.median(), other.median())?;
        let count = draws_for(
            self.requests + other.requests,
            self.entries.len() + other.entries.len(),
        );
        let (mut these, mut those) = (Draws::new(self, SEED), Draws::new(other, !SEED));
        let found: Vec<f64> = (0..count)
            .filter_map(|_| {
                these.draw();
                those.draw();
                positive_ratio(
                    these.percentile(Percent::P50),
                    those.percentile(Percent::P50),
                )
            })
            .collect();
        let (low, high) = middle_95(found)?;
        Some(Ratio { ratio, low, high })
    }

    /// Median of all values. `None` without any.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        self.percentile(Percent::P50)
    }
}

fn positive_ratio(below: Option<f64>, above: Option<f64>) -> Option<f64> {
    let (below, above) = (below?, above?);
    (below > 0.0 && above > 0.0).then(|| above / below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::sort_numbers;
    use crate::stats::random::Random;
    use crate::stats::{likely_range, percentile};
    use proptest::prelude::*;

    fn pool(requests: &[Vec<u64>]) -> Pool {
        Pool::new(requests.iter().map(Vec::as_slice))
    }

    /// Ten requests of 50 gaps; half of them are slow throughout.
    fn halves() -> Vec<Vec<u64>> {
        (0..10)
            .map(|request| vec![if request < 5 { 10_000 } else { 90_000 }; 50])
            .collect()
    }

    #[test]
    fn requests_are_drawn_and_not_values() {
        let pool = pool(&halves());
        let (low, high) = pool.distribution(None, None).range(Percent::P50);
        assert_eq!((low, high), (Some(10_000.0), Some(90_000.0)));
        // As if all 600 gaps of these twelve requests were independent, the median would be sure.
        let mut uneven = halves();
        uneven.extend([vec![10_000; 50], vec![10_000; 50]]);
        let mut all: Vec<f64> = uneven.iter().flatten().map(|gap| *gap as f64).collect();
        sort_numbers(&mut all);
        assert_eq!(
            likely_range(&all, Percent::P50),
            (Some(10_000.0), Some(10_000.0))
        );
        let (_, high) = self::pool(&uneven)
            .distribution(None, None)
            .range(Percent::P50);
        assert_eq!(high, Some(90_000.0));
    }

    #[test]
    fn the_number_of_requests_is_the_gate() {
        let many_gaps = vec![vec![20_000_u64; 400]; 10];
        let found = pool(&many_gaps).distribution(None, None);
        assert_eq!((found.n, found.requests), (4_000, Some(10)));
        assert_eq!(found.p50, Some(20_000.0));
        assert_eq!((found.p75, found.p99), (None, None));
        assert_eq!(found.p99_reason.as_deref(), Some("too_few"));
        assert_eq!(found.ci.get(Percent::P99), None);
        let enough = pool(&vec![vec![20_000_u64; 2]; 299]).distribution(None, None);
        assert_eq!(enough.p99, Some(20_000.0));
    }

    #[test]
    fn requests_without_values_are_not_counted() {
        let found = pool(&[vec![], vec![5], vec![], vec![7, 9]]);
        assert_eq!(found.requests(), 2);
        assert_eq!(found.median(), Some(7.0));
        assert_eq!(pool(&[]).median(), None);
    }

    #[test]
    fn the_same_values_give_the_same_range() {
        let requests: Vec<Vec<u64>> = (0..20_u64)
            .map(|request| {
                (0..30)
                    .map(|i| 10_000 + (request * 37 + i * 101) % 9_000)
                    .collect()
            })
            .collect();
        let range = || pool(&requests).distribution(None, None).range(Percent::P50);
        assert_eq!(range(), range());
    }

    #[test]
    fn a_ratio_of_medians_has_its_range() {
        let half = |gap: u64| -> Vec<Vec<u64>> {
            (0..10_u64)
                .map(|request| vec![gap + 100 * request; 40])
                .collect()
        };
        let (first, second) = (pool(&half(20_000)), pool(&half(30_000)));
        let ratio = first.ratio_of_medians(&second).unwrap();
        assert!((ratio.ratio - 30_450.0 / 20_450.0).abs() < 1e-9);
        assert!(ratio.low < ratio.ratio && ratio.ratio < ratio.high);
        assert!(ratio.low > 1.4 && ratio.high < 1.6);
        let few = pool(&half(20_000)[..4]);
        assert_eq!(few.ratio_of_medians(&second), None);
        let zero = pool(&vec![vec![0]; 9]);
        assert_eq!(zero.ratio_of_medians(&second), None);
    }

    #[test]
    fn a_95_percent_range_holds_the_truth_about_as_often() {
        // Each request has its own level, so its gaps say the same thing many times. The true median is 30.
        let mut random = Random::new(99);
        let mut held = 0;
        for _ in 0..100 {
            let requests: Vec<Vec<u64>> = (0..40)
                .map(|_| {
                    let level = u64::from(random.below(41));
                    (0..10)
                        .map(|_| 5 + level + u64::from(random.below(11)))
                        .collect()
                })
                .collect();
            let (low, high) = pool(&requests).distribution(None, None).range(Percent::P50);
            held += u32::from(low.unwrap() <= 30.0 && 30.0 <= high.unwrap());
        }
        assert!((88..=100).contains(&held), "{held} of 100");
    }

    proptest! {
        #[test]
        fn a_pool_holds_what_its_requests_hold(
            requests in prop::collection::vec(
                prop::collection::vec(prop_oneof![0_u64..9, 0_u64.., Just(1 << 40)], 0..40), 0..40,
            ),
        ) {
            // Twelve days, more than any gap has.
            let most = (1 << 40) - 1;
            let mut all: Vec<f64> =
                requests.iter().flatten().map(|us| (*us).min(most) as f64).collect();
            sort_numbers(&mut all);
            let pool = pool(&requests);
            let found = pool.percentiles();
            prop_assert_eq!(found.n as usize, all.len());
            prop_assert_eq!((found.min, found.max), (all.first().copied(), all.last().copied()));
            prop_assert_eq!(pool.median(), percentile(&all, Percent::P50));
            for percent in Percent::ALL.into_iter().filter(|p| p.needs() <= pool.requests()) {
                prop_assert_eq!(found.at(percent), percentile(&all, percent));
            }
        }

        #[test]
        fn ranges_stay_inside_the_values(
            requests in prop::collection::vec(prop::collection::vec(0_u64..90_000, 1..8), 5..30),
        ) {
            let found = pool(&requests).distribution(None, None);
            let (low, high) = found.range(Percent::P50);
            let (low, high) = (low.unwrap(), high.unwrap());
            prop_assert!(found.min.unwrap() <= low && low <= high && high <= found.max.unwrap());
        }
    }
}
