//! A response body that sends each piece when it is due.
//!
//! Deadlines are absolute (counted from the request's arrival), so lateness never adds up. The timer is a thread that
//! sleeps until the next deadline: good to a fraction of a millisecond without spinning, where the runtime's own timer
//! has steps of one millisecond.
use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_timer::Delay;
use http_body::{Body, Frame};

use super::busy::Ticket;
use super::log::{End, Entry, EventKind};

/// Bytes that are written at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Due time, ms after arrival.
    pub at_ms: f64,
    /// The bytes.
    pub bytes: Bytes,
    /// The events in them, each with its tokens.
    pub events: Vec<(EventKind, u32)>,
}

/// One step of a body. After the last one the body ends properly.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Send something.
    Send(Piece),
    /// Break the connection.
    Break {
        /// Due time, ms after arrival.
        at_ms: f64,
    },
    /// Send nothing more and keep the connection open.
    Silence,
}

impl Step {
    fn due(&self, arrived: Instant) -> Option<Instant> {
        match self {
            Self::Send(Piece { at_ms, .. }) | Self::Break { at_ms } => Some(arrived + ms(*at_ms)),
            Self::Silence => None,
        }
    }
}

/// A time that is known to be neither negative nor absurd.
pub fn ms(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1_000.0).unwrap_or_default()
}

/// The body. It works only while the HTTP layer polls it, so a client that goes away ends the work.
pub struct PacedBody {
    steps: Box<dyn Iterator<Item = Step> + Send>,
    next: Option<Step>,
    timer: Delay,
    /// Let the HTTP layer write out what it has before it gets more.
    flush_first: bool,
    headers_noted: bool,
    entry: Entry,
    _ticket: Option<Arc<Ticket>>,
}

impl PacedBody {
    /// A body of these steps that notes in `entry` what leaves when; it holds `ticket` until it is dropped.
    pub fn new(
        entry: Entry,
        steps: impl Iterator<Item = Step> + Send + 'static,
        ticket: Option<Arc<Ticket>>,
    ) -> Self {
        entry.claim();
        Self {
            steps: Box::new(steps),
            next: None,
            timer: Delay::new(Duration::ZERO),
            flush_first: true,
            headers_noted: false,
            entry,
            _ticket: ticket,
        }
    }
}

impl Body for PacedBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let this = self.get_mut();
        if !this.headers_noted {
            this.headers_noted = true;
            this.entry.headers_left();
        }
        if std::mem::take(&mut this.flush_first) {
            // The HTTP layer writes its buffer to the socket when the body has nothing to give.
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        loop {
            let Some(step) = this.next.take().or_else(|| this.steps.next()) else {
                this.entry.ended(End::Complete);
                return Poll::Ready(None);
            };
            let Some(due) = step.due(this.entry.arrived()) else {
                this.next = Some(step);
                return Poll::Pending;
            };
            let left = due.saturating_duration_since(Instant::now());
            if !left.is_zero() {
                this.next = Some(step);
                this.timer.reset(left);
                ready!(Pin::new(&mut this.timer).poll(context));
                continue;
            }
            return Poll::Ready(Some(match step {
                Step::Send(piece) => {
                    this.flush_first = true;
                    this.entry.sent(&piece.events);
                    Ok(Frame::data(piece.bytes))
                }
                Step::Break { .. } | Step::Silence => {
                    this.entry.ended(End::Cut);
                    Err(io::Error::other(
                        "the simulated vendor breaks the connection on purpose",
                    ))
                }
            }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vendor::log::Log;
    use std::task::Waker;

    fn due_now(text: &'static str) -> Step {
        Step::Send(Piece {
            at_ms: 0.0,
            bytes: text.into(),
            events: vec![(EventKind::Answer, 1)],
        })
    }

    fn poll(body: &mut PacedBody) -> Poll<Option<Result<Bytes, io::Error>>> {
        let mut context = Context::from_waker(Waker::noop());
        let frame = Pin::new(body).poll_frame(&mut context);
        frame.map(|frame| frame.map(|frame| frame.map(|frame| frame.into_data().unwrap())))
    }

    #[test]
    fn headers_and_pieces_that_are_due_at_once_are_written_apart() {
        let entry = Log::default().arrived("POST", "/");
        let mut body = PacedBody::new(entry, [due_now("a"), due_now("b")].into_iter(), None);
        for text in ["a", "b"] {
            assert!(poll(&mut body).is_pending());
            assert!(matches!(poll(&mut body), Poll::Ready(Some(Ok(bytes))) if bytes == text));
        }
        assert!(poll(&mut body).is_pending());
        assert!(matches!(poll(&mut body), Poll::Ready(None)));
    }

    #[test]
    fn nothing_comes_before_it_is_due() {
        let later = Step::Send(Piece {
            at_ms: 60_000.0,
            bytes: "a".into(),
            events: Vec::new(),
        });
        let entry = Log::default().arrived("POST", "/");
        let mut body = PacedBody::new(entry, [later].into_iter(), None);
        for _ in 0..5 {
            assert!(poll(&mut body).is_pending());
        }
    }

    #[test]
    fn a_break_is_an_error_and_silence_is_nothing() {
        let entry = Log::default().arrived("POST", "/");
        let mut body = PacedBody::new(entry, [Step::Break { at_ms: 0.0 }].into_iter(), None);
        assert!(poll(&mut body).is_pending());
        assert!(matches!(poll(&mut body), Poll::Ready(Some(Err(_)))));

        let entry = Log::default().arrived("POST", "/");
        let mut body = PacedBody::new(entry, [Step::Silence, due_now("a")].into_iter(), None);
        for _ in 0..5 {
            assert!(poll(&mut body).is_pending());
        }
    }
}
