//! Finds a recording in the folder, and the status it came with.
use std::path::Path;

use axum::http::StatusCode;
use bytes::Bytes;
use serde_json::Value;

use super::messages::Framing;

/// A recorded reply.
#[derive(Debug)]
pub struct Recording {
    /// How its messages are set apart.
    pub framing: Framing,
    /// The status it came with.
    pub status: StatusCode,
    /// The body.
    pub bytes: Bytes,
}

/// Reads a recording; `None` if the folder has none of this name.
pub async fn read(folder: &Path, name: &str) -> Option<Recording> {
    let framing = framing_of(name)?;
    let bytes = tokio::fs::read(folder.join(name)).await.ok()?;
    Some(Recording {
        framing,
        status: status_of(name, framing, &bytes),
        bytes: bytes.into(),
    })
}

/// The framing that a name's extension stands for. `None` unless the name is that of a file within the folder: a name that
/// could lead elsewhere is no name of a recording.
fn framing_of(name: &str) -> Option<Framing> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    if name.starts_with('.') || !name.bytes().all(plain) {
        return None;
    }
    match name.rsplit_once('.')?.1 {
        "sse" => Some(Framing::Sse),
        "ndjson" => Some(Framing::Lines),
        "json" => Some(Framing::Json),
        _ => None,
    }
}

/// Bodies alone are recorded, but a refusal's status stands in its name (`…error-404…`) or in the body (`error.code`).
fn status_of(name: &str, framing: Framing, body: &[u8]) -> StatusCode {
    let in_name = || {
        let (_, after) = name.split_once("error-")?;
        after.get(..3)?.parse().ok()
    };
    let in_body = || {
        let body: Value = serde_json::from_slice(body).ok()?;
        u16::try_from(body["error"]["code"].as_u64()?).ok()
    };
    let noted = (framing == Framing::Json)
        .then(|| in_name().or_else(in_body))
        .flatten();
    noted
        .and_then(|status| StatusCode::from_u16(status).ok())
        .unwrap_or(StatusCode::OK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_the_folder() {
        assert_eq!(framing_of("a__b.c__d-1.sse"), Some(Framing::Sse));
        assert_eq!(framing_of("a.ndjson"), Some(Framing::Lines));
        assert_eq!(framing_of("a.json"), Some(Framing::Json));
        for name in [
            "../a.sse",
            "..",
            ".a.sse",
            "b/a.sse",
            "b\\a.sse",
            "/etc/a.sse",
            "C:a.sse",
            "a.sse\0",
            "INDEX.tsv",
            "a",
            "",
        ] {
            assert_eq!(framing_of(name), None, "{name}");
        }
    }

    #[test]
    fn a_refusal_has_its_status() {
        let json = |name, body: &str| status_of(name, Framing::Json, body.as_bytes());
        assert_eq!(json("a__error-404-model.json", "{}"), StatusCode::NOT_FOUND);
        let coded = r#"{"error":{"code":400,"message":"no"}}"#;
        assert_eq!(json("a__error-key.json", coded), StatusCode::BAD_REQUEST);
        assert_eq!(json("a__array.json", r#"[{"a":1}]"#), StatusCode::OK);
        let worded = r#"{"error":{"code":"no_model"}}"#;
        assert_eq!(json("a.json", worded), StatusCode::OK);
        assert_eq!(
            status_of("a__error-404.sse", Framing::Sse, b"data: x\n\n"),
            StatusCode::OK
        );
    }
}
