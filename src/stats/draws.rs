//! The bootstrap: requests drawn again and again, as many as there are, each as often as it comes. How a number moves from draw
//! to draw tells how sure it is. Source: Efron and Tibshirani 1993, "An Introduction to the Bootstrap".

use super::percentile::Percent;
use super::pool::Pool;
use super::random::Random;
use crate::order::sort_numbers;

/// Where drawing starts. Any fixed number does: the same run has to give the same range.
pub(super) const SEED: u64 = 20_260_829;
/// Most draws: ends of a 95 % range move by about a fiftieth of its width from seed to seed.
const MOST_DRAWS: usize = 1_000;
/// Fewest draws, for the largest runs.
const FEWEST_DRAWS: usize = 100;
/// Entries looked at in all draws together: a fraction of a second in a browser.
const STEPS: usize = 20_000_000;

/// Parts that the entries are counted in.
const BLOCKS: usize = 64;

/// One drawing of requests after another: as many as there are, each as often as it comes.
///
/// How many values of each request lie in each of some blocks of entries is counted once. So a draw has to look at the blocks,
/// and at the entries of those blocks only that a percentile falls into.
pub(super) struct Draws<'p> {
    pool: &'p Pool,
    random: Random,
    times: Vec<u32>,
    /// Entries of a block; the last may have fewer.
    length: usize,
    /// For each block, how many values of each request are in it.
    counts: Vec<u32>,
    /// How many values up to the end of each block are drawn.
    up_to: Vec<u64>,
}

impl<'p> Draws<'p> {
    pub(super) fn new(pool: &'p Pool, seed: u64) -> Self {
        let owners = pool.requests() as usize;
        let length = pool.entries.len().div_ceil(BLOCKS).max(1);
        let blocks = pool.entries.len().div_ceil(length);
        let mut counts = vec![0; blocks * owners];
        for (block, entries) in pool.entries.chunks(length).enumerate() {
            for entry in entries {
                counts[block * owners + entry.owner as usize] += entry.count;
            }
        }
        Draws {
            pool,
            random: Random::new(seed),
            times: vec![0; owners],
            length,
            counts,
            up_to: vec![0; blocks],
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
        self.add_up();
    }

    fn add_up(&mut self) {
        let mut sum = 0;
        let blocks = self.counts.chunks(self.times.len().max(1));
        for (up_to, counts) in self.up_to.iter_mut().zip(blocks) {
            let drawn = counts.iter().zip(&self.times);
            sum += drawn
                .map(|(count, times)| u64::from(*count) * u64::from(*times))
                .sum::<u64>();
            *up_to = sum;
        }
    }

    /// Type 7 over the drawn values.
    pub(super) fn percentile(&self, percent: Percent) -> Option<f64> {
        let scaled = self.up_to.last()?.checked_sub(1)? * percent.of_100() as u64;
        let (index, rest) = (scaled / 100, scaled % 100);
        let low = self.at(index)?;
        if rest == 0 {
            return Some(low);
        }
        let high = self.at(index + 1)?;
        Some(low + (high - low) * rest as f64 / 100.0)
    }

    fn at(&self, index: u64) -> Option<f64> {
        let block = self.up_to.partition_point(|up_to| *up_to <= index);
        let mut sum = block.checked_sub(1).map_or(0, |before| self.up_to[before]);
        let entries = self.pool.entries.get(block * self.length..)?;
        entries.iter().find_map(|entry| {
            let times = self.times.get(entry.owner as usize).copied().unwrap_or(0);
            sum += u64::from(times) * u64::from(entry.count);
            (sum > index).then_some(entry.value)
        })
    }
}

/// How often to draw from so many entries.
pub(super) fn draws_for(entries: usize) -> usize {
    (STEPS / entries.max(1)).clamp(FEWEST_DRAWS, MOST_DRAWS)
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

    proptest! {
        #[test]
        fn drawing_each_request_once_gives_the_percentile_itself(
            requests in prop::collection::vec(prop::collection::vec(0_u64..90_000, 1..60), 1..20),
        ) {
            let pool = Pool::new(requests.iter().map(Vec::as_slice));
            let mut draws = Draws::new(&pool, 1);
            draws.times.fill(1);
            draws.add_up();
            for percent in Percent::ALL {
                prop_assert_eq!(draws.percentile(percent), percentile(&pool.values, percent));
            }
        }

        #[test]
        fn a_draw_has_the_percentiles_of_what_it_drew(
            requests in prop::collection::vec(prop::collection::vec(0_u64..900, 1..60), 1..20),
        ) {
            let pool = Pool::new(requests.iter().map(Vec::as_slice));
            let mut draws = Draws::new(&pool, 7);
            draws.draw();
            let mut drawn = Vec::new();
            for (values, times) in requests.iter().zip(&draws.times) {
                for _ in 0..*times {
                    drawn.extend(values.iter().map(|value| *value as f64));
                }
            }
            sort_numbers(&mut drawn);
            for percent in Percent::ALL {
                prop_assert_eq!(draws.percentile(percent), percentile(&drawn, percent));
            }
        }
    }
}
