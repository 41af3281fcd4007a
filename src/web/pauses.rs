//! Long work stops here for a moment now and then, so that the page can draw and hear its user.

use std::cell::Cell;
use std::future::{Future, ready};
use std::pin::Pin;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::MessageChannel;

/// Resolves after what waits in the browser has had its turn. A message to oneself does that at once; timers that follow each
/// other are held back by 4 ms each (HTML standard, timers, "nesting level").
async fn give_way() {
    let Ok(channel) = MessageChannel::new() else {
        return TimeoutFuture::new(0).await;
    };
    let (here, there) = (channel.port1(), channel.port2());
    let message = Promise::new(&mut |resolve, _| here.set_onmessage(Some(&resolve)));
    if there.post_message(&JsValue::NULL).is_ok() {
        let _ = JsFuture::from(message).await;
    }
    // An open port is kept for ever.
    here.close();
}

/// The page works for so long at a stretch before it looks what else there is to do.
const SLICE_MS: f64 = 20.0;

/// Ends work of the page wherever it has lasted for a while.
pub fn pauses() -> impl FnMut() -> Pin<Box<dyn Future<Output = ()>>> {
    let clock = web_sys::window().and_then(|window| window.performance());
    let now = move || clock.as_ref().map_or(0.0, web_sys::Performance::now);
    let since = Rc::new(Cell::new(now()));
    move || {
        if now() - since.get() < SLICE_MS {
            return Box::pin(ready(()));
        }
        let (now, since) = (now.clone(), Rc::clone(&since));
        Box::pin(async move {
            give_way().await;
            // What the page did meanwhile is not part of the next stretch.
            since.set(now());
        })
    }
}
