//! The chat-completions request, with the few differences between vendors as data.

use crate::plan::Plan;
use crate::protocol::request::streamed_chat;
use crate::protocol::{ApiFormat, AuthScheme, Json, RequestParts};

/// The request for one streamed completion. Nothing that shapes the sampling is sent: some models refuse it.
#[must_use]
pub fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let dialect = plan.dialect(ApiFormat::OpenAiChat);
    let mut body = streamed_chat(plan, prompt);
    if dialect.stream_options {
        let options = Json::object([("include_usage", Json::Bool(true))]);
        body.insert("stream_options", options);
    }
    body.insert(dialect.limit_field, plan.max_output_tokens.into());
    let mut parts = RequestParts::post(body, AuthScheme::Bearer);
    parts.limit_has_two_names = true;
    parts
}
