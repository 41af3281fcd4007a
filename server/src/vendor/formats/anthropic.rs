//! Anthropic's Messages.
use bytes::Bytes;
use serde_json::{Value, json};

use super::{Ask, WireFormat, event, text, tokens_of};
use crate::vendor::answer::{Dialect, Whole};
use crate::vendor::generate::{Finish, Signal, Usage};
use crate::vendor::log::Entry;
use crate::vendor::refusal::Refusal;

/// The writer of one message.
#[derive(Debug, Default)]
pub struct Messages {
    id: String,
    model: String,
    prompt: u32,
    /// The content block that is open, and its number.
    block: Option<(&'static str, u32)>,
}

impl WireFormat for Messages {
    const KEY_HEADER: Option<&'static str> = Some("x-api-key");

    fn ask(request: &Value, _: &str) -> Ask {
        Ask {
            model: text(request, "model"),
            stream: request["stream"] == true,
            limit: request["max_tokens"].as_u64(),
            prompt: tokens_of(&request["messages"], "content"),
        }
    }

    fn writer(entry: &Entry, model: &str, ask: &Ask) -> Self {
        Self {
            id: entry.id().to_owned(),
            model: model.to_owned(),
            prompt: ask.prompt,
            block: None,
        }
    }
}

impl Messages {
    /// A piece of a content block; a block of another type is closed before it.
    fn delta(&mut self, block: &'static str, delta: Value) -> String {
        let mut out = String::new();
        let index = match self.block {
            Some((open, index)) if open == block => index,
            before => {
                out += &self.close_block();
                let index = before.map_or(0, |(_, index)| index + 1);
                self.block = Some((block, index));
                out += &named(json!({
                    "type": "content_block_start",
                    "index": index,
                    "content_block": {"type": block, block: ""},
                }));
                index
            }
        };
        out + &named(json!({"type": "content_block_delta", "index": index, "delta": delta}))
    }

    fn close_block(&self) -> String {
        self.block.map_or(String::new(), |(_, index)| {
            named(json!({"type": "content_block_stop", "index": index}))
        })
    }

    fn message(&self, content: Vec<Value>, finish: Option<Finish>, usage: Value) -> Value {
        json!({
            "id": self.id,
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": content,
            "stop_reason": finish.map(stop_reason),
            "stop_sequence": null,
            "usage": usage,
        })
    }
}

impl Dialect for Messages {
    fn stream_type(&self) -> &'static str {
        "text/event-stream; charset=utf-8"
    }

    fn event(&mut self, signal: &Signal) -> Bytes {
        match signal {
            Signal::Ping => named(json!({"type": "ping"})),
            Signal::Role => {
                // What stands for the output at this point says nothing, as at the real one.
                let usage = json!({"input_tokens": self.prompt, "output_tokens": 1});
                let message = self.message(Vec::new(), None, usage);
                named(json!({"type": "message_start", "message": message}))
            }
            Signal::Reasoning(text, _) => self.delta(
                "thinking",
                json!({"type": "thinking_delta", "thinking": text}),
            ),
            Signal::Answer(text, _) | Signal::Half(text) => {
                self.delta("text", json!({"type": "text_delta", "text": text}))
            }
            Signal::Finish(finish) => {
                let delta = json!({"stop_reason": stop_reason(*finish), "stop_sequence": null});
                self.close_block() + &named(json!({"type": "message_delta", "delta": delta}))
            }
            Signal::Usage(usage) => named(json!({
                "type": "message_delta",
                "delta": {},
                "usage": counts(usage),
            })),
            Signal::Done => named(json!({"type": "message_stop"})),
            Signal::Error => named(fault(&Refusal::server_error())),
            Signal::Break | Signal::Silence => String::new(),
        }
        .into()
    }

    fn body(&self, whole: &Whole) -> Bytes {
        let mut content = Vec::new();
        if !whole.reasoning.is_empty() {
            content.push(json!({"type": "thinking", "thinking": whole.reasoning}));
        }
        content.push(json!({"type": "text", "text": whole.answer}));
        let usage = counts(&whole.usage);
        self.message(content, whole.finish, usage)
            .to_string()
            .into()
    }

    fn error(&self, refusal: &Refusal) -> Bytes {
        fault(refusal).to_string().into()
    }
}

/// An event that is named after its payload's type.
fn named(payload: Value) -> String {
    event(payload["type"].as_str(), &payload)
}

fn stop_reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Stop => "end_turn",
        Finish::Length => "max_tokens",
    }
}

/// Cached prompt tokens are counted beside the others; thinking is counted within the output.
fn counts(usage: &Usage) -> Value {
    json!({
        "input_tokens": usage.prompt - usage.cached,
        "cache_read_input_tokens": usage.cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": usage.completion,
    })
}

fn fault(refusal: &Refusal) -> Value {
    let kind = match refusal.status.as_u16() {
        401 => "authentication_error",
        404 => "not_found_error",
        429 => "rate_limit_error",
        500.. => "api_error",
        _ => "invalid_request_error",
    };
    json!({"type": "error", "error": {"type": kind, "message": refusal.message}})
}
