//! The measured path: reads a body, each read with its stamp.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

use crate::units::Micros;

#[wasm_bindgen(module = "/src/web/engine/read.js")]
extern "C" {
    #[wasm_bindgen(js_name = stampedRead)]
    fn stamped_read(reader: &ReadableStreamDefaultReader) -> Promise;

    /// What a stamped read resolves with; it never rejects.
    type Read;
    /// In milliseconds of the realm's clock.
    #[wasm_bindgen(method, getter)]
    fn at(this: &Read) -> f64;
    #[wasm_bindgen(method, getter)]
    fn done(this: &Read) -> bool;
    #[wasm_bindgen(method, getter)]
    fn value(this: &Read) -> Option<Uint8Array>;
    #[wasm_bindgen(method, getter)]
    fn error(this: &Read) -> Option<JsValue>;
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
    buffer: &mut Vec<u8>,
    mut on_chunk: impl FnMut(Micros, &[u8]),
) -> Result<BodyEnd, JsValue> {
    let reader = ReadableStreamDefaultReader::new(body)?;
    loop {
        let read: Read = JsFuture::from(stamped_read(&reader))
            .await?
            .unchecked_into();
        let at = Micros::from_millis(read.at());
        if read.done() {
            return Ok(match read.error() {
                Some(error) => BodyEnd::Rejected(at, error),
                None => BodyEnd::Ended(at),
            });
        }
        if let Some(bytes) = read.value() {
            let length = bytes.length() as usize;
            if buffer.len() < length {
                buffer.resize(length, 0);
            }
            bytes.copy_to(&mut buffer[..length]);
            on_chunk(at, &buffer[..length]);
        }
    }
}
