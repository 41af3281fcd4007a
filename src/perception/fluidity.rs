//! Which part of the text came in time, and how fast a reader the stream can serve without a stutter.
//!
//! Source: Etalon, <https://github.com/project-etalon/etalon>, whose deadlines run over tokens; here they run over words.
//! Everything is in whole microseconds: seconds in floating point put words on the wrong side of a deadline.

use super::answer::Words;
use super::reader::Pace;
use crate::missing::{Measured, Missing};
use crate::units::{Micros, Share};

/// Deadline of the first word (choice): half the second that keeps the flow of thought.
pub const FIRST_WORD_DEADLINE: Micros = Micros(500_000);

/// Deadlines met and missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadlines {
    /// Deadlines that passed before their word came.
    pub missed: u64,
    /// All deadlines.
    pub total: u64,
}

impl Deadlines {
    /// Fluidity index: share of deadlines met. `None` without any.
    #[must_use]
    pub fn met(self) -> Option<Share> {
        (self.total > 0).then(|| Share(1.0 - self.missed as f64 / self.total as f64))
    }
}

/// Runs the deadlines over gaps before words, each gap followed by `then` more words at the same time. A word that comes
/// early leaves its slack to those after it; a late one uses up as many deadlines as went by, and the slack.
struct Clock {
    step: u64,
    slack: u64,
    seen: Deadlines,
}

impl Clock {
    /// `step`: deadline of a word, at least one microsecond.
    fn new(step: Micros) -> Self {
        Clock {
            step: step.0.max(1),
            slack: 0,
            seen: Deadlines::default(),
        }
    }

    fn first(&mut self, wait: u64, deadline: Micros) {
        if wait <= deadline.0 {
            self.slack = deadline.0 - wait;
            self.seen.total += 1;
        } else {
            self.miss(1 + (wait - deadline.0) / self.step);
        }
    }

    fn next(&mut self, gap: u64) {
        let time = self.slack.saturating_add(self.step);
        if gap <= time {
            self.slack = time - gap;
            self.seen.total += 1;
        } else {
            self.miss((gap - self.slack) / self.step);
        }
    }

    /// Words that come together with the one before are early by all of their time.
    fn together(&mut self, words: u64) {
        // Most come alone. A file may say that there are billions of them.
        if words > 0 {
            self.slack = self.slack.saturating_add(words.saturating_mul(self.step));
            self.seen.total += words;
        }
    }

    fn miss(&mut self, deadlines: u64) {
        self.seen.missed += deadlines;
        self.seen.total += deadlines;
        self.slack = 0;
    }
}

/// Deadlines of an answer whose words come in groups; the first word has its own deadline, counted from the send.
#[must_use]
pub fn deadlines(
    groups: impl Iterator<Item = (Micros, u32)>,
    first: Micros,
    step: Micros,
) -> Deadlines {
    run(groups, Some(first), step)
}

fn run(
    groups: impl Iterator<Item = (Micros, u32)>,
    first: Option<Micros>,
    step: Micros,
) -> Deadlines {
    let mut clock = Clock::new(step);
    let mut before: Option<Micros> = None;
    for (at, words) in groups.filter(|(_, words)| *words > 0) {
        match (before, first) {
            (Some(before), _) => clock.next(at.0.saturating_sub(before.0)),
            (None, Some(deadline)) => clock.first(at.0, deadline),
            (None, None) => {}
        }
        clock.together(u64::from(words) - 1);
        before = Some(at);
    }
    clock.seen
}

/// Fluidity index of one answer for a reader of this pace: `1 - missed / total` deadlines, between 0 and 1.
///
/// # Errors
/// `TooShort` with fewer than two words.
pub fn fluidity(words: &Words, pace: Pace) -> Measured<Share> {
    words.are_two()?;
    let groups = words.groups().iter().copied();
    deadlines(groups, FIRST_WORD_DEADLINE, pace.time())
        .met()
        .ok_or(Missing::TooShort)
}

/// The fastest steady pace, in time per word, at which at most one deadline in ten is missed; the wait for the first word
/// is not counted.
///
/// # Errors
/// `TooShort` with fewer than two words, `NotStreamed` if all of them came at one time.
pub fn fluid_pace(words: &Words) -> Measured<Pace> {
    words.are_two()?;
    fluid_pace_of(words.groups()).ok_or(Missing::NotStreamed)
}

