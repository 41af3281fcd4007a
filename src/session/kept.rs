//! The form as it is kept between visits: one JSON object of texts, each under the id of its control.
//!
//! By hand, because derived code for reading the draft would be twice as large as the rest of the session's.

use super::form::{control_id, set_text, text};
use crate::plan::{Field, PlanDraft, workloads};
use crate::protocol::{ApiFormat, Json};

/// Fields with a text of their own.
pub(super) const TEXTS: [Field; 16] = [
    Field::BaseUrl,
    Field::Model,
    Field::Prompt,
    Field::MaxOutputTokens,
    Field::RunUntil,
    Field::Requests,
    Field::Concurrency,
    Field::Warmup,
    Field::Timeout,
    Field::ReadingSpeed,
    Field::TargetTtft,
    Field::TargetTpot,
    Field::TargetShare,
    Field::NeededTps,
    Field::ExtraHeaders,
    Field::ExtraFields,
];
const PROVIDER: &str = "provider";
const FORMAT: &str = "format";
const WORKLOAD: &str = "workload";
const OWN_PROMPT: &str = "own-prompt";
const NONCE: &str = "nonce";
const EXACT_LENGTH: &str = "exact-length";

/// What to keep of a draft.
#[must_use]
pub fn to_kept(draft: &PlanDraft) -> String {
    let string = |text: &str| Json::String(text.to_owned());
    let mut kept = Json::object([
        (PROVIDER, string(&draft.provider)),
        (FORMAT, string(draft.format.label())),
        (WORKLOAD, string(draft.workload.info().label)),
        (OWN_PROMPT, string(&draft.own_prompt)),
        (NONCE, Json::Bool(draft.nonce)),
        (EXACT_LENGTH, Json::Bool(draft.exact_length)),
    ]);
    for field in TEXTS {
        if let Some(typed) = text(draft, field) {
            kept.insert(control_id(field), string(typed));
        }
    }
    kept.to_string()
}

/// The draft that was kept. Fields that are missing or make no sense are as on the first visit; `None` if nothing can be read.
#[must_use]
pub fn from_kept(text: &str) -> Option<PlanDraft> {
    let kept: Json = serde_json::from_str(text).ok()?;
    let string = |key: &str| match kept.get(key) {
        Some(Json::String(text)) => Some(text.clone()),
        _ => None,
    };
    let flag = |key: &str, usual: bool| match kept.get(key) {
        Some(Json::Bool(on)) => *on,
        _ => usual,
    };
    let mut draft = PlanDraft::default();
    if let Some(provider) = string(PROVIDER) {
        draft.provider = provider;
    }
    if let Some(label) = string(FORMAT) {
        let known = ApiFormat::ALL.iter().find(|format| format.label() == label);
        draft.format = known.copied().unwrap_or_default();
    }
    if let Some(label) = string(WORKLOAD) {
        let known = workloads().iter().find(|info| info.label == label);
        draft.workload = known.map(|info| info.workload).unwrap_or_default();
    }
    draft.own_prompt = string(OWN_PROMPT).unwrap_or_default();
    draft.nonce = flag(NONCE, draft.nonce);
    draft.exact_length = flag(EXACT_LENGTH, draft.exact_length);
    for field in TEXTS {
        if let Some(typed) = string(control_id(field)) {
            set_text(&mut draft, field, typed);
        }
    }
    matches!(kept, Json::Object(_)).then_some(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Workload;

    #[test]
    fn every_field_comes_back() {
        let mut draft = PlanDraft {
            provider: "Custom".to_owned(),
            format: ApiFormat::Gemini,
            workload: Workload::Own,
            own_prompt: "Mine,\n\"quoted\".".to_owned(),
            nonce: false,
            exact_length: true,
            ..PlanDraft::default()
        };
        for (n, field) in TEXTS.into_iter().enumerate() {
            assert!(text(&draft, field).is_some());
            set_text(&mut draft, field, format!("typed {n}"));
        }
        assert_eq!(from_kept(&to_kept(&draft)), Some(draft.clone()));
        // An emptied field stays empty.
        set_text(&mut draft, Field::Model, String::new());
        assert_eq!(from_kept(&to_kept(&draft)), Some(draft));
    }

    #[test]
    fn what_makes_no_sense_is_as_on_the_first_visit() {
        for nonsense in ["", "{", "[]", "7", "null", "\"text\""] {
            assert_eq!(from_kept(nonsense), None, "{nonsense}");
        }
        let odd = r#"{"provider":3,"format":"No such","workload":null,"nonce":"yes","model":["a"],"more":1}"#;
        for text in ["{}", odd] {
            assert_eq!(from_kept(text), Some(PlanDraft::default()), "{text}");
        }
    }
}
