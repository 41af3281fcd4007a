//! Units as types. Times are whole microseconds, counted from the moment the request was sent.

use serde::{Deserialize, Serialize};

/// A duration, or an instant as offset from a request's own start, in whole microseconds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Micros(pub u64);

impl Micros {
    /// No time at all.
    pub const ZERO: Micros = Micros(0);

    /// Rounds a browser time in milliseconds to whole microseconds; negative and non-finite input gives zero.
    #[must_use]
    pub fn from_millis(ms: f64) -> Self {
        // `as` saturates and maps NaN to zero, which is what the doc promises.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Micros((ms * 1000.0).round() as u64)
    }

    /// Whole seconds.
    #[must_use]
    pub const fn from_secs(secs: u32) -> Self {
        Micros(secs as u64 * 1_000_000)
    }

    /// The same time in milliseconds.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // exact below 2^53 µs, which is 285 years
    pub fn as_millis(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// The same time in seconds.
    #[must_use]
    pub fn as_secs(self) -> f64 {
        self.as_millis() / 1000.0
    }

    /// Time from `earlier` to `self`, `None` if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Micros) -> Option<Micros> {
        match self.0.checked_sub(earlier.0) {
            Some(us) => Some(Micros(us)),
            None => None,
        }
    }
}

/// Streaming speed in tokens per second.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokensPerSecond(pub f64);

/// Microseconds per output token (TPOT); the inverse of [`TokensPerSecond`].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MicrosPerToken(pub f64);

/// A pace in words per minute (characters per minute for Chinese and Japanese).
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Wpm(pub f64);

/// A share between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Share(pub f64);

/// A point in wall-clock time: milliseconds since 1970-01-01 UTC, with fraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EpochMillis(pub f64);

impl EpochMillis {
    /// The same to whole microseconds: clocks tell no more, and JSON gives back exactly what it was given.
    #[must_use]
    pub fn rounded(self) -> Self {
        EpochMillis((self.0 * 1000.0).round() / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn millis_round_to_the_nearest_microsecond() {
        assert_eq!(Micros::from_millis(0.0005), Micros(1));
        assert_eq!(Micros::from_millis(200.0), Micros(200_000));
        assert_eq!(Micros::from_millis(-1.0), Micros::ZERO);
        assert_eq!(Micros::from_millis(f64::NAN), Micros::ZERO);
    }

    #[test]
    fn a_time_before_the_reference_has_no_difference() {
        assert_eq!(Micros(5).since(Micros(2)), Some(Micros(3)));
        assert_eq!(Micros(2).since(Micros(5)), None);
    }
}
