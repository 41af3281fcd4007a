//! Compression by the browser: its streams work beside this worker and need no program of ours.

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStream, Response};

// web-sys has these only with a switch that the whole build would need.
#[wasm_bindgen]
extern "C" {
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;

    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;

    #[wasm_bindgen(extends = ReadableStream)]
    type Stream;
    #[wasm_bindgen(method, catch, js_name = pipeThrough)]
    fn pipe_through(this: &Stream, through: &JsValue) -> Result<ReadableStream, JsValue>;
}

/// The content compressed; an error where the browser can't.
pub async fn pack(content: &Blob) -> Result<Blob, JsValue> {
    pipe(content, &CompressionStream::new("gzip")?.into()).await
}

/// The content that was compressed; an error where it was changed.
pub async fn unpack(content: &Blob) -> Result<Blob, JsValue> {
    pipe(content, &DecompressionStream::new("gzip")?.into()).await
}

async fn pipe(content: &Blob, through: &JsValue) -> Result<Blob, JsValue> {
    let stream: Stream = content.stream().unchecked_into();
    let stream = stream.pipe_through(through)?;
    let response = Response::new_with_opt_readable_stream(Some(&stream))?;
    JsFuture::from(response.blob()?).await?.dyn_into()
}
