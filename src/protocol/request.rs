//! The request side that all formats share: what leaves the page, and the one retry a vendor's refusal may call for.

use super::Json;
use crate::plan::{self, ExactLength, Plan};

/// A request without its key.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestParts {
    /// HTTP method.
    pub method: &'static str,
    /// Headers besides the key's. Every further one costs a wider preflight, so only what the format needs.
    pub headers: Vec<(&'static str, &'static str)>,
    /// Headers the user added, none of them a secret.
    pub extra_headers: Vec<(String, String)>,
    /// JSON body.
    pub body: Json,
    /// Where the key goes.
    pub auth: AuthScheme,
    /// Servers of the format disagree on the name of the output limit, so a refused one may pass under the other.
    pub limit_has_two_names: bool,
    /// This is the second try, after [`retry_with`]; there is no third.
    pub retried: bool,
}

impl RequestParts {
    /// A POST of this body.
    #[must_use]
    pub fn post(body: Json, auth: AuthScheme) -> Self {
        RequestParts {
            method: "POST",
            headers: vec![("content-type", "application/json")],
            extra_headers: Vec::new(),
            body,
            auth,
            limit_has_two_names: false,
            retried: false,
        }
    }

    /// The same without a body, for a look at something else of the endpoint: what describes a body is left out.
    #[must_use]
    pub fn into_get(mut self) -> Self {
        self.method = "GET";
        self.headers.retain(|(name, _)| *name != "content-type");
        self.body = Json::Null;
        self
    }

    /// Whether there is a body to send.
    #[must_use]
    pub fn has_body(&self) -> bool {
        self.body != Json::Null
    }

    /// The body as it is sent.
    #[must_use]
    pub fn body_text(&self) -> String {
        self.body.to_string()
    }
}

/// The body of most formats, as it begins: the model, the prompt under the format's own name for it, and the wish for a
/// stream.
pub(super) fn streamed(plan: &Plan, name: &str, prompt: Json) -> Json {
    Json::object([
        ("model", plan.model.as_str().into()),
        (name, prompt),
        ("stream", Json::Bool(true)),
    ])
}

/// The same with the prompt as the one message of a chat.
pub(super) fn streamed_chat(plan: &Plan, prompt: &str) -> Json {
    let message = Json::object([("role", "user".into()), ("content", prompt.into())]);
    streamed(plan, "messages", Json::Array(vec![message]))
}

/// A format's request with what this plan's server wants besides, and with what the user added.
#[must_use]
pub(super) fn for_server(plan: &Plan, mut parts: RequestParts) -> RequestParts {
    if let Some(auth) = plan.server().and_then(|row| row.dialect.auth) {
        parts.auth = auth;
    }
    if let Some(how) = plan.exact_length {
        let value = match how {
            ExactLength::IgnoreEos => Json::Bool(true),
            ExactLength::MinTokens => plan.max_output_tokens.into(),
        };
        let field = Json::object([(how.field(), value)]);
        let fields = if parts.body.get(SAMPLING).is_some() {
            Json::object([(SAMPLING, field)])
        } else {
            field
        };
        plan::merge(&mut parts.body, fields);
    }
    // The plan holds only what was checked.
    let added = plan.extra_fields.as_deref().map(serde_json::from_str);
    if let Some(Ok(fields)) = added {
        plan::merge(&mut parts.body, fields);
    }
    parts.extra_headers.clone_from(&plan.extra_headers);
    parts
}

/// How the key travels: always a header, never the URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthScheme {
    /// `authorization: Bearer KEY`.
    Bearer,
    /// A header of its own that holds the bare key.
    Header(&'static str),
}

impl AuthScheme {
    /// Name of the header.
    #[must_use]
    pub fn header_name(self) -> &'static str {
        match self {
            AuthScheme::Bearer => "authorization",
            AuthScheme::Header(name) => name,
        }
    }

    /// What stands before the key in the header's value.
    #[must_use]
    pub fn value_prefix(self) -> &'static str {
        match self {
            AuthScheme::Bearer => "Bearer ",
            AuthScheme::Header(_) => "",
        }
    }
}

/// Where a native request of SGLang has what other servers have at the top.
const SAMPLING: &str = "sampling_params";

/// The two names of the output limit.
const MAX_TOKENS: &str = "max_tokens";
const MAX_COMPLETION_TOKENS: &str = "max_completion_tokens";
const STREAM_OPTIONS: &str = "stream_options";

/// The request to send instead after a refusal (HTTP 400 or 422) that names a field of the first one: the output limit
/// under its other name, or no `stream_options`. `None` if the refusal has another cause, or this was the retry already.
#[must_use]
pub fn retry_with(status: u16, error_body: &str, parts: &RequestParts) -> Option<RequestParts> {
    if parts.retried || !matches!(status, 400 | 422) {
        return None;
    }
    let refused = |field: &str| parts.body.get(field).is_some() && error_body.contains(field);
    let mut next = parts.clone();
    if parts.limit_has_two_names && (refused(MAX_TOKENS) || refused(MAX_COMPLETION_TOKENS)) {
        swap_token_limit_field(&mut next.body);
    }
    if refused(STREAM_OPTIONS) {
        next.body.remove(STREAM_OPTIONS);
    }
    next.retried = true;
    (next.body != parts.body).then_some(next)
}

/// Gives the output limit its other name.
pub fn swap_token_limit_field(body: &mut Json) {
    let (old, new) = if body.get(MAX_TOKENS).is_some() {
        (MAX_TOKENS, MAX_COMPLETION_TOKENS)
    } else {
        (MAX_COMPLETION_TOKENS, MAX_TOKENS)
    };
    if let Some(limit) = body.remove(old) {
        body.insert(new, limit);
    }
}
