//! A trace crosses from worker to page as postcard bytes and must arrive as it was.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use support::{DONE, delta, event, finish, recorder, text, usage};
use tokenpace::trace::{NetworkTiming, Trace};
use tokenpace::units::Micros;

fn assert_round_trip(trace: &Trace) {
    let bytes = postcard::to_allocvec(trace).unwrap();
    assert_eq!(&postcard::from_bytes::<Trace>(&bytes).unwrap(), trace);
}

#[test]
fn a_full_trace_arrives_as_it_was() {
    let mut recorder = recorder();
    recorder.headers(
        Micros(90_000),
        200,
        Some("text/event-stream; charset=utf-8"),
        None,
    );
    recorder.conditions_mut().hidden = true;
    recorder.conditions_mut().longest_lag = Micros(4_000);
    recorder.network(NetworkTiming {
        protocol: Some("h2".to_owned()),
        fetch_start: Some(Micros(100)),
        request_start: Some(Micros(30_000)),
        ..NetworkTiming::default()
    });
    let timing = event(
        r#"{"choices":[],"timings":{"prompt_ms":1.5,"predicted_ms":40,"predicted_per_second":33.3}}"#,
    );
    for (at, part) in [
        (100_000, delta(r#"{"reasoning":"hm 😀"}"#)),
        (200_000, text("東京 Hi")),
        (
            300_000,
            format!("{}{timing}{}{DONE}", finish("stop"), usage(5, 9)),
        ),
    ] {
        recorder.chunk(Micros(at), part.as_bytes());
    }
    let trace = recorder.finish();
    assert!(trace.server_timing.is_some() && trace.network.is_some() && trace.conditions.hidden);
    assert_eq!(trace.conditions.in_flight, 1);
    assert_eq!(trace.conditions.idle_before, Some(Micros(2_000_000)));
    assert_eq!(trace.index, 3);
    assert_round_trip(&trace);
}

#[test]
fn a_failed_trace_arrives_as_it_was() {
    let mut recorder = recorder();
    recorder.rejected(Micros(7), "Failed to fetch");
    assert_round_trip(&recorder.finish());
}
