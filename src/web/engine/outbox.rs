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
            .and_then(|value| {
                let bytes: Uint8Array =
                    js_sys::Reflect::get(&value, &JsValue::from_str(message::BYTES))?
                        .unchecked_into();
                // Moved, not copied: the page gets the very bytes.
                self.0
                    .post_message_with_transfer(&value, &Array::of1(&bytes.buffer()))
            });
        if let Err(error) = posted {
            wasm_bindgen::throw_val(error);
        }
    }
}
