//! Text that stands where an event's text belongs, in a field that no adapter knows. To skip it would make a slow start
//! of a quick one and a fast stream of a slow one.

use super::Json;

/// Fields that hold words, none of them output: names, marks, signatures, sources, what a server's tools found, and files.
/// No format has text under a name that another has here, so one list serves all.
const METADATA: [&str; 48] = [
    "annotations",
    "channel",
    "citation",
    "citations",
    "codeExecutionResult",
    "content_filter_results",
    "context",
    "created_at",
    "data",
    "done_reason",
    "encrypted_content",
    "event_type",
    "executableCode",
    "executed_tools",
    "favicon",
    "fileData",
    "finish_reason",
    "format",
    "functionCall",
    "functionResponse",
    "id",
    "image_url",
    "images",
    "inlineData",
    "item_id",
    "log_id",
    "logprobs",
    "mimeType",
    "model",
    "name",
    "obfuscation",
    "provider_specific_fields",
    "reasoning_opaque",
    "reference_ids",
    "remote_host",
    "remote_model",
    "role",
    "signature",
    "status",
    "stop_reason",
    "thought_signature",
    "thoughtSignature",
    "title",
    "tool",
    "tool_call_id",
    "tool_name",
    "type",
    "url",
];

/// Whether any string, at whatever depth, is text under a name that is not known. Only for the place of the text of an
/// event that brought none: what stands in the fields that are known is empty there.
pub(super) fn is_in(value: &Json) -> bool {
    match value {
        Json::String(text) => !text.is_empty(),
        Json::Array(items) => items.iter().any(is_in),
        Json::Object(fields) => fields
            .iter()
            .any(|(key, value)| !METADATA.contains(&key.as_str()) && is_in(value)),
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
    }
}
