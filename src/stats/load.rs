//! Numbers of a run as a whole: how much worked, how much came out, how much was in flight.

use super::distribution::Fraction;
use crate::missing::{Measured, Missing};
use crate::units::{Micros, Share, TokensPerSecond};

/// Share of requests that gave an answer. `None` if none was judged.
#[must_use]
pub fn success_rate(ok: Fraction) -> Option<Share> {
    (ok.of > 0).then(|| Share(f64::from(ok.hits) / f64::from(ok.of)))
}

/// Tokens of all good answers of the measured window / its wall time, hidden thinking included.
///
/// # Errors
/// `MissingInput` if the wall time is not known or zero.
pub fn aggregate_tps(tokens: f64, wall: Option<Micros>) -> Measured<TokensPerSecond> {
    match wall {
        Some(wall) if wall > Micros::ZERO => Ok(TokensPerSecond(tokens / wall.as_secs())),
        _ => Err(Missing::MissingInput("wall_us")),
    }
}

/// Mean number of requests in flight, by Little's law: rate × mean residence, which is total residence / wall time.
#[must_use]
pub fn mean_in_flight(residence: Micros, wall: Micros) -> Option<f64> {
    (wall > Micros::ZERO).then(|| residence.as_secs() / wall.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_agg() {
        // R1 0-10 s, R2 0-6, R3 6-12, R4 10-16; one token at each whole second after the send.
        let tokens = 10.0 + 6.0 + 6.0 + 6.0;
        let speed = aggregate_tps(tokens, Some(Micros::from_secs(16))).unwrap();
        assert!((speed.0 - 1.75).abs() < 1e-9);
        assert!(aggregate_tps(tokens, Some(Micros::ZERO)).is_err());
        assert!(aggregate_tps(tokens, None).is_err());
    }

    #[test]
    fn x_little() {
        // 48 requests of 9.9 s on average, in 60 s.
        let residence = Micros(48 * 9_900_000);
        let mean = mean_in_flight(residence, Micros::from_secs(60)).unwrap();
        assert!((mean - 7.92).abs() < 1e-9);
        assert!(((1.0 - mean / 8.0) * 100.0 - 1.0).abs() < 1e-9);
        assert_eq!(mean_in_flight(residence, Micros::ZERO), None);
    }

    #[test]
    fn success_needs_something_to_judge() {
        assert_eq!(success_rate(Fraction { hits: 0, of: 0 }), None);
        let rate = success_rate(Fraction { hits: 19, of: 20 }).unwrap();
        assert!((rate.0 - 0.95).abs() < 1e-12);
    }
}
