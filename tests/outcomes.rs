//! How a request ended: exactly one outcome, with the vendor's words and the place.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use support::{DONE, ROLE, event, finish, record, record_status, recorder, text, usage};
use tokenpace::decode::Limits;
use tokenpace::trace::{
    Failure, FailureKind, Flow, OutcomeKind, Recorder, Stage, TimeLimit, Trace,
};
use tokenpace::units::Micros;

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
fn o9_every_2xx_is_a_success_and_kinds_come_from_the_status() {
    let body = format!("{}{DONE}", text("Hi"));
    assert_eq!(
        record_status(201, &[(1_000, &body)]).outcome,
        OutcomeKind::Ok
    );
    for (status, kind) in [
        (400, FailureKind::BadRequest),
        (401, FailureKind::Unauthorized),
        (403, FailureKind::Unauthorized),
        (404, FailureKind::NotFound),
        (405, FailureKind::NotFound),
        (422, FailureKind::BadRequest),
        (429, FailureKind::RateLimited),
        (500, FailureKind::ServerError),
        (529, FailureKind::ServerError),
        (302, FailureKind::UnexpectedStatus),
    ] {
        let trace = record_status(
            status,
            &[(1_000, "{\"error\":{\"message\":\"why\",\"type\":\"t\"}}")],
        );
        assert_failed(&trace, OutcomeKind::HttpError, kind, "t: why");
        assert_eq!(failure(&trace).stage, Stage::Headers);
    }
}

#[test]
fn error_bodies_of_any_shape_give_their_words() {
    for (body, words) in [
        ("{\"error\":\"no such model\"}", "no such model"),
        (
            "{\n  \"error\": {\n    \"message\": \"no such model\"\n  }\n}\n",
            "no such model",
        ),
        (
            "[{\"error\":{\"message\":\"no such model\"}}]",
            "no such model",
        ),
        (
            "data: {\"error\":{\"message\":\"no such model\"}}\n\n",
            "no such model",
        ),
        (
            "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"no such model\"}]}",
            "no such model",
        ),
        ("no such model", "no such model"),
        (
            "<html><title>502 Bad Gateway</title></html>",
            "502 Bad Gateway",
        ),
        ("{\"unheard\":\"of\"}", "unheard"),
    ] {
        let trace = record_status(404, &[(1_000, body)]);
        assert_failed(&trace, OutcomeKind::HttpError, FailureKind::NotFound, words);
    }
}

#[test]
fn a_page_with_a_403_says_nothing_of_the_key() {
    for (status, body, kind) in [
        (
            403,
            "<!DOCTYPE html><title>Just a moment</title>",
            FailureKind::HtmlPage,
        ),
        (403, "\n<html>Blocked</html>", FailureKind::HtmlPage),
        (
            403,
            "<?xml version=\"1.0\"?><Error/>",
            FailureKind::Unauthorized,
        ),
        (403, "forbidden", FailureKind::Unauthorized),
        (401, "<html>401</html>", FailureKind::Unauthorized),
    ] {
        let trace = record_status(status, &[(1_000, body)]);
        assert_eq!(trace.outcome, OutcomeKind::HttpError);
        assert_eq!(failure(&trace).kind, kind, "{body}");
    }
}

#[test]
fn an_error_body_never_counts_as_output() {
    let trace = record_status(500, &[(1_000, &format!("{}{DONE}", text("Hi")))]);
    assert_eq!(trace.outcome, OutcomeKind::HttpError);
    assert!(trace.events.is_empty() && trace.answer.is_empty());
}

#[test]
fn o10_a_broken_connection_is_not_blamed_before_a_frame_was_understood() {
    let mut foreign = recorder();
    foreign.headers(Micros(10), 200, None, None);
    foreign.chunk(
        Micros(20),
        b"data: {\"type\":\"message_start\",\"message\":{\"role\":\"assistant\"}}\n\n",
    );
    foreign.broken(Micros(30), "network error");
    assert_failed(
        &foreign.finish(),
        OutcomeKind::NotUnderstood,
        FailureKind::WrongFormat,
        "message_start",
    );

    let mut known = recorder();
    known.headers(Micros(10), 200, None, None);
    known.chunk(Micros(20), text("Hi").as_bytes());
    known.broken(Micros(30), "network error");
    assert_failed(
        &known.finish(),
        OutcomeKind::StreamError,
        FailureKind::BodyBroken,
        "network error",
    );
}

#[test]
fn o12_the_retry_after_header_is_kept_where_it_is_readable() {
    let mut recorder = recorder();
    recorder.headers(Micros(10), 429, Some("application/json"), Some("20"));
    recorder.chunk(Micros(20), b"{\"error\":{\"message\":\"slow down\"}}");
    recorder.end(Micros(30));
    let trace = recorder.finish();
    assert_failed(
        &trace,
        OutcomeKind::HttpError,
        FailureKind::RateLimited,
        "slow down",
    );
    assert_eq!(trace.retry_after.as_deref(), Some("20"));
}

