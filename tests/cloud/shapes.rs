//! Fields of any shape: whatever a vendor puts beside the text, the text arrives.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tokenpace::protocol::ApiFormat;
use tokenpace::trace::OutcomeKind;

use super::events;

/// Any JSON value, with names that mean something sprinkled in.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(|n| json!(n)),
        "[a-z\"\\\\\n😀é]{0,5}".prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let name = prop::sample::select(vec![
            "input_tokens",
            "output_tokens",
            "prompt_tokens",
            "completion_tokens",
            "output_tokens_details",
            "tokens",
            "candidatesTokenCount",
            "blockReason",
            "type",
            "name",
            "id",
            "other",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::btree_map(name, inner, 0..4).prop_map(|fields| json!(fields)),
        ]
    })
}

/// A plain event of this format with the text in it. `beside` goes where a vendor may put fields of its own.
fn event(format: ApiFormat, text: &str, beside: &Map<String, Value>) -> String {
    let with = |fields: Value| {
        let mut all = beside.clone();
        all.extend(fields.as_object().unwrap().clone());
        Value::Object(all)
    };
    let event = match format {
        ApiFormat::OpenAiCompletions => {
            with(json!({"choices": [with(json!({"index": 0, "text": text}))]}))
        }
        ApiFormat::OpenAiResponses => {
            with(json!({"type": "response.output_text.delta", "delta": text}))
        }
        ApiFormat::AnthropicMessages => with(json!({
            "type": "content_block_delta",
            "delta": with(json!({"type": "text_delta", "text": text})),
        })),
        ApiFormat::Gemini => with(json!({
            "candidates": [with(json!({"index": 0, "content": with(json!({"parts": [with(json!({"text": text}))]}))}))],
        })),
        ApiFormat::CohereChat => with(json!({
            "type": "content-delta",
            "delta": with(json!({"message": with(json!({"content": with(json!({"text": text}))}))})),
        })),
        other => unreachable!("{other:?} has its own test"),
    };
    event.to_string()
}

const FORMATS: [ApiFormat; 5] = [
    ApiFormat::OpenAiCompletions,
    ApiFormat::OpenAiResponses,
    ApiFormat::AnthropicMessages,
    ApiFormat::Gemini,
    ApiFormat::CohereChat,
];

#[test]
fn a_character_split_over_two_events_and_numbers_that_json_lacks_lose_no_text() {
    for format in FORMATS {
        let nothing = Map::from_iter([("logprobs".to_owned(), json!("@"))]);
        let piece = |escaped: &str| {
            event(format, "#", &nothing)
                .replace('#', escaped)
                .replace("\"@\"", "NaN")
        };
        let (first, second) = (piece("Hi \\ud83d"), piece("\\ude00!"));
        let got = events(format, &[&first, &second]);
        assert_eq!(got.answer, "Hi 😀!", "{format:?}");
        assert_eq!(got.answer_events, 2, "{format:?}");
        assert_eq!(got.not_understood, 0, "{format:?}");
    }
}

#[test]
fn o1_an_error_under_200_is_a_failure_in_every_format() {
    let error = r#"{"error":{"message":"no luck","type":"overloaded"}}"#;
    for &format in ApiFormat::ALL {
        for body in [
            error.to_owned(),
            format!("data: {error}\n\n"),
            format!("event: error\ndata: {error}\n\n"),
            format!("error: {error}\n"),
            error.replace(',', ",\n  "),
        ] {
            let trace = super::body_recorded(format, &body);
            assert_eq!(trace.outcome, OutcomeKind::HttpError, "{format:?}: {body}");
            let message = trace.failure.unwrap().message;
            assert!(message.contains("no luck"), "{format:?}: {message}");
            assert!(trace.events.is_empty());
        }
    }
}

#[test]
fn f10_the_only_line_of_a_body_is_a_reply_that_was_not_streamed() {
    let line = |text: &str, done: bool| {
        json!({"model": "m", "message": {"content": text}, "done": done, "done_reason": if done { "stop" } else { "" }})
            .to_string()
    };
    let recorded = |body: &str| super::body_recorded(ApiFormat::OllamaChat, body);
    for end in ["", "\n"] {
        let whole = recorded(&(line("Hi", true) + end));
        assert_eq!((whole.outcome, whole.plain_json), (OutcomeKind::Ok, true));
        let cut = recorded(&(line("Hi", false) + end));
        assert_eq!(
            (cut.outcome, cut.plain_json),
            (OutcomeKind::StreamError, false),
            "the first line of a stream that broke"
        );
        let streamed = recorded(&(line("Hi", false) + "\n" + &line("", true) + end));
        assert_eq!(
            (streamed.outcome, streamed.plain_json),
            (OutcomeKind::Ok, false)
        );
    }
}

proptest! {
    #[test]
    fn the_text_arrives_whatever_stands_beside_it(
        format in prop::sample::select(&FORMATS[..]),
        names in prop::collection::vec(prop::sample::select(vec![
            "id", "index", "object", "usage", "usageMetadata", "promptFeedback", "finish_reason", "finishReason",
            "logprobs", "response", "item", "signature", "responseId", "modelVersion", "thoughtSignature", "citations",
            "obfuscation", "role", "detail",
        ]), 0..6),
        values in prop::collection::vec(value(), 6),
        text in "[a-z \"\\\\\n😀é]{1,8}",
    ) {
        let beside = names.into_iter().map(str::to_owned).zip(values).collect();
        let event = event(format, &text, &beside);
        let got = events(format, &[&event]);
        prop_assert_eq!(&got.answer, &text, "{}", event);
        prop_assert_eq!(got.not_understood, 0);
        prop_assert!(got.errors.is_empty());
    }
}
