//! "Extra JSON fields": an object whose fields are added to the body of each request.

use thiserror::Error;

use super::MOST_BYTES;
use crate::plan::holds_key;
use crate::protocol::Json;
use crate::redact;

/// Fields whose values the form itself sets, under every name that they have.
const OURS: [&str; 5] = [
    "model",
    "messages",
    "stream",
    "max_tokens",
    "max_completion_tokens",
];

/// Fields that ask for several answers at once, in the words of all formats.
const SEVERAL: [&str; 6] = [
    "n",
    "best_of",
    "n_cmpl",
    "num_return_sequences",
    "candidateCount",
    "candidate_count",
];

/// Objects in which formats keep such fields.
const SETTINGS: [&str; 4] = [
    "generationConfig",
    "generation_config",
    "sampling_params",
    "parameters",
];

/// Fields that cannot be added. The text is not in it: it may hold a secret.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldsError {
    /// More text than anyone types.
    #[error("The fields have {bytes} bytes; at most {max} are possible.")]
    TooLong {
        /// Bytes typed.
        bytes: usize,
        /// Bytes allowed.
        max: usize,
    },
    /// No JSON.
    #[error(
        "This is not JSON: line {line}, column {column}. Write an object such as {{\"temperature\": 0}}."
    )]
    NotJson {
        /// Line of the fault, from 1.
        line: usize,
        /// Column of the fault, from 1.
        column: usize,
    },
    /// JSON, but a list, a text or a number.
    #[error("Write an object, in braces, such as {{\"temperature\": 0}}.")]
    NotAnObject,
    /// A field whose value the form sets.
    #[error("“{path}” is set by this form. Remove it, and use the field of the form instead.")]
    Ours {
        /// The field; a dot stands for an object inside.
        path: String,
    },
    /// A field that asks for several answers.
    #[error(
        "One answer per request is measured, and “{path}” can ask for several: their tokens are counted together. Remove it."
    )]
    SeveralAnswers {
        /// The field; a dot stands for an object inside.
        path: String,
    },
    /// A name or a value that looks like a key.
    #[error(
        "One of the values looks like a key. Put it into a header: there it is kept in this tab only."
    )]
    LooksLikeKey,
}

/// The text as it may be kept over a reload; empty if it may hold a secret. What is no JSON yet can't be looked into, so it
/// may have no escapes.
#[must_use]
pub fn keepable_fields(text: &str) -> &str {
    let fields = serde_json::from_str::<Json>(text).ok();
    let closed = fields.is_none() && text.contains('\\');
    if closed || looks_like_key(text, fields.as_ref()) {
        ""
    } else {
        text
    }
}

/// Whether something in the fields looks like a key, as typed or behind escapes.
fn looks_like_key(text: &str, fields: Option<&Json>) -> bool {
    let shows = |text: &str| redact::scrub(text, "") != text;
    // A name tells what its value is, so the whole is looked at as well.
    let within = |fields: &Json| shows(&fields.to_string()) || any_text(fields, &shows);
    shows(text) || fields.is_some_and(within)
}

/// Whether `key` stands in the fields, as typed or behind escapes.
#[must_use]
pub fn fields_hold_key(text: &str, key: &str) -> bool {
    let holds = |text: &str| holds_key(text, key);
    holds(text) || serde_json::from_str(text).is_ok_and(|fields| any_text(&fields, &holds))
}

/// Whether any name or text in the value passes the test.
fn any_text(value: &Json, test: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Json::String(text) => test(text),
        Json::Array(items) => items.iter().any(|item| any_text(item, test)),
        Json::Object(fields) => fields
            .iter()
            .any(|(name, value)| test(name) || any_text(value, test)),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}

/// The object to add to a body, as compact JSON; `None` if nothing was typed. `body` is what is sent without it.
pub fn checked(text: &str, body: &Json) -> Result<Option<String>, FieldsError> {
    let typed = text.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    if text.len() > MOST_BYTES {
        return Err(FieldsError::TooLong {
            bytes: text.len(),
            max: MOST_BYTES,
        });
    }
    let parsed = serde_json::from_str::<Json>(text);
    if looks_like_key(typed, parsed.as_ref().ok()) {
        return Err(FieldsError::LooksLikeKey);
    }
    let fields = parsed.map_err(|error| FieldsError::NotJson {
        line: error.line(),
        column: error.column(),
    })?;
    let Json::Object(list) = &fields else {
        return Err(FieldsError::NotAnObject);
    };
    if let Some((name, _)) = list.iter().find(|(name, _)| OURS.contains(&name.as_str())) {
        return Err(FieldsError::Ours { path: name.clone() });
    }
    if let Some(path) = several(list) {
        return Err(FieldsError::SeveralAnswers { path });
    }
    if let Some(path) = contradiction(body, &fields) {
        return Err(FieldsError::Ours { path });
    }
    Ok((!list.is_empty()).then(|| fields.to_string()))
}

/// The first field that asks for several answers.
fn several(fields: &[(String, Json)]) -> Option<String> {
    fields.iter().find_map(|(name, value)| match value {
        _ if SEVERAL.contains(&name.as_str()) => Some(name.clone()),
        Json::Object(inner) if SETTINGS.contains(&name.as_str()) => {
            several(inner).map(|path| format!("{name}.{path}"))
        }
        _ => None,
    })
}

/// The first field that `body` has with another value. Objects on both sides are joined, so they are compared within.
fn contradiction(body: &Json, fields: &Json) -> Option<String> {
    let Json::Object(fields) = fields else {
        return None;
    };
    fields
        .iter()
        .find_map(|(name, value)| match (body.get(name), value) {
            (None, _) => None,
            (Some(ours @ Json::Object(_)), Json::Object(_)) => {
                contradiction(ours, value).map(|inner| format!("{name}.{inner}"))
            }
            (Some(ours), _) => (ours != value).then(|| name.clone()),
        })
}

/// Adds fields to a body. An object that the body already has gets the fields of the new one.
pub fn merge(body: &mut Json, fields: Json) {
    let (Json::Object(body), Json::Object(fields)) = (body, fields) else {
        return;
    };
    for (name, value) in fields {
        match body.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known @ Json::Object(_))) if matches!(value, Json::Object(_)) => {
                merge(known, value);
            }
            Some((_, known)) => *known = value,
            None => body.push((name, value)),
        }
    }
}
