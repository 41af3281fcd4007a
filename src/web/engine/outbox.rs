//! Posts messages to the page.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DedicatedWorkerGlobalScope;

use crate::web::message;
use crate::wire::FromWorker;

/// The way to the page.
#[derive(Clone)]
pub struct Outbox(DedicatedWorkerGlobalScope);

impl Outbox {
    pub fn new(scope: DedicatedWorkerGlobalScope) -> Self {
        Outbox(scope)
    }

    /// Posts a message. What cannot be posted is reported as an error event, which the page sees as a dead worker.
    pub fn post(&self, message: &FromWorker) {
        let posted = message::encode(message)
            .map_err(|error| js_sys::Error::new(&error.to_string()).into())
            .and_then(|value| match trace_bytes(&value) {
                // Moved, not copied: the page gets the very bytes.
                Some(bytes) => self
                    .0
                    .post_message_with_transfer(&value, &Array::of1(&bytes.buffer())),
                None => self.0.post_message(&value),
            });
        if let Err(error) = posted {
            wasm_bindgen::throw_val(error);
        }
    }
}

/// The bytes inside a `Done` message.
fn trace_bytes(message: &JsValue) -> Option<Uint8Array> {
    let done = js_sys::Reflect::get(message, &JsValue::from_str("Done")).ok()?;
    js_sys::Reflect::get(&done, &JsValue::from_str("trace"))
        .ok()?
        .dyn_into()
        .ok()
}
