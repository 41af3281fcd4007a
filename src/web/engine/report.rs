//! What the page is told while a run goes on: where it stands, and one answer as it grows.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::active::Active;
use crate::schedule::Throttle;
use crate::trace::OutcomeKind;
use crate::units::Micros;
use crate::wire::{LiveRequest, Progress};

/// Collects what the next progress message holds.
#[derive(Default)]
pub struct Reporter {
    throttle: Cell<Throttle>,
    ended: Cell<u32>,
    /// The request whose answer is shown.
    shown: RefCell<Option<Rc<Active>>>,
    /// Its last words, if it ended since the last message.
    last_words: RefCell<Option<LiveRequest>>,
}

impl Reporter {
    /// Whether a message may go out now; if so it is taken as sent.
    pub fn is_due(&self, now: Micros) -> bool {
        let mut throttle = self.throttle.get();
        let due = throttle.pass(now);
        self.throttle.set(throttle);
        due
    }

    /// A request was recorded.
    pub fn ended(
        &self,
        active: &Rc<Active>,
        last_words: Option<LiveRequest>,
        outcome: OutcomeKind,
    ) {
        self.ended.set(self.ended.get() + 1);
        let is_shown = self
            .shown
            .borrow()
            .as_ref()
            .is_some_and(|shown| Rc::ptr_eq(shown, active));
        if is_shown {
            self.shown.take();
            self.last_words.replace(last_words.map(|live| LiveRequest {
                outcome: Some(outcome),
                ..live
            }));
        }
    }

    /// The message. The oldest request in flight is shown until it ends, and its end is shown before the next one.
    pub fn progress(
        &self,
        now: Micros,
        sent: u32,
        pause: Option<Micros>,
        active: &[Rc<Active>],
    ) -> Progress {
        let live = self.last_words.take().or_else(|| {
            let mut shown = self.shown.borrow_mut();
            if shown.is_none() {
                *shown = active.first().cloned();
            }
            shown.as_ref().and_then(|shown| shown.live(now))
        });
        Progress {
            sent,
            ended: self.ended.get(),
            in_flight: u32::try_from(active.len()).unwrap_or(u32::MAX),
            pause,
            live,
        }
    }
}
