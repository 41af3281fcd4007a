//! When a run that goes on until its number is stable may end.

use crate::metrics::RequestMetrics;
use crate::missing::Measured;
use crate::plan::Plan;
use crate::stats::{Percent, likely_range, percentile};
use crate::trace::{Phase, Trace};
use crate::units::Share;

/// Answers before the first look. The verdict speaks of the slow quarter, which needs as many: an end before them would save
/// little and leave most of the page empty.
const FIRST_LOOK: u32 = Percent::P75.needs();
/// From look to look the answers grow by one part in so many, and by [`LEAST_GROWTH`]. Each look is one more chance to take luck
/// for stability: in simulations a look after every answer leaves 93 of 100 ranges true and these looks 94; rarer ones gain
/// no more and cost a tenth to a third more requests.
const GROWTH: u32 = 10;
/// A single answer more would be a look after every one.
const LEAST_GROWTH: u32 = 2;

/// Goes on until the likely range of a percentile is narrow enough, or the budget is used up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// The percentile whose range counts.
    pub percent: Percent,
    /// Widest range wanted, as a share of the percentile itself: 0.2 is ±10 % or so.
    pub width: Share,
    /// Most measured requests.
    pub most_requests: u32,
}

/// What to do after a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// Send another one.
    GoOn,
    /// Stop: the range is narrow enough.
    Stable {
        /// Its width as a share of the percentile.
        width: Share,
    },
    /// Stop: the budget is used up.
    BudgetUsed {
        /// Width reached. `None` if the range is open or the percentile not supported.
        width: Option<Share>,
    },
}

impl StopRule {
    /// The rule of a plan; `None` if it asks for a fixed number of requests.
    #[must_use]
    pub fn of(plan: &Plan) -> Option<Self> {
        plan.until_stable.map(|wanted| StopRule {
            percent: wanted.percent,
            width: Share(f64::from(wanted.within_percent) / 50.0),
            most_requests: plan.requests,
        })
    }

    /// Decides after `sent` measured requests, of which these values are known (failed ones have none). A range that is narrow
    /// enough ends the run even if that was the last request of the budget.
    #[must_use]
    pub fn next(&self, sent: u32, values: impl IntoIterator<Item = Measured<f64>>) -> Next {
        let mut known: Vec<f64> = values.into_iter().filter_map(Result::ok).collect();
        crate::order::sort_numbers(&mut known);
        let width = self.width_of(&known);
        match width {
            Some(width) if width <= self.width => Next::Stable { width },
            width if sent >= self.most_requests => Next::BudgetUsed { width },
            _ => Next::GoOn,
        }
    }

    /// Width of the 95 % range as a share of the percentile. `None` below the percentile's gate, with an open side, or for a
    /// percentile of zero.
    fn width_of(&self, ascending: &[f64]) -> Option<Share> {
        if ascending.len() < self.percent.needs() as usize {
            return None;
        }
        let value = percentile(ascending, self.percent).filter(|value| *value > 0.0)?;
        let (low, high) = likely_range(ascending, self.percent);
        Some(Share((high? - low?) / value))
    }
}

/// Follows the requests of a run, and looks now and then whether its number is stable.
#[derive(Clone, Debug)]
pub struct Settling {
    rule: Option<StopRule>,
    ended: u32,
    /// TTFT of the answers, µs.
    values: Vec<f64>,
    /// Answers at the next look.
    next_look: u32,
}

impl Settling {
    /// Before the first request.
    #[must_use]
    pub fn new(rule: Option<StopRule>) -> Self {
        let needs = rule.map_or(0, |rule| rule.percent.range_needs());
        Settling {
            rule,
            ended: 0,
            values: Vec::new(),
            next_look: FIRST_LOOK.max(needs),
        }
    }

