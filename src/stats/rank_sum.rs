//! The Mann-Whitney distribution: how often values of one set come before those of another if both are alike.

/// Largest set for which the distribution is counted out; above it the normal distribution is as good.
const EXACT_UP_TO: usize = 30;
/// Probability left out on each side of a 95 % range.
const SIDE: f64 = 0.025;
/// Quantile of the standard normal distribution that leaves [`SIDE`] out.
const NORMAL_QUANTILE: f64 = 1.959_964;

/// Rank `K` of the lower end of a 95 % range among the `n * m` sorted ratios (or differences); the upper end has rank
/// `nm + 1 - K`. `None` if no rank leaves so little out.
///
/// Source: Hoefler and Belli 2015, <https://doi.org/10.1145/2807591.2807644>.
pub(super) fn outer_rank(n: usize, m: usize) -> Option<usize> {
    if n <= EXACT_UP_TO && m <= EXACT_UP_TO {
        exact_rank(n, m)
    } else {
        approximate_rank(n, m)
    }
}

/// One more than the largest `u` with `P(U <= u) <= 0.025`, which is the first `u` above it.
fn exact_rank(n: usize, m: usize) -> Option<usize> {
    let ways = ways(n, m);
    let limit = SIDE * ways.iter().sum::<f64>();
    let mut below = 0.0;
    ways.iter()
        .position(|ways| {
            below += ways;
            below > limit
        })
        .filter(|rank| *rank > 0)
}

/// In how many orders of `n` and `m` values `U` is 0, 1, … `nm`: `w(n, m, u) = w(n, m - 1, u) + w(n - 1, m, u - m)`.
fn ways(n: usize, m: usize) -> Vec<f64> {
    let all = n * m + 1;
    // One row for each number of first values, for no second value yet: one order, U = 0.
    let mut rows = vec![vec![0.0; all]; n + 1];
    for row in &mut rows {
        row[0] = 1.0;
    }
    for seconds in 1..=m {
        for firsts in 1..=n {
            let (before, row) = rows.split_at_mut(firsts);
            let (fewer, row) = (&before[firsts - 1], &mut row[0]);
            for (ways, more) in row.iter_mut().skip(seconds).zip(fewer) {
                *ways += more;
            }
        }
    }
    rows.swap_remove(n)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // between 0 and nm, which was a usize
fn approximate_rank(n: usize, m: usize) -> Option<usize> {
    let pairs = n as f64 * m as f64;
    let spread = (pairs * (n + m + 1) as f64 / 12.0).sqrt();
    let rank = (pairs / 2.0 - NORMAL_QUANTILE * spread).floor() + 1.0;
    (rank >= 1.0).then_some(rank as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_hl_ranks() {
        for (n, low, high) in [
            (5, 3, 23),
            (8, 14, 51),
            (10, 24, 77),
            (20, 128, 273),
            (30, 318, 583),
        ] {
            assert_eq!(outer_rank(n, n), Some(low), "{n}");
            assert_eq!(n * n + 1 - low, high);
        }
    }

    #[test]
    fn x_hl_approx() {
        assert_eq!(outer_rank(50, 50), Some(966));
        // Where both can be had they agree within a few ranks of 900.
        let (exact, close) = (
            exact_rank(30, 30).unwrap(),
            approximate_rank(30, 30).unwrap(),
        );
        assert!(exact.abs_diff(close) <= 2, "{exact} {close}");
    }

    #[test]
    fn orders_are_counted_out() {
        // Two of four places: AABB ABAB ABBA BAAB BABA BBAA.
        assert_eq!(ways(2, 2), [1.0, 1.0, 2.0, 1.0, 1.0]);
        assert!((ways(30, 30).iter().sum::<f64>() / 1.182_645_815_646_101_4e17 - 1.0).abs() < 1e-9);
        assert_eq!(
            ways(3, 7).iter().rev().copied().collect::<Vec<_>>(),
            ways(3, 7)
        );
        assert_eq!(ways(3, 7), ways(7, 3));
    }

    #[test]
    fn too_few_have_no_rank() {
        assert_eq!(outer_rank(3, 3), None);
        assert_eq!(outer_rank(1, 40), None);
    }
}
