//! What to measure: the form's raw words become a [`Plan`], or one error per field.

mod cost;
mod endpoint;
mod error;
mod extra;
mod key;
mod providers;
mod stable;
mod target;
mod validate;
mod workloads;

pub use cost::{Cost, draft_cost};
pub(crate) use endpoint::percent_decoded;
pub use endpoint::{
    ParsedUrl, UrlParser, UrlProblem, address_space, address_without_secrets,
    resolve as resolve_endpoint,
};
pub use error::{FieldError, KeyError, ModelError, NumberError, PromptError, UrlError};
pub use extra::{
    FieldsError, HeaderError, HeldHeader, KEPT, MOST_BYTES, TakenHeaders, exact_length_of,
    fields_hold_key, is_secret_header, keepable_fields, keepable_headers, merge,
    take_secret_headers, without_held_headers,
};
pub use key::{clean_key, holds_key, unsendable_in_key};
pub use providers::{
    CorsVerdict, Dialect, Evidence, ExactLength, HeaderPolicy, KeyNeed, ModelList, Place, Provider,
    hosted_at, model_list, models_in, models_url, provider_named, provider_of, providers,
};
pub use stable::UntilStable;
pub use target::{SHARES, Target, target};
pub use validate::{Surroundings, limits, probe, validate};
pub use workloads::{WorkloadInfo, workloads};

use serde::{Deserialize, Serialize};

use crate::protocol::ApiFormat;
use crate::units::{Micros, Wpm};

/// A validated plan. It holds no key: the key travels beside it as a `web::secret::Secret`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Name of the provider row chosen in the form.
    pub provider: String,
    /// API format.
    pub format: ApiFormat,
    /// Where requests go.
    pub endpoint: Endpoint,
    /// Model name as the vendor knows it.
    pub model: String,
    /// Shape of the work.
    pub workload: Workload,
    /// Text sent as the user's message, before the nonce.
    pub prompt: String,
    /// Most output tokens asked for in each request.
    pub max_output_tokens: u32,
    /// Measured requests; the most, if the run may end before.
    pub requests: u32,
    /// What has to be known for the run to end before all requests are sent; `None`: a fixed number of requests.
    pub until_stable: Option<UntilStable>,
    /// Requests in flight at the same time.
    pub concurrency: u32,
    /// Practice requests before the measurement.
    pub warmup: u32,
    /// Longest time one request may take in all.
    pub timeout: Micros,
    /// The reader's pace.
    pub reading_speed: Wpm,
    /// Put a short unique line before each prompt, so that prompt caches don't flatter.
    pub nonce: bool,
    /// How the server is made to generate exactly as many tokens as the limit allows; `None`: answers end by themselves.
    pub exact_length: Option<ExactLength>,
    /// Headers added to each request. Those that may be secrets are not here: they travel beside the plan, with the key.
    pub extra_headers: Vec<(String, String)>,
    /// A JSON object whose fields are added to the body of each request, as text.
    pub extra_fields: Option<String>,
    /// What the user wants the endpoint to hold.
    pub target: Target,
}

impl Plan {
    /// "Test this yourself": the shape of the work in an otherwise empty form. No address, model, text or key.
    #[must_use]
    pub fn shape(&self) -> PlanDraft {
        PlanDraft {
            workload: self.workload,
            prompt: self.workload.info().prompt.get().to_owned(),
            max_output_tokens: self.max_output_tokens.to_string(),
            requests: self.requests.to_string(),
            concurrency: self.concurrency.to_string(),
            warmup: self.warmup.to_string(),
            timeout_s: (self.timeout.0 / 1_000_000).to_string(),
            reading_speed_wpm: format!("{:.0}", self.reading_speed.0),
            nonce: self.nonce,
            exact_length: self.exact_length.is_some(),
            // Which endpoint is hers to say.
            provider: providers::CUSTOM.to_owned(),
            model: String::new(),
            ..PlanDraft::default()
        }
    }

    /// "Use this set-up again": the shape of the work with provider, address and model, which were the user's own. The prompt
    /// only if it was kept; never the key.
    #[must_use]
    pub fn set_up(&self) -> PlanDraft {
        let mut draft = self.shape();
        if !self.prompt.is_empty() {
            draft.prompt.clone_from(&self.prompt);
        }
        PlanDraft {
            provider: self.provider.clone(),
            format: self.format,
            base_url: self.endpoint.base_url.clone(),
            model: self.model.clone(),
            ..draft
        }
    }
}

