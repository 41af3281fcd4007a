//! A timer that fires every 50 ms tells how late the event loop is, and whether the browser paused the worker. It paces
//! nothing that is measured.

use crate::units::{EpochMillis, Micros};

/// Time from beat to beat.
pub const PERIOD: Micros = Micros(50_000);

/// Silent for so long while visible: the browser must have paused the worker.
const FROZEN_VISIBLE: Micros = Micros(5_000_000);
/// The same while hidden, when browsers let timers fire once a minute.
const FROZEN_HIDDEN: Micros = Micros(90_000_000);
/// Wall clock and monotonic clock may drift this far apart during a request.
const CLOCK_JUMP_MS: f64 = 1_000.0;

/// What one beat tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beat {
    /// How late it came; zero if the page was hidden since the last one, because browsers slow timers down then.
    pub late: Micros,
    /// The browser paused the worker before it.
    pub frozen: bool,
}

/// Judges the beats.
#[derive(Clone, Debug)]
pub struct Heartbeat {
    last: Micros,
    hidden: bool,
    was_hidden: bool,
}

impl Heartbeat {
    /// Starts now.
    #[must_use]
    pub fn new(now: Micros, hidden: bool) -> Self {
        Heartbeat {
            last: now,
            hidden,
            was_hidden: hidden,
        }
    }

    /// The page became hidden or visible.
    pub fn visibility(&mut self, hidden: bool) {
        self.hidden = hidden;
        self.was_hidden |= hidden;
    }

    /// The timer fired.
    pub fn beat(&mut self, now: Micros) -> Beat {
        let beat = self.so_far(now);
        self.last = now;
        self.was_hidden = self.hidden;
        beat
    }

    /// What the next beat would tell if it came now. A request may end before the late beat that concerns it.
    #[must_use]
    pub fn so_far(&self, now: Micros) -> Beat {
        let silent = now.since(self.last).unwrap_or_default();
        let late = silent.since(PERIOD).filter(|_| !self.was_hidden);
        let limit = if self.was_hidden {
            FROZEN_HIDDEN
        } else {
            FROZEN_VISIBLE
        };
        Beat {
            late: late.unwrap_or_default(),
            frozen: silent > limit,
        }
    }
}

/// Whether the wall clock moved differently from the monotonic one: the computer slept, or its clock was set.
#[must_use]
pub fn clock_jumped(wall_before: EpochMillis, wall_after: EpochMillis, elapsed: Micros) -> bool {
    (wall_after.0 - wall_before.0 - elapsed.as_millis()).abs() > CLOCK_JUMP_MS
}