#[test]
fn a_rejected_fetch_is_blocked() {
    let mut recorder = recorder();
    recorder.rejected(Micros(40), "Failed to fetch");
    let trace = recorder.finish();
    assert_failed(
        &trace,
        OutcomeKind::Blocked,
        FailureKind::FetchRejected,
        "Failed to fetch",
    );
    assert_eq!(trace.closed, Some(Micros(40)));
    assert_eq!(trace.headers, None);
}

#[test]
fn an_html_page_under_200_is_not_understood_and_shown_escaped() {
    let trace = record(&[(1_000, "\n<!doctype html>\n<title>Sign\tin</title>")]);
    assert_failed(
        &trace,
        OutcomeKind::NotUnderstood,
        FailureKind::HtmlPage,
        "Sign\\tin",
    );
}

#[test]
fn a_foreign_format_is_not_understood() {
    for body in [
        "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"x\"}}\n\n",
        "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"},\"done\":false}\n",
        "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hi\"}]}}]}\n\n",
        "data: {\"type\":\"message_delta\",\"usage\":{\"output_tokens\":9}}\n\n",
        "just words",
    ] {
        let trace = record(&[(1_000, body)]);
        assert_failed(
            &trace,
            OutcomeKind::NotUnderstood,
            FailureKind::WrongFormat,
            "",
        );
        assert!(!failure(&trace).message.is_empty(), "shows what came");
    }
}

#[test]
fn s12_a_bad_payload_is_counted_and_the_stream_goes_on() {
    let body = format!(
        "{}data: {{\"choices\":[{{\"del{{\"error\":\"upstream\"}}\n\n{}{}{DONE}",
        text("He"),
        text("llo"),
        finish("stop")
    );
    let trace = record(&[(1_000, &body)]);
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert_eq!(trace.answer, "Hello");
    assert_eq!(trace.bad_frames, 1);
    let cut = format!(
        "{}data: {{\"choices\":[{{\"del{{\"error\":\"upstream\"}}",
        text("He")
    );
    assert_failed(
        &record(&[(1_000, &cut)]),
        OutcomeKind::StreamError,
        FailureKind::EndedEarly,
        "upstream",
    );
}

#[test]
fn the_place_of_bad_payloads_is_kept() {
    let bad = "data: {\"choices\":[{\"delta\":{\"txt\":\"?\"}}]}\n\n";
    let (word, end) = (text("He"), finish("stop"));
    let place = |body: &str| {
        let trace = record(&[(1_000, &format!("{ROLE}{body}{DONE}"))]);
        assert_eq!(trace.outcome, OutcomeKind::Ok);
        trace.bad_span.map(|span| (span.first, span.last))
    };
    assert_eq!(place(&format!("{word}{word}{end}")), None);
    assert_eq!(place(&format!("{bad}{bad}{word}{end}")), Some((0, 0)));
    assert_eq!(place(&format!("{word}{bad}{word}{end}")), Some((1, 1)));
    assert_eq!(place(&format!("{bad}{word}{end}{bad}")), Some((0, 1)));
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
fn an_answer_that_cannot_be_read_is_no_empty_answer() {
    let body = format!(
        "{ROLE}data: token number 0\n\ndata: token number 1\n\n{}{DONE}",
        finish("stop")
    );
    let trace = record(&[(1_000, &body)]);
    assert_eq!(trace.outcome, OutcomeKind::NotUnderstood);
    assert_eq!(failure(&trace).kind, FailureKind::WrongFormat);
    assert_eq!(trace.bad_frames, 2);
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

#[test]
fn messages_are_scrubbed_shortened_and_escaped() {
    let mut recorder = recorder();
    recorder.scrub(|text| text.replace("sk-secret", "[key]"));
    recorder.headers(Micros(10), 401, Some("text/sk-secret"), None);
    let message = format!("bad key sk-secret\\u0007 {}", "x".repeat(1_000));
    recorder.chunk(
        Micros(20),
        format!("{{\"error\":{{\"message\":\"{message}\"}}}}").as_bytes(),
    );
    recorder.end(Micros(30));
    let trace = recorder.finish();
    let shown = &failure(&trace).message;
    assert!(shown.starts_with("bad key [key]\\u{7} xxx"), "{shown}");
    assert_eq!(shown.chars().count(), 301 + "\\u{7}".len() - 1);
    assert_eq!(trace.content_type.as_deref(), Some("text/[key]"));
}

#[test]
fn a_request_that_was_never_ended_is_cut_off() {
    assert_eq!(recorder().finish().outcome, OutcomeKind::CutOff);
}
