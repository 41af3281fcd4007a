//! The result of a run. The struct *is* the export format `tokenpace.report/1`: what the page shows, what "Download JSON"
//! writes and what tests compare is this one value, made by the one pure function [`build()`].
//!
//! A number that is missing is `null` and has its reason in the field `…_reason` beside it. Fields are only ever added.

mod advice;
mod build;
mod json;
mod length;
mod load;
mod named;
mod read;
mod record;
mod requests;
mod settled;
mod source;
mod struck;
mod summary;
mod wait;

use serde::{Deserialize, Serialize};

use crate::names;
use crate::plan::{AddressSpace, ExactLength, Target, UntilStable, Workload};
use crate::protocol::{ApiFormat, Json};

pub use crate::cautions::{Caution, Drift, Effect, Severity, Struck, StruckValue};
pub use crate::metrics::{Placement, TokenSource};
pub use crate::stats::{Distribution, Fraction};
pub use crate::verdict::scores::{Grade, Score, ScoreInput};
pub use crate::verdict::{Answer, Fact, Judgement, Tone, Verdict};
pub use advice::{advice, advice_for};
pub(crate) use build::{Frame, Totals, assemble, at_once, no_pause};
pub use build::{Pause, ReportInput, build, build_in_steps};
pub use json::to_json;
pub use length::ReachedLength;
pub use named::Named;
pub use read::{FileKind, MAX_BYTES, ReadError, Section, open, open_from, read};
pub use record::{ErrorRecord, RequestRecord};
pub use source::Source;
pub use summary::{StoppedBecause, Summary};
pub use wait::{MiddleWait, WaitPartRecord};

/// Name and version of the format.
pub const SCHEMA: &str = "tokenpace.report/1";

/// Everything about one run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// The program that made it.
    pub app: AppInfo,
    /// RFC 3339.
    pub created_at: String,
    /// What was asked for. No key, no secret header; the prompt only if the user includes texts.
    pub plan: PlanRecord,
    /// Where it was measured.
    pub environment: Environment,
    /// Free metadata: model, quantization, hardware, …
    pub control: Named,
    /// One record for each request, warm-up ones included, in order of sending.
    pub requests: Vec<RequestRecord>,
    /// Numbers over the measured requests.
    pub summary: Summary,
    /// What the numbers mean.
    pub verdict: Verdict,
    /// What limits the numbers, most serious first.
    pub cautions: Vec<Caution>,
}

impl Report {
    /// How exact its times are, in µs: the larger of the clock's step and the error of a time.
    #[must_use]
    pub fn exact_to_us(&self) -> u64 {
        let error = self.summary.time_error_us.unwrap_or_default();
        self.environment.clock_tick_us.max(error)
    }
}

/// The program that made a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppInfo {
    /// Version of the package.
    pub version: String,
    /// Build id.
    pub build: String,
}

/// The plan as it may leave the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// Provider row.
    pub provider: String,
    /// API format.
    pub format: ApiFormat,
    /// Base URL; holds no credentials, the plan refuses them.
    pub base_url: String,
    /// Host shown.
    pub host: String,
    /// Address space of the host.
    pub address_space: AddressSpace,
    /// Model name.
    pub model: String,
    /// Shape of the work.
    pub workload: Workload,
    /// Characters of the prompt.
    pub prompt_chars: u32,
    /// The prompt, if the user includes texts.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub prompt: Option<String>,
    /// Output limit of each request, in tokens.
    pub max_output_tokens: u32,
    /// Measured requests asked for; the most, if the run could end before.
    pub requests: u32,
    /// What had to be known for the run to end before; `None`: a fixed number of requests.
    #[serde(default)]
    pub until_stable: Option<UntilStable>,
    /// Requests at the same time.
    pub concurrency: u32,
    /// Practice requests.
    pub warmup: u32,
    /// Limit of one request in seconds.
    pub timeout_s: u32,
    /// The reader's pace in words per minute.
    pub reading_speed_wpm: f64,
    /// Prompts were made unique.
    pub nonce: bool,
    /// The field that asked for exactly as many tokens as the limit; `None`: answers ended by themselves.
    #[serde(default)]
    pub exact_length: Option<ExactLength>,
    /// What the user wanted the endpoint to hold.
    #[serde(default)]
    pub target: Target,
    /// Headers the user added, without those that may be secrets.
    #[serde(default)]
    pub extra_headers: Named,
    /// Fields the user added to the body.
    #[serde(default)]
    pub extra_fields: Option<Json>,
}

impl PlanRecord {
    /// The host, or the vendor where the sender of a link did not name the host. Never empty.
    #[must_use]
    pub fn place(&self) -> &str {
        match (self.host.as_str(), self.provider.as_str()) {
            ("", "") => names::UNNAMED,
            ("", provider) => provider,
            (host, _) => host,
        }
    }
}

/// The browser and its clock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// `navigator.userAgent`.
    pub user_agent: String,
    /// Name and major version, e.g. "Chromium 156".
    pub browser: String,
    /// Step of `performance.now()` in µs.
    pub clock_tick_us: u64,
    /// The page was cross-origin isolated.
    pub cross_origin_isolated: bool,
    /// Lateness of the worker's timer while idle, p99, in µs.
    pub loop_lag_p99_us: Option<u64>,
    /// IANA time zone.
    pub time_zone: String,
    /// Logical processors, as the browser tells.
    pub processors: Option<u32>,
    /// Origin of the page.
    pub page_origin: String,
    /// Hosts that something was sent to since the page was opened, the run's first. The page's own server is in
    /// `page_origin`.
    pub hosts_contacted: Vec<String>,
}
