//! The report's plain numbers as text: gives each its unit back and hands it to [`crate::format`].

use crate::format;
use crate::units::{Micros, MicrosPerToken, TokensPerSecond, Wpm};
use crate::verdict::scores::Input;

/// Shown where there is no number.
pub const NONE: &str = "–";

/// Shown where no freeze was.
const NO_FREEZE: &str = "none";

/// A time in µs that is exact to so many µs.
#[must_use]
pub fn time(us: f64, exact_to_us: u64) -> String {
    format::duration_exact_to(us, Micros(exact_to_us))
}

/// The same for a whole number of µs.
#[must_use]
#[allow(clippy::cast_precision_loss)] // exact below 2^53 µs, which is 285 years
pub fn micros(us: u64, tick_us: u64) -> String {
    time(us as f64, tick_us)
}

/// A time for each token, in µs.
#[must_use]
pub fn per_token(us: f64) -> String {
    format::per_token(MicrosPerToken(us))
}

/// A freeze: "none" instead of a zero.
#[must_use]
pub fn freeze(us: u64, tick_us: u64) -> String {
    #[allow(clippy::cast_precision_loss)] // exact below 2^53 µs
    freeze_time(us as f64, tick_us)
}

/// The same for a value between two of them.
#[must_use]
pub fn freeze_time(us: f64, tick_us: u64) -> String {
    if us > 0.0 {
        time(us, tick_us)
    } else {
        NO_FREEZE.to_owned()
    }
}

/// A speed in tokens per second.
#[must_use]
pub fn speed(tps: f64) -> String {
    format::speed(TokensPerSecond(tps))
}

/// A pace in words per minute.
#[must_use]
pub fn pace(wpm: f64) -> String {
    format::words_per_minute(Wpm(wpm))
}

/// A value or a cut of a use-case score, in the unit of its number.
#[must_use]
pub fn score(input: Input, value: f64, tick_us: u64) -> String {
    match (input, input.unit()) {
        (Input::LongestStallUs | Input::LongestStallAloudUs, _) => freeze_time(value, tick_us),
        (_, "us") => time(value, tick_us),
        (_, "tok/s") => speed(value),
        (_, "wpm") => pace(value),
        (Input::ReadingMargin, _) => format::factor(value),
        _ => format::percent(value),
    }
}

/// A time in RFC 3339 as people write it, to the minute: "2026-01-02 03:04 UTC".
#[must_use]
pub fn moment(rfc_3339: &str) -> String {
    match rfc_3339.get(..16) {
        Some(time) => [&time.replace('T', " "), " UTC"].concat(),
        None => "At an unknown time".to_owned(),
    }
}

/// A whole number.
#[must_use]
pub fn count(n: u32) -> String {
    format::grouped(u64::from(n))
}

/// A whole number that is kept as a float.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a count below 2^53
pub fn whole(n: f64) -> String {
    format::grouped(n.max(0.0) as u64)
}

/// "1 request", "2 requests".
#[must_use]
pub fn counted(n: u32, noun: &str) -> String {
    format::counted(usize::try_from(n).unwrap_or(usize::MAX), noun)
}
