//! One number between 0 and 1 for how close an answer comes to one that never lets its reader wait.

use super::answer::Words;
use super::reader::Pace;
use crate::missing::{Measured, Missing};
use crate::units::{Micros, Share};

/// When an ideal answer begins. Source: Nielsen's second that keeps the flow of thought,
/// <https://www.nngroup.com/articles/response-times-3-important-limits/>.
pub const IDEAL_START: Micros = Micros(1_000_000);

/// Reading experience score of one answer for a reader of this pace.
///
/// Source: after Andes, <https://arxiv.org/abs/2404.16283>.
///
/// # Errors
/// `TooShort` without a word.
pub fn quality(words: &Words, pace: Pace) -> Measured<Share> {
    let groups = words.groups().iter().copied();
    quality_of(groups, pace, IDEAL_START).ok_or(Missing::TooShort)
}

/// `ideal_i = T* + i V; a_0 = max(t_0, T*); a_i = max(t_i, a_(i-1) + V); score = sum ideal / sum a`, over words that come in
/// groups. `None` without a word, or if the sum is zero.
#[must_use]
pub fn quality_of(
    groups: impl Iterator<Item = (Micros, u32)>,
    pace: Pace,
    ideal_start: Micros,
) -> Option<Share> {
    // Whole numbers, exact below 2^53, and never too large: a file may say that there are billions of words.
    let step = pace.time().0 as f64;
    let (mut ideal, mut real) = (0.0, 0.0);
    let mut ideal_next = ideal_start.0 as f64;
    let mut read_next = ideal_next;
    for (at, words) in groups {
        // Words that come together are read one pace after the other.
        let words = f64::from(words);
        let of_group = |first: f64| words * first + step * (words * (words - 1.0) / 2.0);
        if words > 0.0 {
            read_next = f64::max(read_next, at.0 as f64);
        }
        ideal += of_group(ideal_next);
        real += of_group(read_next);
        ideal_next += words * step;
        read_next += words * step;
    }
    (real > 0.0).then(|| Share(ideal / real))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(times: &[u64]) -> Vec<(Micros, u32)> {
        times.iter().map(|ms| (Micros(ms * 1_000), 1)).collect()
    }

    fn score(words: &[(Micros, u32)]) -> Option<Share> {
        let pace = Pace::per_word(Micros(250_000));
        quality_of(words.iter().copied(), pace, Micros(500_000))
    }

    #[test]
    fn x_qoe() {
        let late = score(&ms(&[1_000, 1_100, 1_200, 2_500, 2_600])).unwrap();
        assert!((late.0 - 0.5556).abs() < 5e-5);
        let early = score(&ms(&[400, 500, 600, 700, 800])).unwrap();
        assert!((early.0 - 1.0).abs() < 1e-12);
        assert_eq!(score(&[]), None);
    }

    #[test]
    fn any_number_of_words_is_counted_at_once() {
        let many = score(&[(Micros(600_000), u32::MAX), (Micros(u64::MAX), u32::MAX)]);
        assert!((0.0..1.0).contains(&many.unwrap().0));
    }

    proptest! {
        #[test]
        fn a_group_equals_its_words_one_by_one(
            gaps in prop::collection::vec((0_u64..900_000, 0_u32..5), 1..60),
        ) {
            let mut at = 0;
            let groups: Vec<(Micros, u32)> =
                gaps.into_iter().map(|(gap, words)| { at += gap; (Micros(at), words) }).collect();
            let singles = groups.iter().flat_map(|(at, words)| (0..*words).map(|_| (*at, 1)));
            prop_assert_eq!(score(&groups), score(&singles.collect::<Vec<_>>()));
        }

        #[test]
        fn later_words_never_raise_the_score(
            gaps in prop::collection::vec(0_u64..900_000, 1..60), by in 0_u64..3_000_000,
        ) {
            let mut at = 0;
            let words: Vec<(Micros, u32)> =
                gaps.into_iter().map(|gap| { at += gap; (Micros(at), 1) }).collect();
            let later: Vec<(Micros, u32)> =
                words.iter().map(|(at, words)| (Micros(at.0 + by), *words)).collect();
            let (score, later) = (score(&words).unwrap().0, score(&later).unwrap().0);
            prop_assert!(later <= score + 1e-12);
            prop_assert!(score > 0.0 && score <= 1.0 + 1e-12);
        }
    }
}
