//! An answer of just so many tokens: whom it is asked of, and how.

use serde_json::{Value, json};
use tokenpace::plan::{PlanDraft, exact_length_of};
use tokenpace::protocol::ApiFormat;

use crate::{body, check, draft};

fn asked(provider: &str, base_url: &str) -> Value {
    let draft = PlanDraft {
        exact_length: true,
        ..draft(provider, base_url)
    };
    body(&check(&draft, &[]).unwrap())
}

#[test]
fn each_server_gets_the_field_it_knows() {
    let ignoring = json!({
        "model": "m-1",
        "messages": [{"role": "user", "content": "Hello"}],
        "stream": true,
        "stream_options": {"include_usage": true},
        "max_tokens": 64,
        "ignore_eos": true
    });
    for (provider, base) in [
        ("vLLM", "http://localhost:8000/v1"),
        ("vLLM", "https://gpu.example.com/v1"),
        ("SGLang", "http://localhost:30000/v1"),
        ("llama.cpp", "http://localhost:8080/v1"),
        ("Fireworks", "https://api.fireworks.ai/inference/v1"),
        ("Custom", "https://api.fireworks.ai/inference/v1"),
    ] {
        assert_eq!(asked(provider, base), ignoring, "{provider} at {base}");
    }
    let cerebras = asked("Cerebras", "https://api.cerebras.ai/v1");
    assert_eq!(
        (&cerebras["min_tokens"], &cerebras["max_tokens"]),
        (&json!(64), &json!(64))
    );
    assert!(cerebras.get("ignore_eos").is_none());
}

#[test]
fn native_formats_have_it_beside_their_limit() {
    let asked = |provider: &str, base: &str, format| {
        let draft = PlanDraft {
            exact_length: true,
            format,
            ..draft(provider, base)
        };
        body(&check(&draft, &[]).unwrap())
    };
    let llama = ApiFormat::LlamaCppCompletion;
    let llama = asked("llama.cpp (native)", "http://localhost:8080", llama);
    assert_eq!(
        (&llama["ignore_eos"], &llama["n_predict"]),
        (&json!(true), &json!(64))
    );
    let sglang = ApiFormat::SgLangGenerate;
    let sglang = asked("SGLang (native)", "http://localhost:30000", sglang);
    assert_eq!(
        sglang["sampling_params"],
        json!({"max_new_tokens": 64, "ignore_eos": true})
    );
    assert!(sglang.get("ignore_eos").is_none());
    let completions = ApiFormat::OpenAiCompletions;
    let vllm = asked("vLLM", "http://localhost:8000/v1", completions);
    assert_eq!(vllm["ignore_eos"], true);
    for format in [
        ApiFormat::AnthropicMessages,
        ApiFormat::Tgi,
        ApiFormat::OllamaChat,
    ] {
        let why = exact_length_of("vLLM", format, "localhost:8000").unwrap_err();
        assert!(why.starts_with("This API format"), "{why}");
    }
}

#[test]
fn nobody_else_is_asked_for_it() {
    for (provider, base) in [
        ("OpenAI", "https://api.openai.com/v1"),
        ("Groq", "https://api.groq.com/openai/v1"),
        ("Custom", "https://gate.example/v1"),
        ("OpenAI", "https://gate.example/v1"),
        ("Ollama", "http://localhost:11434/v1"),
        // The vendor's host counts, not the kind of server that was chosen.
        ("vLLM", "https://api.openai.com/v1"),
    ] {
        let body = asked(provider, base);
        assert!(body.get("ignore_eos").is_none(), "{provider} at {base}");
        assert!(body.get("min_tokens").is_none(), "{provider} at {base}");
    }
}

#[test]
fn without_the_wish_nothing_is_added_and_the_plan_says_so() {
    let plan = check(&draft("vLLM", "http://localhost:8000/v1"), &[]).unwrap();
    assert_eq!(plan.exact_length, None);
    assert!(body(&plan).get("ignore_eos").is_none());
}

#[test]
fn where_it_cannot_be_asked_the_reason_fits() {
    let why = |provider, host| exact_length_of(provider, ApiFormat::OpenAiChat, host).unwrap_err();
    assert!(why("Groq", "api.groq.com").starts_with("This vendor"));
    assert!(why("Ollama", "localhost:11434").starts_with("This server"));
    assert!(why("Custom", "gate.example").contains("choose that as provider"));
    assert!(why("OpenAI", "gate.example").contains("choose that as provider"));
}
