//! The measured path: from a read that resolves to its stamp there is nothing but the promise itself.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
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
    loop {
        let read: Promise = reader.read().unchecked_into();
        let result = JsFuture::from(read).await;
        // First the stamp, then everything else: copying and parsing must not be part of any time.
        let at = clock.now();
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
