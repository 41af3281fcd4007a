//! The limits of time of one request. They are checked by the heartbeat, so no timer sits in the measured path.

use crate::trace::recorder::TimeLimit;
use crate::units::Micros;

/// Longest silence within a body that is still taken for thinking.
const IDLE: Micros = Micros(30_000_000);
/// How long the end of the body is waited for after the last message: ending it by force closes the connection, and the
/// next request would pay for a new one.
const DRAIN: Micros = Micros(500_000);

/// How long the last message is waited for after the last output of a reply that gave its finish reason: token counts come
/// within a moment, and pings alone may come for ever.
const LAST_MESSAGE: Micros = Micros(3_000_000);

/// Watches one request.
#[derive(Clone, Copy, Debug)]
pub struct Watchdog {
    total: Micros,
    last_read: Option<Micros>,
    drain: Option<Micros>,
    last_message: Option<Micros>,
}

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expired {
    /// A limit of time: the request failed.
    Limit(TimeLimit),
    /// The reply was complete, only the body did not end.
    Drained,
}

impl Watchdog {
    /// For a request sent at `sent` that may take `timeout` in all.
    #[must_use]
    pub fn new(sent: Micros, timeout: Micros) -> Self {
        Watchdog {
            total: Micros(sent.0 + timeout.0),
            last_read: None,
            drain: None,
            last_message: None,
        }
    }

    /// A read brought bytes. Before the first one only the total limit holds: a long first wait is a finding, not a fault.
    pub fn read(&mut self, now: Micros) {
        self.last_read = Some(now);
    }

    /// The reply is complete; only the end of the body is missing. What still comes does not prolong the wait: a server
    /// that never stops sending would make it endless.
    pub fn complete(&mut self, now: Micros) {
        self.drain.get_or_insert(Micros(now.0 + DRAIN.0));
    }

    /// The reply gave its finish reason. To be called again with each output that still comes.
    pub fn finish(&mut self, now: Micros) {
        self.last_message = Some(Micros(now.0 + LAST_MESSAGE.0));
    }

    /// What ran out, if anything.
    #[must_use]
    pub fn expired(&self, now: Micros) -> Option<Expired> {
        if let Some(end) = self.drain {
            return (now >= end).then_some(Expired::Drained);
        }
        if self.last_message.is_some_and(|end| now >= end) {
            return Some(Expired::Drained);
        }
        let idle = self
            .last_read
            .and_then(|last| now.since(last))
            .is_some_and(|silent| silent >= IDLE);
        if now >= self.total {
            Some(Expired::Limit(TimeLimit::Total))
        } else if idle {
            Some(Expired::Limit(TimeLimit::Idle))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pings_after_the_finish_reason_do_not_keep_a_request_open() {
        let at = Micros::from_secs;
        let mut watchdog = Watchdog::new(at(0), at(60));
        watchdog.read(at(1));
        watchdog.finish(at(1));
        watchdog.finish(at(2)); // one more word
        watchdog.read(at(4)); // a ping
        assert_eq!(watchdog.expired(at(4)), None);
        assert_eq!(watchdog.expired(at(5)), Some(Expired::Drained));
    }
}
