//! Anthropic's Messages, also spoken by gateways. A reply is a list of content blocks, each built up by deltas.

use super::json_stream::{Dialect, JsonStream, Sink, output, unknown};
use super::request::streamed_chat;
use super::{AuthScheme, Channel, Format, Json, RequestParts, Signal, Usage, vendor_error};
use crate::decode::Framing;
use crate::plan::Plan;

/// `POST {base}/messages`.
pub(super) const FORMAT: Format = Format {
    label: "Anthropic Messages",
    path: "/messages",
    framing: Framing::Sse,
    request,
    adapter: JsonStream::<Messages>::boxed,
    recognises: |message| {
        message
            .text("type")
            .is_some_and(|kind| of_stream(kind) || kind == "completion" || is_message(message))
    },
};

/// Gateways that let a page send the headers they list and no others, Anthropic's not among them.
const BEARER_HOSTS: [&str; 1] = ["openrouter.ai"];

fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let mut body = streamed_chat(plan, prompt);
    body.insert("max_tokens", plan.max_output_tokens.into());
    if BEARER_HOSTS.contains(&plan.endpoint.host.as_str()) {
        return RequestParts::post(body, AuthScheme::Bearer);
    }
    let mut parts = RequestParts::post(body, AuthScheme::Header("x-api-key"));
    parts.headers.push(("anthropic-version", "2023-06-01"));
    // Without it no answer may be read by a page.
    parts
        .headers
        .push(("anthropic-dangerous-direct-browser-access", "true"));
    parts
}

/// Reads the events of one message.
#[derive(Debug, Default)]
struct Messages {
    counts: Counts,
}

impl Dialect for Messages {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        match event.text("type").unwrap_or_default() {
            "message_start" => {
                let Some(message) = event.get("message") else {
                    return;
                };
                if let Some(id) = message.word("id") {
                    sink(Signal::ResponseId(id));
                }
                if let Some(usage) = message.get("usage") {
                    self.counts.merge_input(usage);
                    self.usage(sink);
                }
            }
            "content_block_start" => {
                if let Some(block) = event.get("content_block") {
                    whole_block(block, sink);
                }
            }
            "content_block_delta" => {
                if let Some(delta) = event.get("delta") {
                    pieces(delta, sink);
                }
            }
            "message_delta" => {
                if let Some(usage) = event.get("usage") {
                    self.counts.merge_input(usage);
                    self.counts.merge_output(usage);
                    self.usage(sink);
                }
                if let Some(delta) = event.get("delta") {
                    stop_reason(delta, sink);
                }
            }
            "message_stop" => sink(Signal::End),
            "completion" => completion(event, sink),
            "error" => sink(Signal::Error(vendor_error::of(event))),
            "ping" => {}
            kind if of_stream(kind) => {}
            _ => unknown(event, sink),
        }
    }

    fn place_of_text<'j>(&self, event: &'j Json) -> Option<&'j Json> {
        match event.text("type")? {
            "completion" => Some(event),
            kind if kind.starts_with("content_block_") => {
                event.get("delta").or(event.get("content_block")).filter(
                    // What a tool of the server found is no output.
                    |block| {
                        !block
                            .text("type")
                            .is_some_and(|kind| kind.ends_with("_result"))
                    },
                )
            }
            _ => None,
        }
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        if reply.text("type") == Some("completion") {
            return completion(reply, sink);
        }
        if !is_message(reply) {
            return unknown(reply, sink);
        }
        if let Some(id) = reply.word("id") {
            sink(Signal::ResponseId(id));
        }
        for block in reply.items("content") {
            whole_block(block, sink);
        }
        if let Some(usage) = reply.get("usage") {
            self.counts.merge_input(usage);
            self.counts.merge_output(usage);
            self.usage(sink);
        }
        stop_reason(reply, sink);
    }
}

impl Messages {
    fn usage(&self, sink: &mut Sink<'_>) {
        let usage = self.counts.normalised();
        if usage != Usage::default() {
            sink(Signal::Usage(usage));
        }
    }
}

/// Whether a type is one of a stream's, also one that is not known yet.
fn of_stream(kind: &str) -> bool {
    kind.starts_with("message_") || kind.starts_with("content_block_")
}

fn is_message(reply: &Json) -> bool {
    reply.text("type") == Some("message") && matches!(reply.get("content"), Some(Json::Array(_)))
}

/// What a delta adds to its block. Signatures and citations are no output.
fn pieces(delta: &Json, sink: &mut Sink<'_>) {
    for (name, channel) in [
        ("thinking", Channel::Reasoning),
        ("text", Channel::Answer),
        ("partial_json", Channel::Tool),
    ] {
        if let Some(text) = delta.text(name) {
            output(channel, text, None, sink);
        }
    }
}

/// A block as far as it is there: in a stream its beginning, which is empty as a rule, else all of it.
fn whole_block(block: &Json, sink: &mut Sink<'_>) {
    match block.text("type") {
        Some("text" | "thinking") => pieces(block, sink),
        Some(kind) if kind.ends_with("tool_use") => {
            if block.has("name") {
                sink(Signal::ToolNamed);
            }
            if let Some(input @ Json::Object(fields)) = block.get("input")
                && !fields.is_empty()
            {
                output(Channel::Tool, &input.to_string(), None, sink);
            }
        }
        _ => {}
    }
}

fn stop_reason(holder: &Json, sink: &mut Sink<'_>) {
    if let Some(reason) = holder.word("stop_reason") {
        sink(Signal::Finish(reason));
    }
}

/// An event of `/v1/complete`, the API before Messages. It has no counts and no event that ends it.
fn completion(event: &Json, sink: &mut Sink<'_>) {
    if let Some(id) = event.word("id") {
        sink(Signal::ResponseId(id));
    }
    if let Some(text) = event.text("completion") {
        output(Channel::Answer, text, None, sink);
    }
    stop_reason(event, sink);
}

/// The last value of every count. They are cumulative, and gateways correct the input at the end: later ones replace
/// earlier ones.
#[derive(Debug, Default)]
struct Counts {
    input: Option<u32>,
    cache_read: Option<u32>,
    cache_creation: Option<u32>,
    output: Option<u32>,
    thinking: Option<u32>,
}

impl Counts {
    fn merge_input(&mut self, usage: &Json) {
        for (field, name) in [
            (&mut self.input, "input_tokens"),
            (&mut self.cache_read, "cache_read_input_tokens"),
            (&mut self.cache_creation, "cache_creation_input_tokens"),
        ] {
            *field = usage.count(name).or(*field);
        }
    }

    /// Not for the count at the start of a stream, which stands for nothing yet.
    fn merge_output(&mut self, usage: &Json) {
        let thinking = usage
            .get("output_tokens_details")
            .and_then(|details| details.count("thinking_tokens"));
        self.output = usage.count("output_tokens").or(self.output);
        self.thinking = thinking.or(self.thinking);
    }

    /// `input_tokens` leaves out what a cache was read for or written with; `output_tokens` includes the thinking.
    fn normalised(&self) -> Usage {
        let cached = self.cache_read.unwrap_or(0);
        let written = self.cache_creation.unwrap_or(0);
        Usage {
            prompt: self
                .input
                .map(|input| input.saturating_add(cached).saturating_add(written)),
            total_output: self.output,
            reasoning: self
                .thinking
                .map(|thinking| thinking.min(self.output.unwrap_or(thinking))),
            cached: self.cache_read,
        }
    }
}
