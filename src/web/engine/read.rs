//! The measured path: the stamp is the first thing that happens when a read settles.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

use super::clock::Clock;
use crate::units::Micros;

#[wasm_bindgen]
extern "C" {
    /// What `reader.read()` resolves with.
    type ReadResult;
    #[wasm_bindgen(method, getter)]
    fn done(this: &ReadResult) -> bool;
    #[wasm_bindgen(method, getter)]
    fn value(this: &ReadResult) -> Option<Uint8Array>;
}

/// How reading a body came to its end.
#[derive(Debug)]
pub enum BodyEnd {
    /// The body ended by itself.
    Ended(Micros),
    /// The read was rejected: the connection broke, or the request was aborted.
    Rejected(Micros, JsValue),
}

/// Reads `body` to its end. `on_chunk` gets each read's stamp and its bytes; the buffer is used again for the next read.
///
/// # Errors
/// When the body is already being read by someone else.
pub async fn read_body(
    body: &ReadableStream,
    clock: &Clock,
    buffer: &mut Vec<u8>,
    mut on_chunk: impl FnMut(Micros, &[u8]),
) -> Result<BodyEnd, JsValue> {
    let reader = ReadableStreamDefaultReader::new(body)?;
    let stamps = Stamps::new(clock);
    loop {
        let (at, result) = stamps.settled(reader.read().unchecked_into()).await;
        let result: ReadResult = match result {
            Ok(value) => value.unchecked_into(),
            Err(error) => return Ok(BodyEnd::Rejected(at, error)),
        };
        if result.done() {
            return Ok(BodyEnd::Ended(at));
        }
        if let Some(bytes) = result.value() {
            let length = bytes.length() as usize;
            if buffer.len() < length {
                buffer.resize(length, 0);
            }
            bytes.copy_to(&mut buffer[..length]);
            on_chunk(at, &buffer[..length]);
        }
    }
}

type Settled = (Micros, Result<JsValue, JsValue>);

/// Where a promise's callback leaves what it saw, and whom it wakes.
#[derive(Default)]
struct Mailbox {
    settled: Option<Settled>,
    waker: Option<Waker>,
}

/// Waits for promises, one after another, and stamps each in its own callback. A future that is woken first and reads
/// the clock when it is polled would be one trip through the queue of microtasks late; and with callbacks made once for
/// the whole body nothing is allocated between two reads.
struct Stamps {
    mailbox: Rc<RefCell<Mailbox>>,
    fulfilled: Closure<dyn FnMut(JsValue)>,
    rejected: Closure<dyn FnMut(JsValue)>,
}

impl Stamps {
    fn new(clock: &Clock) -> Self {
        let mailbox = Rc::new(RefCell::new(Mailbox::default()));
        let callback = |wrap: fn(JsValue) -> Result<JsValue, JsValue>| {
            let (mailbox, clock) = (Rc::clone(&mailbox), clock.clone());
            Closure::<dyn FnMut(JsValue)>::new(move |value| {
                // First the stamp, then everything else: copying and parsing must not be part of any time.
                let at = clock.now();
                let waker = {
                    let mut mailbox = mailbox.borrow_mut();
                    mailbox.settled = Some((at, wrap(value)));
                    mailbox.waker.take()
                };
                if let Some(waker) = waker {
                    waker.wake();
                }
            })
        };
        Self {
            fulfilled: callback(Ok),
            rejected: callback(Err),
            mailbox,
        }
    }

    async fn settled(&self, promise: Promise) -> Settled {
        // The promise that `then` gives has nothing to say: both ways are handled.
        let _ = promise.then2(&self.fulfilled, &self.rejected);
        poll_fn(|context| {
            let mut mailbox = self.mailbox.borrow_mut();
            mailbox.settled.take().map_or_else(
                || {
                    mailbox.waker = Some(context.waker().clone());
                    Poll::Pending
                },
                Poll::Ready,
            )
        })
        .await
    }
}
