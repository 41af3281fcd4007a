//! Every recorded reply gives the figures of its row in the index, however its bytes are cut.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use support::{Summary, sha256, summary};
use tokenpace::protocol::{ServerTiming, Usage};
use tokenpace::trace::OutcomeKind;
use tokenpace::units::Micros;

struct Recording {
    row: HashMap<String, String>,
    body: Vec<u8>,
}

impl Recording {
    fn column(&self, name: &str) -> &str {
        &self.row[name]
    }

    fn count(&self, name: &str) -> usize {
        self.column(name).parse().unwrap()
    }

    fn reported(&self, name: &str) -> Option<u32> {
        self.column(name).parse().ok()
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings")
}

fn recordings() -> Vec<Recording> {
    let index = fs::read_to_string(folder().join("INDEX.tsv")).unwrap();
    let mut lines = index.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines
        .map(|line| {
            let row: HashMap<String, String> = names
                .iter()
                .zip(line.split('\t'))
                .map(|(name, value)| ((*name).to_owned(), value.to_owned()))
                .collect();
            let body = fs::read(folder().join(&row["file"])).unwrap();
            Recording { row, body }
        })
        .collect()
}

fn assert_row(recording: &Recording, got: &Summary, how: &str) {
    let at = format!("{} {how}", recording.column("file"));
    if !recording.column("file").ends_with(".json") {
        assert_eq!(got.events, recording.count("events"), "events: {at}");
    }
    for (name, value) in [
        ("text_events", got.answer_events),
        ("reasoning_events", got.reasoning_events),
        ("tool_events", got.tool_events),
        ("first_text_event", got.first_answer_event),
        ("first_reasoning_event", got.first_reasoning_event),
        ("text_chars", got.answer.chars().count()),
        ("reasoning_chars", got.reasoning.chars().count()),
        ("tool_args_chars", got.tool_args.chars().count()),
        ("comments", got.comments as usize),
    ] {
        assert_eq!(value, recording.count(name), "{name}: {at}");
    }
    assert_eq!(
        sha256(&got.answer),
        recording.column("text_sha256"),
        "answer: {at}"
    );
    if !got.reasoning.is_empty() {
        assert_eq!(
            sha256(&got.reasoning),
            recording.column("reasoning_sha256"),
            "{at}"
        );
    }
    assert_eq!(got.usage, expected_usage(recording), "usage: {at}");
    assert_eq!(
        got.finish.as_deref().unwrap_or(""),
        recording.column("finish_reason"),
        "finish: {at}"
    );
    assert_eq!(
        got.end,
        recording.column("end_marker") == "yes",
        "end: {at}"
    );
    assert_eq!(got.not_understood, 0, "not understood: {at}");
    assert_error(recording, got, &at);
    assert_timing(recording, got.timing, &at);
}

/// The index holds the vendor's own counts; ours mean the same at every vendor.
fn expected_usage(recording: &Recording) -> Option<Usage> {
    let completion = recording.reported("usage_completion");
    let reasoning = recording.reported("usage_reasoning");
    let xai = recording.column("file").starts_with("xai__");
    let total_output = match (completion, reasoning) {
        (Some(completion), Some(reasoning)) if xai => Some(completion + reasoning),
        (completion, _) => completion,
    };
    let usage = Usage {
        prompt: recording.reported("usage_prompt"),
        total_output,
        reasoning: reasoning.map(|n| n.min(total_output.unwrap_or(n))),
        cached: recording.reported("usage_cached"),
    };
    (usage != Usage::default()).then_some(usage)
}

fn assert_error(recording: &Recording, got: &Summary, at: &str) {
    // A parser that follows the standard to the letter drops a field named `error`; the index does so, we don't.
    if recording.column("quirks").contains("unknown_fields=error") {
        assert!(
            got.errors[0].message.starts_with("failed to decode"),
            "{at}"
        );
        return;
    }
    let words = got
        .errors
        .first()
        .map_or(String::new(), |error| match &error.kind {
            Some(kind) => format!("{kind}: {}", error.message),
            None => error.message.clone(),
        });
    let words: String = words.chars().take(160).collect();
    assert_eq!(words, recording.column("error"), "error: {at}");
}

fn assert_timing(recording: &Recording, got: Option<ServerTiming>, at: &str) {
    let listed: HashMap<&str, f64> = recording
        .column("server_timing")
        .split(',')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name, value.parse().unwrap()))
        .collect();
    if listed.is_empty() {
        return;
    }
    let seconds = |name: &str| listed.get(name).map(|s| Micros::from_millis(s * 1000.0));
    let millis = |name: &str| listed.get(name).map(|ms| Micros::from_millis(*ms));
    let expected = ServerTiming {
        queue: seconds("queue_time"),
        prompt: seconds("prompt_time").or(millis("prompt_ms")),
        generation: seconds("completion_time").or(millis("predicted_ms")),
        total: seconds("total_time"),
        ..ServerTiming::default()
    };
    let speed = got.and_then(|timing| timing.tokens_per_second);
    let got = got.map(|timing| ServerTiming {
        tokens_per_second: None,
        ..timing
    });
    assert_eq!(got, Some(expected), "timing: {at}");
    // The JSON parser may be off by the last bit of a float.
    let listed_speed = listed.get("predicted_per_second").copied();
    let close = match (speed, listed_speed) {
        (Some(a), Some(b)) => (a - b).abs() < b * 1e-12,
        (a, b) => a.is_none() && b.is_none(),
    };
    assert!(close, "speed: {at}: {speed:?} {listed_speed:?}");
}

