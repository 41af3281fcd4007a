//! From values to positions, and round numbers for the grid.

/// Maps values from zero to `top` onto positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    top: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Zero lies at `from`, `top` at `to`. A top that is not positive is taken as one, so that nothing divides by zero.
    #[must_use]
    pub fn new(top: f64, from: f64, to: f64) -> Self {
        let top = if top > 0.0 { top } else { 1.0 };
        Scale { top, from, to }
    }

    /// Whether a value lies on the scale and not beyond it.
    #[must_use]
    pub fn reaches(&self, value: f64) -> bool {
        value <= self.top
    }

    /// Position of a value; values outside stay at the edge.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let share = (value / self.top).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }
}

/// Distance between grid lines: 1, 2 or 5 times a power of ten, so that at most `lines` of them reach `max`. One for a
/// maximum that is not positive.
#[must_use]
pub fn step(max: f64, lines: u32) -> f64 {
    if max <= 0.0 || !max.is_finite() {
        return 1.0;
    }
    let rough = max / f64::from(lines.max(1));
    // By multiplying: a logarithm and a power would be a KB of code each.
    let mut power = 1.0;
    while power * 10.0 <= rough {
        power *= 10.0;
    }
    while power > rough {
        power /= 10.0;
    }
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|factor| factor * power >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0);
    factor * power
}

/// Multiples of `step` from zero to the first that is not below `max`.
#[must_use]
pub fn grid(max: f64, step: f64) -> Vec<f64> {
    let mut lines = vec![0.0];
    let mut n = 0u32;
    // At most a hundred, whatever the caller asks for.
    while lines.last().is_some_and(|last| *last < max * (1.0 - 1e-9)) && n < 100 {
        n += 1;
        lines.push(f64::from(n) * step);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few() {
        for (max, expected) in [
            (344.0, 100.0),
            (1.0, 0.5),
            (9.4, 5.0),
            (4.0, 1.0),
            (41.0, 20.0),
        ] {
            let step = step(max, 4);
            assert!((step - expected).abs() < 1e-9, "{max}: {step}");
            assert!(max / step <= 4.0 + 1e-9);
        }
    }

    #[test]
    fn nothing_and_nonsense_still_give_a_grid() {
        for max in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!((step(max, 4) - 1.0).abs() < f64::EPSILON);
        }
        assert_eq!(grid(0.0, 1.0).len(), 1);
        assert_eq!(grid(344.0, 100.0).len(), 5);
    }

    #[test]
    fn values_outside_stay_at_the_edge() {
        let scale = Scale::new(10.0, 100.0, 0.0);
        assert!((scale.at(5.0) - 50.0).abs() < 1e-9);
        assert!(scale.at(20.0).abs() < 1e-9);
        assert!((scale.at(-1.0) - 100.0).abs() < 1e-9);
        assert!((Scale::new(0.0, 0.0, 10.0).at(0.0)).abs() < 1e-9);
    }
}
