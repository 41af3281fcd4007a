//! What is made of a run to save or to send: the work of the files worker, without a browser.

mod desk;
pub mod history;
mod name;

pub use desk::{Desk, Made, TROUBLE, ToKeep};
