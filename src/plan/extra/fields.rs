//! "Extra JSON fields": an object whose fields are added to the body of each request.

use thiserror::Error;

use super::MOST_BYTES;
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
    /// A value that looks like a key.
    #[error(
        "One of the values looks like a key. Put it into a header: there it is kept in this tab only."
    )]
    LooksLikeKey,
}

/// The text as it may be kept over a reload; empty if it may hold a secret.
#[must_use]
pub fn keepable_fields(text: &str) -> &str {
    if redact::scrub(text, "") == text {
        text
    } else {
        ""
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
    if keepable_fields(typed).is_empty() {
        return Err(FieldsError::LooksLikeKey);
    }
    let fields: Json = serde_json::from_str(text).map_err(|error| FieldsError::NotJson {
        line: error.line(),
        column: error.column(),
    })?;
    let Json::Object(list) = &fields else {
        return Err(FieldsError::NotAnObject);
    };
    if let Some((name, _)) = list.iter().find(|(name, _)| OURS.contains(&name.as_str())) {
        return Err(FieldsError::Ours { path: name.clone() });
    }
    if let Some(path) = contradiction(body, &fields) {
        return Err(FieldsError::Ours { path });
    }
    Ok((!list.is_empty()).then(|| fields.to_string()))
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