#[test]
fn whole_bodies_give_their_rows() {
    let all = recordings();
    assert_eq!(all.len(), 78);
    for recording in &all {
        assert_row(recording, &summary([&recording.body[..]]), "whole");
    }
}

#[test]
fn bodies_fed_byte_by_byte_give_the_same() {
    for recording in recordings() {
        assert_row(
            &recording,
            &summary(recording.body.chunks(1)),
            "byte by byte",
        );
    }
}

#[test]
fn bodies_cut_around_every_line_end_give_the_same() {
    for recording in recordings() {
        let body = &recording.body;
        let expected = summary([&body[..]]);
        for shift in 0..3 {
            let cuts = (0..body.len())
                .filter(|&i| matches!(body[i], b'\n' | b'\r'))
                .map(|i| i + shift)
                .filter(|&cut| cut <= body.len());
            let got = summary(pieces(body, cuts));
            assert_eq!(
                got,
                expected,
                "{} cut at line ends + {shift}",
                recording.column("file")
            );
        }
    }
}

#[test]
fn bodies_cut_inside_every_character_give_the_same() {
    let mut cut_bodies = 0;
    for recording in recordings() {
        let body = &recording.body;
        let inside: Vec<usize> = (1..body.len())
            .filter(|&i| body[i] & 0xC0 == 0x80)
            .collect();
        cut_bodies += usize::from(!inside.is_empty());
        assert_row(
            &recording,
            &summary(pieces(body, inside)),
            "cut inside characters",
        );
    }
    assert!(cut_bodies >= 8, "the recordings hold multi-byte characters");
}

#[test]
fn every_recording_has_the_outcome_its_row_implies() {
    for recording in recordings() {
        let status = if recording.column("file").ends_with(".json") {
            404
        } else {
            200
        };
        let body = String::from_utf8(recording.body.clone()).unwrap();
        let trace = support::record_status(status, &[(200_000, &body)]);
        let failed = !recording.column("error").is_empty()
            || recording.column("quirks").contains("unknown_fields=error");
        let expected = if status == 404 {
            OutcomeKind::HttpError
        } else if failed {
            OutcomeKind::StreamError
        } else {
            OutcomeKind::Ok
        };
        assert_eq!(trace.outcome, expected, "{}", recording.column("file"));
        assert_eq!(trace.failure.is_some(), expected != OutcomeKind::Ok);
        assert_eq!(sha256(&trace.answer), recording.column("text_sha256"));
    }
}

/// The body cut at these offsets.
fn pieces(body: &[u8], cuts: impl IntoIterator<Item = usize>) -> Vec<&[u8]> {
    let mut out = Vec::new();
    let mut from = 0;
    for cut in cuts {
        out.push(&body[from..cut]);
        from = cut;
    }
    out.push(&body[from..]);
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn bodies_cut_anywhere_give_the_same(
        which in 0usize..78,
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let recording = &recordings()[which];
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(recording.body.len() + 1)).collect();
        cuts.sort_unstable();
        let got = summary(pieces(&recording.body, cuts));
        assert_row(recording, &got, "cut anywhere");
    }
}
