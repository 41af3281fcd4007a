//! The API key, and headers that are treated like it. One type, in memory unless the user wants the key kept for this tab: it
//! can be neither printed, nor copied by accident, nor serialised.

use crate::plan::{Endpoint, Field, PlanDraft, clean_key, unsendable_in_key};
use crate::redact::{self, ScrubWindow};
use crate::session::form;

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

    /// Takes the value of a header as it is, for requests to `origin` only; to an empty origin nothing is sent.
    #[must_use]
    pub fn verbatim(value: &str, origin: &str) -> Self {
        Secret {
            value: value.to_owned(),
            origin: origin.to_owned(),
        }
    }

    /// The first character of the value that no header can carry.
    #[must_use]
    pub fn unsendable(&self) -> Option<char> {
        unsendable_in_key(&self.value)
    }

    /// From now on it belongs to `origin`.
    pub fn bind(&mut self, origin: &str) {
        origin.clone_into(&mut self.origin);
    }

    /// The key for a request to `endpoint`: `None` if it was typed for another origin, or if the way there is not safe.
    /// The one way to the network.
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

    /// The key with its origin, as this tab keeps it over a reload. The one way into a storage.
    #[must_use]
    pub fn to_keep(&self) -> String {
        format!("{}\n{}", self.origin, self.value)
    }

    /// The opposite of [`to_keep`](Self::to_keep); `None` if the text was not made by it.
    #[must_use]
    pub fn from_kept(text: &str) -> Option<Self> {
        let (origin, value) = text.split_once('\n')?;
        Self::new(value, origin).filter(|_| !origin.is_empty())
    }

    /// Where it belongs.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether it was typed for `origin`.
    #[must_use]
    pub fn is_for(&self, origin: &str) -> bool {
        self.origin == origin
    }

    /// The fields of the form that hold it as well.
    #[must_use]
    pub fn fields_with(&self, draft: &PlanDraft) -> Vec<Field> {
        form::fields_with_key(draft, self.needle())
    }

    /// Empties the fields that hold it as well.
    pub fn remove_from(&self, draft: &mut PlanDraft) {
        form::remove_key(draft, self.needle());
    }

    /// What must not appear in any text: the value without a scheme such as "Bearer" before it.
    fn needle(&self) -> &str {
        clean_key(&self.value)
    }
}

/// All that a run may send and nobody may see.
#[derive(Default)]
pub struct Secrets {
    /// The API key.
    pub key: Option<Secret>,
    /// Extra headers that may be secrets, by name.
    pub headers: Vec<(String, Secret)>,
}

impl Secrets {
    fn all(&self) -> impl Iterator<Item = &Secret> {
        let headers = self.headers.iter().map(|(_, secret)| secret);
        self.key.iter().chain(headers)
    }

    /// Whether each of them was typed for `origin`.
    #[must_use]
    pub fn are_for(&self, origin: &str) -> bool {
        self.all().all(|secret| secret.is_for(origin))
    }

    /// Names and values of the headers that may go to `endpoint`.
    pub fn headers_to<'a>(
        &'a self,
        endpoint: &'a Endpoint,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.headers
            .iter()
            .filter_map(|(name, secret)| Some((name.as_str(), secret.expose_to(endpoint)?)))
    }

    /// The key, if it may go to `endpoint`.
    #[must_use]
    pub fn key_to(&self, endpoint: &Endpoint) -> Option<&str> {
        self.key.as_ref()?.expose_to(endpoint)
    }

    /// `text` without any of them, their longer pieces, and whatever else looks like a secret.
    #[must_use]
    pub fn scrub(&self, text: &str) -> String {
        redact::scrub_all(text, &self.needles())
    }

    /// `text` without any of them and their longer pieces; the rest of an answer stays as it is.
    #[must_use]
    pub fn scrub_answer(&self, text: &str) -> String {
        redact::scrub_keys(text, &self.needles())
    }

    /// The same for an answer that comes in pieces.
    #[must_use]
    pub fn window(&self) -> ScrubWindow {
        ScrubWindow::new(&self.needles())
    }

    fn needles(&self) -> Vec<&str> {
        self.all().map(Secret::needle).collect()
    }
}
