//! Gemini's `generateContent` and `streamGenerateContent`.
use bytes::Bytes;
use serde_json::{Value, json};

use super::{Ask, WireFormat, tokens_of};
use crate::vendor::answer::{Dialect, Whole};
use crate::vendor::generate::{Finish, Signal, Usage};
use crate::vendor::log::Entry;
use crate::vendor::refusal::Refusal;

/// The writer of one answer.
#[derive(Debug, Default)]
pub struct Gemini {
    id: String,
    model: String,
}

impl WireFormat for Gemini {
    const KEY_HEADER: Option<&'static str> = Some("x-goog-api-key");

    fn ask(request: &Value, action: &str) -> Ask {
        let named = action.rsplit_once(':');
        Ask {
            model: named.map(|(model, _)| model.to_owned()),
            stream: named.is_some_and(|(_, method)| method == "streamGenerateContent"),
            limit: request["generationConfig"]["maxOutputTokens"].as_u64(),
            prompt: tokens_of(&request["contents"], "parts"),
        }
    }

    fn writer(entry: &Entry, model: &str, _: &Ask) -> Self {
        Self {
            id: entry.id().to_owned(),
            model: model.to_owned(),
        }
    }
}

impl Gemini {
    fn response(&self, parts: Vec<Value>, finish: Option<Finish>, usage: Option<&Usage>) -> Value {
        let mut candidate = json!({"content": {"parts": parts, "role": "model"}, "index": 0});
        if let Some(finish) = finish {
            candidate["finishReason"] = finish_reason(finish).into();
        }
        let mut response = json!({
            "candidates": [candidate],
            "modelVersion": self.model,
            "responseId": self.id,
        });
        if let Some(usage) = usage {
            response["usageMetadata"] = counts(usage);
        }
        response
    }
}

impl Dialect for Gemini {
    fn stream_type(&self) -> &'static str {
        "text/event-stream"
    }

    fn event(&mut self, signal: &Signal) -> Bytes {
        let response = match signal {
            Signal::Reasoning(text, _) => {
                self.response(vec![json!({"text": text, "thought": true})], None, None)
            }
            Signal::Answer(text, _) | Signal::Half(text) => {
                self.response(vec![json!({"text": text})], None, None)
            }
            Signal::Finish(finish) => self.response(vec![json!({"text": ""})], Some(*finish), None),
            Signal::Usage(usage) => json!({
                "usageMetadata": counts(usage),
                "modelVersion": self.model,
                "responseId": self.id,
            }),
            // Outside of any event and over several lines, as the real one.
            Signal::Error => return format!("{:#}\r\n", fault(&Refusal::server_error())).into(),
            // It has no words for these: a stream ends with its body.
            Signal::Ping | Signal::Role | Signal::Done | Signal::Break | Signal::Silence => {
                return Bytes::new();
            }
        };
        format!("data: {response}\r\n\r\n").into()
    }

    fn body(&self, whole: &Whole) -> Bytes {
        let mut parts = Vec::new();
        if !whole.reasoning.is_empty() {
            parts.push(json!({"text": whole.reasoning, "thought": true}));
        }
        parts.push(json!({"text": whole.answer}));
        self.response(parts, whole.finish, Some(&whole.usage))
            .to_string()
            .into()
    }

    fn error(&self, refusal: &Refusal) -> Bytes {
        fault(refusal).to_string().into()
    }
}

fn finish_reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Stop => "STOP",
        Finish::Length => "MAX_TOKENS",
    }
}

/// Thinking is counted beside the answer; cached prompt tokens within the prompt.
fn counts(usage: &Usage) -> Value {
    json!({
        "promptTokenCount": usage.prompt,
        "cachedContentTokenCount": usage.cached,
        "candidatesTokenCount": usage.completion - usage.reasoning,
        "thoughtsTokenCount": usage.reasoning,
        "totalTokenCount": usage.prompt + usage.completion,
    })
}

fn fault(refusal: &Refusal) -> Value {
    let status = match refusal.status.as_u16() {
        401 => "UNAUTHENTICATED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        500.. => "INTERNAL",
        _ => "INVALID_ARGUMENT",
    };
    json!({"error": {"code": refusal.status.as_u16(), "message": refusal.message, "status": status}})
}
