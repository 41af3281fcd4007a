//! Replies that could not be read, whole or in part.

use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::Micros;

use crate::support::{DONE, ROLE, finish, record, recorder, text};
use crate::{assert_failed, failure};

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
