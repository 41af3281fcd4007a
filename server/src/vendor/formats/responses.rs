//! OpenAI's Responses.
use bytes::Bytes;
use serde_json::{Value, json};

use super::{Ask, WireFormat, event, text, tokens_of};
use crate::vendor::answer::{Dialect, Whole};
use crate::vendor::chat::prompt_tokens;
use crate::vendor::chat_wire;
use crate::vendor::generate::{Finish, Signal, Usage};
use crate::vendor::log::Entry;
use crate::vendor::refusal::Refusal;

/// The writer of one response.
#[derive(Debug, Default)]
pub struct Responses {
    id: String,
    created: u64,
    model: String,
    /// Events so far.
    sequence: u64,
    /// The output item that is open, and its number.
    item: Option<(&'static str, u32)>,
    /// What the last event will tell.
    finish: Option<Finish>,
    usage: Option<Usage>,
}

impl WireFormat for Responses {
    fn ask(request: &Value, _: &str) -> Ask {
        let input = &request["input"];
        Ask {
            model: text(request, "model"),
            stream: request["stream"] == true,
            limit: request["max_output_tokens"].as_u64(),
            prompt: if input.is_string() {
                prompt_tokens([input])
            } else {
                tokens_of(input, "content")
            },
        }
    }

    fn writer(entry: &Entry, model: &str, _: &Ask) -> Self {
        Self {
            id: entry.id().to_owned(),
            created: entry.created(),
            model: model.to_owned(),
            ..Self::default()
        }
    }
}

impl Responses {
    fn named(&mut self, kind: &str, mut payload: Value) -> String {
        payload["type"] = kind.into();
        payload["sequence_number"] = self.sequence.into();
        self.sequence += 1;
        event(Some(kind), &payload)
    }

    fn response(&self, status: &str, output: Vec<Value>) -> Value {
        let cut = self.finish == Some(Finish::Length);
        json!({
            "id": self.id,
            "object": "response",
            "created_at": self.created,
            "model": self.model,
            "status": status,
            "output": output,
            "incomplete_details": cut.then(|| json!({"reason": "max_output_tokens"})),
            "usage": self.usage.as_ref().map(counts),
        })
    }

    /// How the response stands at its end.
    fn status(&self) -> &'static str {
        match self.finish {
            Some(Finish::Length) => "incomplete",
            Some(Finish::Stop) | None => "completed",
        }
    }

    /// A piece of an output item; an item of another type is opened before it.
    fn delta(&mut self, item: &'static str, kind: &str, text: &str) -> String {
        let mut out = String::new();
        let index = match self.item {
            Some((open, index)) if open == item => index,
            before => {
                let index = before.map_or(0, |(_, index)| index + 1);
                self.item = Some((item, index));
                let added = json!({"output_index": index, "item": {"type": item}});
                out += &self.named("response.output_item.added", added);
                index
            }
        };
        let delta = json!({"output_index": index, "content_index": 0, "delta": text});
        out + &self.named(kind, delta)
    }
}

impl Dialect for Responses {
    fn stream_type(&self) -> &'static str {
        "text/event-stream; charset=utf-8"
    }

    fn event(&mut self, signal: &Signal) -> Bytes {
        match signal {
            Signal::Ping => ": keep-alive\n\n".to_owned(),
            Signal::Role => {
                let response = self.response("in_progress", Vec::new());
                self.named("response.created", json!({"response": response}))
            }
            Signal::Reasoning(text, _) => {
                self.delta("reasoning", "response.reasoning_text.delta", text)
            }
            Signal::Answer(text, _) | Signal::Half(text) => {
                self.delta("message", "response.output_text.delta", text)
            }
            Signal::Finish(finish) => {
                self.finish = Some(*finish);
                String::new()
            }
            Signal::Usage(usage) => {
                self.usage = Some(*usage);
                String::new()
            }
            Signal::Done => {
                let status = self.status();
                let response = self.response(status, Vec::new());
                self.named(&format!("response.{status}"), json!({"response": response}))
            }
            Signal::Error => {
                let refusal = Refusal::server_error();
                let fault = json!({"code": refusal.code, "message": refusal.message});
                let first = self.named("error", fault.clone());
                let mut response = self.response("failed", Vec::new());
                response["error"] = fault;
                first + &self.named("response.failed", json!({"response": response}))
            }
            Signal::Break | Signal::Silence => String::new(),
        }
        .into()
    }

    fn body(&self, whole: &Whole) -> Bytes {
        let mut output = Vec::new();
        if !whole.reasoning.is_empty() {
            let content = json!([{"type": "reasoning_text", "text": whole.reasoning}]);
            output.push(json!({"type": "reasoning", "summary": [], "content": content}));
        }
        let content = json!([{"type": "output_text", "text": whole.answer, "annotations": []}]);
        output.push(json!({"type": "message", "role": "assistant", "content": content}));
        let ended = Self {
            id: self.id.clone(),
            created: self.created,
            model: self.model.clone(),
            finish: whole.finish,
            usage: Some(whole.usage),
            ..Self::default()
        };
        ended.response(ended.status(), output).to_string().into()
    }

    fn error(&self, refusal: &Refusal) -> Bytes {
        chat_wire::Chat::for_errors().error(refusal)
    }
}

fn counts(usage: &Usage) -> Value {
    json!({
        "input_tokens": usage.prompt,
        "input_tokens_details": {"cached_tokens": usage.cached},
        "output_tokens": usage.completion,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.prompt + usage.completion,
    })
}
