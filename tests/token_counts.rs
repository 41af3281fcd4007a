//! Tokens and words of events, as far as the decoders tell them.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use support::{DONE, event, finish, record, text, usage};
use tokenpace::trace::Trace;

/// A chunk with text and the count so far, as vLLM sends it with `continuous_usage_stats`.
fn counted(text: &str, total: u32) -> String {
    event(&format!(
        r#"{{"choices":[{{"index":0,"delta":{{"content":"{text}"}}}}],"usage":{{"prompt_tokens":9,"total_tokens":{},"completion_tokens":{total}}}}}"#,
        9 + total
    ))
}

fn tokens(trace: &Trace) -> Vec<Option<u32>> {
    trace.events.iter().map(|event| event.tokens).collect()
}

#[test]
fn t1_events_without_counts_are_not_given_any() {
    let trace = record(&[(
        1,
        &format!("{}{}{}{DONE}", text("a"), text("b"), usage(9, 7)),
    )]);
    assert_eq!(tokens(&trace), [None, None]);
    assert_eq!(trace.usage.unwrap().total_output, Some(7));
}

#[test]
fn t1_counts_that_grow_with_every_event_are_taken_exactly() {
    let body = format!(
        "{}{}{}{}",
        counted("", 0),
        counted("a", 1),
        counted("b", 4),
        counted("c", 6)
    );
    let trace = record(&[(1, &body)]);
    assert_eq!(tokens(&trace), [Some(1), Some(3), Some(2)]);
}

#[test]
fn g7_tokens_that_pass_without_an_event_go_to_the_next_one() {
    let body = format!("{}{}{}", counted("a", 1), counted("", 2), counted("b", 3));
    assert_eq!(tokens(&record(&[(1, &body)])), [Some(1), Some(2)]);
}

#[test]
fn t1_usage_on_the_last_text_event_alone_counts_no_event() {
    let body = format!("{}{}", text("a"), counted("b", 40));
    assert_eq!(tokens(&record(&[(1, &body)])), [None, None]);
}

#[test]
fn t1_a_total_repeated_on_every_event_counts_no_event() {
    let body = format!(
        "{}{}{}",
        counted("a", 40),
        counted("b", 40),
        counted("c", 40)
    );
    assert_eq!(tokens(&record(&[(1, &body)])), [None, None, None]);
}

#[test]
fn t1_counts_that_stop_halfway_count_no_event() {
    let body = format!("{}{}{}", counted("a", 1), text("b"), counted("c", 3));
    assert_eq!(tokens(&record(&[(1, &body)])), [None, None, None]);
}

#[test]
fn t1_an_event_with_two_channels_is_counted_once() {
    let both = event(
        r#"{"choices":[{"index":0,"delta":{"reasoning":"r","content":"a"}}],"usage":{"completion_tokens":5}}"#,
    );
    let trace = record(&[(1, &format!("{both}{}", counted("b", 6)))]);
    assert_eq!(tokens(&trace), [Some(5), Some(0), Some(1)]);
}

#[test]
fn t3_nothing_is_credited_when_usage_is_missing() {
    let trace = record(&[(1, &format!("{}{}{DONE}", text("a"), finish("length")))]);
    assert_eq!(trace.usage, None);
    assert_eq!(tokens(&trace), [None]);
}

#[test]
fn t14_prompt_tokens_come_from_usage_only() {
    let trace = record(&[(1, &format!("{}{}{DONE}", text("a"), usage(23, 1)))]);
    assert_eq!(trace.usage.unwrap().prompt, Some(23));
}

#[test]
fn words_arrive_with_their_last_character() {
    let body = [
        " The", " cap", "ital", " of", " France", ".\\n", "2.5", " km",
    ]
    .map(|t| {
        event(&format!(
            r#"{{"choices":[{{"index":0,"delta":{{"content":"{t}"}}}}]}}"#
        ))
    });
    let trace = record(&[(1, &body.concat())]);
    let words: Vec<u32> = trace.events.iter().map(|event| event.words).collect();
    assert_eq!(words, [1, 0, 1, 1, 1, 0, 1, 1]);
}

#[test]
fn chinese_and_japanese_count_characters() {
    let trace = record(&[(1, &format!("{}{}", text("你好，"), text("世界 ok")))]);
    let words: Vec<u32> = trace.events.iter().map(|event| event.words).collect();
    assert_eq!(words, [3, 4]);
}

#[test]
fn words_of_other_channels_are_not_counted() {
    let body = format!(
        "{}{}",
        support::delta(r#"{"reasoning":"one two"}"#),
        text("three")
    );
    let words: Vec<u32> = record(&[(1, &body)])
        .events
        .iter()
        .map(|event| event.words)
        .collect();
    assert_eq!(words, [0, 1]);
}
