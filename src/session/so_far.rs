//! Three numbers that settle while a run goes on. Each finished request is measured once; the report, which weighs cautions
//! too, is only made when the run is over.

use crate::cautions::certain_stall;
use crate::format;
use crate::metrics::RequestMetrics;
use crate::perception::{NOTICEABLE_STALL, Pace, Words, stalls};
use crate::session::show;
use crate::stats::{Percent, percentile};
use crate::trace::{OutcomeKind, Phase, Trace};
use crate::units::{Micros, Wpm};

/// Time a word takes at one word a minute, µs: turns paces into costs and back.
const MICROS_PER_MINUTE: f64 = 60_000_000.0;

/// What the measured answers that worked have told so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SoFar {
    answers: u32,
    /// µs, ascending.
    first_word: Vec<f64>,
    /// µs a word, ascending: paces are averaged by their costs.
    word_cost: Vec<f64>,
    /// µs.
    longest_freeze: Option<u64>,
}

impl SoFar {
    /// Takes a finished request; practice and failed ones change nothing.
    #[allow(clippy::cast_precision_loss)] // exact below 2^53 µs, which is 285 years
    pub fn add(&mut self, trace: &Trace, reader: Wpm) {
        if trace.phase != Phase::Measured || trace.outcome != OutcomeKind::Ok {
            return;
        }
        self.answers += 1;
        let metrics = RequestMetrics::of(trace);
        if let Ok(ttfa) = metrics.ttfa {
            insert(&mut self.first_word, ttfa.0 as f64);
        }
        if let Ok(wpm) = metrics.wpm {
            insert(&mut self.word_cost, MICROS_PER_MINUTE / wpm.0);
        }
        let certain = certain_stall(&trace.conditions);
        if let Ok(stalls) = Words::of(trace).and_then(|words| stalls(&words, Pace::of(reader)))
            // Of a busy computer's answers only what lateness alone cannot have made.
            && (certain == NOTICEABLE_STALL || stalls.longest >= certain)
        {
            self.longest_freeze = self.longest_freeze.max(Some(stalls.longest.0));
        }
    }

    /// Measured answers that worked.
    #[must_use]
    pub const fn answers(&self) -> u32 {
        self.answers
    }

    /// Time to the first word: the median, or with fewer answers than one needs, the range.
    #[must_use]
    pub fn first_word(&self, tick_us: u64) -> String {
        match self.first_word.as_slice() {
            // A wide range has fewer decimals.
            [first, .., last] if !has_median(&self.first_word) => {
                format::duration_range(*first, *last, Micros(tick_us))
            }
            times => middle(times, false, &|us| show::time(us, tick_us)),
        }
    }

    /// Words per minute, in the same way.
    #[must_use]
    pub fn pace(&self) -> String {
        middle(&self.word_cost, true, &|cost| {
            show::pace(MICROS_PER_MINUTE / cost)
        })
    }

    /// The longest wait of the reader in any answer.
    #[must_use]
    pub fn longest_freeze(&self, tick_us: u64) -> String {
        self.longest_freeze
            .map_or_else(|| show::NONE.to_owned(), |us| show::freeze(us, tick_us))
    }

    /// What the numbers of [`first_word`](Self::first_word) are.
    #[must_use]
    pub fn about_first_word(&self) -> &'static str {
        about(&self.first_word)
    }

    /// What the numbers of [`pace`](Self::pace) are.
    #[must_use]
    pub fn about_pace(&self) -> &'static str {
        about(&self.word_cost)
    }
}

fn insert(ascending: &mut Vec<f64>, value: f64) {
    let at = ascending.partition_point(|known| *known <= value);
    ascending.insert(at, value);
}

fn has_median(ascending: &[f64]) -> bool {
    ascending.len() >= Percent::P50.needs() as usize
}

fn about(ascending: &[f64]) -> &'static str {
    if has_median(ascending) {
        "median of all answers"
    } else {
        "lowest to highest; median from 5 answers on"
    }
}

/// `falling`: the shown numbers fall as the values rise.
fn middle(ascending: &[f64], falling: bool, show: &dyn Fn(f64) -> String) -> String {
    let (Some(first), Some(last)) = (ascending.first(), ascending.last()) else {
        return show::NONE.to_owned();
    };
    if has_median(ascending)
        && let Some(median) = percentile(ascending, Percent::P50)
    {
        return show(median);
    }
    let (low, high) = if falling {
        (last, first)
    } else {
        (first, last)
    };
    let (low, high) = (show(*low), show(*high));
    if low == high {
        low
    } else {
        format!("{low}–{high}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(values: &[f64], falling: bool) -> String {
        let mut ascending = Vec::new();
        for value in values {
            insert(&mut ascending, *value);
        }
        middle(&ascending, falling, &|value| format!("{value}"))
    }

    #[test]
    fn a_range_becomes_a_median_at_the_fifth_answer() {
        assert_eq!(shown(&[], false), "–");
        assert_eq!(shown(&[7.0], false), "7");
        assert_eq!(shown(&[9.0, 1.0, 3.0, 2.0], false), "1–9");
        assert_eq!(shown(&[9.0, 1.0, 3.0, 2.0], true), "9–1");
        // The mean is 22.
        assert_eq!(shown(&[9.0, 1.0, 3.0, 2.0, 95.0], false), "3");
        assert_eq!(shown(&[9.0, 1.0, 3.0, 2.0, 95.0, 4.0], false), "3.5");
    }
}
