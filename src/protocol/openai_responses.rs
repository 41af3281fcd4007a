//! OpenAI's Responses, also served by xAI, DeepSeek, Azure, Bedrock and LM Studio: typed events, where those that end a
//! part (`….done`, `response.completed`) repeat all of it.

use std::borrow::Cow;

use super::json_stream::{Dialect, JsonStream, Sink, output, unknown};
use super::request::streamed;
use super::{
    AuthScheme, Channel, Format, Json, RequestParts, Signal, Usage, VendorError, vendor_error,
};
use crate::decode::Framing;
use crate::plan::Plan;

/// `POST {base}/responses`.
pub(super) const FORMAT: Format = Format {
    label: "OpenAI Responses",
    path: "/responses",
    framing: Framing::Sse,
    request,
    adapter: JsonStream::<Responses>::boxed,
    recognises: |message| event_of(message).is_some() || is_response(message),
};

/// The API refuses a smaller output limit.
const LEAST_OUTPUT_TOKENS: u32 = 16;

fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let limit = plan.max_output_tokens.max(LEAST_OUTPUT_TOKENS);
    let mut body = streamed(plan, "input", prompt.into());
    body.insert("max_output_tokens", limit.into());
    RequestParts::post(body, AuthScheme::Bearer)
}

/// Reads the events of one response.
#[derive(Debug, Default)]
struct Responses {
    id_sent: bool,
}

impl Dialect for Responses {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        let Some(name) = event_of(event) else {
            match event.text("type") {
                Some("error") => sink(Signal::Error(error_in(event))),
                // Sent while a model thinks for long.
                Some("keepalive") => {}
                _ => unknown(event, sink),
            }
            return;
        };
        if let Some(response) = event.get("response") {
            self.id(response, sink);
        }
        let channel = match name {
            "output_text.delta" => Channel::Answer,
            "reasoning_text.delta" => Channel::Reasoning,
            "reasoning_summary_text.delta" => {
                sink(Signal::ReasoningSummarised);
                Channel::Reasoning
            }
            "refusal.delta" => Channel::Refusal,
            "function_call_arguments.delta"
            | "custom_tool_call_input.delta"
            | "mcp_call_arguments.delta" => Channel::Tool,
            "output_item.added" => {
                if event.get("item").is_some_and(names_tool) {
                    sink(Signal::ToolNamed);
                }
                return;
            }
            "completed" | "incomplete" | "failed" | "cancelled" => {
                closing(event.get("response").unwrap_or(event), name, sink);
                sink(Signal::End);
                return;
            }
            _ => return,
        };
        if let Some(text) = event.text("delta") {
            output(channel, text, None, sink);
        }
    }

    fn quiet(&self) -> &'static [&'static str] {
        &["sequence_number", "obfuscation", "item_id"]
    }

    fn place_of_text<'j>(&self, event: &'j Json) -> Option<&'j Json> {
        event_of(event)?.ends_with(".delta").then_some(event)
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        if !is_response(reply) {
            return unknown(reply, sink);
        }
        self.id(reply, sink);
        for item in reply.items("output") {
            whole_item(item, sink);
        }
        closing(reply, reply.text("status").unwrap_or_default(), sink);
    }
}

impl Responses {
    fn id(&mut self, response: &Json, sink: &mut Sink<'_>) {
        if !self.id_sent
            && let Some(id) = response.word("id")
        {
            self.id_sent = true;
            sink(Signal::ResponseId(id));
        }
    }
}

/// What follows `response.` in the event's type. The SSE field of the same name is missing at some vendors.
fn event_of(event: &Json) -> Option<&str> {
    event.text("type")?.strip_prefix("response.")
}

fn is_response(reply: &Json) -> bool {
    reply.text("object") == Some("response")
}

/// Whether an item is a call of a named tool. Searches and the like are calls without a name, made by the server.
fn names_tool(item: &Json) -> bool {
    item.text("type")
        .is_some_and(|kind| kind.ends_with("_call"))
        && item.has("name")
}

/// What a response says when it is over: usage, how it ended, and its error.
fn closing(response: &Json, how: &str, sink: &mut Sink<'_>) {
    if let Some(usage) = response.get("usage").and_then(usage) {
        sink(Signal::Usage(usage));
    }
    let reason = response
        .get("incomplete_details")
        .and_then(|details| details.text("reason"));
    match reason {
        Some(reason) => sink(Signal::Finish(Cow::Owned(format!("{how}/{reason}")))),
        None if how.is_empty() => {}
        None => sink(Signal::Finish(Cow::Borrowed(how))),
    }
    if response.get("error").is_some_and(Json::is_filled) {
        sink(Signal::Error(error_in(response)));
    }
}

/// The error beside or in an event. Its code says what went wrong; its type may be no more than the limit's name.
fn error_in(event: &Json) -> VendorError {
    let error = event.get("error").unwrap_or(event);
    let mut found = vendor_error::of(error);
    if let Some(code) = error.text("code") {
        found.kind = Some(code.to_owned());
    }
    found
}

/// One item of a response that came whole.
fn whole_item(item: &Json, sink: &mut Sink<'_>) {
    for part in item.items("summary") {
        if let Some(text) = part.text("text") {
            sink(Signal::ReasoningSummarised);
            output(Channel::Reasoning, text, None, sink);
        }
    }
    let channel = match item.text("type") {
        Some("reasoning") => Channel::Reasoning,
        _ => Channel::Answer,
    };
    for part in item.items("content") {
        if let Some(text) = part.text("text") {
            output(channel, text, None, sink);
        }
        if let Some(text) = part.text("refusal") {
            output(Channel::Refusal, text, None, sink);
        }
    }
    if names_tool(item) {
        sink(Signal::ToolNamed);
        if let Some(text) = item.text("arguments").or(item.text("input")) {
            output(Channel::Tool, text, None, sink);
        }
    }
}

/// `output_tokens` includes the reasoning, `input_tokens` what came from a cache.
fn usage(usage: &Json) -> Option<Usage> {
    let details = |of: &str, name: &str| usage.get(of).and_then(|details| details.count(name));
    let total_output = usage.count("output_tokens");
    let usage = Usage {
        prompt: usage.count("input_tokens"),
        total_output,
        reasoning: details("output_tokens_details", "reasoning_tokens")
            .map(|reasoning| reasoning.min(total_output.unwrap_or(reasoning))),
        cached: details("input_tokens_details", "cached_tokens"),
    };
    (usage != Usage::default()).then_some(usage)
}
