//! OpenAI's chat completions: what a request holds, and how events, bodies and errors are written.
use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::SharedVendor;
use super::answer::{Dialect, Job, Whole, answer, refuse};
use super::generate::{Asked, Finish, Signal, Usage};
use super::log::Entry;
use super::refusal::Refusal;
use super::text;

/// Tokens that a chat template adds around each message, and around them all: OpenAI's published rule of thumb.
const TOKENS_PER_MESSAGE: u32 = 3;

/// The value of `system_fingerprint`.
const FINGERPRINT: &str = "fp_tokenpace_sim";

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
        usage: request
            .stream_options
            .is_some_and(|options| options.include_usage),
        prompt: prompt_tokens(&messages),
    };
    let dialect = Chat {
        id: entry.id().to_owned(),
        created: entry.created(),
        model: model.clone(),
        usage_asked: asked.usage,
    };
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

fn prompt_tokens(messages: &[Message]) -> u32 {
    messages
        .iter()
        .map(|message| content_tokens(&message.content) + TOKENS_PER_MESSAGE)
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

/// The writer of one answer.
#[derive(Debug)]
pub struct Chat {
    id: String,
    created: u64,
    model: String,
    usage_asked: bool,
}

#[derive(Serialize)]
struct Chunk<'a> {
    id: &'a str,
    object: &'static str,
    created: u64,
    model: &'a str,
    system_fingerprint: &'static str,
    choices: &'a [Choice<'a>],
    /// Left out, null, or the usage.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Option<Value>>,
}

#[derive(Serialize)]
struct Choice<'a> {
    index: u32,
    delta: Delta<'a>,
    logprobs: Option<()>,
    finish_reason: Option<&'static str>,
}

#[derive(Default, Serialize)]
struct Delta<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    /// Left out, null, or a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<&'a str>,
}

impl Chat {
    /// A writer that only writes errors.
    pub fn for_errors() -> Self {
        Self {
            id: String::new(),
            created: 0,
            model: String::new(),
            usage_asked: false,
        }
    }

    fn chunk(&self, delta: Delta<'_>, finish_reason: Option<&'static str>) -> Bytes {
        let choice = Choice {
            index: 0,
            delta,
            logprobs: None,
            finish_reason,
        };
        self.chunk_of(&[choice], self.usage_asked.then_some(None))
    }

    fn chunk_of(&self, choices: &[Choice<'_>], usage: Option<Option<Value>>) -> Bytes {
        event(&Chunk {
            id: &self.id,
            object: "chat.completion.chunk",
            created: self.created,
            model: &self.model,
            system_fingerprint: FINGERPRINT,
            choices,
            usage,
        })
    }
}

impl Dialect for Chat {
    fn stream_type(&self) -> &'static str {
        "text/event-stream; charset=utf-8"
    }

    fn event(&self, signal: &Signal) -> Bytes {
        match signal {
            Signal::Ping => Bytes::from_static(b": keep-alive\n\n"),
            Signal::Role => self.chunk(
                Delta {
                    role: Some("assistant"),
                    content: Some(Some("")),
                    ..Delta::default()
                },
                None,
            ),
            Signal::Reasoning(text, _) => self.chunk(
                Delta {
                    content: Some(None),
                    reasoning_content: Some(text),
                    ..Delta::default()
                },
                None,
            ),
            Signal::Answer(text, _) | Signal::Half(text) => self.chunk(
                Delta {
                    content: Some(Some(text)),
                    ..Delta::default()
                },
                None,
            ),
            Signal::Finish(finish) => self.chunk(Delta::default(), Some(finish_reason(*finish))),
            Signal::Usage(usage) => self.chunk_of(&[], Some(Some(usage_json(*usage)))),
            Signal::Done => Bytes::from_static(b"data: [DONE]\n\n"),
            Signal::Error => event(&error_json(&Refusal::server_error())),
            Signal::Break | Signal::Silence => Bytes::new(),
        }
    }

    fn body(&self, whole: &Whole) -> Bytes {
        let mut message = json!({"role": "assistant", "content": whole.answer, "refusal": null});
        if !whole.reasoning.is_empty() {
            message["reasoning_content"] = json!(whole.reasoning);
        }
        let body = json!({
            "id": self.id,
            "object": "chat.completion",
            "created": self.created,
            "model": self.model,
            "system_fingerprint": FINGERPRINT,
            "choices": [{
                "index": 0,
                "message": message,
                "logprobs": null,
                "finish_reason": whole.finish.map(finish_reason),
            }],
            "usage": usage_json(whole.usage),
        });
        body.to_string().into()
    }

    fn error(&self, refusal: &Refusal) -> Bytes {
        error_json(refusal).to_string().into()
    }
}

fn event(payload: &impl Serialize) -> Bytes {
    let mut bytes = b"data: ".to_vec();
    // Writing plain data into memory can't fail.
    let _ = serde_json::to_writer(&mut bytes, payload);
    bytes.extend_from_slice(b"\n\n");
    bytes.into()
}

fn finish_reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Stop => "stop",
        Finish::Length => "length",
    }
}

fn usage_json(usage: Usage) -> Value {
    json!({
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.completion,
        "total_tokens": usage.prompt + usage.completion,
        "prompt_tokens_details": {"cached_tokens": usage.cached, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning, "audio_tokens": 0},
    })
}

fn error_json(refusal: &Refusal) -> Value {
    json!({"error": {
        "message": refusal.message,
        "type": refusal.kind,
        "param": refusal.param,
        "code": refusal.code,
    }})
}
