//! Reasoning beside the answer: every name it goes by, never the same text twice, and counts of one meaning.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use proptest::prelude::*;
use support::{delta, event, of, record, text};
use tokenpace::protocol::{Channel, Usage};

fn reasoning(json: &str) -> String {
    of(&delta(json)).reasoning
}

#[test]
fn r1_every_name_is_read() {
    for json in [
        r#"{"reasoning_content":"hm"}"#,
        r#"{"reasoning":"hm"}"#,
        r#"{"content":null,"reasoning_content":"hm"}"#,
        r#"{"content":"","reasoning":"hm"}"#,
        r#"{"reasoning_details":[{"type":"reasoning.text","text":"hm"}]}"#,
        r#"{"reasoning_details":[{"type":"reasoning.summary","summary":"hm"}]}"#,
        r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]}"#,
        r#"{"content":[{"type":"thinking","thinking":"hm"}]}"#,
    ] {
        assert_eq!(reasoning(json), "hm", "{json}");
    }
}

#[test]
fn r1_the_same_text_under_several_names_is_taken_once() {
    for json in [
        r#"{"reasoning":"hm","reasoning_content":"hm"}"#,
        r#"{"reasoning":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm"}]}"#,
        r#"{"reasoning_details":[{"type":"reasoning.text","text":"hm"}],"reasoning":"hm","reasoning_content":""}"#,
    ] {
        assert_eq!(reasoning(json), "hm", "{json}");
    }
}

#[test]
fn r1_sealed_reasoning_is_no_text() {
    let json =
        r#"{"reasoning_details":[{"type":"reasoning.encrypted","data":"gAAA","text":null}]}"#;
    assert_eq!(reasoning(json), "");
}

#[test]
fn r2_reasoning_and_answer_keep_their_own_first_stamps() {
    let trace = record(&[
        (300_000, &delta(r#"{"reasoning":"hm"}"#)),
        (500_000, &text("Hi")),
    ]);
    let first = |channel| {
        trace
            .events
            .iter()
            .find(|event| event.channel == channel)
            .map(|event| event.at.0)
    };
    assert_eq!(first(Channel::Reasoning), Some(300_000));
    assert_eq!(first(Channel::Answer), Some(500_000));
    assert_eq!(
        (trace.reasoning.as_str(), trace.answer.as_str()),
        ("hm", "Hi")
    );
}

#[test]
fn r2_a_content_list_may_hold_both() {
    let json = r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Hi"}]}"#;
    let got = of(&delta(json));
    assert_eq!((got.reasoning.as_str(), got.answer.as_str()), ("hm", "Hi"));
}

#[test]
fn inline_think_tags_stay_in_the_visible_text() {
    assert_eq!(
        of(&text("<think>hm</think>Hi")).answer,
        "<think>hm</think>Hi"
    );
}

#[test]
fn r4_a_summary_is_told_from_the_reasoning_itself() {
    let summary = delta(
        r#"{"reasoning":"hm","reasoning_details":[{"type":"reasoning.summary","summary":"hm"}]}"#,
    );
    assert!(record(&[(1, &summary)]).reasoning_summarised);
    let full =
        delta(r#"{"reasoning":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm"}]}"#);
    assert!(!record(&[(1, &full)]).reasoning_summarised);
}

fn usage(prompt: u32, completion: u32, reasoning: u32, total: u32) -> Usage {
    of(&event(&format!(
        r#"{{"choices":[],"usage":{{"prompt_tokens":{prompt},"completion_tokens":{completion},"total_tokens":{total},"completion_tokens_details":{{"reasoning_tokens":{reasoning}}}}}}}"#
    )))
    .usage
    .unwrap()
}

#[test]
fn r5_reasoning_inside_the_total_is_not_added_again() {
    let got = usage(10, 100, 60, 110);
    assert_eq!((got.total_output, got.reasoning), (Some(100), Some(60)));
}

#[test]
fn r5_more_reasoning_than_output_is_clamped() {
    let got = usage(43, 10, 11, 53);
    assert_eq!((got.total_output, got.reasoning), (Some(10), Some(10)));
}

#[test]
fn r7_reasoning_beside_the_completion_shows_in_the_total() {
    // x-usage-xai
    let got = usage(12, 2, 340, 354);
    assert_eq!((got.total_output, got.reasoning), (Some(342), Some(340)));
}

#[test]
fn r7_no_reasoning_adds_nothing() {
    let got = usage(12, 2, 0, 14);
    assert_eq!((got.total_output, got.reasoning), (Some(2), Some(0)));
}

#[test]
fn r7_reasoning_without_a_total_is_not_guessed_to_be_beside() {
    let json = r#"{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":20,"reasoning_tokens":15}}"#;
    let got = of(&event(json)).usage.unwrap();
    assert_eq!((got.total_output, got.reasoning), (Some(20), Some(15)));
}

proptest! {
    #[test]
    fn r5_reasoning_never_exceeds_the_output(
        prompt in any::<u32>(), completion in any::<u32>(), reasoning in any::<u32>(), total in any::<u32>(),
    ) {
        let got = usage(prompt, completion, reasoning, total);
        prop_assert!(got.reasoning <= got.total_output);
        prop_assert!(got.total_output >= Some(completion));
    }
}
