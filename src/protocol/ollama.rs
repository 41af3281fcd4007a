//! Ollama's own API: one JSON object a line, for a chat or for a bare prompt.

use super::json_stream::{Dialect, JsonStream, Sink, output, unknown, without_end};
use super::request::{streamed, streamed_chat};
use super::{AuthScheme, Channel, Format, Json, RequestParts, ServerTiming, Signal, Usage};
use crate::decode::Framing;
use crate::plan::Plan;
use crate::units::Micros;

/// `POST /api/chat`.
pub(super) const CHAT: Format = Format {
    label: "Ollama chat",
    path: "/api/chat",
    framing: Framing::JsonLines,
    request: chat_request,
    adapter: JsonStream::<Ollama>::boxed,
    recognises: |message| {
        is_line(message) && matches!(message.get("message"), Some(Json::Object(_)))
    },
};

/// `POST /api/generate`.
pub(super) const GENERATE: Format = Format {
    label: "Ollama generate",
    path: "/api/generate",
    framing: Framing::JsonLines,
    request: generate_request,
    adapter: JsonStream::<Ollama>::boxed,
    recognises: |message| {
        is_line(message) && matches!(message.get("response"), Some(Json::String(_)))
    },
};

fn chat_request(plan: &Plan, prompt: &str) -> RequestParts {
    request(plan, streamed_chat(plan, prompt))
}

fn generate_request(plan: &Plan, prompt: &str) -> RequestParts {
    request(plan, streamed(plan, "prompt", prompt.into()))
}

/// Whether the model thinks is left to it: models that can't would refuse the wish.
fn request(plan: &Plan, mut body: Json) -> RequestParts {
    let limit = Json::object([("num_predict", plan.max_output_tokens.into())]);
    body.insert("options", limit);
    RequestParts::post(body, AuthScheme::Bearer)
}

/// Every line says whether it is the last one.
fn is_line(message: &Json) -> bool {
    matches!(message.get("done"), Some(Json::Bool(_)))
}

/// Reads the lines of both calls: they differ in the names of the text fields only.
#[derive(Debug, Default)]
struct Ollama;

impl Dialect for Ollama {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        if !is_line(event) {
            return unknown(event, sink);
        }
        let chat = event.get("message");
        let text = |in_chat, alone| chat.map_or(event.text(alone), |chat| chat.text(in_chat));
        if let Some(thought) = text("thinking", "thinking") {
            output(Channel::Reasoning, thought, None, sink);
        }
        if let Some(answer) = text("content", "response") {
            output(Channel::Answer, answer, None, sink);
        }
        for call in chat.map_or(&[][..], |chat| chat.items("tool_calls")) {
            tool_call(call, sink);
        }
        if event.get("done") == Some(&Json::Bool(true)) {
            last_line(event, sink);
        }
    }

    fn quiet(&self) -> &'static [&'static str] {
        &["created_at"]
    }

    fn place_of_text<'j>(&self, event: &'j Json) -> Option<&'j Json> {
        Some(event)
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        self.event(reply, &mut without_end(sink));
    }
}

/// A call comes whole; its arguments are an object, which counts as compact JSON.
fn tool_call(call: &Json, sink: &mut Sink<'_>) {
    let Some(function) = call.get("function") else {
        return;
    };
    if function.text("name").is_some() {
        sink(Signal::ToolNamed);
    }
    match function.get("arguments") {
        Some(Json::String(text)) if !text.is_empty() => output(Channel::Tool, text, None, sink),
        Some(arguments @ Json::Object(_)) => {
            output(Channel::Tool, &arguments.to_string(), None, sink);
        }
        _ => {}
    }
}

fn last_line(line: &Json, sink: &mut Sink<'_>) {
    let usage = Usage {
        // Left out when the whole prompt was in the cache: then the count isn't known, and not zero.
        prompt: line.count("prompt_eval_count"),
        // Thinking and the end token included.
        total_output: line.count("eval_count"),
        ..Usage::default()
    };
    if usage != Usage::default() {
        sink(Signal::Usage(usage));
    }
    let timing = ServerTiming {
        load: nanos(line, "load_duration"),
        prompt: nanos(line, "prompt_eval_duration"),
        generation: nanos(line, "eval_duration"),
        total: nanos(line, "total_duration"),
        tokens_per_second: tokens_per_second(line),
        ..ServerTiming::default()
    };
    if timing != ServerTiming::default() {
        sink(Signal::ServerTiming(timing));
    }
    if let Some(reason) = line.word("done_reason") {
        sink(Signal::Finish(reason));
    }
    sink(Signal::End);
}

fn nanos(line: &Json, field: &str) -> Option<Micros> {
    line.number(field).map(|ns| Micros::from_millis(ns / 1e6))
}

/// Ollama's own figure, as its command line prints it: `eval_count` over `eval_duration`.
fn tokens_per_second(line: &Json) -> Option<f64> {
    let seconds = line.number("eval_duration").filter(|ns| *ns > 0.0)? / 1e9;
    Some(line.number("eval_count")? / seconds)
}
