//! Errors inside a 200 reply.

use tokenpace::trace::{FailureKind, Flow, OutcomeKind, Stage};
use tokenpace::units::Micros;

use crate::support::{DONE, ROLE, event, finish, record, recorder, text};
use crate::{assert_failed, failure};

#[test]
fn o1_an_error_object_in_the_stream_is_no_success() {
    let error = event(r#"{"error":{"message":"engine died","type":"server_error"}}"#);
    let trace = record(&[(200_000, &text("Hi")), (300_000, &format!("{error}{DONE}"))]);
    assert_failed(
        &trace,
        OutcomeKind::StreamError,
        FailureKind::VendorError,
        "server_error: engine died",
    );
    assert_eq!(failure(&trace).stage, Stage::Stream);
    assert_eq!(trace.answer, "Hi", "what came before stays as evidence");
}

#[test]
fn a_field_that_says_there_is_no_error_is_none() {
    for nothing in ["0", "0.0", "false", "\"\"", "null", "{}", "[]"] {
        let chunk = |text: &str, reason: &str| {
            event(&format!(
                r#"{{"error":{nothing},"choices":[{{"index":0,"delta":{{"content":"{text}"}},"finish_reason":{reason}}}]}}"#
            ))
        };
        let body = format!("{}{}{DONE}", chunk("Hi", "null"), chunk("", "\"stop\""));
        let trace = record(&[(1_000, &body)]);
        assert_eq!(trace.outcome, OutcomeKind::Ok, "{nothing}");
        assert_eq!(trace.answer, "Hi", "{nothing}");
    }
}

#[test]
fn o1_an_error_beside_choices_is_no_success_even_after_a_finish_reason() {
    let error = event(
        r#"{"error":{"code":400,"message":"Token limit reached"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":null}],"usage":{"prompt_tokens":4,"completion_tokens":2}}"#,
    );
    let trace = record(&[(1_000, &format!("{}{}{error}", text("Hi"), finish("length")))]);
    assert_failed(
        &trace,
        OutcomeKind::StreamError,
        FailureKind::VendorError,
        "400: Token limit",
    );
    assert_eq!(
        trace.usage.unwrap().total_output,
        Some(2),
        "the error's own chunk still counts"
    );
}

#[test]
fn o2_an_error_in_a_field_of_that_name_is_seen() {
    let trace = record(&[(
        1_000,
        &format!(
            "{}error: {{\"error\":{{\"message\":\"no memory\"}}}}\n\n",
            text("Hi")
        ),
    )]);
    assert_failed(
        &trace,
        OutcomeKind::StreamError,
        FailureKind::VendorError,
        "no memory",
    );
}

#[test]
fn a_finish_reason_that_is_an_error_is_one() {
    let trace = record(&[(200, &format!("{}{}{DONE}", text("Hi"), finish("error")))]);
    assert_failed(
        &trace,
        OutcomeKind::StreamError,
        FailureKind::VendorError,
        "finish reason",
    );
    assert_eq!(failure(&trace).stage, Stage::Stream);
    // What the vendor says of it later is worth more.
    let told = event(r#"{"error":{"message":"no memory"}}"#);
    let trace = record(&[(200, &format!("{}{}{told}", text("Hi"), finish("error")))]);
    assert_failed(
        &trace,
        OutcomeKind::StreamError,
        FailureKind::VendorError,
        "no memory",
    );
}

#[test]
fn o2_an_error_as_bare_json_in_the_stream_is_seen() {
    for json in [
        "{\"error\":{\"message\":\"no memory\"}}\n",
        "{\n  \"error\": {\n    \"message\": \"no memory\"\n  }\n}\n",
        "{\n  \"error\": {\n    \"message\": \"no memory\"\n  }\n}",
        "[{\"error\":{\"message\":\"no memory\"}}]",
    ] {
        let trace = record(&[(1_000, &format!("{}{json}", text("Hi")))]);
        assert_failed(
            &trace,
            OutcomeKind::StreamError,
            FailureKind::VendorError,
            "no memory",
        );
    }
}

#[test]
fn o3_an_error_event_fails_the_request_with_the_vendors_message() {
    for data in [
        r#"{"message":"overloaded","type":"overloaded_error"}"#,
        "overloaded",
    ] {
        let body = format!("{}event: error\ndata: {data}\n\n", text("Hi"));
        let trace = record(&[(1_000, &body)]);
        assert_failed(
            &trace,
            OutcomeKind::StreamError,
            FailureKind::VendorError,
            "overloaded",
        );
    }
}

#[test]
fn o4_an_error_as_the_first_event_is_a_refused_request() {
    for first in [
        event(r#"{"error":{"message":"model is loading"}}"#),
        format!(": ping\n\n{}", event(r#"{"error":"model is loading"}"#)),
        "error: {\"message\":\"model is loading\"}\n\n".to_owned(),
        "{\"error\":\"model is loading\"}".to_owned(),
        "{\n \"detail\": \"model is loading\"\n}\n".to_owned(),
        "{\"object\":\"error\",\"message\":\"model is loading\"}".to_owned(),
    ] {
        let trace = record(&[(150_000, &first)]);
        assert_failed(
            &trace,
            OutcomeKind::HttpError,
            FailureKind::VendorError,
            "model is loading",
        );
        assert!(trace.events.is_empty(), "no TTFT");
    }
}

#[test]
fn o4_an_error_after_a_chunk_is_an_error_of_the_stream() {
    let error = event(r#"{"error":{"message":"no"}}"#);
    let trace = record(&[(1_000, &format!("{ROLE}{error}"))]);
    assert_failed(
        &trace,
        OutcomeKind::StreamError,
        FailureKind::VendorError,
        "no",
    );
}

#[test]
fn o5_a_terminal_error_ends_the_reading() {
    let mut recorder = recorder();
    recorder.headers(Micros(10), 200, None, None);
    assert_eq!(
        recorder.chunk(Micros(20), text("Hi").as_bytes()),
        Flow::Continue
    );
    let error = event(r#"{"error":{"message":"x"}}"#);
    assert_eq!(
        recorder.chunk(Micros(30), error.as_bytes()),
        Flow::StopReading
    );
    assert_eq!(
        recorder.chunk(Micros(40), text("more").as_bytes()),
        Flow::StopReading
    );
    recorder.end(Micros(50));
    let trace = recorder.finish();
    assert_eq!(trace.closed, Some(Micros(30)));
    assert_eq!(trace.answer, "Hi");
}
