//! The pieces of output in one delta, whichever of its many names and shapes they have.

use std::borrow::Cow;
use std::slice;

use crate::protocol::{Channel, Json};

/// What a delta tells beside its pieces of output.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    /// Its reasoning is a summary.
    pub(super) summary: bool,
    /// It names a tool.
    pub(super) named: bool,
}

/// Takes pieces of output, which may be empty.
type Output<'o> = dyn FnMut(Channel, Cow<'_, str>) + 'o;

/// Hands over the pieces of output that a delta holds, in the order in which a reader would get them.
pub(super) fn pieces(delta: &Json, output: &mut Output<'_>) -> Marks {
    let mut marks = Marks::default();
    // The same text may stand in two or three of these fields; the first that has any is taken.
    let reasoning = delta
        .text("reasoning_content")
        .or_else(|| delta.text("reasoning"));
    if let Some(text) = reasoning {
        output(Channel::Reasoning, text.into());
    }
    for detail in delta.items("reasoning_details") {
        marks.summary |= detail.text("type") == Some("reasoning.summary");
        let text = detail.text("text").or_else(|| detail.text("summary"));
        if let Some(text) = text.filter(|_| reasoning.is_none()) {
            output(Channel::Reasoning, text.into());
        }
    }
    match delta.get("content") {
        Some(Json::String(text)) => output(Channel::Answer, text.into()),
        Some(content) => {
            for part in entries(content) {
                if let Some(thinking) = part.get("thinking").filter(|_| reasoning.is_none()) {
                    thinking_pieces(thinking, output);
                }
                if let Some(text) = part.text("text") {
                    output(Channel::Answer, text.into());
                }
                if let Some(text) = part.text("refusal") {
                    output(Channel::Refusal, text.into());
                }
            }
        }
        None => {}
    }
    let calls = delta.items("tool_calls").iter();
    let functions = calls.filter_map(|call| call.get("function"));
    for function in functions.chain(delta.get("function_call")) {
        marks.named |= function.text("name").is_some();
        match function.get("arguments") {
            Some(Json::String(arguments)) => output(Channel::Tool, arguments.into()),
            Some(arguments @ Json::Object(_)) => {
                output(Channel::Tool, arguments.to_string().into());
            }
            _ => {}
        }
    }
    if let Some(text) = delta.text("refusal") {
        output(Channel::Refusal, text.into());
    }
    marks
}

/// The entries of a list; an object that stands where a list is expected is its only one.
fn entries(value: &Json) -> &[Json] {
    match value {
        Json::Array(entries) => entries,
        Json::Object(_) => slice::from_ref(value),
        _ => &[],
    }
}

/// Thinking inside a content list: a string, or a list of text parts.
fn thinking_pieces(thinking: &Json, output: &mut Output<'_>) {
    if let Json::String(text) = thinking {
        output(Channel::Reasoning, text.into());
    }
    for text in entries(thinking)
        .iter()
        .filter_map(|part| part.text("text"))
    {
        output(Channel::Reasoning, text.into());
    }
}
