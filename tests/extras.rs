//! What people add to each request: exact length, headers, JSON fields. What is added, what is refused, what is a secret.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod urls;

use serde_json::{Value, json};
use tokenpace::plan::{
    FieldError, FieldsError, HeaderError, HeldHeader, KEPT, Plan, PlanDraft, Surroundings,
    exact_length_of, is_secret_header, keepable_fields, keepable_headers, take_secret_headers,
    validate, without_held_headers,
};
use tokenpace::protocol::ApiFormat;
use urls::RustUrls;

fn draft(provider: &str, base_url: &str) -> PlanDraft {
    PlanDraft {
        provider: provider.to_owned(),
        base_url: base_url.to_owned(),
        model: "m-1".to_owned(),
        prompt: "Hello".to_owned(),
        max_output_tokens: "64".to_owned(),
        ..PlanDraft::default()
    }
}

fn check(draft: &PlanDraft, held: &[HeldHeader]) -> Result<Plan, Vec<FieldError>> {
    let surroundings = Surroundings {
        has_key: true,
        held_headers: held,
        ..Surroundings::default()
    };
    validate(draft, &RustUrls, surroundings)
}

fn body(plan: &Plan) -> Value {
    serde_json::from_str(&plan.format.request(plan, "Hello").body_text()).unwrap()
}

mod exact_length {
    use super::*;

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
        let why =
            |provider, host| exact_length_of(provider, ApiFormat::OpenAiChat, host).unwrap_err();
        assert!(why("Groq", "api.groq.com").starts_with("This vendor"));
        assert!(why("Ollama", "localhost:11434").starts_with("This server"));
        assert!(why("Custom", "gate.example").contains("choose that as provider"));
        assert!(why("OpenAI", "gate.example").contains("choose that as provider"));
    }
}

mod headers {
    use super::*;

    fn with(text: &str) -> PlanDraft {
        PlanDraft {
            extra_headers: text.to_owned(),
            ..draft("Custom", "https://gate.example/v1")
        }
    }

