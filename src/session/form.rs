//! The form as data: where each field's text lives, and what may be kept of it.

use crate::plan::{
    ExactLength, Field, PlanDraft, UrlParser, address_without_secrets, exact_length_of,
    fields_hold_key, holds_key, keepable_fields, keepable_headers, resolve_endpoint,
};
use crate::redact;

/// Id of the field's control in the page.
#[must_use]
pub const fn control_id(field: Field) -> &'static str {
    match field {
        Field::Provider => "provider",
        Field::Format => "format",
        Field::BaseUrl => "base-url",
        Field::ApiKey => "api-key",
        Field::Model => "model",
        Field::Workload => "workload",
        Field::Prompt => "prompt",
        Field::MaxOutputTokens => "max-output-tokens",
        Field::RunUntil => "run-until",
        Field::WhichNumber => "which-number",
        Field::Precision => "precision",
        Field::Requests => "requests",
        Field::Concurrency => "concurrency",
        Field::Warmup => "warmup",
        Field::Timeout => "timeout",
        Field::ReadingSpeed => "reading-speed",
        Field::Reader => "reader",
        Field::TargetTtft => "target-ttft",
        Field::TargetTpot => "target-tpot",
        Field::TargetShare => "target-share",
        Field::NeededTps => "needed-tps",
        Field::ExtraHeaders => "extra-headers",
        Field::ExtraFields => "extra-fields",
    }
}

/// Whether the field stands in the closed part named "Advanced".
#[must_use]
pub const fn is_advanced(field: Field) -> bool {
    matches!(
        field,
        Field::Format
            | Field::MaxOutputTokens
            | Field::Timeout
            | Field::ReadingSpeed
            | Field::Reader
            | Field::TargetTtft
            | Field::TargetTpot
            | Field::TargetShare
            | Field::NeededTps
            | Field::ExtraHeaders
            | Field::ExtraFields
    )
}

/// Text of a free field; `None` for choices and for the key, which is not part of the draft.
#[must_use]
pub fn text(draft: &PlanDraft, field: Field) -> Option<&str> {
    Some(match field {
        Field::BaseUrl => &draft.base_url,
        Field::Model => &draft.model,
        Field::Prompt => &draft.prompt,
        Field::MaxOutputTokens => &draft.max_output_tokens,
        Field::RunUntil => &draft.run_until,
        Field::Requests => &draft.requests,
        Field::Concurrency => &draft.concurrency,
        Field::Warmup => &draft.warmup,
        Field::Timeout => &draft.timeout_s,
        Field::ReadingSpeed => &draft.reading_speed_wpm,
        Field::TargetTtft => &draft.target_ttft_ms,
        Field::TargetTpot => &draft.target_tpot_ms,
        Field::TargetShare => &draft.target_share,
        Field::NeededTps => &draft.needed_tps,
        Field::ExtraHeaders => &draft.extra_headers,
        Field::ExtraFields => &draft.extra_fields,
        Field::Provider
        | Field::Format
        | Field::ApiKey
        | Field::Workload
        | Field::Reader
        | Field::WhichNumber
        | Field::Precision => return None,
    })
}

/// Replaces the text of a free field; choices and the key are left alone.
pub fn set_text(draft: &mut PlanDraft, field: Field, text: String) {
    match field {
        Field::BaseUrl => draft.base_url = text,
        Field::Model => draft.model = text,
        Field::Prompt => draft.prompt = text,
        Field::MaxOutputTokens => draft.max_output_tokens = text,
        Field::RunUntil => draft.run_until = text,
        Field::Requests => draft.requests = text,
        Field::Concurrency => draft.concurrency = text,
        Field::Warmup => draft.warmup = text,
        Field::Timeout => draft.timeout_s = text,
        Field::ReadingSpeed => draft.reading_speed_wpm = text,
        Field::TargetTtft => draft.target_ttft_ms = text,
        Field::TargetTpot => draft.target_tpot_ms = text,
        Field::TargetShare => draft.target_share = text,
        Field::NeededTps => draft.needed_tps = text,
        Field::ExtraHeaders => draft.extra_headers = text,
        Field::ExtraFields => draft.extra_fields = text,
        Field::Provider
        | Field::Format
        | Field::ApiKey
        | Field::Workload
        | Field::Reader
        | Field::WhichNumber
        | Field::Precision => {}
    }
}

