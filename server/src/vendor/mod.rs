//! The simulated vendor: an LLM endpoint with known timing, for trying the page and for checking what it measures.
//!
//! - `GET /v1/models`, `POST /v1/chat/completions`: as OpenAI's. The models are in [`models`]; a model can also be
//!   described in its name ([`custom`]). Any key is taken but `wrong-key`.
//! - Anthropic's Messages, Gemini, OpenAI's Responses and Ollama's chat, each at its own path: the same models.
//! - `POST /replay/FILE`, and any path below: a recorded reply (`replay`).
//! - `GET /sim/log?last=N`: what was sent when ([`log`]); `DELETE /sim/log` forgets it.
//!
//! Layers: [`profile`] is data, `generate` makes timed signals of it, a dialect such as `chat_wire` writes them as
//! bytes, `delivery` groups these into writes, `pace` sends them on time. A further dialect is one more file and a route.
mod answer;
mod busy;
mod chat;
mod chat_wire;
mod cors;
pub mod custom;
mod delivery;
mod faults;
mod formats;
mod generate;
pub mod log;
pub mod models;
mod pace;
pub mod profile;
mod record;
mod refusal;
mod replay;
mod text;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::{DefaultBodyLimit, Query, Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use busy::{Slots, Ticket};
use chat_wire::Chat;
use faults::Turn;
use log::Log;
use models::Kind;
use refusal::Refusal;

/// The one key that is refused.
const WRONG_KEY: &str = "wrong-key";

/// Largest request body: room for the longest prompts that real models take.
const MAX_BODY_BYTES: usize = 32 << 20;

/// When the simulated models were "made": 2025-01-01.
const MODELS_CREATED: u64 = 1_735_689_600;

/// What all requests share.
struct Vendor {
    seed: u64,
    recordings: Option<PathBuf>,
    log: Log,
    turns: AtomicUsize,
    slots: HashMap<&'static str, Arc<Slots>>,
}

type SharedVendor = Arc<Vendor>;

impl Vendor {
    fn new(seed: u64, recordings: Option<PathBuf>) -> Self {
        let busy = models::MODELS.iter().filter_map(|model| match model.kind {
            Kind::Busy(_, capacity) => Some((model.name, Slots::new(capacity))),
            _ => None,
        });
        Self {
            seed,
            recordings,
            log: Log::default(),
            turns: AtomicUsize::new(0),
            slots: busy.collect(),
        }
    }

    /// A seed for one request; the factor (the golden ratio's) spreads neighbouring numbers.
    fn request_seed(&self, seq: u64) -> u64 {
        self.seed
            .wrapping_add(seq.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn turn(&self) -> Turn {
        Turn::ALL[self.turns.fetch_add(1, Ordering::Relaxed) % Turn::ALL.len()]
    }

    async fn enter(&self, model: &str) -> Option<Ticket> {
        self.slots.get(model)?.enter().await
    }
}

/// The vendor's whole server. `seed` decides its jitter and texts; `recordings` is the folder of what it can replay.
pub fn router(seed: u64, recordings: Option<PathBuf>) -> Router {
    let vendor = Arc::new(Vendor::new(seed, recordings));
    Router::new()
        .route("/", get(about))
        .route("/v1/models", get(list))
        .route("/v1/chat/completions", post(chat::completions))
        .merge(formats::routes())
        .route("/replay/{file}", post(replay::replay))
        .route("/replay/{file}/{*rest}", post(replay::replay))
        .route("/sim/log", get(show_log).delete(clear_log))
        .fallback(no_such_url)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(cors::layer())
        .layer(middleware::from_fn(cors::finish))
        .layer(middleware::from_fn_with_state(Arc::clone(&vendor), observe))
        .with_state(vendor)
}

/// Outermost: writes each request to the log, and counts preflights, which are answered further in.
async fn observe(State(vendor): State<SharedVendor>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if request.method() == Method::OPTIONS {
        vendor.log.preflight(path);
        return next.run(request).await;
    }
    if path == "/" || path.starts_with("/sim/") {
        return next.run(request).await;
    }
    let entry = vendor.log.arrived(request.method().as_str(), path);
    request.extensions_mut().insert(entry.clone());
    let response = next.run(request).await;
    entry.answered(response.status().as_u16());
    response
}

async fn about() -> &'static str {
    "This is the simulated LLM vendor of Tokenpace. Its base URL ends in /v1; GET /sim/log tells what it sent when.\n"
}

async fn list(headers: HeaderMap) -> Response {
    if let Err(refusal) = check_key(bearer(&headers).as_deref()) {
        return answer::refuse(&Chat::for_errors(), &refusal);
    }
    let data: Vec<Value> = models::listed()
        .map(|model| {
            json!({
                "id": model.name,
                "object": "model",
                "created": MODELS_CREATED,
                "owned_by": "tokenpace",
                "description": model.about,
            })
        })
        .collect();
    Json(json!({"object": "list", "data": data})).into_response()
}

#[derive(Deserialize)]
struct LogQuery {
    last: Option<usize>,
}

async fn show_log(State(vendor): State<SharedVendor>, Query(query): Query<LogQuery>) -> Response {
    Json(vendor.log.snapshot(query.last)).into_response()
}

async fn clear_log(State(vendor): State<SharedVendor>) -> StatusCode {
    vendor.log.clear();
    StatusCode::NO_CONTENT
}

async fn no_such_url(method: Method, uri: Uri) -> Response {
    answer::refuse(
        &Chat::for_errors(),
        &Refusal::no_such_url(method.as_str(), uri.path()),
    )
}

async fn wrong_method(method: Method, uri: Uri) -> Response {
    answer::refuse(
        &Chat::for_errors(),
        &Refusal::wrong_method(method.as_str(), uri.path()),
    )
}

/// The key of an `Authorization: Bearer` header.
fn bearer(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    value
        .strip_prefix("Bearer ")
        .map(|key| key.trim().to_owned())
}

fn check_key(key: Option<&str>) -> Result<(), Refusal> {
    match key {
        Some(WRONG_KEY) => Err(Refusal::wrong_key(key, false)),
        _ => Ok(()),
    }
}
