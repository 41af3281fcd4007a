//! A reply in another format than the chosen one never yields numbers of another text, and the other format is named.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use std::fs;
use std::path::PathBuf;

use support::{record_of, sha256};
use tokenpace::protocol::{ApiFormat, detect};
use tokenpace::trace::{FailureKind, OutcomeKind};

struct Recording {
    file: String,
    /// The middle part of the file's name.
    api: String,
    text_sha256: String,
    has_output: bool,
    body: String,
}

fn recordings() -> Vec<Recording> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings");
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let mut lines = index
        .lines()
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    lines
        .map(|row| {
            let column = |name: &str| row[names.iter().position(|n| *n == name).unwrap()];
            let output = ["text_events", "reasoning_events", "tool_events"];
            Recording {
                file: column("file").to_owned(),
                api: column("file").split("__").nth(1).unwrap().to_owned(),
                text_sha256: column("text_sha256").to_owned(),
                has_output: output.iter().any(|name| column(name) != "0"),
                body: fs::read_to_string(folder.join(column("file"))).unwrap(),
            }
        })
        .collect()
}

/// The format of an interface as the files name it.
fn format_of(api: &str) -> Option<ApiFormat> {
    let label = match api {
        "chat.completions" => "OpenAI chat completions",
        "completions" => "OpenAI completions",
        "responses" => "OpenAI Responses",
        "messages" => "Anthropic Messages",
        "streamGenerateContent" => "Gemini",
        "api.chat" => "Ollama chat",
        "api.generate" => "Ollama generate",
        "completion" => "llama.cpp completion",
        "generate_stream" => "TGI",
        "v2.chat" => "Cohere chat",
        "sglang.generate" => "SGLang generate",
        _ => return None,
    };
    ApiFormat::ALL.iter().copied().find(|f| f.label() == label)
}

#[test]
fn no_format_reads_another_text_out_of_a_reply() {
    for recording in recordings() {
        for &format in ApiFormat::ALL {
            let trace = record_of(format, 200, &[(200_000, &recording.body)]);
            let at = format!("{} as {format:?}", recording.file);
            if trace.outcome == OutcomeKind::Ok {
                assert_eq!(sha256(&trace.answer), recording.text_sha256, "{at}");
            }
            if format_of(&recording.api) == Some(format) {
                continue;
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
    let mut told = 0;
    for recording in recordings().iter().filter(|r| r.has_output) {
        let Some(own) = format_of(&recording.api) else {
            continue;
        };
        let found = detect(&recording.body);
        assert!(
            found.is_none_or(|found| found == own),
            "{} looks like {found:?}",
            recording.file
        );
        told += usize::from(found.is_some());
        for &other in ApiFormat::ALL.iter().filter(|other| **other != own) {
            let trace = record_of(other, 200, &[(200_000, &recording.body)]);
            if let Some(failure) = trace.failure
                && failure.kind == FailureKind::WrongFormat
            {
                assert_eq!(failure.looks_like, found, "{} as {other:?}", recording.file);
            }
        }
    }
    assert!(told >= 60, "{told} recordings tell their format");
}

#[test]
fn what_the_chosen_format_reads_is_never_called_another() {
    for recording in recordings() {
        let Some(own) = format_of(&recording.api) else {
            continue;
        };
        for status in [200, 404] {
            let trace = record_of(own, status, &[(200_000, &recording.body)]);
            let looks_like = trace.failure.and_then(|failure| failure.looks_like);
            assert_eq!(looks_like, None, "{}", recording.file);
        }
    }
}
