//! Replays recorded replies: `POST /replay/FILE`, and any path below it, answers with that file of the folder, message by
//! message and byte for byte. Every API format's own path fits below, so the page reads a recording as it would read the
//! vendor it came from.
//!
//! The pace is `gap` milliseconds before each message: in the query (`?gap=20`) or as the model's name (`gap=20`).
mod folder;
mod messages;
mod pace;

use axum::Extension;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;

use super::SharedVendor;
use super::answer::refuse;
use super::chat_wire::Chat;
use super::log::{Entry, EventKind};
use super::pace::{PacedBody, Piece, Step};
use super::refusal::Refusal;
use folder::Recording;

/// `POST /replay/{file}` and all below.
pub async fn replay(
    State(vendor): State<SharedVendor>,
    Extension(entry): Extension<Entry>,
    Path(parts): Path<Vec<(String, String)>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    let part = |name: &str| {
        let found = parts.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value.as_str())
    };
    let model = pace::model_of(part("rest"), &body);
    if let Some(model) = &model {
        entry.set_model(model);
    }
    match prepared(&vendor, part("file"), query.as_deref(), model.as_deref()).await {
        Ok((recording, gap_ms)) => played(entry, &recording, gap_ms),
        Err(refusal) => refuse(&Chat::for_errors(), &refusal),
    }
}

async fn prepared(
    vendor: &super::Vendor,
    file: &str,
    query: Option<&str>,
    model: Option<&str>,
) -> Result<(Recording, f64), Refusal> {
    let gap_ms =
        pace::gap_ms(query, model).map_err(|fault| Refusal::bad_request(Some("gap"), fault))?;
    let folder = vendor.recordings.as_deref().ok_or_else(no_folder)?;
    let recording = folder::read(folder, file).await;
    Ok((recording.ok_or_else(|| no_recording(file))?, gap_ms))
}

fn played(entry: Entry, recording: &Recording, gap_ms: f64) -> Response {
    let mut at_ms = 0.0;
    let steps: Vec<Step> = messages::split(recording.framing, &recording.bytes)
        .map(|range| {
            at_ms += gap_ms;
            Step::Send(Piece {
                at_ms,
                bytes: recording.bytes.slice(range),
                events: vec![(EventKind::Message, 0)],
            })
        })
        .collect();
    let headers = [
        (
            CONTENT_TYPE,
            HeaderValue::from_static(recording.framing.content_type()),
        ),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let body = PacedBody::new(entry, steps.into_iter(), None);
    (recording.status, headers, Body::new(body)).into_response()
}

fn no_folder() -> Refusal {
    not_found("This server has no folder of recordings: name one with --recordings.".to_owned())
}

fn no_recording(file: &str) -> Refusal {
    not_found(format!("There is no recording named `{file}`."))
}

fn not_found(message: String) -> Refusal {
    Refusal {
        status: StatusCode::NOT_FOUND,
        message,
        ..Refusal::no_such_url("", "")
    }
}
