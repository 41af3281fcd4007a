//! What the requests to local servers hold.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod plans;

use plans::plan_at;
use serde_json::{Value, json};
use tokenpace::protocol::{ApiFormat, AuthScheme, RequestParts};

fn request(format: ApiFormat) -> RequestParts {
    let plan = plan_at("http://localhost:8080", "localhost:8080", "", format);
    format.request(&plan, "7f3a\nHello \"you\"")
}

#[test]
fn each_body_is_what_its_server_documents() {
    let prompt = "7f3a\nHello \"you\"";
    for (format, body) in [
        (
            ApiFormat::OllamaChat,
            json!({
                "model": "m-1",
                "messages": [{"role": "user", "content": prompt}],
                "stream": true,
                "options": {"num_predict": 256}
            }),
        ),
        (
            ApiFormat::OllamaGenerate,
            json!({
                "model": "m-1",
                "prompt": prompt,
                "stream": true,
                "options": {"num_predict": 256}
            }),
        ),
        (
            ApiFormat::LlamaCppCompletion,
            json!({
                "model": "m-1",
                "prompt": prompt,
                "n_predict": 256,
                "stream": true,
                "cache_prompt": false
            }),
        ),
        (
            ApiFormat::Tgi,
            json!({
                "inputs": prompt,
                "parameters": {"max_new_tokens": 256, "details": true}
            }),
        ),
        (
            ApiFormat::SgLangGenerate,
            json!({
                "text": prompt,
                "sampling_params": {"max_new_tokens": 256},
                "stream": true
            }),
        ),
    ] {
        let parts = request(format);
        let sent: Value = serde_json::from_str(&parts.body_text()).unwrap();
        assert_eq!(sent, body, "{format:?}");
        assert_eq!(parts.method, "POST");
        // Every further header would widen the preflight, which these servers answer for few headers only.
        assert_eq!(parts.headers, [("content-type", "application/json")]);
        assert_eq!(parts.auth, AuthScheme::Bearer);
    }
}

#[test]
fn each_path_is_appended_to_the_servers_root() {
    for (format, path) in [
        (ApiFormat::OllamaChat, "/api/chat"),
        (ApiFormat::OllamaGenerate, "/api/generate"),
        (ApiFormat::LlamaCppCompletion, "/completion"),
        (ApiFormat::Tgi, "/generate_stream"),
        (ApiFormat::SgLangGenerate, "/generate"),
    ] {
        assert_eq!(format.path_and_query("m-1", ""), path);
    }
}
