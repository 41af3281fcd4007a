//! What real requests tell, without a question.

use tokenpace::doctor::{Code, diagnose, hidden_rate_limit};
use tokenpace::protocol::ApiFormat;
use tokenpace::trace::{FailureKind, OutcomeKind};

use crate::traces::{Request, good, request};
use crate::{failed, said, traces};

#[test]
fn words_that_did_not_come_are_not_to_be_read() {
    let wordless = said(&failed(FailureKind::NotFound, 405, ""));
    assert_eq!(wordless.code, Code::NotFound);
    assert_eq!(wordless.quote, None);
    let worded = said(&failed(FailureKind::NotFound, 405, "only GET"));
    assert_eq!(worded.quote.as_deref(), Some("only GET"));
    assert!(wordless.advice.contains("base URL"), "{}", wordless.advice);
    for kind in [FailureKind::BadRequest, FailureKind::VendorError] {
        let silent = said(&failed(kind, 400, ""));
        assert!(!silent.advice.contains("above"), "{}", silent.advice);
        let spoken = said(&failed(kind, 400, "unknown field"));
        assert!(spoken.advice.contains("above"), "{}", spoken.advice);
    }
}

#[test]
fn real_requests_are_explained() {
    for (kind, status, message, code) in [
        (FailureKind::Unauthorized, 401, "Incorrect key", Code::Auth),
        (
            FailureKind::Unauthorized,
            401,
            "CORS requests are not allowed for this Organization because of custom retention settings",
            Code::OrgBlocked,
        ),
        (FailureKind::NotFound, 404, "no such model", Code::NotFound),
        (
            FailureKind::BadRequest,
            422,
            "unknown field",
            Code::BadRequest,
        ),
        (FailureKind::RateLimited, 429, "slow down", Code::Rate),
        (FailureKind::ServerError, 503, "loading", Code::Server),
    ] {
        let finding = said(&failed(kind, status, message));
        assert_eq!(finding.code, code, "{message}");
        assert!(
            finding.known.contains(&status.to_string()),
            "{}",
            finding.known
        );
        assert_eq!(finding.quote.as_deref(), Some(message));
        assert!(!finding.advice.is_empty());
    }
}

#[test]
fn a_reply_in_another_format_is_named() {
    let mut trace = failed(FailureKind::WrongFormat, 200, "hello");
    let finding = said(&trace);
    assert_eq!(finding.code, Code::BadReply);
    assert!(finding.advice.contains("API format"), "{}", finding.advice);
    trace.failure.as_mut().unwrap().looks_like = Some(ApiFormat::Gemini);
    assert!(said(&trace).advice.contains("Gemini"));
    let html = failed(FailureKind::HtmlPage, 200, "<!doctype html>");
    assert_eq!(said(&html).code, Code::BadReply);
}

#[test]
fn silence_is_measured_from_the_last_word() {
    let silent = good(200_000, 40_000)
        .failed(OutcomeKind::Timeout, FailureKind::IdleTimeout)
        .with(|trace| {
            let last = trace.events.last().unwrap().at.0;
            trace.closed = Some(tokenpace::units::Micros(last + 30_000_000));
        })
        .done();
    let finding = said(&silent);
    assert_eq!(finding.code, Code::Stalled);
    assert!(finding.known.contains("30"), "{}", finding.known);
    assert!(finding.known.contains("word"), "{}", finding.known);
}

#[test]
fn good_answers_are_good_news() {
    let trace = good(200_000, 40_000).done();
    let finding = said(&trace);
    assert_eq!(finding.code, Code::Ok);
    assert!(finding.code.is_good());
    let plain = good(200_000, 40_000)
        .with(|trace| trace.plain_json = true)
        .done();
    assert_eq!(said(&plain).code, Code::NotStreamed);
}

#[test]
fn the_browser_may_hide_a_rate_limit() {
    let blocked =
        || -> Request { request().failed(OutcomeKind::Blocked, FailureKind::FetchRejected) };
    let ok = good(200_000, 40_000).done();
    let plan = traces::plan();
    assert!(
        diagnose(&blocked().done(), &plan).is_none(),
        "only the ladder can tell"
    );
    let run = [ok.clone(), blocked().done(), blocked().done()];
    assert_eq!(hidden_rate_limit(&run, &plan).unwrap().code, Code::Rate);
    assert!(hidden_rate_limit(&run[..2], &plan).is_none());
    assert!(hidden_rate_limit(&run[1..], &plan).is_none());
}
