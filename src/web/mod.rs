//! The browser side: the only code that knows a DOM, a worker, a network and a store.

pub mod app;
mod clipboard;
pub mod doctor;
pub mod effects;
pub mod engine;
pub mod environment;
pub mod files;
pub mod files_client;
pub mod headers;
mod history;
pub mod inbox;
pub mod kept_key;
pub mod message;
pub mod models;
mod open_result;
pub mod page;
mod pauses;
mod port;
pub mod secret;
pub mod settings;
mod take_along;
pub mod ui;
pub mod url;
pub mod worker_client;

use wasm_bindgen::JsCast;

/// Starts the page, or the engine where this program runs in a worker.
pub fn start() {
    // The page for publishing has no panic messages: it would be a tenth larger.
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    if js_sys::global().is_instance_of::<web_sys::DedicatedWorkerGlobalScope>() {
        engine::start();
    } else {
        app::start();
    }
}
