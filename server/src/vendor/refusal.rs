//! Errors that a vendor reports before it answers.
use axum::http::StatusCode;

/// A refused request, independent of the wire format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// HTTP status.
    pub status: StatusCode,
    /// The family of the error, in OpenAI's words.
    pub kind: &'static str,
    /// A machine-readable code.
    pub code: Option<&'static str>,
    /// The request field that is to blame.
    pub param: Option<&'static str>,
    /// What happened, for people.
    pub message: String,
    /// Value of a `Retry-After` header, seconds.
    pub retry_after_s: Option<u32>,
}

impl Refusal {
    fn new(
        status: StatusCode,
        kind: &'static str,
        code: Option<&'static str>,
        message: String,
    ) -> Self {
        Self {
            status,
            kind,
            code,
            param: None,
            message,
            retry_after_s: None,
        }
    }

    /// The request itself is wrong.
    pub fn bad_request(param: Option<&'static str>, message: impl Into<String>) -> Self {
        let refusal = Self::new(
            StatusCode::BAD_REQUEST,
            "invalid_request_error",
            None,
            message.into(),
        );
        Self { param, ..refusal }
    }

    /// The key is wrong. Repeats it: masked as OpenAI does, or whole (`echo`) as others do.
    pub fn wrong_key(key: Option<&str>, echo: bool) -> Self {
        let message = match key {
            Some(key) if echo => format!("The API key {key} is not valid."),
            Some(key) => format!("Incorrect API key provided: {}.", masked(key)),
            None => "You didn't provide an API key.".to_owned(),
        };
        Self::new(
            StatusCode::UNAUTHORIZED,
            "invalid_request_error",
            Some("invalid_api_key"),
            message,
        )
    }

    /// There is no such model.
    pub fn no_such_model(model: &str) -> Self {
        let message =
            format!("The model `{model}` does not exist or you do not have access to it.");
        let refusal = Self::new(
            StatusCode::NOT_FOUND,
            "invalid_request_error",
            Some("model_not_found"),
            message,
        );
        Self {
            param: Some("model"),
            ..refusal
        }
    }

    /// There is nothing at this URL.
    pub fn no_such_url(method: &str, path: &str) -> Self {
        let message = format!("Unknown request URL: {method} {path}.");
        Self::new(
            StatusCode::NOT_FOUND,
            "invalid_request_error",
            Some("unknown_url"),
            message,
        )
    }

    /// The URL exists, but not for this method.
    pub fn wrong_method(method: &str, path: &str) -> Self {
        let message = format!("Not allowed to {method} on {path}.");
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "invalid_request_error",
            Some("method_not_supported"),
            message,
        )
    }

    /// Too many requests.
    pub fn rate_limited(retry_after_s: u32) -> Self {
        let message = format!("Rate limit reached. Please try again in {retry_after_s}s.");
        let refusal = Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "requests",
            Some("rate_limit_exceeded"),
            message,
        );
        Self {
            retry_after_s: Some(retry_after_s),
            ..refusal
        }
    }

    /// The server failed.
    pub fn server_error() -> Self {
        let message = "The server had an error while processing your request.".to_owned();
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "server_error",
            Some("internal_error"),
            message,
        )
    }
}

/// The first and last four characters of a long key; stars for the rest.
fn masked(key: &str) -> String {
    let count = key.chars().count();
    let shown = if count > 12 { 4 } else { 0 };
    key.chars()
        .enumerate()
        .map(|(index, c)| {
            if index < shown || index >= count - shown {
                c
            } else {
                '*'
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_masked() {
        assert_eq!(masked("sk-test-0123456789"), "sk-t**********6789");
        assert_eq!(masked("wrong-key"), "*********");
        assert_eq!(masked(""), "");
    }
}
