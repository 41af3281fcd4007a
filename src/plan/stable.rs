//! A run that goes on until its number is stable.

use serde::{Deserialize, Serialize};

use super::limits;
use crate::stats::Percent;

/// Between percentile and precision in the form's text.
const WITHIN: char = '±';

/// Which percentile of TTFT has to be known, and how exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UntilStable {
    /// The percentile.
    pub percent: Percent,
    /// Half the width of its likely range, at most, in % of the percentile.
    pub within_percent: u32,
}

impl UntilStable {
    /// Percentiles on offer. A p99 needs 368 answers for a range of any width, which is a fixed number in all but name.
    pub const PERCENTS: [Percent; 4] = [Percent::P50, Percent::P75, Percent::P90, Percent::P95];
    /// Precisions on offer: about what separates "measured well", "good enough to compare" and "roughly".
    pub const WITHIN_PERCENT: [u32; 3] = [5, 10, 20];

    /// Reads the form's text, "p90±10". `None` for anything else.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (percent, within) = text.split_once(WITHIN)?;
        Some(UntilStable {
            percent: Percent::ALL.into_iter().find(|p| p.key() == percent)?,
            within_percent: limits::WITHIN_PERCENT.parse(within).ok()?,
        })
    }

    /// The form's text.
    #[must_use]
    pub fn text(self) -> String {
        let mut text = self.percent.key().to_owned();
        text.push(WITHIN);
        text + &self.within_percent.to_string()
    }
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
