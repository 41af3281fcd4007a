//! Speeds, paces, factors and shares.

use super::number::significant;
use super::time::duration;
use crate::units::{MicrosPerToken, TokensPerSecond, Wpm};

/// Time for each token: "42.1 ms".
#[must_use]
pub fn per_token(tpot: MicrosPerToken) -> String {
    let ms = tpot.0 / 1000.0;
    if ms < 99.95 {
        format!("{ms:.1} ms")
    } else {
        duration(tpot.0)
    }
}

/// A speed: "31.2 tok/s", "238 tok/s".
#[must_use]
pub fn speed(tps: TokensPerSecond) -> String {
    if tps.0 < 99.95 {
        format!("{:.1} tok/s", tps.0)
    } else {
        format!("{} tok/s", significant(tps.0))
    }
}

/// A reading or writing pace: "238 wpm", "1,500 wpm".
#[must_use]
pub fn words_per_minute(wpm: Wpm) -> String {
    format!("{} wpm", significant(wpm.0.round()))
}

/// A factor: "0.8×", "3.1×", "24×".
#[must_use]
pub fn factor(times: f64) -> String {
    if times < 9.95 {
        format!("{times:.1}×")
    } else {
        format!("{}×", significant(times.round()))
    }
}

/// A share: "95 %", "54.5 %". Only all is "100 %" and only none is "0 %".
#[must_use]
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if share > 0.0 && percent < 0.1 {
        return "under 0.1 %".to_owned();
    }
    if share < 1.0 && percent > 99.9 {
        return "over 99.9 %".to_owned();
    }
    let text = format!("{percent:.1}");
    format!("{} %", text.strip_suffix(".0").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_have_one_decimal_below_a_hundred() {
        assert_eq!(speed(TokensPerSecond(31.24)), "31.2 tok/s");
        assert_eq!(speed(TokensPerSecond(237.6)), "238 tok/s");
        assert_eq!(speed(TokensPerSecond(23_609.0)), "23,600 tok/s");
        assert_eq!(per_token(MicrosPerToken(42_084.0)), "42.1 ms");
        assert_eq!(per_token(MicrosPerToken(1_200_000.0)), "1.20 s");
        assert_eq!(words_per_minute(Wpm(1_503.0)), "1,500 wpm");
        assert_eq!(words_per_minute(Wpm(238.0)), "238 wpm");
        assert_eq!(factor(3.06), "3.1×");
        assert_eq!(factor(12.6), "13×");
    }

    #[test]
    fn only_all_is_a_hundred_percent() {
        assert_eq!(percent(1.0), "100 %");
        assert_eq!(percent(0.9999), "over 99.9 %");
        assert_eq!(percent(0.545_45), "54.5 %");
        assert_eq!(percent(0.95), "95 %");
        assert_eq!(percent(0.0001), "under 0.1 %");
        assert_eq!(percent(0.0), "0 %");
    }
}
