//! Every recorded reply gives the figures of its row in the index, however its bytes are cut.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use std::collections::HashMap;

use proptest::prelude::*;
use support::recorded::{FORMATS, Recording, all, expected_error, expected_usage, recordings};
use support::{Summary, sha256, summary_of};
use tokenpace::protocol::{ApiFormat, ServerTiming};
use tokenpace::trace::OutcomeKind;
use tokenpace::units::Micros;

fn assert_row(recording: &Recording, got: &Summary, how: &str) {
    let at = format!("{} {how}", recording.file());
    // A body that is an error and nothing else holds no event.
    if recording.status() == 200 {
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

fn assert_error(recording: &Recording, got: &Summary, at: &str) {
    let words = got
        .errors
        .first()
        .map_or(String::new(), |error| match &error.kind {
            Some(kind) => format!("{kind}: {}", error.message),
            None => error.message.clone(),
        });
    let words: String = words.chars().take(160).collect();
    assert_eq!(words, expected_error(recording), "error: {at}");
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
    let nanos = |name: &str| listed.get(name).map(|ns| Micros::from_millis(ns / 1e6));
    let expected = ServerTiming {
        queue: seconds("queue_time"),
        load: nanos("load_duration"),
        prompt: seconds("prompt_time")
            .or(millis("prompt_ms"))
            .or(nanos("prompt_eval_duration")),
        generation: seconds("completion_time")
            .or(millis("predicted_ms"))
            .or(nanos("eval_duration")),
        total: seconds("total_time")
            .or(seconds("e2e_latency"))
            .or(nanos("total_duration")),
        ..ServerTiming::default()
    };
    let speed = got.and_then(|timing| timing.tokens_per_second);
    let got = got.map(|timing| ServerTiming {
        tokens_per_second: None,
        ..timing
    });
    assert_eq!(got, Some(expected), "timing: {at}");
    // The JSON parser may be off by the last bit of a float.
    let over_time = listed
        .get("eval_duration")
        .map(|ns| recording.count("usage_completion") as f64 / ns * 1e9);
    let listed_speed = listed.get("predicted_per_second").copied().or(over_time);
    let close = match (speed, listed_speed) {
        (Some(a), Some(b)) => (a - b).abs() < b * 1e-12,
        (a, b) => a.is_none() && b.is_none(),
    };
    assert!(close, "speed: {at}: {speed:?} {listed_speed:?}");
}

#[test]
fn every_recording_has_a_format_and_every_format_a_recording() {
    for recording in all() {
        let api = recording.api();
        let known = FORMATS.iter().filter(|(name, _)| *name == api).count();
        assert_eq!(known, 1, "{}", recording.file());
    }
    for format in ApiFormat::ALL {
        let read = recordings().into_iter().filter(|(_, by)| by == format);
        assert!(read.count() > 0, "{format:?}");
    }
}

#[test]
fn whole_bodies_give_their_rows() {
    for (recording, format) in recordings() {
        let got = summary_of(format, [&recording.body[..]]);
        assert_row(recording, &got, "whole");
    }
}

#[test]
fn bodies_fed_byte_by_byte_give_the_same() {
    for (recording, format) in recordings() {
        let got = summary_of(format, recording.body.chunks(1));
        assert_row(recording, &got, "byte by byte");
    }
}

#[test]
fn bodies_cut_around_every_line_end_give_the_same() {
    for (recording, format) in recordings() {
        let body = &recording.body;
        let expected = summary_of(format, [&body[..]]);
        for shift in 0..3 {
            let cuts = (0..body.len())
                .filter(|&i| matches!(body[i], b'\n' | b'\r'))
                .map(|i| i + shift)
                .filter(|&cut| cut <= body.len());
            let got = summary_of(format, pieces(body, cuts));
            let file = recording.file();
            assert_eq!(got, expected, "{file} cut at line ends + {shift}");
        }
    }
}

#[test]
fn bodies_cut_inside_every_character_give_the_same() {
    let mut cut_bodies = 0;
    for (recording, format) in recordings() {
        let body = &recording.body;
        let inside: Vec<usize> = (1..body.len())
            .filter(|&i| body[i] & 0xC0 == 0x80)
            .collect();
        cut_bodies += usize::from(!inside.is_empty());
        let got = summary_of(format, pieces(body, inside));
        assert_row(recording, &got, "cut inside characters");
    }
    assert!(cut_bodies >= 8, "the recordings hold multi-byte characters");
}

/// Replies that hold no output and name no tool, though nothing went wrong.
const EMPTY: [&str; 4] = [
    "anthropic__messages__refusal.sse",
    "gemini__streamGenerateContent__prompt-blocked.sse",
    "gemini__streamGenerateContent__prompt-blocked-b.sse",
    "openai__responses__incomplete-max-tokens.sse",
];

/// Replies that are an error and nothing else, though their status says that all is well.
const REFUSED: [&str; 1] = ["tgi__generate_stream__error-validation.sse"];

#[test]
fn every_recording_has_the_outcome_its_row_implies() {
    for (recording, format) in recordings() {
        let file = recording.file();
        let trace = recording.trace(format);
        let expected = if recording.status() != 200 || REFUSED.contains(&file) {
            OutcomeKind::HttpError
        } else if !expected_error(recording).is_empty() {
            OutcomeKind::StreamError
        } else if EMPTY.contains(&file) {
            OutcomeKind::Empty
        } else {
            OutcomeKind::Ok
        };
        assert_eq!(trace.outcome, expected, "{file}");
        let failed = !matches!(expected, OutcomeKind::Ok | OutcomeKind::Empty);
        assert_eq!(trace.failure.is_some(), failed, "{file}");
        assert_eq!(sha256(&trace.answer), recording.column("text_sha256"));
        // After an error nothing is read any more, not even the counts.
        if !failed {
            assert_eq!(trace.usage, expected_usage(recording), "{file}");
        }
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
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bodies_cut_anywhere_give_the_same(
        which in any::<prop::sample::Index>(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
    ) {
        let (recording, format) = *which.get(&recordings());
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(recording.body.len() + 1)).collect();
        cuts.sort_unstable();
        let got = summary_of(format, pieces(&recording.body, cuts));
        assert_row(recording, &got, "cut anywhere");
    }
}
