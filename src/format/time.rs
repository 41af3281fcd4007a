//! Times: in milliseconds or seconds, with no digit below what is known of them.

use super::number::significant;
use crate::units::Micros;

/// A time: "9.1 ms", "420 ms", "1.23 s", "83.4 s".
#[must_use]
pub fn duration(us: f64) -> String {
    let ms = us / 1000.0;
    if ms < 9.95 {
        format!("{ms:.1} ms")
    } else if ms < 999.5 {
        format!("{ms:.0} ms")
    } else {
        format!("{} s", significant(ms / 1000.0))
    }
}

/// Place of the last digit that a time is shown with, µs: a power of ten. Three significant digits, tenths of a millisecond at
/// most, and no digit below the error: the power of ten next to it, but never above the time's own first digit.
#[must_use]
pub fn last_digit(us: f64, exact_to: Micros) -> f64 {
    last_digit_from(us, own_last_digit(us), exact_to)
}

/// The last digit of a time that is exact, as [`duration`] shows it.
fn own_last_digit(us: f64) -> f64 {
    if us < 9_950.0 {
        return 100.0;
    }
    let mut step = 1_000.0;
    while us >= step * 999.5 {
        step *= 10.0;
    }
    step
}

fn last_digit_from(us: f64, mut step: f64, exact_to: Micros) -> f64 {
    let error = exact_to.0 as f64;
    // On a scale of ratios: 3.16 is as far from 1 as from 10.
    while step * 3.16 < error && (us < error || step * 10.0 <= us) {
        step *= 10.0;
    }
    step
}

/// A time that may be off by so much: the clock's step, or the whole error. No digit below that is shown, but always the first
/// one: what is shorter than its error is no zero.
#[must_use]
pub fn duration_exact_to(us: f64, exact_to: Micros) -> String {
    let mut step = last_digit(us, exact_to);
    if step <= own_last_digit(us) {
        return duration(us);
    }
    while step > 1_000.0 && us < step {
        step /= 10.0;
    }
    if us > 0.0 && us * 2.0 < step {
        return "under 1 ms".to_owned();
    }
    let (number, unit) = in_steps((us / step).round(), step);
    [&number, " ", unit].concat()
}

/// A part of a time: like [`duration_exact_to`], but what would read as zero is "under 1 ms", or under the last digit that can
/// be told.
#[must_use]
pub fn part_exact_to(us: f64, exact_to: Micros) -> String {
    if reads_as_zero(us, exact_to) {
        let step = last_digit(us, exact_to).max(1_000.0);
        let (number, unit) = in_steps(1.0, step);
        return ["under ", &number, " ", unit].concat();
    }
    duration_exact_to(us, exact_to)
}

/// A time of which [`part_exact_to`] can only say what it is under.
#[must_use]
pub fn reads_as_zero(us: f64, exact_to: Micros) -> bool {
    us * 2.0 < last_digit(us, exact_to)
}

/// So many steps of a power of ten, as a number and its unit.
fn in_steps(steps: f64, step: f64) -> (String, &'static str) {
    let us = steps * step;
    let (value, step, unit) = if us < 999_500.0 {
        (us / 1e3, step / 1e3, "ms")
    } else {
        (us / 1e6, step / 1e6, "s")
    };
    let decimals = usize::from(step < 0.9) + usize::from(step < 0.09 && unit == "s");
    (format!("{value:.decimals$}"), unit)
}

/// A range this wide, µs, takes the second decimal of seconds away, from its ends and from the value in it.
const WIDE: f64 = 100_000.0;

/// A time in its likely range, an open side of which is `None`.
#[must_use]
pub fn duration_in_range(us: f64, range: (Option<f64>, Option<f64>), exact_to: Micros) -> String {
    let is_wide = match range {
        (Some(low), Some(high)) => high - low >= WIDE,
        (low, high) => low.or(high).is_some(),
    };
    let tenth = Micros(100_000);
    let exact_to = if is_wide && us >= 999_500.0 {
        exact_to.max(tenth)
    } else {
        exact_to
    };
    duration_exact_to(us, exact_to)
}

