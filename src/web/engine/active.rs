//! A request in flight, as the heartbeat and the progress see it.

use std::cell::{Cell, RefCell};

use web_sys::AbortController;

use crate::schedule::{Beat, Expired, Watchdog, clock_jumped};
use crate::trace::recorder::{Recorder, TimeLimit};
use crate::trace::{Conditions, Phase, Trace};
use crate::units::{EpochMillis, Micros};
use crate::web::secret::Secret;
use crate::wire::LiveRequest;

use super::clock::Clock;

/// Why we ended a request ourselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The user pressed Stop.
    Stopped,
    /// A limit of time.
    Limit(TimeLimit),
    /// The reply was complete, or nothing more of it is of use.
    Drained,
}

/// A request that was sent and is not yet recorded.
pub struct Active {
    pub index: u32,
    pub phase: Phase,
    pub sent: Micros,
    wall: EpochMillis,
    abort: AbortController,
    cause: Cell<Option<Cause>>,
    watchdog: Cell<Watchdog>,
    /// Gone once the request is recorded.
    recorder: RefCell<Option<Recorder>>,
}

impl Active {
    pub fn new(
        (index, phase): (u32, Phase),
        (sent, wall): (Micros, EpochMillis),
        abort: AbortController,
        watchdog: Watchdog,
        recorder: Recorder,
    ) -> Self {
        Active {
            index,
            phase,
            sent,
            wall,
            abort,
            cause: Cell::new(None),
            watchdog: Cell::new(watchdog),
            recorder: RefCell::new(Some(recorder)),
        }
    }

    /// A time of the clock as offset from the send.
    pub fn since_send(&self, at: Micros) -> Micros {
        at.since(self.sent).unwrap_or_default()
    }

    /// Works on the record; `None` once it is finished.
    pub fn record<T>(&self, change: impl FnOnce(&mut Recorder) -> T) -> Option<T> {
        self.recorder.borrow_mut().as_mut().map(change)
    }

    pub fn watch(&self, change: impl FnOnce(&mut Watchdog)) {
        let mut watchdog = self.watchdog.get();
        change(&mut watchdog);
        self.watchdog.set(watchdog);
    }

    /// Ends the request. The first cause counts.
    pub fn end(&self, cause: Cause) {
        if self.cause.get().is_none() {
            self.cause.set(Some(cause));
            self.abort.abort();
        }
    }

    pub fn cause(&self) -> Option<Cause> {
        self.cause.get()
    }

    /// Ends the request if a limit of time ran out.
    pub fn check_limits(&self, now: Micros) {
        match self.watchdog.get().expired(now) {
            Some(Expired::Limit(limit)) => self.end(Cause::Limit(limit)),
            Some(Expired::Drained) => self.end(Cause::Drained),
            None => {}
        }
    }

    /// Takes over what a beat of the heartbeat told. Lateness from before the send is not the request's.
    pub fn feel(&self, beat: Beat, now: Micros, hidden: bool) {
        let late = beat.late.min(self.since_send(now));
        self.conditions(|conditions| {
            conditions.longest_lag = conditions.longest_lag.max(late);
            conditions.frozen |= beat.frozen;
            conditions.hidden |= hidden;
        });
    }

    pub fn compare_clocks(&self, clock: &Clock, now: Micros) {
        let jumped = clock_jumped(self.wall, clock.wall(), self.since_send(now));
        self.conditions(|conditions| conditions.clock_jump |= jumped);
    }

    fn conditions(&self, change: impl FnOnce(&mut Conditions)) {
        self.record(|recorder| change(recorder.conditions_mut()));
    }

    /// What the page shows of it, with the text that came since the last call; `None` once it is recorded.
    pub fn live(&self, now: Micros, secret: Option<&Secret>) -> Option<LiveRequest> {
        let clean = |text: String| match secret {
            Some(secret) => secret.scrub_answer(&text),
            None => text,
        };
        self.record(|recorder| {
            let (answer, reasoning) = recorder.take_new_text();
            LiveRequest {
                index: self.index,
                phase: self.phase,
                elapsed: self.since_send(now),
                ttft: recorder.ttft(),
                events: u32::try_from(recorder.event_count()).unwrap_or(u32::MAX),
                answer_delta: clean(answer),
                reasoning_delta: clean(reasoning),
                outcome: None,
            }
        })
    }

    /// The finished record; `None` if it was taken before.
    pub fn finish(&self, secret: Option<&Secret>) -> Option<Trace> {
        let mut trace = self.recorder.take()?.finish();
        if let Some(secret) = secret {
            trace.answer = secret.scrub_answer(&trace.answer);
            trace.reasoning = secret.scrub_answer(&trace.reasoning);
        }
        Some(trace)
    }
}
