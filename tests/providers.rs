//! The vendors of the form: every row is complete and dated, and an address finds its row.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use tokenpace::plan::{
    CorsVerdict, Endpoint, Evidence, HeaderPolicy, KeyNeed, ModelList, Place, Plan, Provider,
    hosted_at, model_list, models_in, models_url, provider_named, provider_of, providers,
};
use tokenpace::protocol::{ApiFormat, Json};

fn row(name: &str) -> &'static Provider {
    provider_named(name).unwrap()
}

/// A plan for the row's own address.
fn plan_of(row: &Provider) -> Plan {
    let base = row.base_url(None).replace(['{', '}'], "");
    let endpoint = endpoint(&base);
    Plan {
        provider: row.name.to_owned(),
        format: row.format,
        endpoint,
        model: "m-1".to_owned(),
        workload: tokenpace::plan::Workload::Own,
        prompt: "Hello".to_owned(),
        max_output_tokens: 64,
        requests: 1,
        concurrency: 1,
        warmup: 0,
        timeout: tokenpace::units::Micros::from_secs(60),
        reading_speed: tokenpace::units::Wpm(238.0),
        nonce: false,
        exact_length: None,
        until_stable: None,
        extra_headers: Vec::new(),
        extra_fields: None,
        target: tokenpace::plan::Target::default(),
    }
}

fn is_month(text: &str) -> bool {
    let Some((year, month)) = text.split_once('-') else {
        return false;
    };
    (2023..=2026).contains(&year.parse::<u32>().unwrap_or(0))
        && month.len() == 2
        && (1..=12).contains(&month.parse::<u32>().unwrap_or(0))
}

#[test]
fn every_row_is_complete_and_dated() {
    for row in providers() {
        let name = row.name;
        assert!(!name.is_empty());
        assert!(!row.dialect.limit_field.is_empty(), "{name}");
        if row.is_generic() {
            assert_eq!(
                (row.as_of, row.evidence),
                ("", Evidence::NotNeeded),
                "{name}"
            );
            assert!(!row.about().is_empty(), "{name}");
            continue;
        }
        assert!(is_month(row.as_of), "{name} has no date: {:?}", row.as_of);
        assert_ne!(row.evidence, Evidence::NotNeeded, "{name}");
        let base = row.base_url(None);
        let scheme = match row.place {
            Place::Hosted => "https://",
            Place::Own => "http://localhost:",
        };
        assert!(
            base.starts_with(scheme) && !base.ends_with('/'),
            "{name}: {base}"
        );
        assert!(row.about().contains(row.as_of), "{name} hides its date");
        match row.cors {
            CorsVerdict::Yes => assert_ne!(row.evidence, Evidence::NoneFound, "{name}"),
            _ => assert!(!row.note.get().is_empty(), "{name} says no next step"),
        }
        let plan = plan_of(row);
        let body = plan.format.request(&plan, "Hello").body;
        let mut limit = row.dialect.limit_field.split('.');
        let value = limit.try_fold(&body, |part, field| part.get(field));
        assert_eq!(
            value,
            Some(&Json::from(64)),
            "{name} puts the limit elsewhere"
        );
        if row.place == Place::Hosted {
            assert_eq!(row.key, KeyNeed::Needed, "{name}");
        }
    }
}

#[test]
fn the_rows_that_refuse_pages_say_so_first() {
    let refusing: Vec<&str> = providers()
        .iter()
        .filter(|row| row.cors == CorsVerdict::No)
        .map(|row| row.name)
        .collect();
    assert_eq!(
        refusing,
        [
            "NVIDIA (hosted)",
            "Amazon Bedrock",
            "Databricks",
            "Modular",
            "Sakana",
            "Kimi Code"
        ]
    );
    for name in refusing {
        assert!(
            row(name).about().starts_with("Does not answer web pages"),
            "{name}"
        );
    }
    assert!(row("Groq").about().starts_with("Answers web pages"));
}

#[test]
fn what_is_measured_of_the_vendors_is_kept() {
    let hiding: Vec<&str> = providers()
        .iter()
        .filter(|row| row.hides_errors)
        .map(|row| row.name)
        .collect();
    assert_eq!(hiding, ["OpenAI", "Cerebras"]);
    for name in [
        "Mistral",
        "OpenRouter",
        "Perplexity",
        "Fireworks",
        "Moonshot",
    ] {
        assert_eq!(row(name).headers, HeaderPolicy::List, "{name}");
    }
    for name in [
        "OpenAI", "Groq", "Together", "DeepSeek", "xAI", "Cerebras", "Z.ai",
    ] {
        assert_eq!(row(name).headers, HeaderPolicy::Any, "{name}");
    }
}

#[test]
fn a_vendors_host_finds_its_row_whatever_was_chosen() {
    for (host, name) in [
        ("api.openai.com", "OpenAI"),
        ("API.OpenAI.com:443", "OpenAI"),
        ("res.openai.azure.com", "Azure OpenAI"),
        ("bedrock-runtime.eu-west-1.amazonaws.com", "Amazon Bedrock"),
        ("acme.cloud.databricks.com", "Databricks"),
    ] {
        assert_eq!(hosted_at(host).unwrap().name, name, "{host}");
        assert_eq!(provider_of("Custom", host).unwrap().name, name);
        assert_eq!(provider_of("vLLM", host).unwrap().name, name);
    }
    for host in [
        "api.openai.com.example.org",
        "my-api.openai.com",
        ".openai.azure.com",
        "localhost:11434",
        "",
    ] {
        assert_eq!(hosted_at(host), None, "{host}");
    }
}

