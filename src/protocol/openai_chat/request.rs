//! The chat-completions request, with the few differences between vendors as data.

use crate::plan::Plan;
use crate::protocol::{AuthScheme, Json, RequestParts};

/// What a host wants that differs from the rest of the dialect.
struct HostRule {
    /// Host name; with a leading dot, any host below it.
    host: &'static str,
    /// Field that holds the output limit.
    limit_field: &'static str,
    /// Whether `stream_options` may be sent.
    stream_options: bool,
    /// Where the key goes.
    auth: AuthScheme,
}

/// The dialect as everybody else speaks it.
const COMMON: HostRule = HostRule {
    host: "",
    limit_field: "max_tokens",
    stream_options: true,
    auth: AuthScheme::Bearer,
};

const HOST_RULES: &[HostRule] = &[
    // The current models refuse `max_tokens`; all of them take the new name.
    HostRule {
        host: "api.openai.com",
        limit_field: "max_completion_tokens",
        ..COMMON
    },
    HostRule {
        host: ".openai.azure.com",
        limit_field: "max_completion_tokens",
        auth: AuthScheme::Header("api-key"),
        ..COMMON
    },
    // Refuses unknown fields, and sends the usage unasked.
    HostRule {
        host: "api.mistral.ai",
        stream_options: false,
        ..COMMON
    },
];

fn rule_of(host: &str) -> &'static HostRule {
    let name = host.split(':').next().unwrap_or(host).to_ascii_lowercase();
    HOST_RULES
        .iter()
        .find(|rule| name == rule.host || (rule.host.starts_with('.') && name.ends_with(rule.host)))
        .unwrap_or(&COMMON)
}

/// Where the key goes at this host, whichever of OpenAI's formats is spoken.
pub(in crate::protocol) fn auth_of(host: &str) -> AuthScheme {
    rule_of(host).auth
}

/// The request for one streamed completion. Nothing that shapes the sampling is sent: some models refuse it.
#[must_use]
pub fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let rule = rule_of(&plan.endpoint.host);
    let message = Json::object([("role", "user".into()), ("content", prompt.into())]);
    let mut body = Json::object([
        ("model", plan.model.as_str().into()),
        ("messages", Json::Array(vec![message])),
        ("stream", Json::Bool(true)),
    ]);
    if rule.stream_options {
        let options = Json::object([("include_usage", Json::Bool(true))]);
        body.insert("stream_options", options);
    }
    body.insert(rule.limit_field, plan.max_output_tokens.into());
    let mut parts = RequestParts::post(body, rule.auth);
    parts.limit_has_two_names = true;
    parts
}
