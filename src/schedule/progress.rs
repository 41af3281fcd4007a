//! Keeps the page from drowning in messages.

use crate::units::Micros;

/// Least time from one progress message to the next, whatever the token rate.
const LEAST_GAP: Micros = Micros(100_000);

/// Lets at most ten messages a second through.
#[derive(Clone, Copy, Debug, Default)]
pub struct Throttle {
    last: Option<Micros>,
}

impl Throttle {
    /// Whether a message may go out now; if so it is taken as sent.
    pub fn pass(&mut self, now: Micros) -> bool {
        let free = self
            .last
            .is_none_or(|last| now.since(last).is_some_and(|gap| gap >= LEAST_GAP));
        if free {
            self.last = Some(now);
        }
        free
    }
}
