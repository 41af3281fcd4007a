//! Whether answers became as long as was asked for.

use serde::{Deserialize, Serialize};

use crate::stats::Fraction;

/// How long the answers in the statistics became, of which an exact length was asked for. All generated tokens count,
/// reasoning included, because the limit counts them too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReachedLength {
    /// Tokens asked for.
    pub asked: u32,
    /// Answers with exactly so many, of those whose tokens the vendor counted.
    pub exact: Fraction,
    /// Tokens of the shortest answer; `None` if none was counted.
    pub shortest: Option<u32>,
    /// Tokens of the longest answer; `None` if none was counted.
    pub longest: Option<u32>,
}

impl ReachedLength {
    /// From the token counts of the answers, `None` where the vendor reports none.
    pub(super) fn of(asked: u32, tokens: impl Iterator<Item = Option<u32>>) -> Self {
        let mut reached = ReachedLength {
            asked,
            exact: Fraction { hits: 0, of: 0 },
            shortest: None,
            longest: None,
        };
        for count in tokens.flatten() {
            reached.exact.of += 1;
            reached.exact.hits += u32::from(count == asked);
            reached.shortest = Some(reached.shortest.map_or(count, |least| least.min(count)));
            reached.longest = Some(reached.longest.map_or(count, |most| most.max(count)));
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uncounted_answers_are_neither_hits_nor_misses() {
        let reached = ReachedLength::of(64, [Some(64), None, Some(40), Some(64)].into_iter());
        assert_eq!(reached.exact, Fraction { hits: 2, of: 3 });
        assert_eq!((reached.shortest, reached.longest), (Some(40), Some(64)));
        let none = ReachedLength::of(64, [None].into_iter());
        assert_eq!((none.exact.of, none.shortest), (0, None));
    }
}
