//! Text in a field that no adapter knows is never skipped in silence: it would make a slow start of a quick one.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use support::summary_of;
use tokenpace::protocol::ApiFormat;

/// An event of each format with a text in a field known to it, and the name of that field.
const EVENTS: [(ApiFormat, &str, &str); 9] = [
    (
        ApiFormat::OpenAiChat,
        r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":"A"},"finish_reason":null}],"usage":{"completion_tokens":1}}"#,
        "content",
    ),
    (
        ApiFormat::OpenAiCompletions,
        r#"{"choices":[{"index":0,"text":"A","finish_reason":null}]}"#,
        "text",
    ),
    (
        ApiFormat::OpenAiResponses,
        r#"{"type":"response.output_text.delta","item_id":"i","delta":"A","obfuscation":"x"}"#,
        "delta",
    ),
    (
        ApiFormat::AnthropicMessages,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"A"}}"#,
        "text",
    ),
    (
        ApiFormat::AnthropicMessages,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"A"}}"#,
        "text",
    ),
    (
        ApiFormat::Gemini,
        r#"{"candidates":[{"content":{"parts":[{"text":"A"}],"role":"model"},"index":0}],"modelVersion":"g"}"#,
        "text",
    ),
    (
        ApiFormat::OllamaChat,
        r#"{"model":"m","created_at":"t","message":{"role":"assistant","content":"A"},"done":false}"#,
        "content",
    ),
    (
        ApiFormat::OllamaGenerate,
        r#"{"model":"m","created_at":"t","response":"A","done":false}"#,
        "response",
    ),
    (
        ApiFormat::CohereChat,
        r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"A"}}}}"#,
        "text",
    ),
];

fn body(format: ApiFormat, events: &[String]) -> String {
    let lines = matches!(format, ApiFormat::OllamaChat | ApiFormat::OllamaGenerate);
    let event = |event: &String| match lines {
        true => format!("{event}\n"),
        false => format!("data: {event}\n\n"),
    };
    events.iter().map(event).collect()
}

#[test]
fn text_under_an_unknown_name_is_not_understood() {
    for (format, event, field) in EVENTS {
        let name = format!("\"{field}\":");
        for unknown in [
            r#""reasoning_words":"#,
            r#""txt":"#,
            r#""audio":{"id":"a","transcript":"A"},"was":"#,
        ] {
            let foreign = event.replace(&name, unknown);
            // Beside the known field, which is empty: the same build as an event that brings text.
            let beside = event.replace(
                &format!("{name}\"A\""),
                &format!("{name}\"\",{unknown}\"A\""),
            );
            let both = beside.replace(&format!("{name}\"\""), &format!("{name}\"A\""));
            let known = event.to_owned();
            let silent = event.replace("\"A\"", "\"\"");
            let body = body(
                format,
                &[silent, foreign, known, both.clone(), both, beside.clone()],
            );
            let got = summary_of(format, [body.as_bytes()]);
            assert_eq!(got.not_understood, 2, "{format:?} {unknown} {beside}");
            assert_eq!(got.answer, "AAA", "{format:?} {unknown}");
        }
    }
}

#[test]
fn a_delta_of_an_unknown_kind_is_not_understood() {
    let events = ["output_text", "spoken_text"]
        .map(|kind| format!(r#"{{"type":"response.{kind}.delta","delta":"A","item_id":"i"}}"#));
    let body = body(ApiFormat::OpenAiResponses, &events);
    let got = summary_of(ApiFormat::OpenAiResponses, [body.as_bytes()]);
    assert_eq!((got.answer.as_str(), got.not_understood), ("A", 1));
}

#[test]
fn names_marks_and_signatures_are_no_text() {
    for (format, event) in [
        (
            ApiFormat::OpenAiChat,
            r#"{"choices":[{"delta":{"role":"assistant","content":"","reasoning_details":[{"type":"reasoning.encrypted","data":"x","format":"f","id":"r"}],"annotations":[{"type":"url_citation","url":"u"}]}}]}"#,
        ),
        (
            ApiFormat::OpenAiChat,
            r#"{"choices":[{"delta":{"content":[{"type":"reference","reference_ids":["a"]}]}}]}"#,
        ),
        (
            ApiFormat::AnthropicMessages,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"x"}}"#,
        ),
        (
            ApiFormat::AnthropicMessages,
            r#"{"type":"content_block_start","index":1,"content_block":{"type":"web_search_tool_result","tool_use_id":"t","content":[{"title":"a page","page_age":"old"}]}}"#,
        ),
        (
            ApiFormat::Gemini,
            r#"{"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"x"}],"role":"model"}}]}"#,
        ),
    ] {
        let body = body(format, &[event.to_owned()]);
        let got = summary_of(format, [body.as_bytes()]);
        assert_eq!(got.not_understood, 0, "{event}");
    }
}
