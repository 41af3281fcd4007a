//! One metric over many requests: gated percentiles with their likely ranges.

use serde::{Deserialize, Serialize};

use super::adjusted::failure_adjusted;
use super::by_percent::ByPercent;
use super::interval::likely_range;
use super::percentile::{Percent, percentile};
use crate::missing::{Measured, Missing};
use crate::order::sort_numbers;

/// `hits` of `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Fraction {
    pub hits: u32,
    pub of: u32,
}

/// One metric over many requests. Percentiles are Hyndman-Fan type 7; for speeds they are on the slow side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Distribution {
    /// Values in it.
    pub n: u32,
    /// Requests of the same set without a value.
    pub missing: u32,
    /// Requests behind values that are pooled from several; they decide which percentiles are shown.
    #[serde(default)]
    pub requests: Option<u32>,
    pub p50: Option<f64>,
    pub p50_reason: Option<String>,
    pub p75: Option<f64>,
    pub p75_reason: Option<String>,
    pub p90: Option<f64>,
    pub p90_reason: Option<String>,
    pub p95: Option<f64>,
    pub p95_reason: Option<String>,
    pub p99: Option<f64>,
    pub p99_reason: Option<String>,
    /// Requests each percentile needs: `{"p50": 5, …}`.
    pub needs: ByPercent<u32>,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub mean: Option<f64>,
    /// 95 % intervals by order statistics, of pooled values by drawing requests: `{"p50": [low, high], …}`; an open side is
    /// null. Percentiles below their gate have none.
    pub ci: ByPercent<(Option<f64>, Option<f64>)>,
    /// Percentiles that count each failed request as one that never ends (nearest rank); null = not reached. Only for
    /// times of whole requests.
    #[serde(default)]
    pub with_failures: ByPercent<Option<f64>>,
    /// Why there is no value at all.
    pub reason: Option<String>,
}

/// Values of one metric on their way into a [`Distribution`].
#[derive(Clone, Debug, Default)]
pub struct Sample {
    values: Vec<f64>,
    missing: Vec<Missing>,
}

impl Sample {
    /// Takes the values and keeps the reasons of those that are missing.
    pub fn collect(measured: impl IntoIterator<Item = Measured<f64>>) -> Self {
        let mut sample = Sample::default();
        for value in measured {
            match value {
                Ok(value) => sample.values.push(value),
                Err(missing) => sample.missing.push(missing),
            }
        }
        sort_numbers(&mut sample.values);
        sample
    }

    /// The reason most requests have, of equals the first met; `NoSuccess` if there was no request.
    fn common_reason(&self) -> Missing {
        let count = |wanted: &Missing| self.missing.iter().filter(|m| *m == wanted).count();
        let mut best = (Missing::NoSuccess, 0);
        // There are few reasons, and each is counted once, however often they alternate.
        let mut counted = Vec::new();
        for missing in &self.missing {
            if !counted.contains(missing) {
                counted.push(*missing);
                let found = count(missing);
                if found > best.1 {
                    best = (*missing, found);
                }
            }
        }
        best.0
    }

    /// Distribution of times: larger is worse. `failures` requests are counted as never ending.
    #[must_use]
    pub fn times(self, failures: u32) -> Distribution {
        let mut distribution = self.summarise(&|value| value);
        for percent in Percent::ALL {
            if let Ok(value) = failure_adjusted(&self.values, failures, percent)
                .map(Some)
                .or_else(|missing| match missing {
                    Missing::FailureAtRank => Ok(None),
                    other => Err(other),
                })
            {
                distribution.with_failures.set(percent, value);
            }
        }
        distribution
    }

    /// Distribution of speeds from their costs (time per token, time per word): "p95" is the speed that 95 % of requests
    /// reach or beat, so it is the inverse of the cost's p95. Speeds themselves are never interpolated.
    #[must_use]
    pub fn speeds(self, per: f64) -> Distribution {
        let mut distribution = self.summarise(&|cost| per / cost);
        // Of a cost's bounds the larger one is the slower speed.
        std::mem::swap(&mut distribution.min, &mut distribution.max);
        distribution.ci.map(|(low, high)| (high, low));
        distribution
    }

