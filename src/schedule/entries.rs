//! Finds the Resource Timing entry that belongs to a request. All requests of a run have the same address, so they are
//! told apart by their times.

use crate::trace::NetworkTiming;
use crate::units::Micros;

/// An entry as the browser gives it, on the clock of `performance.now()`; zero stands for "not told".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// `startTime`.
    pub start: Micros,
    /// `responseEnd`.
    pub response_end: Micros,
    /// `fetchStart`.
    pub fetch_start: Micros,
    /// `connectStart`.
    pub connect_start: Micros,
    /// `connectEnd`.
    pub connect_end: Micros,
    /// `requestStart`.
    pub request_start: Micros,
    /// `finalResponseHeadersStart` where the browser has it, else `responseStart`.
    pub response_start: Micros,
    /// `nextHopProtocol`; empty if not told.
    pub protocol: String,
}

/// The browser stamps the start inside `fetch()`, just after our own stamp; this is room for a coarse clock.
const START_EARLIEST: Micros = Micros(2_000);
/// Room for a busy moment between our stamp and the browser's.
const START_LATEST: Micros = Micros(50_000);

/// Entries that no request has claimed yet.
#[derive(Clone, Debug, Default)]
pub struct Entries(Vec<Entry>);

impl Entries {
    /// Adds an entry.
    pub fn add(&mut self, entry: Entry) {
        self.0.push(entry);
    }

    /// Forgets all entries.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes the entry of the request that was sent at `sent` and whose body ended at `closed`: among those that started
    /// with it, the one that is nearest at both ends.
    pub fn claim(&mut self, sent: Micros, closed: Micros) -> Option<Entry> {
        let from = Micros(sent.0.saturating_sub(START_EARLIEST.0));
        let to = Micros(sent.0 + START_LATEST.0);
        let distance = |entry: &Entry| {
            entry.start.0.abs_diff(sent.0) + entry.response_end.0.abs_diff(closed.0)
        };
        let (position, _) = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, entry)| (from..=to).contains(&entry.start))
            .min_by_key(|(_, entry)| distance(entry))?;
        Some(self.0.swap_remove(position))
    }
}

impl Entry {
    /// The same times as offsets from the send. What the server does not allow to be read is `None`, never zero.
    #[must_use]
    pub fn since_send(&self, sent: Micros) -> NetworkTiming {
        let told = |at: Micros| (at > Micros::ZERO).then(|| at.since(sent).unwrap_or_default());
        // A reused connection repeats `fetchStart` in both.
        let connected = self.connect_end > self.connect_start;
        NetworkTiming {
            protocol: (!self.protocol.is_empty()).then(|| self.protocol.clone()),
            fetch_start: told(self.fetch_start),
            connect_start: told(self.connect_start).filter(|_| connected),
            connect_end: told(self.connect_end).filter(|_| connected),
            request_start: told(self.request_start),
            response_start: told(self.response_start),
        }
    }
}
