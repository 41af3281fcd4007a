//! The exact requests, and that a refusal of them is shown instead of tried again.

use crate::plans::plan_at;
use serde_json::{Value, json};
use tokenpace::protocol::{ApiFormat, AuthScheme, RequestParts, retry_with};

fn request_to(host: &str, format: ApiFormat, limit: u32) -> RequestParts {
    let mut plan = plan_at(&format!("https://{host}"), host, "/v1", format);
    plan.max_output_tokens = limit;
    format.request(&plan, "Hello \"you\"")
}

fn request(format: ApiFormat) -> RequestParts {
    request_to("host.example", format, 256)
}

fn body(parts: &RequestParts) -> Value {
    serde_json::from_str(&parts.body_text()).unwrap()
}

#[test]
fn completions() {
    let parts = request(ApiFormat::OpenAiCompletions);
    assert_eq!(
        body(&parts),
        json!({
            "model": "m-1",
            "prompt": "Hello \"you\"",
            "stream": true,
            "stream_options": {"include_usage": true},
            "max_tokens": 256
        })
    );
    assert_eq!(parts.auth, AuthScheme::Bearer);
    assert_eq!(parts.headers, [("content-type", "application/json")]);
}

#[test]
fn responses() {
    let parts = request(ApiFormat::OpenAiResponses);
    assert_eq!(
        body(&parts),
        json!({"model": "m-1", "input": "Hello \"you\"", "stream": true, "max_output_tokens": 256})
    );
    assert_eq!(parts.auth, AuthScheme::Bearer);
    let small = request_to("host.example", ApiFormat::OpenAiResponses, 4);
    assert_eq!(
        body(&small)["max_output_tokens"],
        16,
        "the API takes no less"
    );
}

#[test]
fn azure_takes_its_key_in_its_own_header_whatever_is_spoken() {
    for format in [ApiFormat::OpenAiCompletions, ApiFormat::OpenAiResponses] {
        let parts = request_to("r.openai.azure.com", format, 256);
        assert_eq!(parts.auth, AuthScheme::Header("api-key"));
    }
}

#[test]
fn c1_anthropic_is_told_that_a_browser_asks() {
    let parts = request(ApiFormat::AnthropicMessages);
    assert_eq!(
        body(&parts),
        json!({
            "model": "m-1",
            "messages": [{"role": "user", "content": "Hello \"you\""}],
            "stream": true,
            "max_tokens": 256
        })
    );
    assert_eq!(parts.auth, AuthScheme::Header("x-api-key"));
    assert_eq!(
        parts.headers,
        [
            ("content-type", "application/json"),
            ("anthropic-version", "2023-06-01"),
            ("anthropic-dangerous-direct-browser-access", "true"),
        ]
    );
}

#[test]
fn c2_a_gateway_with_a_list_of_headers_gets_none_of_anthropics() {
    let parts = request_to("openrouter.ai", ApiFormat::AnthropicMessages, 256);
    assert_eq!(parts.auth, AuthScheme::Bearer);
    assert_eq!(parts.headers, [("content-type", "application/json")]);
}

#[test]
fn c2_gemini_gets_no_header_beyond_its_key() {
    let parts = request(ApiFormat::Gemini);
    assert_eq!(
        body(&parts),
        json!({
            "contents": [{"role": "user", "parts": [{"text": "Hello \"you\""}]}],
            "generationConfig": {"maxOutputTokens": 256}
        })
    );
    assert_eq!(parts.auth, AuthScheme::Header("x-goog-api-key"));
    assert_eq!(parts.headers, [("content-type", "application/json")]);
}

#[test]
fn cohere() {
    let parts = request(ApiFormat::CohereChat);
    assert_eq!(
        body(&parts),
        json!({
            "model": "m-1",
            "messages": [{"role": "user", "content": "Hello \"you\""}],
            "stream": true,
            "max_tokens": 256
        })
    );
    assert_eq!(parts.auth, AuthScheme::Bearer);
}

#[test]
fn a_limit_that_has_one_name_only_is_not_renamed() {
    for format in [
        ApiFormat::OpenAiCompletions,
        ApiFormat::AnthropicMessages,
        ApiFormat::CohereChat,
    ] {
        let refusal = r#"{"error":{"message":"max_tokens: 256 > 64, the maximum of this model"}}"#;
        assert_eq!(
            retry_with(400, refusal, &request(format)),
            None,
            "{format:?}"
        );
    }
    let options = retry_with(
        400,
        "unknown field stream_options",
        &request(ApiFormat::OpenAiCompletions),
    );
    let options = options.expect("a retry without the options");
    assert!(options.body.get("stream_options").is_none());
}

#[test]
fn the_model_stands_in_geminis_address() {
    let path = |model: &str, search: &str| ApiFormat::Gemini.path_and_query(model, search);
    assert_eq!(
        path("gemini-2.5-flash", ""),
        "/models/gemini-2.5-flash:streamGenerateContent?alt=sse"
    );
    assert_eq!(
        path("models/m 1", "?x=1"),
        "/models/m%201:streamGenerateContent?x=1&alt=sse"
    );
}
