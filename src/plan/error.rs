//! What can be wrong with a field of the form. Each message says what to do; the offending value is inside.

use thiserror::Error;

use super::Field;
use super::extra::{FieldsError, HeaderError};

/// One field that cannot be used as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldError {
    /// "Provider".
    #[error("Choose a provider from the list: “{0}” is not in it.")]
    Provider(String),
    /// "Run until".
    #[error("Choose again what the run goes on for: “{0}” is not on offer.")]
    RunUntil(String),
    /// "Base URL".
    #[error(transparent)]
    BaseUrl(#[from] UrlError),
    /// "API key".
    #[error(transparent)]
    ApiKey(#[from] KeyError),
    /// "Model".
    #[error(transparent)]
    Model(#[from] ModelError),
    /// "Prompt".
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// "Extra headers".
    #[error(transparent)]
    ExtraHeaders(#[from] HeaderError),
    /// "Extra JSON fields".
    #[error(transparent)]
    ExtraFields(#[from] FieldsError),
    /// The key, in a field that is kept, sent and exported.
    #[error(
        "This contains your key. Take it out: it belongs in the API key field alone, all else may be stored and shown."
    )]
    HoldsKey {
        /// Which one.
        field: Field,
    },
    /// A field that takes a number.
    #[error("{error}")]
    Number {
        /// Which one.
        field: Field,
        /// What is wrong with it.
        error: NumberError,
    },
}

impl FieldError {
    /// The field to point at.
    #[must_use]
    pub fn field(&self) -> Field {
        match self {
            FieldError::Provider(_) => Field::Provider,
            FieldError::RunUntil(_) => Field::RunUntil,
            FieldError::BaseUrl(_) => Field::BaseUrl,
            FieldError::ApiKey(_) => Field::ApiKey,
            FieldError::Model(_) => Field::Model,
            FieldError::Prompt(_) => Field::Prompt,
            FieldError::ExtraHeaders(_) => Field::ExtraHeaders,
            FieldError::ExtraFields(_) => Field::ExtraFields,
            FieldError::HoldsKey { field } | FieldError::Number { field, .. } => *field,
        }
    }
}

/// An address that cannot be called.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UrlError {
    /// Nothing was typed.
    #[error("Paste the vendor's base URL, for example https://api.openai.com/v1.")]
    Empty,
    /// No `https://` in front.
    #[error("Put https:// (or http:// for your own computer) in front: “{value}”.")]
    MissingScheme {
        /// As typed.
        value: String,
    },
    /// Neither http nor https.
    #[error("A page can call https:// and http:// addresses only, not {scheme}://.")]
    UnsupportedScheme {
        /// The scheme, without `://`.
        scheme: String,
    },
    /// Nothing between `//` and the path.
    #[error("Add the host name after the two slashes: “{value}”.")]
    MissingHost {
        /// As typed.
        value: String,
    },
    /// A part in braces that the user has to fill in, as in the documented address of Azure OpenAI.
    #[error("Replace {placeholder} in the address by your own name.")]
    Placeholder {
        /// The part in braces.
        placeholder: String,
    },
    /// The browser cannot read it.
    #[error(
        "This is not an address we can call: “{value}”. Paste the vendor's base URL, for example https://api.openai.com/v1."
    )]
    Unparsable {
        /// As typed.
        value: String,
    },
    /// `user:password@` in front of the host. The value is not kept.
    #[error(
        "The address contained a user name or password: we removed them. Put the key into the API key field; it travels in a header only."
    )]
    CredentialsInUrl {
        /// The address without them, to put into the field.
        cleaned: String,
    },
    /// A query value that looks like a key. The value is not kept.
    #[error(
        "The address contained what looks like a key (“{name}=”): we removed it. Put it into the API key field; it travels in a header only."
    )]
    KeyInUrl {
        /// Name of the query parameter.
        name: String,
        /// The address without it, to put into the field.
        cleaned: String,
    },
    /// The page is https and the address is plain http on a public host.
    #[error(
        "This page is https; browsers forbid it to call plain http on {host}. Use the https address, or open Tokenpace from its companion server on your network."
    )]
    MixedContent {
        /// The host.
        host: String,
    },
}

