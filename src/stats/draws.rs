//! The bootstrap: requests drawn again and again, as many as there are, each as often as it comes. How a number moves from draw
//! to draw tells how sure it is. Source: Efron and Tibshirani 1993, "An Introduction to the Bootstrap".

use super::percentile::{Percent, percentile_by};
use super::pool::Pool;
use super::random::Random;
use crate::order::sort_numbers;

/// Where drawing starts. Any fixed number does: the same run has to give the same range.
pub(super) const SEED: u64 = 20_260_829;
/// Most draws: ends of a 95 % range move by about a fiftieth of its width from seed to seed.
const MOST_DRAWS: usize = 1_000;
/// Fewest draws, for the largest runs.
const FEWEST_DRAWS: usize = 100;
/// Numbers looked at in all draws together: a fraction of a second in a browser.
const STEPS: usize = 10_000_000;
/// Numbers that one draw looks at, for each request: it is drawn, and counted up to a block or two for each percentile.
const STEPS_PER_REQUEST: usize = 12;

/// Parts that the entries are counted in.
const BLOCKS: usize = 256;

/// One drawing of requests after another: as many as there are, each as often as it comes.
///
/// How many values of each request lie up to the end of each of some blocks of entries is counted once. So a draw has to look at
/// the blocks that a percentile may fall into, and at the entries of the one that it does.
pub(super) struct Draws<'p> {
    pool: &'p Pool,
    random: Random,
    times: Vec<u32>,
    /// Entries of a block; the last may have fewer.
    length: usize,
    /// For each block, how many values of each request there are up to its end.
    up_to: Vec<u32>,
    /// How many values there are up to the end of each block.
    whole: Vec<u64>,
    /// How many of the drawn values there are up to the end of each block, where that has been asked for.
    drawn: Vec<Option<u64>>,
}

impl<'p> Draws<'p> {
    pub(super) fn new(pool: &'p Pool, seed: u64) -> Self {
        let owners = pool.requests() as usize;
        let length = pool.entries.len().div_ceil(BLOCKS).max(1);
        let blocks = pool.entries.len().div_ceil(length);
        let mut seen = vec![0; owners];
        let mut up_to = Vec::with_capacity(blocks * owners);
        let mut whole = Vec::with_capacity(blocks);
        let mut all = 0;
        for entries in pool.entries.chunks(length) {
            for entry in entries {
                seen[entry.owner as usize] += entry.count;
                all += u64::from(entry.count);
            }
            up_to.extend_from_slice(&seen);
            whole.push(all);
        }
        Draws {
            pool,
            random: Random::new(seed),
            times: seen,
            length,
            up_to,
            whole,
            drawn: vec![None; blocks],
        }
    }

    /// Draws once more.
    pub(super) fn draw(&mut self) {
        self.times.fill(0);
        for _ in 0..self.pool.requests() {
            let drawn = self.random.below(self.pool.requests()) as usize;
            if let Some(times) = self.times.get_mut(drawn) {
                *times += 1;
            }
        }
        self.drawn.fill(None);
    }

    /// How many of the drawn values there are up to the end of a block.
    fn drawn_up_to(&mut self, block: usize) -> u64 {
        if let Some(known) = self.drawn[block] {
            return known;
        }
        let owners = self.times.len();
        let counts = &self.up_to[block * owners..][..owners];
        let drawn = counts.iter().zip(&self.times);
        let sum = drawn
            .map(|(count, times)| u64::from(*count) * u64::from(*times))
            .sum();
        self.drawn[block] = Some(sum);
        sum
    }

    /// Type 7 over the drawn values.
    pub(super) fn percentile(&mut self, percent: Percent) -> Option<f64> {
        let last = self.drawn.len().checked_sub(1)?;
        let n = self.drawn_up_to(last);
        percentile_by(n, percent, &mut |index| self.at(index, n))
    }

    /// The drawn value of an index below `n`, which is how many are drawn.
    fn at(&mut self, index: u64, n: u64) -> Option<f64> {
        // It lies near the place it has among all values.
        let near = index * self.whole.last()? / n;
        let mut block = self.whole.partition_point(|whole| *whole <= near);
        while block > 0 && self.drawn_up_to(block - 1) > index {
            block -= 1;
        }
        while self.drawn_up_to(block) <= index {
            block += 1;
        }
        let mut sum = match block.checked_sub(1) {
            Some(before) => self.drawn_up_to(before),
            None => 0,
        };
        let entries = self.pool.entries.get(block * self.length..)?;
        entries.iter().find_map(|entry| {
            let times = self.times.get(entry.owner as usize).copied().unwrap_or(0);
            sum += u64::from(times) * u64::from(entry.count);
            (sum > index).then_some(entry.value)
        })
    }
}

/// How often to draw from so many requests with so many entries.
pub(super) fn draws_for(requests: u32, entries: usize) -> usize {
    let counted = requests as usize * STEPS_PER_REQUEST;
    // Two indices of each of five percentiles, each half of a block on average.
    let walked = entries * Percent::ALL.len() / BLOCKS;
    (STEPS / (counted + walked).max(1)).clamp(FEWEST_DRAWS, MOST_DRAWS)
}

/// The range that holds the middle 95 % of the draws, by nearest rank.
pub(super) fn middle_95(mut found: Vec<f64>) -> Option<(f64, f64)> {
    sort_numbers(&mut found);
    let at = |per_mille: usize| {
        let rank = (found.len() * per_mille).div_ceil(1_000);
        found.get(rank.checked_sub(1)?).copied()
    };
    Some((at(25)?, at(975)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::percentile;
    use proptest::prelude::*;

    fn sorted(requests: &[Vec<u64>]) -> Vec<f64> {
        let mut all: Vec<f64> = requests.iter().flatten().map(|us| *us as f64).collect();
        sort_numbers(&mut all);
        all
    }

    proptest! {
        #[test]
        fn drawing_each_request_once_gives_the_percentile_itself(
            requests in prop::collection::vec(prop::collection::vec(0_u64..90_000, 1..60), 1..20),
        ) {
            let pool = Pool::new(requests.iter().map(Vec::as_slice));
            let mut draws = Draws::new(&pool, 1);
            draws.times.fill(1);
            for percent in Percent::ALL {
                prop_assert_eq!(draws.percentile(percent), percentile(&sorted(&requests), percent));
            }
        }

        #[test]
        fn a_draw_has_the_percentiles_of_what_it_drew(
            // Some have most of the values, so that a draw moves them far.
            requests in prop::collection::vec(
                prop_oneof![
                    prop::collection::vec(0_u64..90_000, 1..3),
                    prop::collection::vec(0_u64..900, 1..60),
                    prop::collection::vec(0_u64..9_000, 200..900),
                ],
                1..20,
            ),
        ) {
            let pool = Pool::new(requests.iter().map(Vec::as_slice));
            let mut draws = Draws::new(&pool, 7);
            draws.draw();
            let drawn: Vec<Vec<u64>> = requests
                .iter()
                .zip(&draws.times)
                .flat_map(|(values, times)| vec![values.clone(); *times as usize])
                .collect();
            let drawn = sorted(&drawn);
            for percent in Percent::ALL {
                prop_assert_eq!(draws.percentile(percent), percentile(&drawn, percent));
            }
        }
    }
}