    /// Distribution of what larger is worse in, without a notion of "never": counts, shares of time.
    #[must_use]
    pub fn amounts(self) -> Distribution {
        self.summarise(&|value| value)
    }

    /// Distribution of scores between 0 and 1 of which larger is better, from what each falls short of 1: "p95" is the score
    /// that 95 % of requests reach or beat.
    #[must_use]
    pub fn scores(self) -> Distribution {
        let mut distribution = self.summarise(&|short| 1.0 - short);
        std::mem::swap(&mut distribution.min, &mut distribution.max);
        distribution.ci.map(|(low, high)| (high, low));
        distribution
    }

    fn summarise(&self, show: &dyn Fn(f64) -> f64) -> Distribution {
        let n = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        let ordered = Ordered {
            n: self.values.len() as u64,
            least: self.values.first().copied().map(show),
            most: self.values.last().copied().map(show),
            mean: (n > 0)
                .then(|| self.values.iter().copied().map(show).sum::<f64>() / f64::from(n)),
            percentile: &|percent| percentile(&self.values, percent).map(show),
        };
        let mut distribution = Distribution::gated(&ordered, n, &self.common_reason());
        distribution.missing = u32::try_from(self.missing.len()).unwrap_or(u32::MAX);
        for percent in Percent::ALL {
            if n >= percent.needs() {
                let (low, high) = likely_range(&self.values, percent);
                distribution
                    .ci
                    .set(percent, (low.map(show), high.map(show)));
            }
        }
        distribution
    }
}

/// What a distribution is made from, however the values are held. They ascend.
pub(super) struct Ordered<'a> {
    pub n: u64,
    pub least: Option<f64>,
    pub most: Option<f64>,
    pub mean: Option<f64>,
    pub percentile: &'a dyn Fn(Percent) -> Option<f64>,
}

impl Distribution {
    /// Percentiles without ranges. `independent` is how many of the values are worth counting, which decides what is shown;
    /// `if_none` is the reason if there is no value.
    pub(super) fn gated(values: &Ordered<'_>, independent: u32, if_none: &Missing) -> Self {
        let if_none = (values.n == 0).then_some(if_none);
        let mut distribution = Distribution {
            n: u32::try_from(values.n).unwrap_or(u32::MAX),
            min: values.least,
            max: values.most,
            mean: values.mean,
            reason: if_none.map(|missing| missing.code().to_owned()),
            ..Distribution::default()
        };
        for percent in Percent::ALL {
            let needs = percent.needs();
            distribution.needs.set(percent, needs);
            let too_few = (independent < needs).then_some(Missing::TooFew { needs });
            let missing = if_none.or(too_few.as_ref());
            let value = match missing {
                Some(_) => None,
                None => (values.percentile)(percent),
            };
            distribution.set(percent, value, missing.map(Missing::code));
        }
        distribution
    }

    /// Only the number of values and the largest, with the reason why the rest is withheld.
    pub(super) fn withheld(mut self, missing: &Missing) -> Self {
        for percent in Percent::ALL {
            self.set(percent, None, Some(missing.code()));
        }
        self.min = None;
        self.mean = None;
        self.reason = Some(missing.code().to_owned());
        self
    }

    /// Value of a percentile, if the sample supports it.
    #[must_use]
    pub fn at(&self, percent: Percent) -> Option<f64> {
        match percent {
            Percent::P50 => self.p50,
            Percent::P75 => self.p75,
            Percent::P90 => self.p90,
            Percent::P95 => self.p95,
            Percent::P99 => self.p99,
        }
    }

    /// The 95 % interval of a percentile; an open side is `None`.
    #[must_use]
    pub fn range(&self, percent: Percent) -> (Option<f64>, Option<f64>) {
        self.ci.get(percent).unwrap_or((None, None))
    }

    fn set(&mut self, percent: Percent, value: Option<f64>, reason: Option<&str>) {
        self.put(percent, value, reason.map(str::to_owned));
    }