/// The smallest whole number of microseconds a word with `10 * missed <= total`, by bisection up to the largest gap. `None`
/// if all words came at one time, because no pace is too fast for that.
#[must_use]
pub fn fluid_pace_of(groups: &[(Micros, u32)]) -> Option<Pace> {
    let pairs = groups.iter().zip(groups.iter().skip(1));
    let gaps = pairs.map(|(before, after)| after.0.0.saturating_sub(before.0.0));
    let (mut largest, mut span) = (0, 0);
    for gap in gaps {
        largest = largest.max(gap);
        span += gap;
    }
    if largest == 0 {
        return None;
    }
    let fluid = |step: u64| {
        let seen = run(groups.iter().copied(), None, Micros(step));
        10 * seen.missed <= seen.total
    };
    let words: u64 = groups.iter().map(|(_, words)| u64::from(*words)).sum();
    // A gap of a word in time is at most one step and the slack it uses up, that of a late one is less than one step more than
    // the deadlines it misses. So with n deadlines met, the span is at most (n + 2 * missed) steps; where missed is a tenth of
    // all or less, it is at most n / 9, so that no pace below 9/11 of the mean time of a word can flow.
    let too_fast = (9 * span).div_ceil(11 * words.max(2) - 11) - 1;
    let (mut stutters, mut flows) = (too_fast.min(largest - 1), largest);
    // Most texts come evenly, so that the pace is not far above.
    let near = stutters + stutters / 2 + 1;
    if near < flows && fluid(near) {
        flows = near;
    }
    while stutters + 1 < flows {
        let middle = stutters + (flows - stutters) / 2;
        if fluid(middle) {
            flows = middle;
        } else {
            stutters = middle;
        }
    }
    Some(Pace::per_word(Micros(flows)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// One word after each of these gaps, the first of which starts at the send.
    fn after_ms(gaps: &[u64]) -> Vec<(Micros, u32)> {
        let mut at = 0;
        gaps.iter()
            .map(|gap| {
                at += gap * 1_000;
                (Micros(at), 1)
            })
            .collect()
    }

    fn with_many(before: &[u64], after: &[u64]) -> Vec<u64> {
        [before, &[30; 8], after].concat()
    }

    fn seen(gaps: &[u64]) -> Deadlines {
        deadlines(after_ms(gaps).into_iter(), Micros(500_000), Micros(50_000))
    }

    const LATE_START: [u64; 6] = [600, 40, 40, 160, 40, 40];

    #[test]
    fn x_fluid() {
        let pair = |gaps: &[u64]| {
            let seen = seen(gaps);
            (seen.missed, seen.total)
        };
        assert_eq!(pair(&[300, 40, 40, 160, 40, 40]), (0, 6));
        assert_eq!(pair(&LATE_START), (5, 9));
        assert_eq!(pair(&with_many(&[500], &[200])), (0, 10));
        assert_eq!(pair(&with_many(&[500, 200], &[])), (4, 13));
    }

    #[test]
    fn x_fluid_index() {
        let cases: [(&[u64], f64); 4] = [
            (&[300, 40, 40, 160, 40, 40], 1.0),
            (&LATE_START, 0.4444),
            (&with_many(&[500], &[200]), 1.0),
            (&with_many(&[500, 200], &[]), 0.6923),
        ];
        for (gaps, wanted) in cases {
            let index = seen(gaps).met().unwrap().0;
            assert!((index - wanted).abs() < 5e-5, "{index} is not {wanted}");
        }
        assert_eq!(Deadlines::default().met(), None);
    }

    #[test]
    fn x_fluid_float() {
        // The same steps in seconds: 0.6 - 0.5 is less than two times 0.05, so a deadline goes missing.
        let (first, step) = (0.5, 0.05);
        let (mut slack, mut missed, mut total) = (0.0_f64, 0.0_f64, 0.0_f64);
        for (index, gap) in LATE_START.iter().enumerate() {
            let gap = *gap as f64 / 1_000.0;
            let deadline = if index == 0 { first } else { step };
            if gap <= deadline + slack {
                slack += deadline - gap;
                total += 1.0;
            } else {
                let late = if index == 0 {
                    1.0 + ((gap - slack - first) / step).floor()
                } else {
                    ((gap - slack) / step).floor()
                };
                missed += late;
                total += late;
                slack = 0.0;
            }
        }
        assert!((missed - 4.0).abs() < 1e-9 && (total - 8.0).abs() < 1e-9);
        assert_eq!(
            seen(&LATE_START),
            Deadlines {
                missed: 5,
                total: 9
            }
        );
    }

    #[test]
    fn x_fluid_rate() {
        let pace = |gaps: &[u64]| fluid_pace_of(&after_ms(gaps)).unwrap().time().0;
        // The first number is when the first word came.
        let late_end = [&[700_u64][..], &[30; 9], &[130]].concat();
        let late_start = [&[700_u64][..], &[130], &[30; 9]].concat();
        assert_eq!(pace(&[&[700_u64][..], &[9; 3]].concat()), 9_000);
        assert_eq!(pace(&late_end), 36_364);
        assert_eq!(pace(&late_start), 65_001);
        assert!((1e6 / 36_364.0_f64 - 27.50).abs() < 0.005);
        assert!((1e6 / 65_001.0_f64 - 15.38).abs() < 0.005);
    }

    #[test]
    fn words_at_one_time_have_no_pace() {
        assert_eq!(fluid_pace_of(&[(Micros(5), 4), (Micros(5), 2)]), None);
        assert_eq!(fluid_pace_of(&[]), None);
    }

    proptest! {
        #[test]
        fn a_group_equals_its_words_one_by_one(
            groups in prop::collection::vec((0_u64..400_000, 1_u32..5), 2..40), step in 1_u64..300_000,
        ) {
            let mut at = 0;
            let groups: Vec<(Micros, u32)> = groups
                .into_iter()
                .map(|(gap, words)| { at += gap; (Micros(at), words) })
                .collect();
            let singles: Vec<(Micros, u32)> = groups
                .iter()
                .flat_map(|(at, words)| (0..*words).map(|_| (*at, 1)))
                .collect();
            let first = Micros(500_000);
            prop_assert_eq!(
                deadlines(groups.iter().copied(), first, Micros(step)),
                deadlines(singles.iter().copied(), first, Micros(step))
            );
            prop_assert_eq!(fluid_pace_of(&groups), fluid_pace_of(&singles));
        }

        /// A file may hold any number.
        #[test]
        fn nothing_is_too_large(
            groups in prop::collection::vec(
                (prop_oneof![0_u64..9, Just(1_100_000_000_000_000)], prop_oneof![1_u32..9, Just(u32::MAX)]), 2..9,
            ),
        ) {
            let mut at = 0;
            let groups: Vec<(Micros, u32)> =
                groups.into_iter().map(|(gap, words)| { at += gap; (Micros(at), words) }).collect();
            prop_assert_eq!(fluid_pace_of(&groups).is_none(), at == groups[0].0.0);
        }

        /// The pace is the smallest that flows, found by trying all of them.
        #[test]
        fn no_faster_pace_flows(
            gaps in prop::collection::vec((0_u64..400, 1_u32..4), 2..40),
        ) {
            let mut at = 0;
            let groups: Vec<(Micros, u32)> =
                gaps.into_iter().map(|(gap, words)| { at += gap; (Micros(at), words) }).collect();
            let flows = |step: &u64| {
                let seen = run(groups.iter().copied(), None, Micros(*step));
                10 * seen.missed <= seen.total
            };
            let smallest = (1..=400).find(flows);
            if at > groups[0].0.0 {
                prop_assert_eq!(fluid_pace_of(&groups).map(|pace| pace.time().0), smallest);
            }
        }

        #[test]
        fn no_pace_below_the_bound_flows(
            gaps in prop::collection::vec((0_u64..90_000, 1_u32..4), 2..60),
        ) {
            let mut at = 0;
            let groups: Vec<(Micros, u32)> =
                gaps.into_iter().map(|(gap, words)| { at += gap; (Micros(at), words) }).collect();
            let words: u64 = groups.iter().map(|(_, words)| u64::from(*words)).sum();
            let span = groups[groups.len() - 1].0.0 - groups[0].0.0;
            prop_assume!(span > 0);
            let bound = 9 * span / (11 * (words - 1));
            for step in [bound, bound - bound / 10, bound / 2] {
                let seen = run(groups.iter().copied(), None, Micros(step));
                prop_assert!(step == 0 || step * 11 * (words - 1) == 9 * span || 10 * seen.missed > seen.total);
            }
        }

        #[test]
        fn the_index_is_a_share_and_the_fluid_pace_flows(
            gaps in prop::collection::vec(1_u64..900_000, 2..60), step in 1_u64..400_000,
        ) {
            let mut at = 0;
            let groups: Vec<(Micros, u32)> =
                gaps.into_iter().map(|gap| { at += gap; (Micros(at), 1) }).collect();
            let index = deadlines(groups.iter().copied(), Micros(500_000), Micros(step)).met().unwrap();
            prop_assert!((0.0..=1.0).contains(&index.0));
            let pace = fluid_pace_of(&groups).unwrap();
            let seen = run(groups.iter().copied(), None, pace.time());
            prop_assert!(10 * seen.missed <= seen.total);
        }
    }
}
