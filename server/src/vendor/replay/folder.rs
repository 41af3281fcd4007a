//! Finds a recording in the folder, and the status it came with.
use std::path::Path;

use axum::http::StatusCode;
use bytes::Bytes;

use super::messages::Framing;

/// The folder's list of its files, if it has one: tab-separated, with a `file` and a `status` column.
const INDEX: &str = "INDEX.tsv";

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
    let index = tokio::fs::read_to_string(folder.join(INDEX)).await;
    Some(Recording {
        framing,
        status: status_in(&index.unwrap_or_default(), name),
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

/// The status that the index notes for a file; 200 if there is none.
fn status_in(index: &str, name: &str) -> StatusCode {
    noted(index, name).unwrap_or(StatusCode::OK)
}

fn noted(index: &str, name: &str) -> Option<StatusCode> {
    let mut lines = index.lines();
    let columns = lines.next()?;
    let place = |wanted| columns.split('\t').position(|column| column == wanted);
    let (file, status) = (place("file")?, place("status")?);
    let row = lines.find(|line| line.split('\t').nth(file) == Some(name))?;
    row.split('\t').nth(status)?.parse().ok()
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
    fn the_status_is_the_noted_one() {
        let index = "file\tbytes\tstatus\na.json\t1\t404\nb.sse\t2\t200\nc.sse\t3\tsoon\n";
        assert_eq!(status_in(index, "a.json"), StatusCode::NOT_FOUND);
        assert_eq!(status_in(index, "b.sse"), StatusCode::OK);
        assert_eq!(status_in(index, "c.sse"), StatusCode::OK);
        assert_eq!(status_in(index, "d.sse"), StatusCode::OK);
        assert_eq!(status_in("", "a.json"), StatusCode::OK);
    }
}