/// Two times: "380–510 ms", "1.2–1.6 s", each with its own unit if these differ ("156 ms–1.6 s"); one if both read the same.
/// No digit below the error, and no more decimals than the width of the range deserves: two only if it is narrower than a
/// tenth of a second. Rounded outwards, so that it never excludes a value in it.
#[must_use]
pub fn duration_range(low_us: f64, high_us: f64, exact_to: Micros) -> String {
    let is_short = |us: f64| us < 999_500.0;
    let mut step = own_last_digit(high_us);
    if high_us - low_us >= WIDE && !is_short(high_us) {
        step = step.max(WIDE);
    }
    // Times in one unit have the same decimals.
    let low_step = if is_short(low_us) == is_short(high_us) {
        step
    } else {
        own_last_digit(low_us)
    };
    let low_step = last_digit_from(low_us, low_step, exact_to);
    let step = last_digit_from(high_us, step, exact_to);
    // A trace of a step is an error of binary fractions, not a part of the value.
    let (low, low_unit) = in_steps((low_us / low_step + 1e-6).floor(), low_step);
    let (high, unit) = in_steps((high_us / step - 1e-6).ceil(), step);
    if low_unit != unit {
        [&low, " ", low_unit, "–", &high, " ", unit].concat()
    } else if low == high {
        [&high, " ", unit].concat()
    } else {
        [&low, "–", &high, " ", unit].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_change_their_unit_at_one_second() {
        assert_eq!(duration(900.0), "0.9 ms");
        assert_eq!(duration(9_940.0), "9.9 ms");
        assert_eq!(duration(42_100.0), "42 ms");
        assert_eq!(duration(999_400.0), "999 ms");
        assert_eq!(duration(999_500.0), "1.00 s");
        assert_eq!(duration(12_340_000.0), "12.3 s");
        assert_eq!(duration(1_234_000_000.0), "1,230 s");
    }

    #[test]
    fn a_coarse_clock_shows_no_tenths() {
        assert_eq!(duration_exact_to(4_400.0, Micros(1_000)), "4 ms");
        assert_eq!(duration_exact_to(400.0, Micros(1_000)), "under 1 ms");
        assert_eq!(duration_exact_to(600.0, Micros(1_000)), "1 ms");
        assert_eq!(duration_exact_to(0.0, Micros(1_000)), "0 ms");
        assert_eq!(duration_exact_to(4_420.0, Micros(100)), "4.4 ms");
        assert_eq!(duration_exact_to(250_400.0, Micros(1_000)), "250 ms");
        assert_eq!(duration_exact_to(42_000.0, Micros(16_667)), "40 ms");
        assert_eq!(duration_exact_to(420_000.0, Micros(100_000)), "400 ms");
    }

    #[test]
    fn what_is_shorter_than_its_error_keeps_its_first_digit() {
        assert_eq!(duration_exact_to(25_000.0, Micros(37_000)), "30 ms");
        assert_eq!(duration_exact_to(35_000.0, Micros(102_000)), "40 ms");
        assert_eq!(duration_exact_to(4_400.0, Micros(37_000)), "4 ms");
        assert_eq!(duration_exact_to(158_000.0, Micros(102_000)), "200 ms");
        assert_eq!(duration_exact_to(700.0, Micros(37_000)), "1 ms");
    }

    #[test]
    fn digits_below_the_error_are_left_out() {
        assert_eq!(duration_exact_to(1_234_000.0, Micros(30_000)), "1.23 s");
        assert_eq!(duration_exact_to(1_234_000.0, Micros(40_000)), "1.2 s");
        assert_eq!(duration_exact_to(1_234_000.0, Micros(123_400)), "1.2 s");
        assert_eq!(duration_exact_to(1_234_000.0, Micros(130_000)), "1.2 s");
        assert_eq!(duration_exact_to(1_234_000.0, Micros(600_000)), "1 s");
        assert_eq!(duration_exact_to(12_340_000.0, Micros(2_000_000)), "12 s");
        assert_eq!(duration_exact_to(423_000.0, Micros(50_000)), "400 ms");
        assert_eq!(duration_exact_to(423_000.0, Micros(42_000)), "400 ms");
        assert_eq!(duration_exact_to(423_000.0, Micros(5_000)), "420 ms");
        assert_eq!(duration_exact_to(423_000.0, Micros(3_000)), "423 ms");
        assert_eq!(duration_exact_to(12_000_000.0, Micros(100_000)), "12 s");
        assert_eq!(duration_exact_to(60_000.0, Micros(50_000)), "60 ms");
        assert_eq!(duration_exact_to(4_420.0, Micros(600)), "4 ms");
        assert_eq!(duration_exact_to(4_420.0, Micros(0)), "4.4 ms");
        assert_eq!(duration_exact_to(0.0, Micros(5)), "0.0 ms");
        assert_eq!(duration_exact_to(0.0, Micros(0)), "0.0 ms");
        assert_eq!(duration_exact_to(999_900.0, Micros(200_000)), "1.0 s");
    }

    fn range(low_us: f64, high_us: f64) -> String {
        duration_range(low_us, high_us, Micros(100))
    }

    #[test]
    fn a_part_that_reads_as_zero_is_under_something() {
        assert_eq!(part_exact_to(0.0, Micros(5)), "under 1 ms");
        assert_eq!(part_exact_to(49.0, Micros(5)), "under 1 ms");
        assert_eq!(part_exact_to(50.0, Micros(5)), "0.1 ms");
        assert_eq!(part_exact_to(400.0, Micros(5)), "0.4 ms");
        assert_eq!(part_exact_to(400.0, Micros(1_100)), "under 1 ms");
        assert_eq!(part_exact_to(500.0, Micros(1_100)), "1 ms");
        assert_eq!(part_exact_to(3_000.0, Micros(20_000)), "under 10 ms");
        assert_eq!(part_exact_to(30_000.0, Micros(400_000)), "under 1 s");
        assert_eq!(part_exact_to(42_000.0, Micros(1_100)), "42 ms");
    }

    #[test]
    fn a_range_has_the_decimals_its_width_deserves() {
        assert_eq!(range(380_000.0, 510_000.0), "380–510 ms");
        assert_eq!(range(1_200_000.0, 1_600_000.0), "1.2–1.6 s");
        assert_eq!(range(1_210_000.0, 1_260_000.0), "1.21–1.26 s");
        assert_eq!(range(21_000_000.0, 21_000_000.0), "21.0 s");
        assert_eq!(range(101_000_000.0, 131_000_000.0), "101–131 s");
        assert_eq!(range(4_100.0, 5_200.0), "4.1–5.2 ms");
    }

    #[test]
    fn a_range_never_excludes_a_value_in_it() {
        assert_eq!(range(156_000.0, 1_510_000.0), "156 ms–1.6 s");
        assert_eq!(range(900_000.0, 1_200_000.0), "900 ms–1.2 s");
        assert_eq!(range(960_000.0, 1_020_000.0), "960 ms–1.02 s");
        assert_eq!(range(900_000.0, 999_400.0), "900 ms–1.00 s");
        assert_eq!(range(1_260_000.0, 1_640_000.0), "1.2–1.7 s");
        assert_eq!(range(42_600.0, 44_400.0), "42–45 ms");
    }

    #[test]
    fn a_range_has_no_digits_below_the_error() {
        let range = |low, high, error| duration_range(low, high, Micros(error));
        assert_eq!(range(383_000.0, 512_000.0, 20_000), "380–520 ms");
        assert_eq!(range(383_000.0, 512_000.0, 50_000), "300–600 ms");
        assert_eq!(range(1_210_000.0, 1_260_000.0, 50_000), "1.2–1.3 s");
        assert_eq!(range(4_100.0, 5_200.0, 1_100), "4–6 ms");
    }

    #[test]
    fn a_value_has_no_second_decimal_in_a_wide_range() {
        let shown = |range| duration_in_range(1_234_000.0, range, Micros(100));
        assert_eq!(shown((Some(1_190_000.0), Some(1_289_000.0))), "1.23 s");
        assert_eq!(shown((Some(1_190_000.0), Some(1_290_000.0))), "1.2 s");
        assert_eq!(shown((Some(1_190_000.0), None)), "1.2 s");
        assert_eq!(shown((None, None)), "1.23 s");
        let short = duration_in_range(423_000.0, (Some(350_000.0), None), Micros(100));
        assert_eq!(short, "423 ms");
    }

    /// No time has more than three significant digits, or one below its error.
    #[test]
    fn no_digit_says_more_than_is_known() {
        for us in (0..60).map(|i| 37.0 * 1.41_f64.powi(i)) {
            for error in [0_u32, 5, 100, 1_000, 1_100, 7_300, 16_667, 51_000, 240_000] {
                let text = duration_exact_to(us, Micros(error.into()));
                let (number, unit) = text.split_once(' ').unwrap();
                let digits: String = number.chars().filter(char::is_ascii_digit).collect();
                let significant = digits.trim_start_matches('0');
                let decimals = number.split_once('.').map_or(0, |(_, d)| d.len());
                let unit_us = if unit == "s" { 1e6 } else { 1e3 };
                // Zeros at the end of a whole number only fill its place.
                let filled = if decimals == 0 {
                    significant.trim_end_matches('0')
                } else {
                    significant
                };
                assert!(filled.len() <= 3, "{us} ± {error}: {text}");
                let zeros = if decimals == 0 {
                    significant.len() - filled.len()
                } else {
                    0
                };
                let place = unit_us
                    * 10_f64.powi(i32::try_from(zeros).unwrap() - i32::try_from(decimals).unwrap());
                let first = 10_f64.powf(us.log10().floor());
                let error = f64::from(error);
                assert!(
                    place * 3.16 >= error.min(first) || us < error,
                    "{us} ± {error}: {text}"
                );
            }
        }
    }
}
