//! What the requests to local servers hold.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

use serde_json::{Value, json};
use tokenpace::plan::{AddressSpace, Endpoint, Plan, Workload};
use tokenpace::protocol::{ApiFormat, AuthScheme, RequestParts};
use tokenpace::units::{Micros, Wpm};

fn request(format: ApiFormat) -> RequestParts {
    let base = "http://localhost:8080";
    let plan = Plan {
        provider: "Custom".to_owned(),
        format,
        endpoint: Endpoint {
            base_url: base.to_owned(),
            url: format!("{base}{}", format.path_and_query("m-1", "")),
            origin: base.to_owned(),
            host: "localhost:8080".to_owned(),
            address_space: AddressSpace::Loopback,
        },
        model: "m-1".to_owned(),
        workload: Workload::Chat,
        prompt: "Hello".to_owned(),
        max_output_tokens: 256,
        requests: 1,
        concurrency: 1,
        warmup: 0,
        timeout: Micros::from_secs(60),
        reading_speed: Wpm(238.0),
        nonce: true,
        exact_length: None,
        extra_headers: Vec::new(),
        extra_fields: None,
    };
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
