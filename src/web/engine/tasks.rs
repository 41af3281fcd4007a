//! Tasks of the worker's one thread, and waiting for several of them.

use js_sys::{Array, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

/// Starts a task; the promise is fulfilled at its end.
pub fn spawn(task: impl Future<Output = ()> + 'static) -> Promise {
    future_to_promise(async move {
        task.await;
        Ok(JsValue::UNDEFINED)
    })
}

/// Waits for all of them.
pub async fn all(tasks: impl IntoIterator<Item = Promise>) {
    let tasks: Array = tasks.into_iter().collect();
    // Tasks don't reject; one that panics takes the worker with it.
    let _ = JsFuture::from(Promise::all(&tasks)).await;
}
