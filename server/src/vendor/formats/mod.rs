//! The formats beside chat completions. One file each: what its request holds, and how an answer is written.
//!
//! Keys and prompts are treated as in [`super::chat`], so that a model has the same speed and the same text in each format.
mod anthropic;
mod gemini;
mod ollama;
mod responses;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use axum::{Extension, extract::Path};
use bytes::Bytes;
use serde_json::Value;

use super::answer::{Dialect, Job, answer, refuse};
use super::chat::prompt_tokens;
use super::generate::Asked;
use super::log::Entry;
use super::refusal::Refusal;
use super::{SharedVendor, Vendor};

/// What a request asks for.
#[derive(Debug, Default)]
struct Ask {
    model: Option<String>,
    stream: bool,
    /// Most tokens to generate, and the field that says so.
    limit: Option<u64>,
    prompt: u32,
}

/// A format: what a request asks for, and the writer of its answer.
trait WireFormat: Dialect + Default {
    /// Name of a header that holds the bare key, if the key has one of its own.
    const KEY_HEADER: Option<&'static str> = None;

    /// Reads a request. `action` is what follows `models/` in the path, if anything does.
    fn ask(request: &Value, action: &str) -> Ask;

    /// The writer of the answer to this request.
    fn writer(entry: &Entry, model: &str, ask: &Ask) -> Self;
}

/// The routes of all formats. Each path stands below `/v1` as well, so that one base URL serves them all.
pub fn routes() -> Router<SharedVendor> {
    Router::new()
        .route("/v1/messages", post(call::<anthropic::Messages>))
        .route("/v1/responses", post(call::<responses::Responses>))
        .route("/v1/models/{action}", post(call_model))
        .route("/v1beta/models/{action}", post(call_model))
        .route("/v1/api/chat", post(call::<ollama::Chat>))
        .route("/api/chat", post(call::<ollama::Chat>))
}

async fn call<F: WireFormat>(
    State(vendor): State<SharedVendor>,
    Extension(entry): Extension<Entry>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    respond::<F>(&vendor, entry, &headers, &body, "").await
}

async fn call_model(
    State(vendor): State<SharedVendor>,
    Extension(entry): Extension<Entry>,
    Path(action): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    respond::<gemini::Gemini>(&vendor, entry, &headers, &body, &action).await
}

async fn respond<F: WireFormat>(
    vendor: &Vendor,
    entry: Entry,
    headers: &HeaderMap,
    body: &[u8],
    action: &str,
) -> Response {
    match understand::<F>(entry, headers, body, action) {
        Ok((writer, job)) => answer(vendor, writer, job).await,
        Err(refusal) => refuse(&F::default(), &refusal),
    }
}

fn understand<F: WireFormat>(
    entry: Entry,
    headers: &HeaderMap,
    body: &[u8],
    action: &str,
) -> Result<(F, Job), Refusal> {
    let own = F::KEY_HEADER.and_then(|name| headers.get(name)?.to_str().ok());
    let key = own.map(str::to_owned).or_else(|| super::bearer(headers));
    super::check_key(key.as_deref())?;
    let request: Value = serde_json::from_slice(body).map_err(|fault| {
        Refusal::bad_request(
            None,
            format!("The request's body is not understood: {fault}."),
        )
    })?;
    let mut ask = F::ask(&request, action);
    let model = ask
        .model
        .take()
        .ok_or_else(|| Refusal::bad_request(Some("model"), "The request names no model."))?;
    if ask.limit == Some(0) {
        return Err(Refusal::bad_request(
            None,
            "The limit of output tokens must be at least 1.",
        ));
    }
    let asked = Asked {
        limit: ask
            .limit
            .map(|limit| u32::try_from(limit).unwrap_or(u32::MAX)),
        // These formats report their token counts unasked.
        usage: true,
        prompt: ask.prompt,
        // None of these formats can ask for it.
        to_the_limit: false,
    };
    let writer = F::writer(&entry, &model, &ask);
    let job = Job {
        entry,
        model,
        key,
        stream: ask.stream,
        asked,
    };
    Ok((writer, job))
}

/// A text field of a request.
fn text(request: &Value, field: &str) -> Option<String> {
    request[field].as_str().map(str::to_owned)
}

/// Prompt tokens of a list of messages, each with its content in `field`.
fn tokens_of(messages: &Value, field: &str) -> u32 {
    prompt_tokens(
        messages
            .as_array()
            .into_iter()
            .flatten()
            .map(|message| &message[field]),
    )
}

/// A server-sent event; `name` is its type, if it has one.
fn event(name: Option<&str>, payload: &Value) -> String {
    let name = name.map_or(String::new(), |name| format!("event: {name}\n"));
    format!("{name}data: {payload}\n\n")
}