    /// Takes a request that was recorded. Says whether the number is stable, so that no more need be sent.
    #[allow(clippy::cast_precision_loss)] // exact below 2^53 µs, which is 285 years
    pub fn observe(&mut self, trace: &Trace) -> bool {
        let Some(rule) = self.rule.filter(|_| trace.phase == Phase::Measured) else {
            return false;
        };
        self.ended += 1;
        if let Ok(ttft) = RequestMetrics::of(trace).ttft {
            self.values.push(ttft.0 as f64);
        }
        let answers = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        if answers < self.next_look && self.ended < rule.most_requests {
            return false;
        }
        self.next_look = answers + answers.div_ceil(GROWTH).max(LEAST_GROWTH);
        let values = self.values.iter().copied().map(Ok);
        matches!(rule.next(self.ended, values), Next::Stable { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missing::Missing;
    use proptest::prelude::*;

    const MEDIAN_TO_A_FIFTH: StopRule = StopRule {
        percent: Percent::P50,
        width: Share(0.2),
        most_requests: 50,
    };

    fn next(rule: StopRule, values: &[f64]) -> Next {
        let sent = u32::try_from(values.len()).unwrap();
        rule.next(sent, values.iter().copied().map(Ok))
    }

    #[test]
    fn equal_values_are_stable_as_soon_as_they_have_a_range() {
        assert_eq!(next(MEDIAN_TO_A_FIFTH, &[300.0; 5]), Next::GoOn);
        let stable = Next::Stable { width: Share(0.0) };
        assert_eq!(next(MEDIAN_TO_A_FIFTH, &[300.0; 6]), stable);
    }

    #[test]
    fn the_width_wanted_is_enough() {
        // Ranks 6 and 15 of 20 hold the range: 90 to 110 around 100, then a little more.
        let twenty = |high: f64| [&[90.0; 8][..], &[100.0; 4], &[high; 8]].concat();
        let width = Share(0.2);
        assert_eq!(
            next(MEDIAN_TO_A_FIFTH, &twenty(110.0)),
            Next::Stable { width }
        );
        assert_eq!(next(MEDIAN_TO_A_FIFTH, &twenty(110.1)), Next::GoOn);
    }

    #[test]
    fn the_budget_ends_what_does_not_settle() {
        let wild: Vec<f64> = (1..=50).map(|n| f64::from(n * n)).collect();
        let Next::BudgetUsed { width: Some(width) } = next(MEDIAN_TO_A_FIFTH, &wild) else {
            panic!("it has to end");
        };
        assert!(width > Share(0.2));
        assert_eq!(next(MEDIAN_TO_A_FIFTH, &wild[..49]), Next::GoOn);
        // A tail that this budget can't bound has no width.
        let tail = StopRule {
            percent: Percent::P95,
            ..MEDIAN_TO_A_FIFTH
        };
        assert_eq!(next(tail, &wild), Next::BudgetUsed { width: None });
        // Stable with the last one is stable.
        let stable = Next::Stable { width: Share(0.0) };
        assert_eq!(next(MEDIAN_TO_A_FIFTH, &[7.0; 50]), stable);
    }

    #[test]
    fn failures_cost_budget_and_tell_nothing() {
        let failed = || (0..50).map(|_| Err(Missing::NoOutput));
        let rule = MEDIAN_TO_A_FIFTH;
        assert_eq!(rule.next(49, failed().take(49)), Next::GoOn);
        assert_eq!(rule.next(50, failed()), Next::BudgetUsed { width: None });
        assert_eq!(next(rule, &[0.0; 20]), Next::GoOn);
    }

    proptest! {
        #[test]
        fn it_always_ends_and_never_before_it_may(
            values in prop::collection::vec(1_u32..90_000, 0..120), width in 0.01_f64..1.0, most in 1_u32..100,
        ) {
            let rule = StopRule { percent: Percent::P50, width: Share(width), most_requests: most };
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            match next(rule, &values) {
                Next::GoOn => prop_assert!(values.len() < most as usize),
                Next::Stable { width: found } => {
                    prop_assert!(values.len() >= 6);
                    prop_assert!(found.0 <= width);
                }
                Next::BudgetUsed { width: found } => {
                    prop_assert!(values.len() >= most as usize);
                    prop_assert!(found.is_none_or(|found| found.0 > width));
                }
            }
        }
    }
}
