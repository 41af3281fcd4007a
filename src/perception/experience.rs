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
    let step = pace.time().0;
    let (mut ideal, mut real) = (0_u64, 0_u64);
    let mut ideal_next = ideal_start.0;
    let mut read_next = ideal_start.0;
    for (at, words) in groups {
        for _ in 0..words {
            read_next = read_next.max(at.0);
            ideal = ideal.saturating_add(ideal_next);
            real = real.saturating_add(read_next);
            ideal_next += step;
            read_next += step;
        }
    }
    (real > 0).then(|| Share(ideal as f64 / real as f64))
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

    proptest! {
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
