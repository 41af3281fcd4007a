//! Numbers of many requests: percentiles, likely ranges, verdicts on a limit. Nothing here knows what is measured.

mod adjusted;
mod binomial;
mod by_percent;
mod distribution;
mod draws;
mod interval;
mod limit;
mod load;
mod percentile;
mod pool;
mod random;
mod rank_sum;
mod ratio;
mod slowdown;
mod steady;
mod theil_sen;

pub use adjusted::failure_adjusted;
pub use by_percent::ByPercent;
pub use distribution::{Distribution, Fraction, Sample};
pub use interval::{Ranks, likely_range, ranks};
pub(crate) use limit::MIN_OVER_TO_FAIL;
pub use limit::{Confidence, Ruling, needed_to_pass, rule, ruling_tail};
pub use load::{aggregate_tps, mean_in_flight, success_rate};
pub use percentile::{Percent, percentile};
pub use pool::Pool;
pub use ratio::{Ratio, ratio};
pub use slowdown::{SLOPE_FROM, slowdown};
pub use steady::{Flight, Span, enough_in_flight, longest_span, steady_span};
pub use theil_sen::{Slope, theil_sen};
