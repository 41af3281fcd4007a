//! A reply in another format than the chosen one never yields numbers of another text, and the other format is named.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use support::recorded::{Recording, all, recordings};
use support::{record_of, sha256};
use tokenpace::protocol::{ApiFormat, detect};
use tokenpace::trace::{FailureKind, OutcomeKind};

fn has_output(recording: &Recording) -> bool {
    ["text_events", "reasoning_events", "tool_events"]
        .iter()
        .any(|name| recording.column(name) != "0")
}

fn detected(recording: &Recording) -> Option<ApiFormat> {
    detect(&String::from_utf8_lossy(&recording.body))
}

#[test]
fn no_format_reads_another_text_out_of_a_reply() {
    for recording in all() {
        for &format in ApiFormat::ALL {
            let trace = recording.trace(format);
            let at = format!("{} as {format:?}", recording.file());
            if trace.outcome == OutcomeKind::Ok {
                let text = recording.column("text_sha256");
                assert_eq!(sha256(&trace.answer), text, "{at}");
            }
            assert!(
                matches!(
                    trace.outcome,
                    OutcomeKind::Ok
                        | OutcomeKind::NotUnderstood
                        | OutcomeKind::HttpError
                        | OutcomeKind::StreamError
                        | OutcomeKind::Empty
                ),
                "{at}: {:?}",
                trace.outcome
            );
        }
    }
}

#[test]
fn the_format_of_a_reply_is_told_by_its_beginning() {
    let mut untold = Vec::new();
    for (recording, own) in recordings() {
        if !has_output(recording) {
            continue;
        }
        let found = detected(recording);
        if found.is_none() {
            untold.push(recording.file());
        }
        let file = recording.file();
        assert!(
            found.is_none_or(|found| found == own),
            "{file} looks like {found:?}"
        );
        for &other in ApiFormat::ALL.iter().filter(|other| **other != own) {
            if let Some(failure) = recording.trace(other).failure
                && failure.kind == FailureKind::WrongFormat
            {
                assert_eq!(failure.looks_like, found, "{file} as {other:?}");
            }
        }
    }
    // Servers that leave out the kind of their objects, or write another format's.
    assert!(untold.len() <= 2, "{untold:?}");
}

#[test]
fn what_the_chosen_format_reads_is_never_called_another() {
    for (recording, own) in recordings() {
        let body = String::from_utf8_lossy(&recording.body);
        for status in [200, 404] {
            let trace = record_of(own, status, &[(200_000, &body)]);
            let looks_like = trace.failure.and_then(|failure| failure.looks_like);
            assert_eq!(looks_like, None, "{}", recording.file());
        }
    }
}

#[test]
fn replies_without_their_usual_name_are_told_too() {
    use tokenpace::protocol::detect;
    for (head, format) in [
        (
            r#"data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}"#,
            ApiFormat::OpenAiChat,
        ),
        (
            r#"data:{"object":"text_completion","choices":[{"delta":{"content":"Hi"}}]}"#,
            ApiFormat::OpenAiChat,
        ),
        (
            r#"{"object":"chat.completion","choices":[{"message":{"content":"Hi"}}]}"#,
            ApiFormat::OpenAiChat,
        ),
        (
            r#"{"object":"text_completion","choices":[{"text":"Hi"}]}"#,
            ApiFormat::OpenAiCompletions,
        ),
        (r#"{"generated_text":"Hi"}"#, ApiFormat::Tgi),
        (
            r#"{"id":"1","message":{"content":[{"type":"text","text":"Hi"}]},"usage":{"billed_units":{}}}"#,
            ApiFormat::CohereChat,
        ),
    ] {
        assert_eq!(detect(head), Some(format), "{head}");
    }
    assert_eq!(detect(r#"{"choices":[{"weather":"fine"}]}"#), None);
}