/// The address requests go to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Endpoint {
    /// Base URL as the vendor documents it, without trailing slash.
    pub base_url: String,
    /// Full URL of the request.
    pub url: String,
    /// Scheme, host and port; a key is bound to it.
    pub origin: String,
    /// Host name, with the port if it isn't the scheme's own. What the page shows.
    pub host: String,
    /// Whether the host is this computer or a private network.
    pub address_space: AddressSpace,
}

/// Where an address lies, judged by its name alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddressSpace {
    /// `localhost`, `127.0.0.0/8`, `::1`.
    Loopback,
    /// Private ranges, link-local, `.local`.
    Local,
    /// Everything else.
    Public,
}

/// Ready-made shapes of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Workload {
    /// Short question, medium answer.
    #[default]
    Chat,
    /// Long document, short answer.
    DocumentQa,
    /// A task whose answer is code.
    Code,
    /// Very short answer, wanted at once.
    Autocomplete,
    /// The user's own prompt.
    Own,
}

/// The fields of the form, as typed. Kept over a reload; never holds the key. The default is a complete run against the
/// simulated vendor; only its base URL is missing, which the page knows (see [`Provider::base_url`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanDraft {
    /// "Provider".
    pub provider: String,
    /// "API format".
    pub format: ApiFormat,
    /// "Base URL".
    pub base_url: String,
    /// "Model".
    pub model: String,
    /// "Workload".
    pub workload: Workload,
    /// "Prompt".
    pub prompt: String,
    /// The user's own prompt while a ready-made one is in the form.
    pub own_prompt: String,
    /// "Max output tokens".
    pub max_output_tokens: String,
    /// "Run until", "Which number" and "Wanted precision" as [`UntilStable::text`]; empty: a fixed number of requests.
    pub run_until: String,
    /// "Requests".
    pub requests: String,
    /// "Concurrency".
    pub concurrency: String,
    /// "Warm-up requests".
    pub warmup: String,
    /// "Timeout (s)".
    pub timeout_s: String,
    /// "Reading speed (wpm)".
    pub reading_speed_wpm: String,
    /// "Target TTFT (ms)"; empty: none.
    pub target_ttft_ms: String,
    /// "Target TPOT (ms)"; empty: none.
    pub target_tpot_ms: String,
    /// "Target share": `p50` … `p99`.
    pub target_share: String,
    /// "Needed tokens per second (batch)"; empty: none.
    pub needed_tps: String,
    /// "Make every prompt unique".
    pub nonce: bool,
    /// "Ask for exactly this many tokens".
    pub exact_length: bool,
    /// "Extra headers", with [`KEPT`] in place of values that may be secrets.
    pub extra_headers: String,
    /// "Extra JSON fields".
    pub extra_fields: String,
}

impl Default for PlanDraft {
    fn default() -> Self {
        let workload = Workload::default().info();
        PlanDraft {
            provider: providers::SIMULATED_VENDOR.to_owned(),
            format: ApiFormat::default(),
            base_url: String::new(),
            model: providers::SIMULATED_MODELS[0].to_owned(),
            workload: workload.workload,
            prompt: workload.prompt.get().to_owned(),
            own_prompt: String::new(),
            max_output_tokens: workload.max_output_tokens.to_string(),
            run_until: String::new(),
            requests: limits::DEFAULT_REQUESTS.to_string(),
            concurrency: limits::DEFAULT_CONCURRENCY.to_string(),
            warmup: limits::DEFAULT_WARMUP.to_string(),
            timeout_s: limits::DEFAULT_TIMEOUT_S.to_string(),
            reading_speed_wpm: limits::DEFAULT_READING_SPEED_WPM.to_string(),
            target_ttft_ms: String::new(),
            target_tpot_ms: String::new(),
            target_share: Target::default().percent.key().to_owned(),
            needed_tps: String::new(),
            nonce: true,
            exact_length: false,
            extra_headers: String::new(),
            extra_fields: String::new(),
        }
    }
}

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // the names are the labels
pub enum Field {
    Provider,
    Format,
    BaseUrl,
    ApiKey,
    Model,
    Workload,
    Prompt,
    MaxOutputTokens,
    RunUntil,
    WhichNumber,
    Precision,
    Requests,
    Concurrency,
    Warmup,
    Timeout,
    ReadingSpeed,
    Reader,
    TargetTtft,
    TargetTpot,
    TargetShare,
    NeededTps,
    ExtraHeaders,
    ExtraFields,
}
