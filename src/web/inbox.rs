//! Collects messages of the worker and hands them over once a frame: drawing more often than the screen does costs time
//! that the measurement needs. Hidden pages get no frames, so a timer follows after a second.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::{request_animation_frame, set_timeout};

use crate::session::Msg;

/// Longest time a message waits in a page that is not drawn.
const FALLBACK: Duration = Duration::from_secs(1);

/// A queue that empties itself.
#[derive(Clone)]
pub struct Inbox(Rc<Inner>);

struct Inner {
    queue: RefCell<Vec<Msg>>,
    scheduled: Cell<bool>,
    deliver: Box<dyn Fn(Vec<Msg>)>,
}

impl Inbox {
    /// A queue that gives its messages to `deliver`, in order.
    pub fn new(deliver: impl Fn(Vec<Msg>) + 'static) -> Self {
        Inbox(Rc::new(Inner {
            queue: RefCell::default(),
            scheduled: Cell::new(false),
            deliver: Box::new(deliver),
        }))
    }

    /// Adds a message.
    pub fn push(&self, msg: Msg) {
        self.0.queue.borrow_mut().push(msg);
        if !self.0.scheduled.replace(true) {
            let frame = self.clone();
            request_animation_frame(move || frame.flush());
            let timer = self.clone();
            set_timeout(move || timer.flush(), FALLBACK);
        }
    }

    // Whichever of frame and timer comes second finds the queue empty, or empties it early: both are fine.
    fn flush(&self) {
        self.0.scheduled.set(false);
        let batch = self.0.queue.take();
        if !batch.is_empty() {
            (self.0.deliver)(batch);
        }
    }
}
