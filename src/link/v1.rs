//! The frozen content of an `r1` link. Its types and lists belong to it alone: nothing here ever changes, except that lists
//! grow at their end. A change of anything else is `r2`, with an upgrader from this.

use serde::{Deserialize, Serialize};

use crate::metrics::{Placement, Thinking, TokenSource};
use crate::missing::{CautionKind, Missing};
use crate::plan::{AddressSpace, ExactLength, Workload};
use crate::protocol::ApiFormat;
use crate::report::Effect;
use crate::stats::Percent;
use crate::trace::{FailureKind, OutcomeKind, Stage};

/// Everything but the tables, which are in `cells`.
#[derive(Default, Serialize, Deserialize)]
pub struct V1 {
    /// Version of the sender's program.
    pub app: String,
    /// Year - 2000, month, day, hour, minute, second of the start, UTC.
    pub created: [u8; 6],
    pub browser: String,
    pub provider: String,
    /// Empty unless the sender wants it named.
    pub host: String,
    pub model: String,
    /// Positions in the lists below.
    pub format: u8,
    pub workload: u8,
    pub address_space: u8,
    /// Position + 1; 0: answers ended by themselves.
    pub exact_length: u8,
    /// Bits: 1 unique prompts, 2 isolated page, 4 ended because its number was stable.
    pub flags: u8,
    pub prompt_chars: u32,
    pub max_output_tokens: u32,
    pub requests: u32,
    pub concurrency: u32,
    pub warmup: u32,
    pub timeout_s: u32,
    pub reading_speed_wpm: u32,
    /// The user's target; 0: none. Times in µs, speed in thousandths of a tok/s.
    pub target_ttft_us: u32,
    pub target_tpot_us: u32,
    pub target_percent: u8,
    /// Position + 1 of the percentile that had to be stable, and how exactly in %; 0: a fixed number of requests.
    pub until_percent: u8,
    pub until_within: u32,
    pub target_needed_mtps: u32,
    pub clock_tick_us: u32,
    /// Free metadata.
    pub control: Vec<(String, String)>,
    /// Finish reasons and protocols that the tables point at.
    pub words: Vec<String>,
    pub cautions: Vec<CautionV1>,
    /// Rows of the tables.
    pub sent: u32,
    /// Bits behind the first in rounded numbers.
    pub bits: u8,
    /// Packed columns, in the order of `send`.
    #[serde(with = "serde_bytes")]
    pub cells: Vec<u8>,
}

/// A caution without its texts.
#[derive(Serialize, Deserialize)]
pub struct CautionV1 {
    pub kind: u8,
    pub effect: u8,
    /// One bit for each of [`METRICS`].
    pub hides: u16,
    /// Only if it isn't the usual one of the kind.
    pub title: String,
}

/// Position of a value in a list that is frozen.
pub fn position<T: PartialEq>(list: &[T], value: &T) -> u8 {
    let at = list.iter().position(|known| known == value);
    at.and_then(|at| u8::try_from(at).ok()).unwrap_or_default()
}

pub const FORMATS: [ApiFormat; 11] = [
    ApiFormat::OpenAiChat,
    ApiFormat::OpenAiCompletions,
    ApiFormat::OpenAiResponses,
    ApiFormat::AnthropicMessages,
    ApiFormat::Gemini,
    ApiFormat::OllamaChat,
    ApiFormat::OllamaGenerate,
    ApiFormat::LlamaCppCompletion,
    ApiFormat::Tgi,
    ApiFormat::SgLangGenerate,
    ApiFormat::CohereChat,
];

pub const WORKLOADS: [Workload; 5] = [
    Workload::Chat,
    Workload::DocumentQa,
    Workload::Code,
    Workload::Autocomplete,
    Workload::Own,
];

pub const SPACES: [AddressSpace; 3] = [
    AddressSpace::Public,
    AddressSpace::Local,
    AddressSpace::Loopback,
];

pub const EXACT: [ExactLength; 2] = [ExactLength::IgnoreEos, ExactLength::MinTokens];

pub const PERCENTS: [Percent; 5] = Percent::ALL;

pub const OUTCOMES: [OutcomeKind; 8] = [
    OutcomeKind::Ok,
    OutcomeKind::Empty,
    OutcomeKind::HttpError,
    OutcomeKind::Blocked,
    OutcomeKind::StreamError,
    OutcomeKind::NotUnderstood,
    OutcomeKind::Timeout,
    OutcomeKind::CutOff,
];

pub const STAGES: [Stage; 4] = [Stage::Connect, Stage::Headers, Stage::Stream, Stage::Decode];

