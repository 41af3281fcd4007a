//! The closed loop: each lane takes the next request of its phase as soon as it is free.

use crate::plan::Plan;
use crate::trace::Phase;
use crate::units::Micros;

/// The requests of a run in order of sending: the practice requests, then the measured ones.
#[derive(Clone, Debug)]
pub struct Queue {
    next: u32,
    warmup: u32,
    all: u32,
    lanes: u32,
    stopped: bool,
    given_up: bool,
}

impl Queue {
    /// All requests of `plan`.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        Queue {
            next: 0,
            warmup: plan.warmup,
            all: plan.warmup.saturating_add(plan.requests),
            lanes: plan.concurrency,
            stopped: false,
            given_up: false,
        }
    }

    /// Lanes that have work in `phase`.
    #[must_use]
    pub fn lanes(&self, phase: Phase) -> u32 {
        let requests = match phase {
            Phase::Warmup => self.warmup,
            Phase::Measured => self.all - self.warmup,
        };
        self.lanes.min(requests)
    }

    /// The number of the next request of `phase`; `None` when none is left to be sent.
    pub fn take(&mut self, phase: Phase) -> Option<u32> {
        let end = match phase {
            Phase::Warmup => self.warmup,
            Phase::Measured => self.all,
        };
        let free = !self.stopped && !self.given_up && self.next < end;
        free.then(|| {
            self.next += 1;
            self.next - 1
        })
    }

    /// Sends no more.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Sends no more, because more would be of no use; what is in flight goes on.
    pub fn give_up(&mut self) {
        self.given_up = true;
    }

    /// Whether the user ended the run.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Requests taken so far.
    #[must_use]
    pub fn sent(&self) -> u32 {
        self.next
    }
}

/// From the first measured send to the last measured close.
#[derive(Clone, Copy, Debug, Default)]
pub struct WallTime {
    first_send: Option<Micros>,
    last_close: Option<Micros>,
}

impl WallTime {
    /// A measured request was sent at `sent` and was over at `closed`.
    pub fn add(&mut self, sent: Micros, closed: Micros) {
        self.first_send = Some(self.first_send.map_or(sent, |first| first.min(sent)));
        self.last_close = Some(self.last_close.map_or(closed, |last| last.max(closed)));
    }

    /// The time; `None` if no measured request was sent.
    #[must_use]
    pub fn get(&self) -> Option<Micros> {
        self.last_close?.since(self.first_send?)
    }
}
