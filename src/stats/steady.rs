//! The part of a run in which the load was really there.

use crate::missing::{Measured, Missing};
use crate::units::{Micros, TokensPerSecond};

/// Between the end of one request and the send of the next the worker needs a moment: a dip this short is no lack of load
/// (choice).
const HANDOVER: Micros = Micros(20_000);
/// Requests that have to end inside the span, for each one in flight: all places were used about twice.
const COMPLETIONS_PER_PLACE: u32 = 2;

/// When a request was in flight, on one clock of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Its send.
    pub sent: Micros,
    /// The end of its stream.
    pub closed: Micros,
}

/// A span under load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its start.
    pub from: Micros,
    /// Its end.
    pub to: Micros,
}

impl Span {
    /// Its length.
    #[must_use]
    pub const fn length(&self) -> Micros {
        Micros(self.to.0.saturating_sub(self.from.0))
    }

    /// After its start, up to its end.
    #[must_use]
    pub fn holds(&self, at: Micros) -> bool {
        self.from < at && at <= self.to
    }

    /// Of tokens with their times, those that came in it.
    pub fn sum(&self, tokens: impl Iterator<Item = (Micros, f64)>) -> f64 {
        tokens
            .filter(|(at, _)| self.holds(*at))
            .map(|(_, tokens)| tokens)
            .sum()
    }

    /// Speed at which so many tokens came in it.
    #[must_use]
    pub fn speed(&self, tokens: f64) -> TokensPerSecond {
        TokensPerSecond(tokens / self.length().as_secs())
    }

    /// Requests that ended in it.
    #[must_use]
    pub fn completions(&self, flights: &[Flight]) -> u32 {
        let ended = flights.iter().filter(|flight| self.holds(flight.closed));
        u32::try_from(ended.count()).unwrap_or(u32::MAX)
    }
}

/// Requests that have to be in flight for a load of `target`: `ceil(0.9 target)`.
#[must_use]
pub const fn enough_in_flight(target: u32) -> u32 {
    let (tenths, rest) = (target / 10, target % 10);
    tenths * 9 + (rest * 9).div_ceil(10)
}

/// The longest span in which enough requests were in flight; of equals the first. `None` if there is no such time.
#[must_use]
pub fn longest_span(flights: &[Flight], target: u32) -> Option<Span> {
    let mut changes: Vec<(Micros, bool)> = flights
        .iter()
        .flat_map(|flight| [(flight.sent, false), (flight.closed, true)])
        .collect();
    // A send at the moment of an end comes first, so that the handover is no dip.
    changes.sort_unstable();
    let enough = enough_in_flight(target).max(1);
    let (mut in_flight, mut open) = (0_u32, None::<Span>);
    let mut longest: Option<Span> = None;
    for (at, ends) in changes {
        let was_enough = in_flight >= enough;
        in_flight = if ends {
            in_flight.saturating_sub(1)
        } else {
            in_flight + 1
        };
        match (was_enough, in_flight >= enough) {
            (false, true) => {
                let resumed = open.filter(|span| at.0 - span.to.0 <= HANDOVER.0);
                open = Some(resumed.unwrap_or(Span { from: at, to: at }));
            }
            (true, false) => {
                if let Some(span) = &mut open {
                    span.to = at;
                    if longest.is_none_or(|known| known.length() < span.length()) {
                        longest = Some(*span);
                    }
                }
            }
            _ => {}
        }
    }
    longest.filter(|span| span.length() > Micros::ZERO)
}

/// The steady state of a run: its longest span under load, if that lasted.
///
/// # Errors
/// `TooFew` if fewer than two requests for each one in flight ended in the span, or if there is no span.
pub fn steady_span(flights: &[Flight], target: u32) -> Measured<Span> {
    let needs = target.saturating_mul(COMPLETIONS_PER_PLACE);
    longest_span(flights, target)
        .filter(|span| span.completions(flights) >= needs)
        .ok_or(Missing::TooFew { needs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn flight(sent_s: u32, closed_s: u32) -> Flight {
        Flight {
            sent: Micros::from_secs(sent_s),
            closed: Micros::from_secs(closed_s),
        }
    }

    const FOUR: [Flight; 4] = [flight(0, 10), flight(0, 6), flight(6, 12), flight(10, 16)];

    /// One token at each whole second after the send.
    fn tokens(flights: &[Flight]) -> impl Iterator<Item = (Micros, f64)> {
        flights.iter().flat_map(|flight| {
            let (sent, closed) = (flight.sent.0 / 1_000_000, flight.closed.0 / 1_000_000);
            (sent + 1..=closed).map(|s| (Micros(s * 1_000_000), 1.0))
        })
    }

    #[test]
    fn x_ceil() {
        assert_eq!([1, 2, 8, 10, 11].map(enough_in_flight), [1, 2, 8, 9, 10]);
    }

    #[test]
    fn x_steady() {
        let span = longest_span(&FOUR, 2).unwrap();
        assert_eq!((span.from, span.to), (Micros::ZERO, Micros::from_secs(12)));
        let speed = span.speed(span.sum(tokens(&FOUR)));
        assert!((speed.0 - 2.0).abs() < 1e-9);
        // Three ended in it; to be shown it takes four.
        assert_eq!(span.completions(&FOUR), 3);
        assert_eq!(
            steady_span(&FOUR, 2).unwrap_err(),
            Missing::TooFew { needs: 4 }
        );
    }

    #[test]
    fn a_long_enough_run_has_its_steady_speed() {
        let flights: Vec<Flight> = (0..6)
            .flat_map(|i| [flight(4 * i, 4 * i + 4), flight(4 * i, 4 * i + 4)])
            .chain([flight(24, 60)])
            .collect();
        let span = steady_span(&flights, 2).unwrap();
        let speed = span.speed(span.sum(tokens(&flights)));
        assert_eq!((span.from, span.to), (Micros::ZERO, Micros::from_secs(24)));
        assert!((speed.0 - 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_handover_is_no_dip_and_a_pause_is() {
        let with_pause = |us: u64| {
            let one = Flight {
                sent: Micros::ZERO,
                closed: Micros(1_000_000),
            };
            let next = Flight {
                sent: Micros(1_000_000 + us),
                closed: Micros(3_000_000),
            };
            longest_span(&[one, next], 1).unwrap()
        };
        assert_eq!(with_pause(20_000).from, Micros::ZERO);
        assert_eq!(with_pause(20_001).from, Micros(1_020_001));
    }

    #[test]
    fn no_load_has_no_span() {
        assert_eq!(longest_span(&[], 1), None);
        assert_eq!(longest_span(&[flight(0, 5), flight(5, 9)], 2), None);
        assert_eq!(longest_span(&[flight(3, 3)], 1), None);
    }

    proptest! {
        #[test]
        fn enough_is_nine_tenths_rounded_up(target in 1_u32..10_000) {
            let enough = enough_in_flight(target);
            prop_assert!(enough * 10 >= target * 9 && (enough - 1) * 10 < target * 9);
        }

        #[test]
        fn the_span_lies_inside_the_run(
            flights in prop::collection::vec((0_u64..5_000_000, 1_u64..900_000), 1..40), target in 1_u32..6,
        ) {
            let flights: Vec<Flight> = flights
                .into_iter()
                .map(|(sent, length)| Flight { sent: Micros(sent), closed: Micros(sent + length) })
                .collect();
            if let Some(span) = longest_span(&flights, target) {
                prop_assert!(span.from >= flights.iter().map(|f| f.sent).min().unwrap());
                prop_assert!(span.to <= flights.iter().map(|f| f.closed).max().unwrap());
            }
        }
    }
}
