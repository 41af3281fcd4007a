//! Pauses when the vendor limits the rate. The refused request counts as failed and is not sent again.

use crate::protocol::decimal;
use crate::trace::{OutcomeKind, Trace};
use crate::units::Micros;

/// First pause when the vendor does not say how long; it doubles each time.
const FIRST_S: u32 = 1;
/// Own pauses grow no longer than this.
const LONGEST_OWN_S: u32 = 8;
/// Longest pause taken at the vendor's word; minutes of waiting are for the user to decide.
const LONGEST_ASKED_S: f64 = 60.0;
/// All pauses of a run together; after that the run goes on without pausing, so that it ends.
const ALL_PAUSES_S: u32 = 180;
/// So many unreadable failures after a success look like a rate limit whose reply the browser hides.
const BLOCKED_AFTER_OK: u32 = 2;

/// Decides when all lanes have to wait, and until when.
#[derive(Clone, Debug, Default)]
pub struct Backoff {
    until: Option<Micros>,
    doublings: u32,
    paused: Micros,
    seen_ok: bool,
    blocked: u32,
}

impl Backoff {
    /// Learns from a request that ended at `now`.
    pub fn observe(&mut self, now: Micros, trace: &Trace) {
        let limited = match (trace.outcome, trace.status) {
            (OutcomeKind::Ok, _) => {
                self.seen_ok = true;
                self.doublings = 0;
                self.blocked = 0;
                false
            }
            (_, Some(429)) => true,
            (OutcomeKind::Blocked, _) if self.seen_ok => {
                self.blocked += 1;
                self.blocked >= BLOCKED_AFTER_OK
            }
            _ => false,
        };
        if limited {
            self.pause(now, trace.retry_after.as_deref());
        }
    }

    fn pause(&mut self, now: Micros, retry_after: Option<&str>) {
        let running = self.remaining(now).unwrap_or_default();
        let wanted = match retry_after.and_then(seconds) {
            Some(asked) => Micros::from_millis(asked.min(LONGEST_ASKED_S) * 1000.0),
            // Lanes that were refused together make one pause, not one each.
            None if running > Micros::ZERO => running,
            None => {
                let own = FIRST_S << self.doublings.min(LONGEST_OWN_S.ilog2());
                self.doublings += 1;
                Micros::from_secs(own.min(LONGEST_OWN_S))
            }
        };
        let left = Micros::from_secs(ALL_PAUSES_S)
            .since(self.paused)
            .unwrap_or_default();
        let added = wanted.since(running).unwrap_or_default().min(left);
        self.paused = Micros(self.paused.0 + added.0);
        self.until = Some(Micros(now.0 + running.0 + added.0));
    }

    /// Time until requests may be sent again; `None` if they may be sent now.
    #[must_use]
    pub fn remaining(&self, now: Micros) -> Option<Micros> {
        self.until?.since(now).filter(|left| *left > Micros::ZERO)
    }
}

/// `Retry-After` in seconds, fractions allowed. Its other form, a date, depends on two clocks that agree and is not used.
fn seconds(header: &str) -> Option<f64> {
    decimal(header).filter(|value| *value >= 0.0)
}
