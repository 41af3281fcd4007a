//! The API key. One type, in memory only: it can be neither printed, nor copied by accident, nor serialised.

use crate::plan::{Endpoint, clean_key};
use crate::redact::{self, ScrubWindow};

/// A key, bound to the origin it was typed for.
pub struct Secret {
    value: String,
    origin: String,
}

impl Secret {
    /// Takes a key as typed or pasted, for requests to `origin` only. Blanks, quotes and a leading "Bearer" are stripped;
    /// `None` if nothing is left.
    #[must_use]
    pub fn new(typed: &str, origin: &str) -> Option<Self> {
        let value = clean_key(typed);
        (!value.is_empty()).then(|| Secret {
            value: value.to_owned(),
            origin: origin.to_owned(),
        })
    }

    /// The key for a request to `endpoint`: `None` if it was typed for another origin, or if the way there is not safe.
    /// The one way out of this type.
    #[must_use]
    pub fn expose_to(&self, endpoint: &Endpoint) -> Option<&str> {
        let safe = endpoint.url.starts_with("https://")
            || endpoint.address_space == crate::plan::AddressSpace::Loopback;
        let inside = endpoint
            .url
            .strip_prefix(&self.origin)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
        (safe && inside && endpoint.origin == self.origin).then_some(&self.value)
    }

    /// Whether it was typed for `origin`.
    #[must_use]
    pub fn is_for(&self, origin: &str) -> bool {
        self.origin == origin
    }

    /// `text` without this key, its longer pieces, and whatever else looks like a secret.
    #[must_use]
    pub fn scrub(&self, text: &str) -> String {
        redact::scrub(text, &self.value)
    }

    /// `text` without this key and its longer pieces; the rest of an answer stays as it is.
    #[must_use]
    pub fn scrub_answer(&self, text: &str) -> String {
        redact::scrub_key(text, &self.value)
    }

    /// The same for an answer that comes in pieces.
    #[must_use]
    pub fn window(&self) -> ScrubWindow {
        ScrubWindow::new(&self.value)
    }
}
