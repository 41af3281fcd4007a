//! How a request ended: exactly one outcome, with the vendor's words and the place.
#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

#[path = "../support/mod.rs"]
mod support;

mod ended;
mod errors;
mod foreign;
mod limits;
mod refused;

use tokenpace::trace::{Failure, FailureKind, OutcomeKind, Trace};

fn failure(trace: &Trace) -> &Failure {
    trace.failure.as_ref().expect("a failure")
}

fn assert_failed(trace: &Trace, outcome: OutcomeKind, kind: FailureKind, message: &str) {
    assert_eq!(trace.outcome, outcome);
    assert_eq!(failure(trace).kind, kind);
    assert!(
        failure(trace).message.contains(message),
        "{:?} in {:?}",
        message,
        failure(trace).message
    );
}
