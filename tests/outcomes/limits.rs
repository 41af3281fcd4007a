//! Replies that are too much.

use tokenpace::decode::Limits;
use tokenpace::trace::{FailureKind, Flow, OutcomeKind, Recorder, Stage};
use tokenpace::units::Micros;

use crate::support::{DONE, event, finish, record, recorder, text, usage};
use crate::{assert_failed, failure};

#[test]
fn a_server_that_never_stops_is_stopped() {
    let mut recorder = recorder();
    recorder.headers(Micros(10), 200, None, None);
    let mut sent = 0;
    while recorder.chunk(Micros(20 + sent), text("x").as_bytes()) == Flow::Continue {
        sent += 1;
        assert!(sent < 10_000, "no safety limit");
    }
    assert_eq!(sent, (256 + 64) * 20);
    assert_failed(
        &recorder.finish(),
        OutcomeKind::StreamError,
        FailureKind::OutputLimit,
        "It wrote far more than asked for: 6401 characters, 256 tokens were asked for",
    );
}

#[test]
fn one_character_an_event_is_not_too_much() {
    let body: String = (0..1_282).map(|_| text("x")).collect();
    let trace = record(&[
        (1_000, &body),
        (2_000, &format!("{}{}{DONE}", finish("stop"), usage(5, 256))),
    ]);
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert_eq!(trace.events.len(), 1_282);
}

#[test]
fn more_events_than_any_answer_has_are_stopped() {
    let mut recorder = Recorder::new(tokenpace::trace::RequestInfo {
        max_output_tokens: 1_000_000,
        ..small_info()
    });
    recorder.headers(Micros(10), 200, None, None);
    let read: String = (0..1_000).map(|_| text("x")).collect();
    let reads = (0..300)
        .take_while(|n| recorder.chunk(Micros(20 + n), read.as_bytes()) == Flow::Continue)
        .count();
    assert_eq!(reads, 200);
    assert_failed(
        &recorder.finish(),
        OutcomeKind::StreamError,
        FailureKind::OutputLimit,
        "200001 pieces",
    );
}

#[test]
fn a_delta_of_megabytes_is_too_much_however_the_network_cuts_it() {
    let huge = text(&"x".repeat(10_000_000));
    let end = format!("{}{DONE}", finish("stop"));
    for trace in [
        record(&[(1_000, &format!("{huge}{end}"))]),
        record(&[(1_000, &huge), (2_000, &end)]),
    ] {
        assert_failed(
            &trace,
            OutcomeKind::StreamError,
            FailureKind::OutputLimit,
            "10000000 characters",
        );
    }
}

#[test]
fn more_tokens_than_any_limit_are_stopped_too() {
    let mut recorder = recorder();
    recorder.headers(Micros(10), 200, None, None);
    let chunk = event(
        r#"{"choices":[{"index":0,"delta":{"content":"x"}}],"usage":{"completion_tokens":5000}}"#,
    );
    assert_eq!(
        recorder.chunk(Micros(20), chunk.as_bytes()),
        Flow::StopReading
    );
    assert_failed(
        &recorder.finish(),
        OutcomeKind::StreamError,
        FailureKind::OutputLimit,
        "5000 tokens, 256 were asked for",
    );
}

#[test]
fn an_event_over_the_size_limit_is_a_typed_failure() {
    let mut recorder = small_recorder();
    recorder.headers(Micros(10), 200, None, None);
    recorder.chunk(Micros(20), text("Hi").as_bytes());
    let long = text(&"x".repeat(2_000));
    assert_eq!(
        recorder.chunk(Micros(30), long.as_bytes()),
        Flow::StopReading
    );
    let trace = recorder.finish();
    assert_failed(
        &trace,
        OutcomeKind::StreamError,
        FailureKind::TooLarge,
        "longer than 1000 bytes",
    );
    assert_eq!(failure(&trace).stage, Stage::Decode);
}

fn small_recorder() -> Recorder {
    Recorder::new(small_info())
}

fn small_info() -> tokenpace::trace::RequestInfo {
    tokenpace::trace::RequestInfo {
        index: 0,
        phase: tokenpace::trace::Phase::Measured,
        sent_at: Default::default(),
        in_flight: 1,
        idle_before: None,
        format: Default::default(),
        max_output_tokens: 16,
        limits: Limits {
            max_event_bytes: 1_000,
        },
    }
}