    /// Gives a percentile its value, or the code of the reason why it has none.
    pub(crate) fn put(&mut self, percent: Percent, value: Option<f64>, reason: Option<String>) {
        let (slot, why) = match percent {
            Percent::P50 => (&mut self.p50, &mut self.p50_reason),
            Percent::P75 => (&mut self.p75, &mut self.p75_reason),
            Percent::P90 => (&mut self.p90, &mut self.p90_reason),
            Percent::P95 => (&mut self.p95, &mut self.p95_reason),
            Percent::P99 => (&mut self.p99, &mut self.p99_reason),
        };
        *slot = value;
        *why = reason;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[f64]) -> Sample {
        Sample::collect(values.iter().copied().map(Ok))
    }

    fn close(found: Option<f64>, wanted: f64) {
        let found = found.unwrap();
        assert!((found - wanted).abs() < 1e-9, "{found} is not {wanted}");
    }

    #[test]
    fn x_slow() {
        let ms = [40.0, 40.0, 42.0, 44.0, 50.0, 50.0, 55.0, 60.0, 80.0, 100.0];
        // Three of each, so that p90 passes its gate; type 7 moves with n, so the ten themselves are checked below.
        let ten: Vec<f64> = ms.iter().map(|ms| ms * 1000.0).collect();
        close(percentile(&ten, Percent::P90), 82_000.0);
        assert!((1e6 / percentile(&ten, Percent::P90).unwrap() - 12.195).abs() < 0.001);
        let speeds = sample(&ten).speeds(1e6);
        close(speeds.p50, 20.0);
        assert_eq!(speeds.p90_reason.as_deref(), Some("too_few"));
        close(speeds.min, 10.0);
        close(speeds.max, 25.0);
        let (low, high) = speeds.range(Percent::P50);
        assert!(low.unwrap() < 20.0 && high.unwrap() > 20.0);
    }

    #[test]
    fn a_percentile_below_its_gate_is_not_given() {
        let few = sample(&[1.0, 2.0, 3.0, 4.0]).times(0);
        assert_eq!(few.p50, None);
        assert_eq!(few.p50_reason.as_deref(), Some("too_few"));
        assert_eq!(few.needs.get(Percent::P50), Some(5));
        close(few.max, 4.0);
        let enough = sample(&[1.0, 2.0, 3.0, 4.0, 5.0]).times(0);
        close(enough.p50, 3.0);
        assert_eq!(enough.p50_reason, None);
        assert_eq!(enough.range(Percent::P50), (None, None)); // both sides exist from n = 6 on
    }

    #[test]
    fn no_value_has_the_most_common_reason() {
        let reasons = [
            Missing::OneToken,
            Missing::TokensUnknown,
            Missing::TokensUnknown,
        ];
        let none = Sample::collect(reasons.into_iter().map(Err)).times(0);
        assert_eq!((none.n, none.missing), (0, 3));
        assert_eq!(none.reason.as_deref(), Some("tokens_unknown"));
        assert_eq!(none.p95_reason.as_deref(), Some("tokens_unknown"));
        assert_eq!(
            Sample::default().times(0).reason.as_deref(),
            Some("no_success")
        );
    }

    #[test]
    fn of_equally_common_reasons_the_first_counts() {
        use Missing::{OneToken, TokensUnknown, TooShort};
        let reason = |missing: &[Missing]| {
            let sample = Sample::collect(missing.iter().copied().map(Err));
            sample.common_reason()
        };
        assert_eq!(reason(&[OneToken, TokensUnknown]), OneToken);
        let later = [
            OneToken,
            TokensUnknown,
            TooShort,
            TooShort,
            OneToken,
            TooShort,
        ];
        assert_eq!(reason(&later), TooShort);
    }

    #[test]
    fn failures_count_as_never() {
        let adjusted = sample(&[1.0, 2.0, 3.0]).times(3).with_failures;
        close(adjusted.get(Percent::P50).unwrap(), 3.0);
        assert_eq!(adjusted.get(Percent::P75), Some(None));
    }

    #[test]
    fn unusable_gaps_keep_their_longest_one() {
        let gaps = sample(&[1.0; 400]).times(0).withheld(&Missing::Coalesced);
        assert_eq!(gaps.p50, None);
        assert_eq!(gaps.p50_reason.as_deref(), Some("coalesced"));
        close(gaps.max, 1.0);
        assert_eq!(gaps.n, 400);
    }
}
