//! What a request asks for, and the one retry a vendor's refusal may call for.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod plans;

use plans::plan_at;
use serde_json::{Value, json};
use tokenpace::protocol::{ApiFormat, AuthScheme, RequestParts, retry_with};

fn request(host: &str) -> RequestParts {
    let plan = plan_at(
        &format!("https://{host}"),
        host,
        "/v1",
        ApiFormat::OpenAiChat,
    );
    ApiFormat::OpenAiChat.request(&plan, "7f3a\nHello \"you\"")
}

fn body(parts: &RequestParts) -> Value {
    serde_json::from_str(&parts.body_text()).unwrap()
}

#[test]
fn the_common_request_is_small_and_complete() {
    let parts = request("api.together.xyz");
    assert_eq!(
        body(&parts),
        json!({
            "model": "m-1",
            "messages": [{"role": "user", "content": "7f3a\nHello \"you\""}],
            "stream": true,
            "stream_options": {"include_usage": true},
            "max_tokens": 256
        })
    );
    assert_eq!(parts.method, "POST");
    assert_eq!(parts.headers, [("content-type", "application/json")]);
    assert_eq!(parts.auth, AuthScheme::Bearer);
    assert_eq!(
        (parts.auth.header_name(), parts.auth.value_prefix()),
        ("authorization", "Bearer ")
    );
}

#[test]
fn hosts_with_rules_of_their_own_get_them() {
    let openai = body(&request("api.openai.com"));
    assert_eq!(openai["max_completion_tokens"], 256);
    assert!(openai.get("max_tokens").is_none());

    let azure = request("res.openai.azure.com");
    assert_eq!(body(&azure)["max_completion_tokens"], 256);
    assert_eq!(
        (azure.auth.header_name(), azure.auth.value_prefix()),
        ("api-key", "")
    );

    let mistral = body(&request("api.mistral.ai"));
    assert_eq!(mistral["max_tokens"], 256);
    assert!(mistral.get("stream_options").is_none());

    let lookalike = body(&request("api.openai.com.example.org"));
    assert_eq!(lookalike["max_tokens"], 256);
    assert_eq!(
        body(&request("API.OpenAI.com:443"))["max_completion_tokens"],
        256
    );
}

#[test]
fn o11_a_refused_output_limit_is_sent_once_under_its_other_name() {
    let refusal = r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","code":"unsupported_parameter"}}"#;
    let first = request("api.groq.com");
    let second = retry_with(400, refusal, &first).expect("a retry");
    assert_eq!(second.body.get("max_completion_tokens"), Some(&256.into()));
    assert!(second.body.get("max_tokens").is_none());
    assert!(second.body.get("stream_options").is_some());
    assert_eq!(
        retry_with(400, refusal, &second),
        None,
        "there is no third try"
    );
}

#[test]
fn o11_and_the_reverse() {
    let refusal = r#"{"detail":[{"loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]}"#;
    let second = retry_with(422, refusal, &request("api.openai.com")).expect("a retry");
    assert_eq!(second.body.get("max_tokens"), Some(&256.into()));
}

#[test]
fn o11_refused_stream_options_are_left_out() {
    let second = retry_with(
        400,
        "unknown field stream_options",
        &request("host.example"),
    )
    .expect("a retry");
    assert!(second.body.get("stream_options").is_none());
    assert!(second.body.get("max_tokens").is_some());
}

#[test]
fn o11_other_refusals_are_not_retried() {
    let first = request("host.example");
    assert_eq!(retry_with(400, "messages is too long", &first), None);
    assert_eq!(retry_with(401, "max_tokens", &first), None);
    assert_eq!(retry_with(500, "max_tokens", &first), None);
    assert_eq!(
        retry_with(400, "max_completion_tokens", &first),
        None,
        "not what was sent"
    );
}
