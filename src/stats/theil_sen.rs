//! A line through points that single outliers cannot turn.

use super::percentile::{Percent, percentile};
use crate::order::sort_numbers;

/// Half the width of a 95 % range of the normal distribution.
const Z: f64 = 1.96;

/// A slope with its 95 % range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// Middle of the slopes of all pairs.
    pub middle: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Slope {
    /// The same in another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Slope {
            middle: self.middle * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }
}

/// Median of the slopes of all pairs of points `(x, y)` with different x; range from the sorted slopes at the ranks
/// `floor((M - c) / 2)` and `ceil((M + c) / 2) + 1`, M = pairs, `c = 1.96 sqrt(n (n - 1) (2 n + 5) / 18)`. `None` if the points are
/// too few for such ranks. The time grows with the square of their number.
///
/// Source: Sen 1968, <https://doi.org/10.1080/01621459.1968.10480934>.
#[must_use]
pub fn theil_sen(points: &[(f64, f64)]) -> Option<Slope> {
    let mut slopes = Vec::with_capacity(points.len() * points.len() / 2);
    for (i, a) in points.iter().enumerate() {
        for b in points.iter().skip(i + 1) {
            let across = b.0 - a.0;
            if across != 0.0 {
                slopes.push((b.1 - a.1) / across);
            }
        }
    }
    sort_numbers(&mut slopes);
    let (n, pairs) = (points.len() as f64, slopes.len() as f64);
    let c = Z * (n * (n - 1.0) * (2.0 * n + 5.0) / 18.0).sqrt();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // saturates at zero, which is no rank
    let at = |rank: f64| slopes.get((rank as usize).checked_sub(1)?).copied();
    Some(Slope {
        middle: percentile(&slopes, Percent::P50)?,
        low: at(((pairs - c) / 2.0).floor())?,
        high: at(((pairs + c) / 2.0).ceil() + 1.0)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_theilsen() {
        let y = [
            6010.0, 6240.0, 6510.0, 6740.0, 9900.0, 7260.0, 7490.0, 7760.0, 7990.0, 8260.0,
        ];
        let points: Vec<(f64, f64)> = (1..).map(|i| f64::from(i) * 250.0).zip(y).collect();
        let slope = theil_sen(&points).map(|slope| slope.times(1_000.0));
        let rounded = slope.map(|s| [s.middle, s.low, s.high].map(|x| (x * 10.0).round() / 10.0));
        assert_eq!(rounded, Some([1000.0, 973.3, 1020.0]));
    }

    #[test]
    fn too_few_points_have_no_slope() {
        assert_eq!(theil_sen(&[]), None);
        assert_eq!(theil_sen(&[(1.0, 1.0), (2.0, 2.0)]), None);
        assert_eq!(theil_sen(&[(1.0, 1.0); 12]), None, "one place has no slope");
    }
}
