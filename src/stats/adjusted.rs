//! Percentiles that count failures as answers that never come.

use super::percentile::Percent;
use crate::missing::{Measured, Missing};

/// Nearest-rank percentile (`ceil(P n / 100)`) over successes and failures, a failure being infinitely slow. No
/// interpolation, since that would give NaN at the border. `FailureAtRank` means "not reached".
///
/// Source: AIPerf, <https://github.com/ai-dynamo/aiperf>.
///
/// # Errors
/// `NoSuccess` without any request, `FailureAtRank` if the rank falls on a failure.
pub fn failure_adjusted(ascending: &[f64], failures: u32, percent: Percent) -> Measured<f64> {
    let all = ascending.len() + failures as usize;
    if all == 0 {
        return Err(Missing::NoSuccess);
    }
    let rank = (percent.of_100() * all).div_ceil(100);
    ascending
        .get(rank.saturating_sub(1))
        .copied()
        .ok_or(Missing::FailureAtRank)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: [f64; 10] = [
        120.0, 135.0, 150.0, 160.0, 180.0, 210.0, 240.0, 300.0, 420.0, 900.0,
    ];

    fn close(found: Measured<f64>, wanted: f64) {
        assert!((found.unwrap() - wanted).abs() < 1e-9);
    }

    #[test]
    fn x_adj() {
        close(failure_adjusted(&TEN, 0, Percent::P50), 180.0);
        close(failure_adjusted(&TEN, 0, Percent::P90), 420.0);
        close(failure_adjusted(&TEN, 0, Percent::P95), 900.0);
        close(failure_adjusted(&TEN, 0, Percent::P99), 900.0);
    }

    #[test]
    fn x_adj_fail() {
        close(failure_adjusted(&TEN, 2, Percent::P50), 210.0);
        close(failure_adjusted(&TEN, 2, Percent::P75), 420.0);
        assert_eq!(
            failure_adjusted(&TEN, 2, Percent::P90),
            Err(Missing::FailureAtRank)
        );
        assert_eq!(
            failure_adjusted(&[], 0, Percent::P50),
            Err(Missing::NoSuccess)
        );
    }
}
