//! When the first token came: stamps of reads with content, and nothing else.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use support::{DONE, ROLE, delta, event, finish, record, recorder, text, usage};
use tokenpace::protocol::Channel;
use tokenpace::trace::{OutcomeKind, Trace};
use tokenpace::units::Micros;

fn first(trace: &Trace) -> Option<u64> {
    trace.events.first().map(|event| event.at.0)
}

#[test]
fn f1_role_only_delta_is_not_the_first_token() {
    let trace = record(&[(120_000, ROLE), (200_000, &text("Hi"))]);
    assert_eq!(first(&trace), Some(200_000));
    assert_eq!(trace.first_byte, Some(Micros(120_000)));
}

#[test]
fn f1_role_and_text_in_one_delta_are_the_first_token() {
    let both = delta(r#"{"role":"assistant","content":"Hi"}"#);
    assert_eq!(first(&record(&[(120_000, &both)])), Some(120_000));
}

#[test]
fn f1_every_channel_counts_as_output() {
    for (json, channel) in [
        (r#"{"content":"x"}"#, Channel::Answer),
        (r#"{"reasoning_content":"x"}"#, Channel::Reasoning),
        (r#"{"refusal":"x"}"#, Channel::Refusal),
        (
            r#"{"tool_calls":[{"index":0,"function":{"arguments":"{"}}]}"#,
            Channel::Tool,
        ),
        (r#"{"function_call":{"arguments":"{"}}"#, Channel::Tool),
    ] {
        let trace = record(&[(120_000, ROLE), (200_000, &delta(json))]);
        assert_eq!(first(&trace), Some(200_000), "{json}");
        assert_eq!(trace.events[0].channel, channel);
    }
}

#[test]
fn f2_only_the_empty_string_is_no_text() {
    for empty in [
        "\"\"",
        "null",
        "[]",
        "{}",
        "false",
        "[{\"type\":\"text\",\"text\":\"\"}]",
    ] {
        let trace = record(&[(1, &delta(&format!(r#"{{"content":{empty}}}"#)))]);
        assert!(trace.events.is_empty(), "{empty}");
    }
    for token in ["0", " ", "\n", "\t", "\u{200b}"] {
        let trace = record(&[(1, &text(token))]);
        assert_eq!(trace.answer, token);
        assert_eq!(trace.events.len(), 1, "{token:?}");
    }
}

#[test]
fn f3_headers_bytes_comments_and_preludes_have_stamps_of_their_own() {
    let trace = record(&[
        (110_000, ": PROCESSING\n\n"),
        (
            120_000,
            &event(r#"{"choices":[],"prompt_filter_results":[]}"#),
        ),
        (
            130_000,
            &event(
                r#"{"choices":[{"index":0,"delta":{}}],"prompt_progress":{"total":9,"processed":3}}"#,
            ),
        ),
        (200_000, &text("Hi")),
    ]);
    assert_eq!(trace.headers, Some(Micros(100_000)));
    assert_eq!(trace.first_byte, Some(Micros(110_000)));
    assert_eq!(first(&trace), Some(200_000));
    assert_eq!(trace.bad_frames, 0);
}

#[test]
fn f5_a_later_chunk_never_moves_the_first_token() {
    let trace = record(&[
        (200_000, &text("Hi")),
        (900_000, &usage(5, 1)),
        (950_000, DONE),
    ]);
    assert_eq!(first(&trace), Some(200_000));
    assert_eq!(trace.first_byte, Some(Micros(200_000)));
}

#[test]
fn f6_every_event_of_a_read_has_the_stamp_of_that_read() {
    let (a, b) = (text("a"), text("b"));
    // The second event begins in one read and is complete in the next: it came with the next.
    let (b1, b2) = b.split_at(20);
    let trace = record(&[(100, &format!("{a}{b1}")), (200, &format!("{b2}{a}"))]);
    let stamps: Vec<(u64, u32)> = trace.events.iter().map(|e| (e.at.0, e.read)).collect();
    assert_eq!(stamps, [(100, 0), (200, 1), (200, 1)]);
}

#[test]
fn f6_an_event_that_only_the_end_completes_keeps_its_reads_stamp() {
    let trace = record(&[(100, text("a").trim_end())]);
    assert_eq!(first(&trace), Some(100));
    assert_eq!(trace.closed, Some(Micros(1_100)));
}

#[test]
fn f7_a_turn_of_tool_calls_alone_has_a_first_token() {
    let call = |json: &str| delta(&format!(r#"{{"tool_calls":[{json}]}}"#));
    let named =
        call(r#"{"index":0,"id":"1","type":"function","function":{"name":"f","arguments":""}}"#);
    let args = call(r#"{"index":0,"function":{"arguments":"{\"a\""}}"#);
    let trace = record(&[(100, &named), (200, &args), (300, &finish("tool_calls"))]);
    assert_eq!(first(&trace), Some(200), "a name is no output yet");
    assert_eq!(trace.events[0].chars, 4);
    assert_eq!(trace.outcome, OutcomeKind::Ok);
}

#[test]
fn f7_arguments_may_be_an_object_and_calls_may_share_an_event() {
    let calls = delta(
        r#"{"tool_calls":[{"index":0,"function":{"name":"f","arguments":{"a": 1}}},{"index":1,"function":{"name":"g","arguments":"{}"}}]}"#,
    );
    let got = support::of(&calls);
    assert_eq!(got.tool_args, r#"{"a":1}{}"#);
    assert_eq!(got.tool_events, 1);
}

#[test]
fn f8_a_legal_answer_without_text_is_empty_and_has_no_first_token() {
    let trace = record(&[(100, ROLE), (200, &finish("stop")), (300, DONE)]);
    assert_eq!(trace.outcome, OutcomeKind::Empty);
    assert_eq!(first(&trace), None);
}

#[test]
fn f9_a_missing_first_token_is_none() {
    let mut recorder = recorder();
    assert_eq!(recorder.ttft(), None);
    recorder.headers(Micros(5), 200, None, None);
    recorder.chunk(Micros(10), ROLE.as_bytes());
    assert_eq!(recorder.ttft(), None);
    recorder.chunk(Micros(20), text("x").as_bytes());
    assert_eq!(recorder.ttft(), Some(Micros(20)));
}

#[test]
fn f10_a_plain_json_reply_is_recognised_as_not_streamed() {
    let body = r#"{"id":"c-9","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hello you","reasoning_content":"hm"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":3,"total_tokens":8}}"#;
    let pretty =
        serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(body).unwrap())
            .unwrap();
    for body in [body, &pretty, &format!("{body}\n")] {
        let (a, b) = body.split_at(70);
        let trace = record(&[(100, a), (900, b)]);
        assert!(trace.plain_json);
        assert_eq!(trace.outcome, OutcomeKind::Ok);
        assert_eq!(trace.answer, "Hello you");
        assert_eq!(trace.reasoning, "hm");
        assert_eq!(trace.usage.unwrap().total_output, Some(3));
        assert!(trace.events.iter().all(|event| event.at == Micros(900)));
        assert_eq!(trace.response_id.as_deref(), Some("c-9"));
    }
    assert!(!record(&[(1, &text("Hi"))]).plain_json);
}

#[test]
fn f10_a_whole_reply_after_the_stream_is_not_the_answer_again() {
    let whole = r#"{"choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"stop"}]}"#;
    let trace = record(&[(1, &format!("{}{whole}\n", text("Hi")))]);
    assert_eq!(trace.answer, "Hi");
    assert!(!trace.plain_json);
}

#[test]
fn f10_an_empty_plain_json_reply_is_empty() {
    let body = r#"{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"length"}]}"#;
    let trace = record(&[(100, body)]);
    assert_eq!(trace.outcome, OutcomeKind::Empty);
    assert!(trace.plain_json);
}

#[test]
fn live_accessors_follow_the_stream() {
    let mut recorder = recorder();
    recorder.headers(Micros(5), 200, None, None);
    recorder.chunk(Micros(10), delta(r#"{"reasoning":"hm"}"#).as_bytes());
    recorder.chunk(Micros(20), text("Hel").as_bytes());
    assert_eq!(
        recorder.take_new_text(),
        ("Hel".to_owned(), "hm".to_owned())
    );
    assert_eq!(recorder.take_new_text(), (String::new(), String::new()));
    recorder.chunk(Micros(30), text("lo").as_bytes());
    assert_eq!(recorder.take_new_text(), ("lo".to_owned(), String::new()));
    assert_eq!(recorder.event_count(), 3);
}
