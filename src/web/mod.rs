//! The only code that touches the browser.

pub mod engine;
pub mod message;
pub mod secret;
pub mod url;
pub mod worker_client;
