//! JSON fields of the user, joined with those of the form.

use serde_json::json;
use tokenpace::plan::{FieldError, FieldsError, PlanDraft, keepable_fields};
use tokenpace::protocol::ApiFormat;

use crate::{body, check, draft};

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
