//! How a stream that was understood came to its end.

use tokenpace::trace::{FailureKind, OutcomeKind, TimeLimit};
use tokenpace::units::Micros;

use crate::support::{DONE, ROLE, finish, record, recorder, text, usage};
use crate::{assert_failed, support};

#[test]
fn a_proper_stream_is_ok() {
    let body = format!(
        "{ROLE}{}{}{}{DONE}",
        text("Hi"),
        finish("stop"),
        usage(5, 1)
    );
    let trace = record(&[(200_000, &body)]);
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert_eq!(trace.failure, None);
    assert_eq!(
        trace.closed,
        Some(Micros(200_000)),
        "the terminator ends it"
    );
    assert_eq!(trace.answer, "Hi");
}

#[test]
fn a_finish_reason_or_a_terminator_alone_is_enough() {
    let finished = record(&[(1_000, &format!("{}{}", text("Hi"), finish("length")))]);
    assert_eq!(finished.outcome, OutcomeKind::Ok);
    let terminated = record(&[(1_000, &format!("{}{DONE}", text("Hi")))]);
    assert_eq!(terminated.outcome, OutcomeKind::Ok);
    assert_eq!(terminated.finish, None);
}

#[test]
fn o5_limits_of_time_end_an_open_stream() {
    for (limit, kind) in [
        (TimeLimit::Idle, FailureKind::IdleTimeout),
        (TimeLimit::Total, FailureKind::TotalTimeout),
    ] {
        let mut recorder = recorder();
        recorder.headers(Micros(10), 200, None, None);
        recorder.chunk(Micros(20), text("Hi").as_bytes());
        recorder.timed_out(Micros(30), limit);
        let trace = recorder.finish();
        assert_failed(&trace, OutcomeKind::Timeout, kind, "");
        assert_eq!(trace.closed, Some(Micros(30)));
    }
}

#[test]
fn o6_a_body_without_end_marker_was_cut() {
    let trace = record(&[(1_000, &format!("{ROLE}{}", text("Hi")))]);
    assert_failed(
        &trace,
        OutcomeKind::StreamError,
        FailureKind::EndedEarly,
        "",
    );
    let in_an_event = record(&[(1_000, &format!("{}data: {{\"choices\":[{{\"de", text("Hi")))]);
    assert_failed(
        &in_an_event,
        OutcomeKind::StreamError,
        FailureKind::EndedEarly,
        "",
    );
    let nothing = record(&[]);
    assert_failed(
        &nothing,
        OutcomeKind::StreamError,
        FailureKind::EmptyBody,
        "",
    );
}

#[test]
fn o7_a_stopped_request_is_cut_off() {
    let mut recorder = recorder();
    recorder.headers(Micros(10), 200, None, None);
    recorder.chunk(Micros(20), text("Hi").as_bytes());
    recorder.stopped(Micros(30));
    let trace = recorder.finish();
    assert_failed(&trace, OutcomeKind::CutOff, FailureKind::StoppedByUser, "");
    assert_eq!(trace.events.len(), 1);
}

#[test]
fn no_output_at_all_is_an_empty_answer() {
    let trace = record(&[(
        1_000,
        &format!("{ROLE}{}{}{DONE}", finish("length"), usage(5, 16)),
    )]);
    assert_eq!(trace.outcome, OutcomeKind::Empty);
    assert_eq!(trace.failure, None);
}

#[test]
fn a_named_tool_without_arguments_is_an_answer() {
    let call = support::delta(
        r#"{"tool_calls":[{"index":0,"id":"1","function":{"name":"now","arguments":null}}]}"#,
    );
    let trace = record(&[(1_000, &format!("{call}{}{DONE}", finish("tool_calls")))]);
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert!(trace.events.is_empty());
}

#[test]
fn a_request_that_was_never_ended_is_cut_off() {
    assert_eq!(recorder().finish().outcome, OutcomeKind::CutOff);
}
