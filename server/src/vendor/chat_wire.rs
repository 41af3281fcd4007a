//! OpenAI's chat completions: how events, bodies and errors are written.
use bytes::Bytes;
use serde::Serialize;

use super::answer::{Dialect, Whole};
use super::generate::{Finish, Signal, Usage};
use super::log::Entry;
use super::refusal::Refusal;

/// The value of `system_fingerprint`.
const FINGERPRINT: &str = "fp_tokenpace_sim";

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
    usage: Option<Option<UsageBody>>,
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

#[derive(Serialize)]
struct WholeBody<'a> {
    id: &'a str,
    object: &'static str,
    created: u64,
    model: &'a str,
    choices: [WholeChoice<'a>; 1],
    usage: UsageBody,
    system_fingerprint: &'static str,
}

#[derive(Serialize)]
struct WholeChoice<'a> {
    index: u32,
    message: Message<'a>,
    logprobs: Option<()>,
    finish_reason: Option<&'static str>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<&'a str>,
    refusal: Option<()>,
}

#[derive(Serialize)]
struct UsageBody {
    prompt_tokens: u32,
    completion_tokens: u32,
    total_tokens: u32,
    prompt_tokens_details: PromptDetails,
    completion_tokens_details: CompletionDetails,
}

#[derive(Serialize)]
struct PromptDetails {
    cached_tokens: u32,
}

#[derive(Serialize)]
struct CompletionDetails {
    reasoning_tokens: u32,
}

impl From<Usage> for UsageBody {
    fn from(usage: Usage) -> Self {
        Self {
            prompt_tokens: usage.prompt,
            completion_tokens: usage.completion,
            total_tokens: usage.prompt + usage.completion,
            prompt_tokens_details: PromptDetails {
                cached_tokens: usage.cached,
            },
            completion_tokens_details: CompletionDetails {
                reasoning_tokens: usage.reasoning,
            },
        }
    }
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: ErrorDetails<'a>,
}

#[derive(Serialize)]
struct ErrorDetails<'a> {
    message: &'a str,
    r#type: &'static str,
    param: Option<&'static str>,
    code: Option<&'static str>,
}

impl<'a> From<&'a Refusal> for ErrorBody<'a> {
    fn from(refusal: &'a Refusal) -> Self {
        Self {
            error: ErrorDetails {
                message: &refusal.message,
                r#type: refusal.kind,
                param: refusal.param,
                code: refusal.code,
            },
        }
    }
}

impl Chat {
    /// A writer for the answer to one request; with `usage_asked`, events before the usage say `"usage": null`.
    pub fn new(entry: &Entry, model: &str, usage_asked: bool) -> Self {
        Self {
            id: entry.id().to_owned(),
            created: entry.created(),
            model: model.to_owned(),
            usage_asked,
        }
    }

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

    fn chunk_of(&self, choices: &[Choice<'_>], usage: Option<Option<UsageBody>>) -> Bytes {
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

    fn event(&mut self, signal: &Signal) -> Bytes {
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
            Signal::Usage(usage) => self.chunk_of(&[], Some(Some((*usage).into()))),
            Signal::Done => Bytes::from_static(b"data: [DONE]\n\n"),
            Signal::Error => event(&ErrorBody::from(&Refusal::server_error())),
            Signal::Break | Signal::Silence => Bytes::new(),
        }
    }

    fn body(&self, whole: &Whole) -> Bytes {
        let choice = WholeChoice {
            index: 0,
            message: Message {
                role: "assistant",
                content: &whole.answer,
                reasoning_content: Some(whole.reasoning.as_str()).filter(|text| !text.is_empty()),
                refusal: None,
            },
            logprobs: None,
            finish_reason: whole.finish.map(finish_reason),
        };
        json(&WholeBody {
            id: &self.id,
            object: "chat.completion",
            created: self.created,
            model: &self.model,
            choices: [choice],
            usage: whole.usage.into(),
            system_fingerprint: FINGERPRINT,
        })
        .into()
    }

    fn error(&self, refusal: &Refusal) -> Bytes {
        json(&ErrorBody::from(refusal)).into()
    }
}

fn event(payload: &impl Serialize) -> Bytes {
    [b"data: ", json(payload).as_slice(), b"\n\n"]
        .concat()
        .into()
}

/// Writing these plain structures into memory can't fail.
fn json(payload: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(payload).unwrap_or_default()
}

fn finish_reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Stop => "stop",
        Finish::Length => "length",
    }
}
