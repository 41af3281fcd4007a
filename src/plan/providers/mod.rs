//! The vendors of the form, as dated data. CORS settings change without notice: a row is a hint shown before a key is typed,
//! never a promise.

mod hosted;
mod lookup;
mod models;
mod own;
mod words;

pub use lookup::{hosted_at, provider_named, provider_of, providers};
pub use models::{ModelList, model_list, models_in, models_url};

use serde::{Deserialize, Serialize};

use crate::protocol::{ApiFormat, AuthScheme};
use crate::texts::Text;

/// Name of the row whose address the page's companion server supplies.
pub(super) const SIMULATED_VENDOR: &str = "Simulated vendor";
/// Name of the row for any other address.
pub(super) const CUSTOM: &str = "Custom";

/// Models of the simulated vendor; the first is the form's default.
pub(super) const SIMULATED_MODELS: &[&str] = &[
    "sim-fluent",
    "sim-sluggish",
    "sim-instant",
    "sim-stutter",
    "sim-thinking",
    "sim-hidden-thinking",
    "sim-coarse",
    "sim-buffered",
    "sim-flaky",
    "sim-busy",
];

/// A row of the list "Provider".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provider {
    /// Name in the list.
    pub name: &'static str,
    /// Documented base URL; empty where the user types it or the page supplies it.
    base_url: &'static str,
    /// API format it speaks.
    pub format: ApiFormat,
    /// Names to try first. Vendors rename models; these are examples.
    pub example_models: &'static [&'static str],
    /// Whether it wants a key.
    pub key: KeyNeed,
    /// Whether a page can call it.
    pub cors: CorsVerdict,
    /// Month of the evidence, `YYYY-MM`; empty for rows that need none.
    pub as_of: &'static str,
    /// Where the verdict comes from.
    pub evidence: Evidence,
    /// Request headers that its preflight lets through.
    pub headers: HeaderPolicy,
    /// Some of its error replies carry no CORS headers: a page can't tell a wrong key from a blocked request.
    pub hides_errors: bool,
    /// What to know before typing a key; may be empty.
    pub note: Text,
    /// Whose server it is.
    pub place: Place,
    /// What it wants in requests that differs from the rest of its format.
    pub dialect: Dialect,
    /// Where it lists its models; `None` where that is unknown.
    pub models: Option<ModelList>,
}

/// Whether a vendor wants a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyNeed {
    /// Always.
    Needed,
    /// Only if the server was started with one.
    Optional,
    /// Never.
    None,
}

/// Whether a page can call a vendor, as far as known on the row's date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorsVerdict {
    /// Answers web pages.
    Yes,
    /// Answers web pages once its operator allows it.
    AfterSetup,
    /// No clear evidence: test before a key is typed.
    Unsure,
    /// Refuses web pages.
    No,
}

/// Where a CORS verdict comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A preflight and an answer were looked at.
    Measured,
    /// The vendor's documents or the server's source say so.
    Documented,
    /// Other people's reports.
    Reported,
    /// Nothing was found in favour of it.
    NoneFound,
    /// The row stands for no particular vendor.
    NotNeeded,
}

/// Which request headers a preflight lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderPolicy {
    /// All that are asked for.
    Any,
    /// Those of a fixed list: one more fails the preflight.
    List,
    /// Not known.
    Unknown,
}

/// Whose server a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The vendor's: its host name tells which row an address belongs to.
    Hosted,
    /// The user's own: only the choice in the form tells what runs at an address.
    Own,
}

/// What a vendor wants in requests that differs from the rest of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Field of the body that holds the output limit; a dot stands for an object inside.
    pub limit_field: &'static str,
    /// Whether chat completions may carry `stream_options`.
    pub stream_options: bool,
    /// Where the key goes, if not where the format says.
    pub auth: Option<AuthScheme>,
    /// How it is made to generate exactly as many tokens as the limit allows; `None` if it can't be.
    pub exact_length: Option<ExactLength>,
}

impl Dialect {
    /// As most speak it.
    pub const COMMON: Dialect = Dialect {
        limit_field: "max_tokens",
        stream_options: true,
        auth: None,
        exact_length: None,
    };
}

/// The field that keeps a model from ending before the output limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExactLength {
    /// `ignore_eos: true`: the end-of-text token does not end the answer.
    IgnoreEos,
    /// `min_tokens`, set to the output limit: the answer may not end before it.
    MinTokens,
}

impl ExactLength {
    /// Name of the field.
    #[must_use]
    pub const fn field(self) -> &'static str {
        match self {
            ExactLength::IgnoreEos => "ignore_eos",
            ExactLength::MinTokens => "min_tokens",
        }
    }
}

impl Provider {
    /// What all rows have in common; each says the rest.
    const BASE: Provider = Provider {
        name: "",
        base_url: "",
        format: ApiFormat::OpenAiChat,
        example_models: &[],
        key: KeyNeed::Needed,
        cors: CorsVerdict::Yes,
        as_of: "",
        evidence: Evidence::Measured,
        headers: HeaderPolicy::Any,
        hides_errors: false,
        note: Text::EMPTY,
        place: Place::Hosted,
        dialect: Dialect::COMMON,
        models: Some(ModelList::DATA),
    };

    /// Base URL to put into the form. `simulated` is the content of the page's `<meta name="simulated-vendor">`; without
    /// it the simulated vendor has no address.
    #[must_use]
    pub fn base_url<'a>(&self, simulated: Option<&'a str>) -> &'a str
    where
        'static: 'a,
    {
        if self.is_simulated() {
            simulated.unwrap_or("")
        } else {
            self.base_url
        }
    }

    /// The address is supplied by the page's companion server.
    #[must_use]
    pub fn is_simulated(&self) -> bool {
        self.name == SIMULATED_VENDOR
    }

    /// The row stands for no particular vendor, so that it has no address, no date and no models of its own.
    #[must_use]
    pub fn is_generic(&self) -> bool {
        self.is_simulated() || self.name == CUSTOM
    }
}
