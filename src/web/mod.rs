//! The browser side: the only code that knows a DOM, a worker, a network and a store.

pub mod app;
pub mod effects;
pub mod engine;
pub mod environment;
pub mod inbox;
pub mod message;
pub mod page;
pub mod panic;
pub mod secret;
pub mod settings;
pub mod ui;
pub mod url;
pub mod worker_client;
