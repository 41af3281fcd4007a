//! Fields of any shape: whatever a vendor puts beside the text, the text arrives.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use support::{event, of};

/// Fields whose content is read, without those that stand for an error.
const TOP: &[&str] = &[
    "id",
    "object",
    "created",
    "model",
    "usage",
    "x_groq",
    "timings",
    "time_info",
    "prompt_progress",
    "p",
    "obfuscation",
    "message",
    "detail",
];
const CHOICE: &[&str] = &[
    "logprobs",
    "finish_reason",
    "usage",
    "message",
    "text",
    "seed",
];
const DELTA: &[&str] = &[
    "role",
    "refusal",
    "tool_calls",
    "function_call",
    "reasoning",
    "reasoning_content",
    "reasoning_details",
];

/// Any JSON value, with the names that mean something sprinkled in.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(|n| json!(n)),
        any::<f32>()
            .prop_filter("JSON has finite numbers only", |n| n.is_finite())
            .prop_map(|n| json!(n)),
        "[a-z\"\\\\\n😀é]{0,5}".prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let name = prop::sample::select(vec![
            "prompt_tokens",
            "completion_tokens",
            "total_tokens",
            "completion_tokens_details",
            "reasoning_tokens",
            "usage",
            "queue_time",
            "prompt_ms",
            "function",
            "name",
            "arguments",
            "type",
            "text",
            "summary",
            "other",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((name, inner), 0..4)
                .prop_map(|fields| fields
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect())
                .prop_map(Value::Object),
        ]
    })
}

fn some_of(names: &'static [&'static str]) -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::vec((prop::sample::select(names), value()), 0..4).prop_map(|fields| {
        fields
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    })
}

proptest! {
    #[test]
    fn the_text_arrives_whatever_stands_beside_it(
        mut top in some_of(TOP),
        mut choice in some_of(CHOICE),
        mut delta in some_of(DELTA),
        text in "[a-z \"\\\\\n😀é]{1,8}",
    ) {
        delta.insert("content".to_owned(), json!(text));
        choice.insert("delta".to_owned(), Value::Object(delta));
        top.insert("choices".to_owned(), json!([choice]));
        let chunk = Value::Object(top).to_string();
        let got = of(&event(&chunk));
        prop_assert_eq!(&got.answer, &text);
        prop_assert_eq!(got.not_understood, 0);
        // The same once more, through whatever was learnt from the first.
        let twice = of(&event(&chunk).repeat(2));
        prop_assert_eq!(twice.answer, text.repeat(2));
        prop_assert_eq!(twice.tokens.len(), 2 * got.tokens.len());
    }
}
