//! A run that goes on until its number is stable.

use serde::{Deserialize, Serialize};

use crate::stats::Percent;

/// Which percentile of TTFT has to be known, and how exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UntilStable {
    /// The percentile.
    pub percent: Percent,
    /// Most that the ends of its likely range may lie apart from its middle, in % of the percentile.
    pub within_percent: u32,
}

impl UntilStable {
    /// Percentiles on offer. A p99 needs 368 answers for a range of any width, which is a fixed number in all but name.
    pub const PERCENTS: [Percent; 4] = [Percent::P50, Percent::P75, Percent::P90, Percent::P95];
    /// Precisions on offer: about what separates "measured well", "good enough to compare" and "roughly".
    pub const WITHIN_PERCENT: [u32; 3] = [5, 10, 20];
}

impl Default for UntilStable {
    /// The median to a tenth: some dozens of answers of a steady endpoint.
    fn default() -> Self {
        UntilStable {
            percent: Percent::P50,
            within_percent: 10,
        }
    }
}
