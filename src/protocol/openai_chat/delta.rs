//! The pieces of output in one delta, whichever of its many names and shapes they have.

use std::borrow::Cow;

use crate::protocol::Channel;

use super::wire::{Content, Delta, Part};

/// What a delta tells beside its pieces of output.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    /// Its reasoning is a summary.
    pub(super) summary: bool,
    /// It names a tool.
    pub(super) named: bool,
}

/// Hands over the pieces of output that a delta holds, in the order in which a reader would get them. Pieces may be empty.
pub(super) fn pieces(delta: Delta<'_>, output: &mut dyn FnMut(Channel, Cow<'_, str>)) -> Marks {
    let mut marks = Marks::default();
    // The same text may stand in two or three of these fields; the first that has any is taken.
    let reasoning = delta
        .reasoning_content
        .non_empty()
        .or(delta.reasoning.non_empty());
    let has_reasoning = reasoning.is_some();
    if let Some(text) = reasoning {
        output(Channel::Reasoning, text);
    }
    for detail in delta.reasoning_details.0 {
        marks.summary |= detail.kind.as_str() == Some("reasoning.summary");
        if !has_reasoning && let Some(text) = detail.text.non_empty().or(detail.summary.non_empty())
        {
            output(Channel::Reasoning, text);
        }
    }
    match delta.content {
        Content::Absent => {}
        Content::Text(text) => output(Channel::Answer, text),
        Content::Parts(parts) => {
            for part in parts {
                let Part {
                    text,
                    thinking,
                    refusal,
                    ..
                } = part;
                if !has_reasoning {
                    thinking_pieces(thinking, output);
                }
                if let Some(text) = text.non_empty() {
                    output(Channel::Answer, text);
                }
                if let Some(text) = refusal.non_empty() {
                    output(Channel::Refusal, text);
                }
            }
        }
    }
    let calls = delta.tool_calls.0.into_iter().map(|call| call.function);
    for function in calls.chain([delta.function_call]) {
        marks.named |= function.name.as_str().is_some();
        if let Some(arguments) = function.arguments.0 {
            output(Channel::Tool, arguments);
        }
    }
    if let Some(text) = delta.refusal.non_empty() {
        output(Channel::Refusal, text);
    }
    marks
}

/// Thinking inside a content list: a string, or a list of text parts.
fn thinking_pieces(thinking: Content<'_>, output: &mut dyn FnMut(Channel, Cow<'_, str>)) {
    match thinking {
        Content::Absent => {}
        Content::Text(text) => output(Channel::Reasoning, text),
        Content::Parts(parts) => {
            for text in parts.into_iter().filter_map(|part| part.text.non_empty()) {
                output(Channel::Reasoning, text);
            }
        }
    }
}
