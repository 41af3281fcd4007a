//! Cohere's chat: version 2, and the lines of version 1 that some hosts still send.

use super::json_stream::{Dialect, JsonStream, Sink, output, unknown};
use super::request::streamed_chat;
use super::{
    AuthScheme, Channel, Format, Json, RequestParts, Signal, Usage, VendorError, vendor_error,
};
use crate::decode::Framing;
use crate::plan::Plan;

/// `POST {base}/chat`. Version 2 sends events, version 1 JSON lines.
pub(super) const FORMAT: Format = Format {
    label: "Cohere chat",
    path: "/chat",
    framing: Framing::JsonLines,
    request,
    adapter: JsonStream::<Cohere>::boxed,
    // The last is a whole reply of v2.
    recognises: |message| {
        message.text("type").is_some_and(of_v2)
            || of_v1(message)
            || message.at(&["usage", "billed_units"]).is_some()
    },
};

fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let mut body = streamed_chat(plan, prompt);
    body.insert("max_tokens", plan.max_output_tokens.into());
    RequestParts::post(body, AuthScheme::Bearer)
}

/// Reads the events of one reply. Nothing has to be remembered between them.
#[derive(Debug, Default)]
struct Cohere;

impl Dialect for Cohere {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        let Some(kind) = event.text("type").filter(|kind| of_v2(kind)) else {
            if of_v1(event) {
                event_of_v1(event, sink);
            } else {
                // A reply that was not streamed may be the only line of its body.
                self.reply(event, sink);
            }
            return;
        };
        if kind == "message-start"
            && let Some(id) = event.word("id")
        {
            sink(Signal::ResponseId(id));
        }
        let Some(delta) = event.get("delta") else {
            return;
        };
        if kind == "message-end" {
            closing(delta, delta.get("usage"), sink);
            sink(Signal::End);
        } else if let Some(message) = delta.get("message") {
            pieces(message, sink);
        }
    }

    fn place_of_text<'j>(&self, event: &'j Json) -> Option<&'j Json> {
        match event.text("event_type") {
            Some("text-generation") => Some(event),
            Some(_) => None,
            None => event.get("delta"),
        }
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        let id = reply.word("id").or(reply.word("generation_id"));
        let Some(id) = id.filter(|_| reply.has("finish_reason")) else {
            return unknown(reply, sink);
        };
        sink(Signal::ResponseId(id));
        if let Some(text) = reply.text("text") {
            output(Channel::Answer, text, None, sink);
        }
        if let Some(message) = reply.get("message") {
            pieces(message, sink);
        }
        closing(reply, reply.get("usage").or(reply.get("meta")), sink);
    }
}

/// Whether a type is one of version 2's, also one that is not known yet.
fn of_v2(kind: &str) -> bool {
    ["message-", "content-", "tool-", "citation-"]
        .iter()
        .any(|part| kind.starts_with(part))
}

fn of_v1(event: &Json) -> bool {
    event.has("event_type") && matches!(event.get("is_finished"), Some(Json::Bool(_)))
}

/// The pieces of output in a message, or in what one grew by. A field with one entry is sent without its list in a stream.
/// Citations repeat the answer.
fn pieces(message: &Json, sink: &mut Sink<'_>) {
    // The plan comes before the call and is not for the reader: thinking by another name.
    if let Some(text) = message.text("tool_plan") {
        output(Channel::Reasoning, text, None, sink);
    }
    for content in entries(message, "content") {
        if let Some(text) = content.text("thinking") {
            output(Channel::Reasoning, text, None, sink);
        }
        if let Some(text) = content.text("text") {
            output(Channel::Answer, text, None, sink);
        }
    }
    for call in entries(message, "tool_calls") {
        let Some(function) = call.get("function") else {
            continue;
        };
        if function.has("name") {
            sink(Signal::ToolNamed);
        }
        if let Some(text) = function.text("arguments") {
            output(Channel::Tool, text, None, sink);
        }
    }
}

fn entries<'a>(message: &'a Json, key: &str) -> &'a [Json] {
    match message.get(key) {
        Some(Json::Array(items)) => items,
        Some(one @ Json::Object(_)) => std::slice::from_ref(one),
        _ => &[],
    }
}

fn event_of_v1(event: &Json, sink: &mut Sink<'_>) {
    match event.text("event_type").unwrap_or_default() {
        "stream-start" => {
            if let Some(id) = event.word("generation_id") {
                sink(Signal::ResponseId(id));
            }
        }
        "text-generation" => {
            if let Some(text) = event.text("text") {
                output(Channel::Answer, text, None, sink);
            }
        }
        "tool-calls-chunk" => {
            if let Some(text) = event.text("text") {
                output(Channel::Reasoning, text, None, sink);
            }
            let Some(call) = event.get("tool_call_delta") else {
                return;
            };
            if call.has("name") {
                sink(Signal::ToolNamed);
            }
            if let Some(text) = call.text("parameters") {
                output(Channel::Tool, text, None, sink);
            }
        }
        // It repeats the whole text.
        "stream-end" => {
            closing(event, event.at(&["response", "meta"]), sink);
            sink(Signal::End);
        }
        _ => {}
    }
}

/// What a reply says when it is over: counts, how it ended, and its error.
fn closing(holder: &Json, usage: Option<&Json>, sink: &mut Sink<'_>) {
    if let Some(usage) = usage.and_then(usage_of) {
        sink(Signal::Usage(usage));
    }
    let reason = holder.word("finish_reason");
    let failed = reason
        .as_ref()
        .is_some_and(|reason| reason.starts_with("ERROR"));
    let error = if holder.get("error").is_some_and(Json::is_filled) {
        vendor_error::in_value(holder)
    } else {
        failed.then(|| VendorError {
            kind: reason.as_deref().map(str::to_owned),
            ..VendorError::default()
        })
    };
    if let Some(reason) = reason {
        sink(Signal::Finish(reason));
    }
    if let Some(error) = error {
        sink(Signal::Error(error));
    }
}

/// The counts of what the model read and wrote. Those under `billed_units` are lower and of no use here.
fn usage_of(usage: &Json) -> Option<Usage> {
    let tokens = |name: &str| usage.get("tokens").and_then(|tokens| tokens.count(name));
    let total_output = tokens("output_tokens");
    let usage = Usage {
        prompt: tokens("input_tokens"),
        total_output,
        reasoning: tokens("reasoning_tokens")
            .map(|reasoning| reasoning.min(total_output.unwrap_or(reasoning))),
        cached: usage.count("cached_tokens"),
    };
    (usage != Usage::default()).then_some(usage)
}