    fn error(text: &str) -> HeaderError {
        match check(&with(text), &[]).unwrap_err().as_slice() {
            [FieldError::ExtraHeaders(error)] => error.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn name(name: &str) -> String {
        name.to_owned()
    }

    #[test]
    fn good_ones_are_sent_as_typed() {
        let plan = check(&with("X-Title: my page \n\n  OpenAI-Project:proj:1\n"), &[]).unwrap();
        let expected = [
            (name("X-Title"), name("my page")),
            (name("OpenAI-Project"), name("proj:1")),
        ];
        assert_eq!(plan.extra_headers, expected);
        assert_eq!(plan.format.request(&plan, "").extra_headers, expected);
        assert!(check(&with(" \n"), &[]).unwrap().extra_headers.is_empty());
    }

    #[test]
    fn each_fault_is_told_by_its_kind() {
        assert_eq!(error("X-A: 1\nnonsense"), HeaderError::NoColon { line: 2 });
        for bad in [": x", "X A: x", "Größe: x", "sk-abcdefghijklmnop: x"] {
            assert_eq!(error(bad), HeaderError::BadName { line: 1 }, "{bad}");
        }
        assert_eq!(error("X-A:  "), HeaderError::NoValue { name: name("X-A") });
        let long = format!("X-A: {}", "x".repeat(8 * 1024));
        assert_eq!(
            error(&long),
            HeaderError::TooLong {
                bytes: long.len(),
                max: 8_192
            }
        );
        assert_eq!(
            error("X-A: a…b"),
            HeaderError::BadValue {
                name: name("X-A"),
                character: '…'
            }
        );
        assert_eq!(
            error("X-A: 1\nx-a: 2"),
            HeaderError::Twice { name: name("x-a") }
        );
        assert_eq!(
            error("Content-Type: text/plain"),
            HeaderError::AlreadySent {
                name: name("Content-Type")
            }
        );
    }

    #[test]
    fn what_the_browser_reserves_is_refused() {
        for reserved in [
            "Host",
            "COOKIE",
            "origin",
            "Sec-Fetch-Mode",
            "Proxy-Authorization",
            "DNT",
            "Via",
            "User-Agent",
            "X-HTTP-Method",
            "x-http-method-override",
            "X-Method-Override",
        ] {
            let text = format!("{reserved}: {KEPT}");
            assert_eq!(
                error(&text),
                HeaderError::Forbidden {
                    name: name(reserved)
                }
            );
        }
    }

    #[test]
    fn the_keys_own_header_is_refused() {
        assert_eq!(
            error(&format!("Authorization: {KEPT}")),
            HeaderError::Auth {
                name: name("Authorization")
            }
        );
        let anthropic = PlanDraft {
            format: ApiFormat::AnthropicMessages,
            ..with(&format!("x-api-key: {KEPT}"))
        };
        let errors = check(&anthropic, &[]).unwrap_err();
        assert_eq!(
            errors,
            [FieldError::ExtraHeaders(HeaderError::Auth {
                name: name("x-api-key")
            })]
        );
        let azure = PlanDraft {
            base_url: "https://res.openai.azure.com/openai/v1".to_owned(),
            ..with(&format!("Api-Key: {KEPT}"))
        };
        let errors = check(&azure, &[]).unwrap_err();
        assert_eq!(
            errors,
            [FieldError::ExtraHeaders(HeaderError::Auth {
                name: name("Api-Key")
            })]
        );
    }

    #[test]
    fn secrets_are_told_by_name_or_value() {
        for (name, value) in [
            ("Authorization", "x"),
            ("X-Api-Key", "x"),
            ("my-token", "x"),
            ("Client-Secret", "x"),
            ("X-Anything", "Bearer abc"),
            ("X-Anything", "sk-abcdefghijklmnop"),
            ("X-Session", "1"),
        ] {
            assert!(is_secret_header(name, value), "{name}: {value}");
        }
        for (name, value) in [
            ("X-Title", "my page"),
            ("HTTP-Referer", "https://page.example/"),
            ("OpenAI-Organization", "org-123"),
            ("anthropic-beta", "interleaved-thinking-2025-05-14"),
        ] {
            assert!(!is_secret_header(name, value), "{name}: {value}");
        }
    }

    #[test]
    fn secrets_leave_the_text_and_what_may_be_stored_holds_none() {
        let typed = "X-Title: page\nX-Gate-Token:  tok-123 \n\nX-Other: sk-abcdefghijklmnop";
        let taken = take_secret_headers(typed);
        assert_eq!(
            taken.text,
            format!("X-Title: page\nX-Gate-Token: {KEPT}\n\nX-Other: {KEPT}")
        );
        assert_eq!(
            taken.secrets,
            [
                (name("X-Gate-Token"), name("tok-123")),
                (name("X-Other"), name("sk-abcdefghijklmnop"))
            ]
        );
        // Taken once, the text stays as it is.
        let again = take_secret_headers(&taken.text);
        assert_eq!(
            (again.text, again.secrets),
            (taken.text.clone(), Vec::new())
        );
        assert_eq!(without_held_headers(&taken.text), "X-Title: page\n");
        for text in [typed, &taken.text, "X-Title: page\nBearer sk-half-a-line"] {
            assert_eq!(keepable_headers(text), "X-Title: page");
        }
    }

    #[test]
    fn held_ones_are_checked_without_their_values_and_are_no_part_of_the_plan() {
        let held = |unsendable| {
            [HeldHeader {
                name: name("X-Gate-Token"),
                unsendable,
            }]
        };
        let text = format!("x-gate-token: {KEPT}\nX-Title: page");
        let plan = check(&with(&text), &held(None)).unwrap();
        assert_eq!(plan.extra_headers, [(name("X-Title"), name("page"))]);
        let errors = check(&with(&text), &held(Some('…'))).unwrap_err();
        assert!(matches!(
            &errors[..],
            [FieldError::ExtraHeaders(HeaderError::BadValue { .. })]
        ));
        assert_eq!(
            error(&text),
            HeaderError::Forgotten {
                name: name("x-gate-token")
            }
        );
    }

    #[test]
    fn a_secret_is_not_sent_over_plain_http_unless_to_this_computer() {
        let held = [HeldHeader {
            name: name("X-Token"),
            unsendable: None,
        }];
        let to = |base: &str| {
            let draft = PlanDraft {
                base_url: base.to_owned(),
                ..with(&format!("X-Token: {KEPT}"))
            };
            let surroundings = Surroundings {
                held_headers: &held,
                ..Surroundings::default()
            };
            validate(&draft, &RustUrls, surroundings)
        };
        let host = name("192.168.1.20:8000");
        assert_eq!(
            to("http://192.168.1.20:8000/v1").unwrap_err(),
            [FieldError::ExtraHeaders(HeaderError::PlainHttp {
                name: name("X-Token"),
                host
            })]
        );
        assert!(to("http://localhost:8000/v1").is_ok());
        assert!(to("https://gate.example/v1").is_ok());
    }
}

mod fields {
    use super::*;

    fn with(text: &str) -> PlanDraft {
        PlanDraft {
            extra_fields: text.to_owned(),
            ..draft("vLLM", "http://localhost:8000/v1")
        }
    }

    fn error(text: &str) -> FieldsError {
        match check(&with(text), &[]).unwrap_err().as_slice() {
            [FieldError::ExtraFields(error)] => error.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn they_join_the_body() {
        let text = r#" {"temperature": 0, "top_k": null, "chat_template_kwargs": {"enable_thinking": false}} "#;
        let body = body(&check(&with(text), &[]).unwrap());
        assert_eq!(body["temperature"], 0);
        assert!(body["top_k"].is_null());
        assert_eq!(body["chat_template_kwargs"]["enable_thinking"], false);
        assert_eq!(
            (&body["model"], &body["max_tokens"]),
            (&json!("m-1"), &json!(64))
        );
        for nothing in ["", "  ", "{}"] {
            assert_eq!(check(&with(nothing), &[]).unwrap().extra_fields, None);
        }
    }

    #[test]
    fn objects_are_joined_and_what_the_form_sets_stays() {
        let text = r#"{"stream_options": {"continuous_usage_stats": true}}"#;
        let body = body(&check(&with(text), &[]).unwrap());
        assert_eq!(
            body["stream_options"],
            json!({"include_usage": true, "continuous_usage_stats": true})
        );
        for (text, path) in [
            (r#"{"model": "other"}"#, "model"),
            (r#"{"messages": []}"#, "messages"),
            (r#"{"stream": false}"#, "stream"),
            (r#"{"max_tokens": 9}"#, "max_tokens"),
            (r#"{"max_completion_tokens": 9}"#, "max_completion_tokens"),
            (
                r#"{"stream_options": {"include_usage": false}}"#,
                "stream_options.include_usage",
            ),
            (r#"{"stream_options": null}"#, "stream_options"),
        ] {
            assert_eq!(
                error(text),
                FieldsError::Ours {
                    path: path.to_owned()
                }
            );
        }
    }

    #[test]
    fn settings_of_other_formats_are_joined_and_their_limits_stay() {
        let gemini = |fields: &str| PlanDraft {
            format: ApiFormat::Gemini,
            extra_fields: fields.to_owned(),
            ..draft("Gemini", "https://generativelanguage.googleapis.com/v1beta")
        };
        let thinking = r#"{"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}}}"#;
        let sent = body(&check(&gemini(thinking), &[]).unwrap());
        assert_eq!(
            sent["generationConfig"],
            json!({"maxOutputTokens": 64, "thinkingConfig": {"thinkingBudget": 0}})
        );
        let errors = check(
            &gemini(r#"{"generationConfig": {"maxOutputTokens": 9}}"#),
            &[],
        )
        .unwrap_err();
        let path = "generationConfig.maxOutputTokens".to_owned();
        assert_eq!(
            errors,
            [FieldError::ExtraFields(FieldsError::Ours { path })]
        );
    }

    #[test]
    fn what_is_no_object_says_where_or_what() {
        assert_eq!(
            error("{\n \"a\": }"),
            FieldsError::NotJson { line: 2, column: 7 }
        );
        for text in ["[1]", "\"a\"", "7", "null"] {
            assert_eq!(error(text), FieldsError::NotAnObject, "{text}");
        }
        let long = format!(r#"{{"stop": "{}"}}"#, "x ".repeat(4_096));
        assert_eq!(
            error(&long),
            FieldsError::TooLong {
                bytes: long.len(),
                max: 8_192
            }
        );
    }

    #[test]
    fn what_looks_like_a_key_is_refused_and_not_kept() {
        for text in [
            r#"{"user": "sk-abcdefghijklmnop"}"#,
            r#"{"api_key": "abc"}"#,
            r#"{"a": [{"b": "gsk_abcdefghijklmnop"}]}"#,
            r#"{"a":"\u0073k-abcdefghijklmnop"}"#,
            r#"{"a":[{"b":"see\nsk\u002dabcdefghijklmnop"}]}"#,
            r#"{"\u0073k-abcdefghijklmnop":1}"#,
            r#"{"api\u005fkey":"abc"}"#,
        ] {
            assert_eq!(error(text), FieldsError::LooksLikeKey, "{text}");
            assert!(!error(text).to_string().contains("abc"));
            assert_eq!(keepable_fields(text), "");
        }
        for text in [
            r#"{"stop_token_ids": [1], "min_tokens": 5}"#,
            r#"{"seed": 7}"#,
            "{ half",
        ] {
            assert_eq!(keepable_fields(text), text);
        }
        assert_eq!(keepable_fields(r#"{"a":"\u0073k-abcdefghijklmnop"#), "");
    }

    #[test]
    fn several_answers_are_refused_in_words() {
        for (text, path) in [
            (r#"{"n": 2}"#, "n"),
            (r#"{"seed": 1, "best_of": 2}"#, "best_of"),
            (r#"{"num_return_sequences": 2}"#, "num_return_sequences"),
            (r#"{"candidateCount": 2}"#, "candidateCount"),
            (
                r#"{"generationConfig": {"candidateCount": 2}}"#,
                "generationConfig.candidateCount",
            ),
            (r#"{"sampling_params": {"n": 2}}"#, "sampling_params.n"),
        ] {
            let found = error(text);
            let path = path.to_owned();
            assert!(
                found
                    .to_string()
                    .contains("One answer per request is measured")
            );
            assert_eq!(found, FieldsError::SeveralAnswers { path });
        }
        let own_names = r#"{"schema": {"n": 1}, "n_probs": 2}"#;
        assert!(check(&with(own_names), &[]).is_ok());
    }
}