/// Scheme, host and port of the base URL; `None` while it is not an address a page can call. A key is bound to it.
#[must_use]
pub fn origin(draft: &PlanDraft, urls: &dyn UrlParser) -> Option<String> {
    resolve_endpoint(&draft.base_url, draft.format, &draft.model, urls)
        .ok()
        .map(|endpoint| endpoint.origin)
}

/// Host of the base URL, with its port if that isn't the scheme's own; `None` like [`origin`].
#[must_use]
pub fn host(draft: &PlanDraft, urls: &dyn UrlParser) -> Option<String> {
    resolve_endpoint(&draft.base_url, draft.format, &draft.model, urls)
        .ok()
        .map(|endpoint| endpoint.host)
}

/// How the form's server can be made to generate exactly as many tokens as asked for.
///
/// # Errors
/// In a sentence, why it can't.
pub fn exact_length(draft: &PlanDraft, urls: &dyn UrlParser) -> Result<ExactLength, &'static str> {
    let host = host(draft, urls).unwrap_or_default();
    exact_length_of(&draft.provider, draft.format, &host)
}

/// The draft as it may be kept over a reload. Parts of an address that may hold a secret (user and password, parameters
/// that look like keys, fragment), headers and fields that look like secrets are left out: what is kept is readable by
/// anything that runs on this origin.
#[must_use]
pub fn keepable(draft: &PlanDraft) -> PlanDraft {
    let mut kept = draft.clone();
    kept.base_url = address_without_secrets(&draft.base_url);
    // A key may be pasted into the wrong field.
    for text in [&mut kept.base_url, &mut kept.model] {
        if redact::scrub(text, "") != *text {
            text.clear();
        }
    }
    kept.extra_headers = keepable_headers(&draft.extra_headers);
    kept.extra_fields = keepable_fields(&draft.extra_fields).to_owned();
    kept
}

/// Fields whose text is kept, exported, or shown by servers and browsers.
const OPEN: [Field; 5] = [
    Field::BaseUrl,
    Field::Model,
    Field::Prompt,
    Field::ExtraHeaders,
    Field::ExtraFields,
];

/// The fields whose text holds the key, in the order of the form.
#[must_use]
pub fn fields_with_key(draft: &PlanDraft, key: &str) -> Vec<Field> {
    let holds = |field: &Field| {
        let text = text(draft, *field).unwrap_or_default();
        match field {
            Field::ExtraFields => fields_hold_key(text, key),
            _ => holds_key(text, key),
        }
    };
    OPEN.into_iter().filter(holds).collect()
}

/// Empties the fields whose text holds the key.
pub fn remove_key(draft: &mut PlanDraft, key: &str) {
    for field in fields_with_key(draft, key) {
        set_text(draft, field, String::new());
    }
    if holds_key(&draft.own_prompt, key) {
        draft.own_prompt.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::kept::TEXTS;
    use super::*;

    #[test]
    fn every_free_field_reads_back_what_was_written() {
        let mut draft = PlanDraft::default();
        for field in TEXTS {
            set_text(&mut draft, field, control_id(field).to_owned());
        }
        for field in TEXTS {
            assert_eq!(text(&draft, field), Some(control_id(field)));
        }
    }

    #[test]
    fn the_key_is_found_and_removed_wherever_it_stands_again() {
        let key = "plain-words-7";
        let typed = PlanDraft {
            base_url: format!("https://api.example.com/{key}/v1"),
            model: format!("m/{key}"),
            prompt: format!("Say {key}."),
            own_prompt: key.to_owned(),
            extra_headers: format!("X-Title: {key}"),
            extra_fields: r#"{"user":"plain\u002dwords-7"}"#.to_owned(),
            ..PlanDraft::default()
        };
        assert_eq!(fields_with_key(&typed, key), OPEN);
        let mut kept = typed.clone();
        remove_key(&mut kept, key);
        for field in OPEN {
            assert_eq!(text(&kept, field), Some(""));
        }
        assert_eq!(kept.own_prompt, "");
        let mut clean = PlanDraft::default();
        remove_key(&mut clean, key);
        assert_eq!(clean, PlanDraft::default());
        // No secret, but a word that local servers take for a key.
        assert!(fields_with_key(&typed, "Say").is_empty());
    }

    #[test]
    fn a_key_in_the_wrong_field_is_not_kept() {
        let typed = PlanDraft {
            base_url: "sk-abcdefghijklmnop".to_owned(),
            model: "gsk_abcdefghijklmnop".to_owned(),
            ..PlanDraft::default()
        };
        let kept = keepable(&typed);
        assert_eq!((kept.base_url.as_str(), kept.model.as_str()), ("", ""));
    }
}
