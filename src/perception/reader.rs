//! A reader with a steady pace follows the text; where the next word isn't there yet, she waits.

use super::answer::Words;
use crate::missing::{Measured, Missing};
use crate::units::{Micros, Share, Wpm};

/// Waits below this are not noticed. Source: Nielsen, <https://www.nngroup.com/articles/response-times-3-important-limits/>.
pub const NOTICEABLE_STALL: Micros = Micros(100_000);

/// Time the reader takes for one word (one character in Chinese and Japanese), in whole microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace(Micros);

impl Pace {
    /// Pace of so many words a minute; at least one microsecond a word.
    #[must_use]
    pub fn of(wpm: Wpm) -> Self {
        Pace(Micros::from_millis(60_000.0 / wpm.0).max(Micros(1)))
    }

    /// A pace given as time per word.
    #[must_use]
    pub const fn per_word(time: Micros) -> Self {
        Pace(time)
    }

    /// Time for one word.
    #[must_use]
    pub const fn time(self) -> Micros {
        self.0
    }
}

/// A reader at her place in a text: she comes to the next word one pace after the one before, or when it is there, whichever is
/// later. Everything that shows or counts her waits asks her.
#[derive(Clone, Copy, Debug)]
pub struct Follower {
    pace: u64,
    /// When she could take the next word; `None` before the first.
    due: Option<u64>,
}

impl Follower {
    /// A reader before the first word.
    #[must_use]
    pub const fn new(pace: Pace) -> Self {
        Follower {
            pace: pace.0.0,
            due: None,
        }
    }

    /// Takes a word that arrived at that time: when she was ready for it, and when she reads it. For the first word both are
    /// its arrival: the wait for it is not a stall.
    pub fn take(&mut self, arrived: Micros) -> (Micros, Micros) {
        let ready = self.due.unwrap_or(arrived.0);
        let read = ready.max(arrived.0);
        self.due = Some(read.saturating_add(self.pace));
        (Micros(ready), Micros(read))
    }

    /// Takes more words that are there already, at her own pace.
    pub fn take_on(&mut self, words: u64) {
        let time = words.saturating_mul(self.pace);
        self.due = self.due.map(|due| due.saturating_add(time));
    }

    /// When she is through with the last word; `None` before the first.
    #[must_use]
    pub fn done(&self) -> Option<Micros> {
        self.due.map(Micros)
    }
}

/// How often and how long the reader had to wait, after the first word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stalls {
    /// Time lost waiting for text.
    pub starvation: Micros,
    /// Waits that are noticed, and that late stamps alone cannot have made.
    pub count: u32,
    /// The longest wait.
    pub longest: Micros,
    /// Starvation / reading time.
    pub rebuffer_ratio: Share,
}

impl Stalls {
    /// The text never made the reader wait long enough to notice.
    #[must_use]
    pub const fn none_noticed(&self) -> bool {
        self.count == 0
    }
}

/// Lets a reader of this pace follow an answer.
///
/// # Errors
/// `TooShort` with fewer than two words.
pub fn stalls(words: &Words, pace: Pace) -> Measured<Stalls> {
    stalls_from(words, pace, NOTICEABLE_STALL)
}

/// The same, with waits counted from another length on, where shorter ones cannot be told from late stamps.
///
/// # Errors
/// `TooShort` with fewer than two words.
pub fn stalls_from(words: &Words, pace: Pace, counted_from: Micros) -> Measured<Stalls> {
    let groups = words.groups().iter().copied();
    over(groups, pace, counted_from).ok_or(Missing::TooShort)
}

/// Stalls over units (words) that arrive in groups: `c_0 = t_0; c_i = max(t_i, c_(i-1) + V); late_i = max(0, t_i - (c_(i-1)
/// + V))`. `None` with fewer than two units.
#[must_use]
pub fn stalls_of(groups: impl Iterator<Item = (Micros, u32)>, pace: Pace) -> Option<Stalls> {
    over(groups, pace, NOTICEABLE_STALL)
}

fn over(
    groups: impl Iterator<Item = (Micros, u32)>,
    pace: Pace,
    counted_from: Micros,
) -> Option<Stalls> {
    let mut reader = Follower::new(pace);
    let mut start = None;
    let mut units = 0_u64;
    let (mut starvation, mut longest, mut count) = (0_u64, 0_u64, 0_u32);
    for (at, words) in groups {
        let Some(more) = words.checked_sub(1) else {
            continue;
        };
        let (ready, read) = reader.take(at);
        let late = read.0 - ready.0;
        starvation += late;
        longest = longest.max(late);
        count += u32::from(late >= counted_from.0);
        start.get_or_insert(read.0);
        // The rest of the group is there already.
        reader.take_on(u64::from(more));
        units += u64::from(words);
    }
    // To the beginning of the last word.
    let span = reader.done()?.0.saturating_sub(pace.0.0) - start?;
    if units < 2 || span == 0 {
        return None;
    }
    Some(Stalls {
        starvation: Micros(starvation),
        count,
        longest: Micros(longest),
        rebuffer_ratio: Share(starvation as f64 / span as f64),
    })
}

