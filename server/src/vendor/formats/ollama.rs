//! Ollama's chat: one JSON object a line.
use bytes::Bytes;
use serde_json::{Value, json};

use super::{Ask, WireFormat, text, tokens_of};
use crate::vendor::answer::{Dialect, Whole};
use crate::vendor::generate::{Finish, Signal, Usage};
use crate::vendor::log::Entry;
use crate::vendor::refusal::Refusal;

/// The writer of one answer.
#[derive(Debug, Default)]
pub struct Chat {
    model: String,
    /// What the last line will tell.
    finish: Option<Finish>,
    usage: Option<Usage>,
}

impl WireFormat for Chat {
    fn ask(request: &Value, _: &str) -> Ask {
        Ask {
            model: text(request, "model"),
            // It streams unless it is told not to.
            stream: request["stream"] != false,
            limit: request["options"]["num_predict"].as_u64(),
            prompt: tokens_of(&request["messages"], "content"),
        }
    }

    fn writer(_: &Entry, model: &str, _: &Ask) -> Self {
        Self {
            model: model.to_owned(),
            ..Self::default()
        }
    }
}

impl Chat {
    fn line(&self, message: &Value) -> Value {
        json!({"model": self.model, "message": message, "done": false})
    }

    fn last_line(&self, message: &Value, finish: Option<Finish>, usage: Option<Usage>) -> Value {
        let mut line = self.line(message);
        line["done"] = true.into();
        if let Some(finish) = finish {
            line["done_reason"] = done_reason(finish).into();
        }
        if let Some(usage) = usage {
            line["prompt_eval_count"] = usage.prompt.into();
            line["eval_count"] = usage.completion.into();
        }
        line
    }
}

impl Dialect for Chat {
    fn stream_type(&self) -> &'static str {
        "application/x-ndjson"
    }

    fn event(&mut self, signal: &Signal) -> Bytes {
        let line = match signal {
            Signal::Reasoning(text, _) => self.line(&message("", Some(text))),
            Signal::Answer(text, _) | Signal::Half(text) => self.line(&message(text, None)),
            Signal::Finish(finish) => {
                self.finish = Some(*finish);
                return Bytes::new();
            }
            Signal::Usage(usage) => {
                self.usage = Some(*usage);
                return Bytes::new();
            }
            Signal::Done => self.last_line(&message("", None), self.finish, self.usage),
            Signal::Error => fault(&Refusal::server_error()),
            Signal::Ping | Signal::Role | Signal::Break | Signal::Silence => return Bytes::new(),
        };
        format!("{line}\n").into()
    }

    fn body(&self, whole: &Whole) -> Bytes {
        let thinking = Some(whole.reasoning.as_str()).filter(|text| !text.is_empty());
        let message = message(&whole.answer, thinking);
        self.last_line(&message, whole.finish, Some(whole.usage))
            .to_string()
            .into()
    }

    fn error(&self, refusal: &Refusal) -> Bytes {
        fault(refusal).to_string().into()
    }
}

fn message(content: &str, thinking: Option<&str>) -> Value {
    let mut message = json!({"role": "assistant", "content": content});
    if let Some(thinking) = thinking {
        message["thinking"] = thinking.into();
    }
    message
}

fn done_reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Stop => "stop",
        Finish::Length => "length",
    }
}

fn fault(refusal: &Refusal) -> Value {
    json!({"error": refusal.message})
}
