//! "Extra headers": one `Name: value` a line. Values that may be secrets are taken out of the text before anything keeps it,
//! and [`KEPT`] stands in their place.

use thiserror::Error;

use super::MOST_BYTES;
use crate::plan::error::named;
use crate::plan::unsendable_in_key;
use crate::protocol::RequestParts;
use crate::redact;

/// What stands in the text for a value that is held beside the key.
pub const KEPT: &str = "(kept in this tab)";

/// Parts of names whose values are treated like the key.
const SECRET_PARTS: [&str; 9] = [
    "auth",
    "key",
    "token",
    "secret",
    "cookie",
    "password",
    "credential",
    "session",
    "signature",
];

/// Names that the browser or the Fetch standard reserves (<https://fetch.spec.whatwg.org/#forbidden-request-header>), in
/// lower case.
const FORBIDDEN: [&str; 26] = [
    "accept-charset",
    "accept-encoding",
    "access-control-request-headers",
    "access-control-request-method",
    "access-control-request-private-network",
    "connection",
    "content-length",
    "cookie",
    "cookie2",
    "date",
    "dnt",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "referer",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    // Free by the standard, but Chromium drops it without a word.
    "user-agent",
    "via",
    // Reserved only for some values (CONNECT, TRACE, TRACK), which no LLM endpoint takes.
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
];

/// Beginnings that the Fetch standard reserves.
const FORBIDDEN_BEGINNINGS: [&str; 2] = ["proxy-", "sec-"];

/// A header that cannot be sent. Text that may be a secret is not in it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// More text than anyone types.
    #[error("The headers have {bytes} bytes; at most {max} are possible.")]
    TooLong {
        /// Bytes typed.
        bytes: usize,
        /// Bytes allowed.
        max: usize,
    },
    /// A line without a colon.
    #[error("Line {line} has no colon. Write one header a line, as Name: value.")]
    NoColon {
        /// Number of the line, from 1.
        line: usize,
    },
    /// The name is empty, or has characters that no name has.
    #[error(
        "Line {line} does not begin with a header's name. Names have letters, digits and dashes."
    )]
    BadName {
        /// Number of the line, from 1.
        line: usize,
    },
    /// Nothing after the colon.
    #[error("“{name}” has no value. Type one, or remove the line.")]
    NoValue {
        /// Name of the header.
        name: String,
    },
    /// A character that no request can carry.
    #[error(
        "The value of “{name}” contains {}, which no header can carry. Copy it anew and paste all of it.",
        named(*character)
    )]
    BadValue {
        /// Name of the header.
        name: String,
        /// The first such character.
        character: char,
    },
    /// The browser sets it itself, or lets no page set it.
    #[error(
        "Browsers keep “{name}” to themselves: what a page puts there is not sent. Remove the line."
    )]
    Forbidden {
        /// Name of the header.
        name: String,
    },
    /// It carries the key.
    #[error("“{name}” carries the key. Remove the line and put the key into the API key field.")]
    Auth {
        /// Name of the header.
        name: String,
    },
    /// Every request has it already.
    #[error("“{name}” is part of every request of this API format. Remove the line.")]
    AlreadySent {
        /// Name of the header.
        name: String,
    },
    /// Named twice.
    #[error("“{name}” stands there twice. Remove one of the lines.")]
    Twice {
        /// Name of the header.
        name: String,
    },
    /// Its value was forgotten, or never typed.
    #[error("The value of “{name}” is no longer kept. Type it again, or remove the line.")]
    Forgotten {
        /// Name of the header.
        name: String,
    },
    /// A secret, plain http, and not this computer.
    #[error(
        "“{name}” may be a secret and is not sent over plain http to {host}: everyone on the way could read it. Use the https address, or remove the line."
    )]
    PlainHttp {
        /// Name of the header.
        name: String,
        /// The host.
        host: String,
    },
}

/// What is known of a header whose value is held beside the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldHeader {
    /// Name as typed.
    pub name: String,
    /// The first character of the value that no header can carry.
    pub unsendable: Option<char>,
}

/// The text of the field, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenHeaders {
    /// The text with [`KEPT`] for the values that were taken.
    pub text: String,
    /// Names and values that were taken, in the order of the text.
    pub secrets: Vec<(String, String)>,
}

