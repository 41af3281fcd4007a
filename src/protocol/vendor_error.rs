//! Errors in the vendor's words, whatever shape they come in.

use super::{Json, VendorError};

/// The error a JSON value reports; `None` if it doesn't look like one. Known shapes: `{"error": "text"}`,
/// `{"error": {"message", "type", "code", …}}`, the members of such an object at the top, `{"detail": …}` of FastAPI
/// servers, `{"errors": […]}`, and any of them inside an array.
pub(super) fn in_value(value: &Json) -> Option<VendorError> {
    match value {
        Json::Array(items) => items.iter().find_map(in_value),
        Json::Object(_) => {
            if let Some(error) = value.get("error").filter(|e| e.is_filled()) {
                let mut found = of(error);
                if found.message.is_empty() {
                    found.message = message_of(value).unwrap_or_else(|| compact(error));
                }
                found.status = found.status.or_else(|| status_of(value));
                return Some(found);
            }
            if let Some(errors) = value.get("errors").filter(|e| e.is_filled()) {
                return Some(match errors {
                    Json::Array(items) => items.first().map(of).unwrap_or_default(),
                    other => of(other),
                });
            }
            message_of(value).map(|message| VendorError {
                kind: kind_of(value),
                message,
                status: status_of(value),
            })
        }
        _ => None,
    }
}

/// The error that a value stands for where only an error can stand.
pub(super) fn of(value: &Json) -> VendorError {
    match value {
        Json::String(message) => VendorError {
            message: message.clone(),
            ..VendorError::default()
        },
        Json::Object(map) => {
            if let Some(inner) = value.get("error").filter(|e| e.is_filled()) {
                return of(inner);
            }
            VendorError {
                kind: kind_of(value),
                message: message_of(value).unwrap_or_else(|| {
                    if map.is_empty() {
                        String::new()
                    } else {
                        compact(value)
                    }
                }),
                status: status_of(value),
            }
        }
        Json::Array(items) => items.first().map(of).unwrap_or_default(),
        Json::Null => VendorError::default(),
        other => VendorError {
            message: other.to_string(),
            ..VendorError::default()
        },
    }
}

/// The error in a payload that is known to be one: JSON of any shape, or the text itself.
pub(super) fn in_text(text: &str) -> VendorError {
    match serde_json::from_str::<Json>(text) {
        Ok(value) => in_value(&value).unwrap_or_else(|| of(&value)),
        Err(_) => VendorError {
            message: text.trim().to_owned(),
            ..VendorError::default()
        },
    }
}

fn message_of(value: &Json) -> Option<String> {
    [
        "message",
        "detail",
        "error_message",
        "msg",
        "error_description",
    ]
    .into_iter()
    .filter_map(|key| value.get(key))
    .find_map(|found| match found {
        Json::String(s) if !s.is_empty() => Some(s.clone()),
        Json::Array(items) => items
            .iter()
            .find_map(message_of)
            .or_else(|| match items.first() {
                Some(Json::String(s)) => Some(s.clone()),
                _ => None,
            }),
        _ => None,
    })
}

/// A word says more than a number, wherever either stands: Google's `status` is the name of its `code`.
fn kind_of(value: &Json) -> Option<String> {
    const KEYS: [&str; 4] = ["type", "code", "error_type", "status"];
    let word = KEYS
        .iter()
        .filter_map(|key| value.text(key))
        .find(|word| *word != "error");
    let number = || {
        let mut found = KEYS.iter().filter_map(|key| value.get(key));
        found
            .find(|found| matches!(found, Json::Number(_)))
            .map(ToString::to_string)
    };
    word.map(str::to_owned).or_else(number)
}

fn status_of(value: &Json) -> Option<u16> {
    ["status_code", "code", "status", "http_code"]
        .into_iter()
        .filter_map(|key| value.get(key))
        .find_map(|found| match found {
            Json::Number(n) => n.as_u64(),
            Json::String(s) => s.parse().ok(),
            _ => None,
        })
        .and_then(|n| u16::try_from(n).ok())
        .filter(|status| (400..600).contains(status))
}

fn compact(value: &Json) -> String {
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(json: &str) -> VendorError {
        in_text(json)
    }

    #[test]
    fn every_known_shape_gives_its_message() {
        for json in [
            r#"{"error":"no"}"#,
            r#"{"error":{"message":"no","type":"t"}}"#,
            r#"{"object":"error","message":"no"}"#,
            r#"{"detail":[{"loc":["body"],"msg":"no"}]}"#,
            r#"{"detail":"no"}"#,
            r#"[{"error":{"code":400,"message":"no"}}]"#,
            r#"{"errors":["no"]}"#,
            "no",
        ] {
            assert_eq!(error(json).message, "no", "{json}");
        }
    }

    #[test]
    fn kind_and_status_are_kept() {
        let found = error(r#"{"error":{"code":429,"message":"slow down"}}"#);
        assert_eq!(found.kind.as_deref(), Some("429"));
        assert_eq!(found.status, Some(429));
        let found =
            error(r#"{"error":{"type":"invalid","code":"x","message":"m","status_code":400}}"#);
        assert_eq!(found.kind.as_deref(), Some("invalid"));
        assert_eq!(found.status, Some(400));
        let found = error(r#"{"error":{"code":499,"message":"m","status":"CANCELLED"}}"#);
        assert_eq!(found.kind.as_deref(), Some("CANCELLED"));
        assert_eq!(found.status, Some(499));
    }

    #[test]
    fn an_object_without_message_is_shown_as_it_is() {
        assert_eq!(error(r#"{"error":{"why":1}}"#).message, r#"{"why":1}"#);
    }

    #[test]
    fn a_chunk_is_not_an_error() {
        let chunk = r#"{"choices":[],"error":null,"message":{"role":"x"}}"#;
        let chunk = serde_json::from_str(chunk).unwrap();
        assert_eq!(in_value(&chunk), None);
    }
}
