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

/// One drawing of requests after another: as many as there are, each as often as it comes.
pub(super) struct Draws<'p> {
    pool: &'p Pool,
    random: Random,
    times: Vec<u32>,
    /// How many values up to each entry are drawn.
    up_to: Vec<u64>,
}

impl<'p> Draws<'p> {
    pub(super) fn new(pool: &'p Pool, seed: u64) -> Self {
        Draws {
            pool,
            random: Random::new(seed),
            times: vec![0; pool.requests() as usize],
            up_to: vec![0; pool.entries.len()],
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
        for (up_to, entry) in self.up_to.iter_mut().zip(&self.pool.entries) {
            let times = self.times.get(entry.owner as usize).copied().unwrap_or(0);
            sum += u64::from(times) * u64::from(entry.count);
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
        let position = self.up_to.partition_point(|up_to| *up_to <= index);
        self.pool.entries.get(position).map(|entry| entry.value)
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
            requests in prop::collection::vec(prop::collection::vec(0_u64..90_000, 1..8), 1..20),
        ) {
            let pool = Pool::new(requests.iter().map(Vec::as_slice));
            let mut draws = Draws::new(&pool, 1);
            draws.times.fill(1);
            draws.add_up();
            for percent in Percent::ALL {
                prop_assert_eq!(draws.percentile(percent), percentile(&pool.values, percent));
            }
        }
    }
}
