//! The report's plain numbers as text: gives each its unit back and hands it to [`crate::format`].

use crate::format;
use crate::units::{Micros, MicrosPerToken, TokensPerSecond, Wpm};

/// Shown where there is no number.
pub const NONE: &str = "–";

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
    if us == 0 {
        "none".to_owned()
    } else {
        micros(us, tick_us)
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

/// A whole number.
#[must_use]
pub fn count(n: u32) -> String {
    format::grouped(u64::from(n))
}

/// "1 request", "2 requests".
#[must_use]
pub fn counted(n: u32, noun: &str) -> String {
    format::counted(usize::try_from(n).unwrap_or(usize::MAX), noun)
}