/// Whether a header is treated like the key: by its name, or because its value looks like a secret.
#[must_use]
pub fn is_secret_header(name: &str, value: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let has_scheme = value
        .split_once(char::is_whitespace)
        .is_some_and(|(word, _)| {
            word.eq_ignore_ascii_case("bearer") || word.eq_ignore_ascii_case("basic")
        });
    SECRET_PARTS.iter().any(|part| name.contains(part))
        || has_scheme
        || redact::scrub(value, "") != value
}

/// Name and value of a line; `None` without a colon.
fn parts(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    Some((name.trim(), value.trim()))
}

/// Takes the values that may be secrets out of the field's text. A value that is [`KEPT`] stays: it was taken before.
#[must_use]
pub fn take_secret_headers(text: &str) -> TakenHeaders {
    let mut taken = TakenHeaders::default();
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            taken.text.push('\n');
        }
        match parts(line) {
            Some((name, value))
                if !value.is_empty() && value != KEPT && is_secret_header(name, value) =>
            {
                taken.secrets.push((name.to_owned(), value.to_owned()));
                taken.text.push_str(&format!("{name}: {KEPT}"));
            }
            _ => taken.text.push_str(line),
        }
    }
    taken
}

/// The text without the lines whose values were held.
#[must_use]
pub fn without_held_headers(text: &str) -> String {
    lines_where(text, |_, value| value != KEPT, true)
}

/// The text as it may be kept over a reload: whole lines that hold no secret.
#[must_use]
pub fn keepable_headers(text: &str) -> String {
    lines_where(
        text,
        |name, value| is_name(name) && value != KEPT && !is_secret_header(name, value),
        false,
    )
}

fn lines_where(text: &str, keep: impl Fn(&str, &str) -> bool, keep_others: bool) -> String {
    let kept: Vec<&str> = text
        .lines()
        .filter(|line| parts(line).map_or(keep_others, |(name, value)| keep(name, value)))
        .collect();
    kept.join("\n")
}

/// A name as HTTP has them, which is not a key that was pasted in the wrong place.
fn is_name(name: &str) -> bool {
    let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    !name.is_empty() && name.bytes().all(is_token) && !redact::looks_like_key(name)
}

/// The headers that are no secrets, ready to be sent. `held` are the secrets that the text names; `request` is what is sent
/// without any of them.
pub fn checked(
    text: &str,
    held: &[HeldHeader],
    request: &RequestParts,
) -> Result<Vec<(String, String)>, HeaderError> {
    if text.len() > MOST_BYTES {
        return Err(HeaderError::TooLong {
            bytes: text.len(),
            max: MOST_BYTES,
        });
    }
    let mut seen: Vec<String> = Vec::new();
    let mut plain = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let line_number = number + 1;
        let (name, value) = parts(line).ok_or(HeaderError::NoColon { line: line_number })?;
        if !is_name(name) {
            return Err(HeaderError::BadName { line: line_number });
        }
        let lower = name.to_ascii_lowercase();
        check_name(name, &lower, request)?;
        let name = name.to_owned();
        if seen.contains(&lower) {
            return Err(HeaderError::Twice { name });
        }
        seen.push(lower);
        if value == KEPT {
            let Some(header) = held.iter().find(|h| h.name.eq_ignore_ascii_case(&name)) else {
                return Err(HeaderError::Forgotten { name });
            };
            check_value(name, header.unsendable)?;
        } else if value.is_empty() {
            return Err(HeaderError::NoValue { name });
        } else {
            check_value(name.clone(), unsendable_in_key(value))?;
            plain.push((name, value.to_owned()));
        }
    }
    Ok(plain)
}

fn check_name(name: &str, lower: &str, request: &RequestParts) -> Result<(), HeaderError> {
    let name = name.to_owned();
    let reserved = FORBIDDEN.contains(&lower)
        || FORBIDDEN_BEGINNINGS
            .iter()
            .any(|begin| lower.starts_with(begin));
    if reserved {
        Err(HeaderError::Forbidden { name })
    } else if request.auth.header_name() == lower {
        Err(HeaderError::Auth { name })
    } else if request.headers.iter().any(|(sent, _)| *sent == lower) {
        Err(HeaderError::AlreadySent { name })
    } else {
        Ok(())
    }
}

fn check_value(name: String, unsendable: Option<char>) -> Result<(), HeaderError> {
    match unsendable {
        Some(character) => Err(HeaderError::BadValue { name, character }),
        None => Ok(()),
    }
}
