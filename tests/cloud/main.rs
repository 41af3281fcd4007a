//! The formats of the cloud vendors, in cases that no recording holds.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

#[path = "../plans/mod.rs"]
mod plans;
#[path = "../support/mod.rs"]
mod support;

mod anthropic;
mod cohere;
mod completions;
mod gemini;
mod requests;
mod responses;
mod shapes;

use support::{Summary, event, summary_of};
use tokenpace::decode::Limits;
use tokenpace::protocol::{ApiFormat, Signal};
use tokenpace::trace::{Phase, Recorder, RequestInfo, Trace};
use tokenpace::units::{EpochMillis, Micros};

/// What these events say, each a `data:` line.
fn events(format: ApiFormat, jsons: &[&str]) -> Summary {
    let stream: String = jsons.iter().map(|json| event(json)).collect();
    summary_of(format, [stream.as_bytes()])
}

/// The record of a 200 reply with these events.
fn recorded(format: ApiFormat, jsons: &[&str]) -> Trace {
    let stream: String = jsons.iter().map(|json| event(json)).collect();
    body_recorded(format, &stream)
}

/// The record of a 200 reply with this body.
fn body_recorded(format: ApiFormat, body: &str) -> Trace {
    let mut recorder = Recorder::new(RequestInfo {
        index: 0,
        phase: Phase::Measured,
        sent_at: EpochMillis(1_790_000_000_000.0),
        in_flight: 1,
        idle_before: None,
        format,
        max_output_tokens: 256,
        limits: Limits::default(),
    });
    recorder.headers(Micros(100_000), 200, None, None);
    recorder.chunk(Micros(200_000), body.as_bytes());
    recorder.end(Micros(201_000));
    recorder.finish()
}

/// The signals of a whole body that was not streamed.
fn reply(format: ApiFormat, json: &str) -> Vec<String> {
    let mut heard = Vec::new();
    let mut sink = |signal: Signal<'_>| heard.push(format!("{signal:?}"));
    format.adapter().body(json, &mut sink);
    heard
}