#[test]
fn at_ones_own_host_the_choice_tells_what_runs_there() {
    assert_eq!(provider_of("vLLM", "gpu.local:9000").unwrap().name, "vLLM");
    // A gateway is not the vendor that was chosen before its address was typed.
    assert_eq!(provider_of("OpenAI", "gateway.example.com"), None);
    assert_eq!(provider_of("Nobody", "gateway.example.com"), None);
}

fn endpoint(base_url: &str) -> Endpoint {
    let rest = base_url.split_once("://").unwrap().1;
    let host = rest.split('/').next().unwrap();
    Endpoint {
        base_url: base_url.to_owned(),
        url: format!("{base_url}/chat/completions"),
        origin: base_url[..base_url.len() - rest.len() + host.len()].to_owned(),
        host: host.to_owned(),
        address_space: tokenpace::plan::AddressSpace::Public,
    }
}

#[test]
fn models_are_asked_for_where_the_vendor_lists_them() {
    use ApiFormat::{AnthropicMessages, CohereChat, Gemini, OllamaChat, OpenAiChat, Tgi};
    for (chosen, format, base, url) in [
        (
            "OpenAI",
            OpenAiChat,
            "https://api.openai.com/v1",
            "https://api.openai.com/v1/models",
        ),
        (
            "Groq",
            OpenAiChat,
            "https://api.groq.com/openai/v1",
            "https://api.groq.com/openai/v1/models",
        ),
        (
            "Custom",
            OpenAiChat,
            "https://api.perplexity.ai",
            "https://api.perplexity.ai/v1/models",
        ),
        (
            "vLLM",
            OpenAiChat,
            "http://gpu.local:8000/v1",
            "http://gpu.local:8000/v1/models",
        ),
        (
            "Custom",
            OpenAiChat,
            "https://gate.example/x",
            "https://gate.example/x/models",
        ),
        (
            "Anthropic",
            AnthropicMessages,
            "https://api.anthropic.com/v1",
            "https://api.anthropic.com/v1/models?limit=1000",
        ),
        (
            "Custom",
            AnthropicMessages,
            "https://gate.example/v1",
            "https://gate.example/v1/models?limit=1000",
        ),
        (
            "Gemini",
            Gemini,
            "https://generativelanguage.googleapis.com/v1beta",
            "https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000",
        ),
        (
            "Cohere",
            CohereChat,
            "https://api.cohere.com/v2",
            "https://api.cohere.com/v1/models?endpoint=chat&page_size=1000",
        ),
        (
            "Ollama",
            OllamaChat,
            "http://localhost:11434",
            "http://localhost:11434/api/tags",
        ),
        (
            "TGI (native)",
            Tgi,
            "http://localhost:8080",
            "http://localhost:8080/v1/models",
        ),
    ] {
        let endpoint = endpoint(base);
        let list = model_list(chosen, format, &endpoint.host);
        assert_eq!(models_url(list, &endpoint), url);
    }
}

fn names(list: ModelList, body: &str) -> Vec<String> {
    models_in(list, &serde_json::from_str::<Json>(body).unwrap())
}

#[test]
fn names_are_read_from_every_shape_of_list() {
    let openai = r#"{"object":"list","data":[{"id":"a","object":"model"},{"id":"b/c"},{"id":"a"},{"id":""},{"id":7},{}]}"#;
    assert_eq!(names(ModelList::DATA, openai), ["a", "b/c"]);
    let together = r#"[{"id":"org/model-1","type":"chat"},{"id":"org/model-2"}]"#;
    assert_eq!(
        names(ModelList::ARRAY, together),
        ["org/model-1", "org/model-2"]
    );
    assert_eq!(
        names(ModelList::DATA, together),
        ["org/model-1", "org/model-2"]
    );
    let gemini = r#"{"models":[{"name":"models/gemini-2.0-flash","displayName":"x"}]}"#;
    assert_eq!(names(ModelList::GEMINI, gemini), ["gemini-2.0-flash"]);
    let ollama = r#"{"models":[{"name":"llama3.2:1b","model":"llama3.2:1b"}]}"#;
    assert_eq!(names(ModelList::OLLAMA, ollama), ["llama3.2:1b"]);
    for other in [
        "{}",
        "[]",
        "3",
        r#"{"data":{}}"#,
        r#"{"error":{"message":"no"}}"#,
    ] {
        assert!(names(ModelList::DATA, other).is_empty(), "{other}");
    }
    let long = format!(r#"{{"data":[{{"id":"{}"}}]}}"#, "m".repeat(201));
    assert!(names(ModelList::DATA, &long).is_empty());
    let many: Vec<String> = (0..2_000).map(|i| format!(r#"{{"id":"m{i}"}}"#)).collect();
    assert_eq!(
        names(ModelList::ARRAY, &format!("[{}]", many.join(","))).len(),
        500
    );
}
