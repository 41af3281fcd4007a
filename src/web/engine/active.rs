//! A request in flight, as the heartbeat and the progress see it.

use std::cell::{Cell, RefCell};

use web_sys::AbortController;

use crate::redact::ScrubWindow;
use crate::schedule::{Beat, Expired, Watchdog, clock_jumped};
use crate::trace::recorder::{Recorder, TimeLimit};
use crate::trace::{Conditions, Phase, Trace};
use crate::units::{EpochMillis, Micros};
use crate::web::secret::Secrets;
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
    shown: RefCell<Shown>,
}

/// What the page is shown passes through these, so that a key in pieces is not shown either.
struct Shown {
    answer: ScrubWindow,
    reasoning: ScrubWindow,
}

impl Active {
    pub fn new(
        (index, phase): (u32, Phase),
        (sent, wall): (Micros, EpochMillis),
        abort: AbortController,
        watchdog: Watchdog,
        recorder: Recorder,
        secrets: &Secrets,
    ) -> Self {
        let window = secrets.window();
        Active {
            index,
            phase,
            sent,
            wall,
            abort,
            cause: Cell::new(None),
            watchdog: Cell::new(watchdog),
            recorder: RefCell::new(Some(recorder)),
            shown: RefCell::new(Shown {
                answer: window.clone(),
                reasoning: window,
            }),
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

    /// What the page shows of it, with the text that came since the last call and can be shown; `None` once it is
    /// recorded.
    pub fn live(&self, now: Micros) -> Option<LiveRequest> {
        self.record(|recorder| {
            let (answer, reasoning) = recorder.take_new_text();
            let mut shown = self.shown.borrow_mut();
            LiveRequest {
                index: self.index,
                phase: self.phase,
                elapsed: self.since_send(now),
                ttft: recorder.ttft(),
                events: u32::try_from(recorder.event_count()).unwrap_or(u32::MAX),
                answer_delta: shown.answer.push(&answer),
                reasoning_delta: shown.reasoning.push(&reasoning),
                outcome: None,
            }
        })
    }

    /// The same at its end, with the text that was held back.
    pub fn last_words(&self, now: Micros) -> Option<LiveRequest> {
        let mut live = self.live(now)?;
        let mut shown = self.shown.borrow_mut();
        live.answer_delta += &shown.answer.finish();
        live.reasoning_delta += &shown.reasoning.finish();
        Some(live)
    }

    /// The finished record; `None` if it was taken before.
    pub fn finish(&self, secrets: &Secrets) -> Option<Trace> {
        let mut trace = self.recorder.take()?.finish();
        trace.answer = secrets.scrub_answer(&trace.answer);
        trace.reasoning = secrets.scrub_answer(&trace.reasoning);
        Some(trace)
    }
}