impl UrlError {
    /// The address without the secret, if that is what is wrong with it.
    #[must_use]
    pub fn cleaned(&self) -> Option<&str> {
        match self {
            UrlError::CredentialsInUrl { cleaned } | UrlError::KeyInUrl { cleaned, .. } => {
                Some(cleaned)
            }
            _ => None,
        }
    }
}

/// A key that must not be sent there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// The vendor answers nobody without one.
    #[error("{provider} needs a key: paste one of yours. It stays in this tab.")]
    Missing {
        /// Name of the provider.
        provider: String,
    },
    /// The browser would refuse to send it.
    #[error(
        "The key contains {}, which no key has and no request can carry. Copy the key anew and paste all of it.",
        named(*character)
    )]
    Unsendable {
        /// The first such character.
        character: char,
    },
    /// The address is plain http and not on this computer.
    #[error(
        "The key is not sent over plain http to {host}: everyone on the way could read it. Use the https address, or empty the key field."
    )]
    PlainHttp {
        /// The host.
        host: String,
    },
}

/// A character as people can find it; those that can't be seen by their number.
pub(super) fn named(character: char) -> String {
    let code = u32::from(character);
    match character {
        '…' | '–' | '—' | '•' | '’' | '“' | '”' => {
            format!("“{character}” (U+{code:04X})")
        }
        _ if character.is_alphanumeric() => format!("“{character}” (U+{code:04X})"),
        _ => format!("the character U+{code:04X}"),
    }
}

/// A model name that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// Nothing was typed.
    #[error("Type the model's name as the vendor writes it.")]
    Missing,
    /// Longer than any name.
    #[error("The model's name has {chars} characters; at most {max} are possible.")]
    TooLong {
        /// Characters typed.
        chars: usize,
        /// Characters allowed.
        max: usize,
    },
}

/// A prompt that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PromptError {
    /// Nothing was typed.
    #[error("Type the text that is sent to the model.")]
    Empty,
    /// Longer than the page can send in good time.
    #[error("The prompt has {chars} characters; shorten it to {max} at most.")]
    TooLong {
        /// Characters typed.
        chars: usize,
        /// Characters allowed.
        max: usize,
    },
}

/// A number that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// Nothing was typed.
    #[error("Type a whole number from {min} to {max}.")]
    Missing {
        /// Smallest value.
        min: u32,
        /// Largest value.
        max: u32,
    },
    /// Letters, a fraction, a sign.
    #[error("“{value}” is not a whole number. Type one from {min} to {max}, digits only.")]
    NotANumber {
        /// As typed.
        value: String,
        /// Smallest value.
        min: u32,
        /// Largest value.
        max: u32,
    },
    /// Below the limit.
    #[error("{value} is too small: use {min} or more.")]
    TooSmall {
        /// As typed.
        value: String,
        /// Smallest value.
        min: u32,
    },
    /// Above the limit.
    #[error("{value} is too large: use {max} or less.")]
    TooLarge {
        /// As typed.
        value: String,
        /// Largest value.
        max: u32,
    },
    /// Fewer requests than the likely range of the wanted number needs: the run could only end by using them up.
    #[error(
        "{requests} requests give this number no range: it needs {needs} at least. Raise Requests, or choose another number."
    )]
    TooFewForRange {
        /// Requests typed.
        requests: u32,
        /// Requests needed.
        needs: u32,
    },
    /// More requests at the same time than there are requests.
    #[error(
        "{concurrency} at the same time are more than the {requests} requests of the run: lower it, or raise Requests."
    )]
    MoreThanRequests {
        /// Concurrency typed.
        concurrency: u32,
        /// Requests typed.
        requests: u32,
    },
}
