//! The worker: runs the requests, stamps their reads, and reports in the messages of [`wire`](crate::wire). Plain structs; the
//! decisions are in [`schedule`](crate::schedule), the understanding of replies in [`trace`](crate::trace).

mod active;
mod calibrate;
pub mod clock;
mod outbox;
pub mod read;
mod report;
pub mod request;
mod resource_timing;
mod run;
mod tasks;
mod worker;

pub use calibrate::calibrate;
pub use worker::start;
