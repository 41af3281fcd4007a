//! Requests that the vendor or the browser refused, and the words that came with it.

use tokenpace::trace::{FailureKind, OutcomeKind, Stage};
use tokenpace::units::Micros;

use crate::support::{DONE, record_status, recorder, text};
use crate::{assert_failed, failure};

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
    assert_eq!(shown.chars().count(), 300);
    assert!(shown.ends_with("x…"), "{shown}");
    assert_eq!(trace.content_type.as_deref(), Some("text/[key]"));
}
