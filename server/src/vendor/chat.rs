//! OpenAI's chat completions: the endpoint, and what a request holds. How answers are written is in [`super::chat_wire`].
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;
use serde::Deserialize;
use serde_json::Value;

use super::SharedVendor;
use super::answer::{Job, answer, refuse};
use super::chat_wire::Chat;
use super::generate::Asked;
use super::log::Entry;
use super::refusal::Refusal;
use super::text;

/// Tokens that a chat template adds around each message, and around them all: OpenAI's published rule of thumb.
const TOKENS_PER_MESSAGE: u32 = 3;

#[derive(Debug, Deserialize)]
struct ChatRequest {
    model: Option<String>,
    messages: Option<Vec<Message>>,
    #[serde(default)]
    stream: Option<bool>,
    #[serde(default)]
    stream_options: Option<StreamOptions>,
    #[serde(default)]
    max_tokens: Option<u32>,
    #[serde(default)]
    max_completion_tokens: Option<u32>,
    /// As vLLM has it: the answer goes on to the limit.
    #[serde(default)]
    ignore_eos: bool,
}

#[derive(Debug, Deserialize)]
struct Message {
    #[serde(default)]
    content: Value,
}

#[derive(Debug, Deserialize)]
struct StreamOptions {
    #[serde(default)]
    include_usage: bool,
}

/// `POST /v1/chat/completions`.
pub async fn completions(
    State(vendor): State<SharedVendor>,
    Extension(entry): Extension<Entry>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let key = super::bearer(&headers);
    match understand(entry.clone(), key, &body) {
        Ok((dialect, job)) => answer(&vendor, dialect, job).await,
        Err(refusal) => refuse(&Chat::for_errors(), &refusal),
    }
}

fn understand(entry: Entry, key: Option<String>, body: &[u8]) -> Result<(Chat, Job), Refusal> {
    super::check_key(key.as_deref())?;
    let request: ChatRequest = serde_json::from_slice(body).map_err(|fault| {
        Refusal::bad_request(
            None,
            format!("The request's body is not understood: {fault}."),
        )
    })?;
    let missing = |param: &'static str| {
        Refusal::bad_request(
            Some(param),
            format!("Missing required parameter: '{param}'."),
        )
    };
    let model = request.model.ok_or_else(|| missing("model"))?;
    let messages = request.messages.ok_or_else(|| missing("messages"))?;
    let limit = request.max_completion_tokens.or(request.max_tokens);
    if limit == Some(0) {
        return Err(Refusal::bad_request(
            Some("max_tokens"),
            "The limit of output tokens must be at least 1.",
        ));
    }
    let asked = Asked {
        limit,
        to_the_limit: request.ignore_eos,
        usage: request
            .stream_options
            .is_some_and(|options| options.include_usage),
        prompt: prompt_tokens(messages.iter().map(|message| &message.content)),
    };
    let dialect = Chat::new(&entry, &model, asked.usage);
    Ok((
        dialect,
        Job {
            entry,
            model,
            key,
            stream: request.stream == Some(true),
            asked,
        },
    ))
}

/// Tokens of a prompt, given the content of each of its messages.
pub fn prompt_tokens<'a>(contents: impl IntoIterator<Item = &'a Value>) -> u32 {
    contents
        .into_iter()
        .map(|content| content_tokens(content) + TOKENS_PER_MESSAGE)
        .sum::<u32>()
        + TOKENS_PER_MESSAGE
}

/// Content is a text or a list of parts, some of which hold text.
fn content_tokens(content: &Value) -> u32 {
    match content {
        Value::String(content) => text::count(content),
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part["text"].as_str())
            .map(text::count)
            .sum(),
        _ => 0,
    }
}