/// How many times faster the text comes than the reader reads.
#[must_use]
pub fn reading_margin(text: Wpm, reader: Wpm) -> Option<f64> {
    (reader.0 > 0.0).then(|| text.0 / reader.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(times: &[u64]) -> Vec<Micros> {
        times.iter().map(|ms| Micros(ms * 1000)).collect()
    }

    fn read(units: &[Micros], pace: Pace) -> Option<Stalls> {
        stalls_of(units.iter().map(|at| (*at, 1)), pace)
    }

    // The same starvation seen from the end: the most any word is behind a reader who never waits, `max(0, max(t_i - t_0 - i V))`.
    fn starvation_by_lateness(units: &[Micros], pace: Pace) -> Micros {
        let Some(first) = units.first() else {
            return Micros::ZERO;
        };
        let behind = units
            .iter()
            .zip(0_u64..)
            .map(|(at, index)| at.0.saturating_sub(first.0 + index * pace.0.0));
        Micros(behind.max().unwrap_or(0))
    }

    const PACE: Pace = Pace::per_word(Micros(100_000));

    #[test]
    fn x_reader() {
        let stalls = read(&ms(&[0, 50, 100, 900, 950, 1000]), PACE).unwrap();
        assert_eq!(stalls.starvation, Micros(600_000));
        assert_eq!(stalls.count, 1);
        assert_eq!(stalls.longest, Micros(600_000));
        assert!((stalls.rebuffer_ratio.0 - 600.0 / 1100.0).abs() < 1e-9);
    }

    #[test]
    fn x_reader_id() {
        let units = ms(&[0, 50, 100, 900, 950, 1000]);
        assert_eq!(starvation_by_lateness(&units, PACE), Micros(600_000));
    }

    #[test]
    fn x_reader_ok() {
        let units: Vec<u64> = (0..20).map(|i| i * 50).collect();
        let stalls = read(&ms(&units), PACE).unwrap();
        assert_eq!((stalls.starvation, stalls.count), (Micros::ZERO, 0));
        assert!(stalls.none_noticed());
        assert!(stalls.rebuffer_ratio.0.abs() < 1e-12);
    }

    #[test]
    fn a_wait_just_below_a_tenth_of_a_second_is_no_stall() {
        let late = |us: u64| {
            read(&[Micros(0), Micros(100_000 + us)], PACE)
                .unwrap()
                .count
        };
        assert_eq!(late(99_999), 0);
        assert_eq!(late(100_000), 1);
    }

    #[test]
    fn one_word_is_no_stream() {
        assert_eq!(read(&ms(&[5]), PACE), None);
        assert_eq!(read(&[], PACE), None);
    }

    #[test]
    fn the_average_reader_takes_a_quarter_of_a_second() {
        assert_eq!(Pace::of(Wpm(240.0)), Pace::per_word(Micros(250_000)));
        assert!((reading_margin(Wpm(714.0), Wpm(238.0)).unwrap() - 3.0).abs() < 1e-9);
        assert_eq!(reading_margin(Wpm(714.0), Wpm(0.0)), None);
    }

    proptest! {
        #[test]
        fn starvation_is_the_largest_lateness(
            gaps in prop::collection::vec(0_u64..900_000, 1..80), step in 1_u64..400_000,
        ) {
            let mut at = 0;
            let units: Vec<Micros> = std::iter::once(0)
                .chain(gaps)
                .map(|gap| { at += gap; Micros(at) })
                .collect();
            let pace = Pace::per_word(Micros(step));
            let stalls = read(&units, pace).unwrap();
            prop_assert_eq!(stalls.starvation, starvation_by_lateness(&units, pace));
            prop_assert!(stalls.longest <= stalls.starvation);
            prop_assert!((0.0..=1.0).contains(&stalls.rebuffer_ratio.0));
        }

        #[test]
        fn words_that_come_in_one_event_equal_words_that_come_at_one_time(
            groups in prop::collection::vec((0_u64..500_000, 1_u32..5), 2..40), step in 1_u64..300_000,
        ) {
            let mut at = 0;
            let groups: Vec<(Micros, u32)> = groups
                .into_iter()
                .map(|(gap, words)| { at += gap; (Micros(at), words) })
                .collect();
            let singles = groups.iter().flat_map(|(at, words)| (0..*words).map(|_| (*at, 1)));
            let pace = Pace::per_word(Micros(step));
            prop_assert_eq!(stalls_of(singles, pace), stalls_of(groups.iter().copied(), pace));
        }
    }
}