pub const FAILURES: [FailureKind; 18] = [
    FailureKind::FetchRejected,
    FailureKind::Unauthorized,
    FailureKind::NotFound,
    FailureKind::RateLimited,
    FailureKind::BadRequest,
    FailureKind::ServerError,
    FailureKind::UnexpectedStatus,
    FailureKind::VendorError,
    FailureKind::BodyBroken,
    FailureKind::EndedEarly,
    FailureKind::EmptyBody,
    FailureKind::HtmlPage,
    FailureKind::WrongFormat,
    FailureKind::TooLarge,
    FailureKind::IdleTimeout,
    FailureKind::TotalTimeout,
    FailureKind::OutputLimit,
    FailureKind::StoppedByUser,
];

pub const SOURCES: [TokenSource; 4] = [
    TokenSource::Usage,
    TokenSource::PerEvent,
    TokenSource::Estimated,
    TokenSource::EventsOnly,
];

pub const PLACEMENTS: [Placement; 3] = [
    Placement::Exact,
    Placement::OnePerEvent,
    Placement::Apportioned,
];

pub const THINKING: [Thinking; 4] = [
    Thinking::None,
    Thinking::Streamed,
    Thinking::Summarised,
    Thinking::Hidden,
];

pub const EFFECTS: [Effect; 3] = [Effect::Exclude, Effect::Hide, Effect::Note];

/// Reasons by their codes. What lies inside a reason isn't carried; no number depends on it.
pub const REASONS: [Missing; 15] = [
    Missing::MissingInput(""),
    Missing::Failed(OutcomeKind::CutOff),
    Missing::NoOutput,
    Missing::NoAnswer,
    Missing::TokensUnknown,
    Missing::HiddenReasoning,
    Missing::OneToken,
    Missing::NotStreamed,
    Missing::Coalesced,
    Missing::TooShort,
    Missing::Invalidated(CautionKind::TokenMismatch),
    Missing::NoSuccess,
    Missing::TooFew { needs: 0 },
    Missing::FailureAtRank,
    Missing::NoFit,
];

pub const METRICS: [&str; 10] = [
    "ttft_us",
    "ttft_from_request_start_us",
    "ttfa_us",
    "e2e_us",
    "tps",
    "tpot_us",
    "wpm",
    "chunk_gap_us",
    "longest_stall_us",
    "aggregate_tps",
];

pub const CAUTIONS: [CautionKind; 33] = [
    CautionKind::CoarseClock,
    CautionKind::ReaderLag,
    CautionKind::TabHidden,
    CautionKind::TabFrozen,
    CautionKind::ClockJump,
    CautionKind::ColdConnection,
    CautionKind::PreflightInside,
    CautionKind::ClientQueued,
    CautionKind::BufferedUpstream,
    CautionKind::NotStreamed,
    CautionKind::UnreadableFrames,
    CautionKind::Coalesced,
    CautionKind::MultiTokenEvents,
    CautionKind::DelayedAck,
    CautionKind::TokensEstimated,
    CautionKind::TokensUnknown,
    CautionKind::TokenMismatch,
    CautionKind::HiddenReasoning,
    CautionKind::ImplausibleSpeed,
    CautionKind::ShortOutput,
    CautionKind::AnswerCut,
    CautionKind::CacheHit,
    CautionKind::FewSamples,
    CautionKind::Failures,
    CautionKind::RateLimited,
    CautionKind::OpaqueTiming,
    CautionKind::MixedProtocol,
    CautionKind::LocalTarget,
    CautionKind::FirstWave,
    CautionKind::LoadNotReached,
    CautionKind::DriftInRun,
    CautionKind::UnevenService,
    CautionKind::Overload,
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::DeserializeOwned;

    /// Every entry of an enum by its number.
    fn is_complete<T: DeserializeOwned + PartialEq>(list: &[T]) -> bool {
        let all: Vec<T> = (0..=u8::MAX)
            .map_while(|number| postcard::from_bytes(&[number]).ok())
            .collect();
        all.len() == list.len() && all.iter().all(|entry| list.contains(entry))
    }

    #[test]
    fn what_is_new_in_the_program_is_in_the_lists_too() {
        assert!(is_complete(&FORMATS) && FORMATS.len() == ApiFormat::ALL.len());
        assert!(is_complete(&WORKLOADS) && is_complete(&SPACES) && is_complete(&EXACT));
        assert!(is_complete(&OUTCOMES) && is_complete(&STAGES) && is_complete(&FAILURES));
        assert!(is_complete(&SOURCES) && is_complete(&PLACEMENTS) && is_complete(&EFFECTS));
        assert!(is_complete(&CAUTIONS) && is_complete(&PERCENTS));
    }
}
