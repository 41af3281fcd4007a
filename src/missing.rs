//! Why a number is not there.

use serde::{Deserialize, Serialize};

use crate::trace::OutcomeKind;

/// A number, or the reason why there is none.
pub type Measured<T> = Result<T, Missing>;

/// Reason why a metric has no value. For one request the first that applies, in this order. It crosses between the programs
/// whole, except for the name of the missing input: no number and no code depends on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Missing {
    /// The request did not succeed.
    Failed(OutcomeKind),
    /// Nothing was generated.
    NoOutput,
    /// No visible answer text came (only reasoning, refusal or tool arguments).
    NoAnswer,
    /// The number of tokens is not known.
    TokensUnknown,
    /// The model thought out of sight and did not say how much.
    HiddenReasoning,
    /// One token or less is left inside the timing window.
    OneToken,
    /// All output came in one read, or as a plain JSON body.
    NotStreamed,
    /// Several events shared reads, so single gaps cannot be told apart.
    Coalesced,
    /// Too few units for this metric.
    TooShort,
    /// A caution makes this number untrustworthy.
    Invalidated(CautionKind),
    /// No request succeeded.
    NoSuccess,
    /// Fewer requests than this percentile needs.
    TooFew {
        /// Requests needed.
        needs: u32,
    },
    /// The rank asked for falls on a failed request.
    FailureAtRank,
    /// No line fits the points.
    NoFit,
    /// Another number that this one is made of is missing.
    MissingInput(#[serde(skip)] &'static str),
}

impl Missing {
    /// Stable code used in exports.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Missing::Failed(_) => "failed",
            Missing::NoOutput => "no_output",
            Missing::NoAnswer => "no_answer",
            Missing::TokensUnknown => "tokens_unknown",
            Missing::HiddenReasoning => "hidden_reasoning",
            Missing::OneToken => "one_token",
            Missing::NotStreamed => "not_streamed",
            Missing::Coalesced => "coalesced",
            Missing::TooShort => "too_short",
            Missing::Invalidated(_) => "invalidated",
            Missing::NoSuccess => "no_success",
            Missing::TooFew { .. } => "too_few",
            Missing::FailureAtRank => "failure_at_rank",
            Missing::NoFit => "no_fit",
            Missing::MissingInput(_) => "missing_input",
        }
    }
}

/// Kind of a caution about a run or a request (browser findings). What each means, what raises it and what it
/// invalidates stands in `cautions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CautionKind {
    /// The browser's clock is too coarse for single gaps.
    CoarseClock,
    /// The worker's event loop was late.
    ReaderLag,
    /// The tab was hidden while an answer streamed.
    TabHidden,
    /// The browser paused the tab.
    TabFrozen,
    /// The computer slept or its clock was set.
    ClockJump,
    /// The first request paid for the connection.
    ColdConnection,
    /// A preflight sat inside the wait.
    PreflightInside,
    /// The browser held requests back (six connections a host on HTTP/1.1).
    ClientQueued,
    /// Something between the model and the page held text back.
    BufferedUpstream,
    /// The answer came in one piece.
    NotStreamed,
    /// Parts of the answer could not be read.
    UnreadableFrames,
    /// Events shared reads.
    Coalesced,
    /// One event carries several tokens.
    MultiTokenEvents,
    /// A plateau of gaps near 40 ms.
    DelayedAck,
    /// Token counts are estimates.
    TokensEstimated,
    /// Token counts are unknown.
    TokensUnknown,
    /// Two token counts disagree.
    TokenMismatch,
    /// The model thought out of sight.
    HiddenReasoning,
    /// Faster than any model: buffered text.
    ImplausibleSpeed,
    /// Fewer than 50 tokens.
    ShortOutput,
    /// The output limit ended the answer.
    AnswerCut,
    /// The server reused a cached prompt.
    CacheHit,
    /// Fewer requests than the percentiles need.
    FewSamples,
    /// Some answers failed.
    Failures,
    /// The vendor limits the rate.
    RateLimited,
    /// The server hides connection details.
    OpaqueTiming,
    /// More than one HTTP version in the run.
    MixedProtocol,
    /// The endpoint is on the local network.
    LocalTarget,
    /// The opening burst of a concurrent run.
    FirstWave,
    /// Fewer requests in flight than asked for.
    LoadNotReached,
    /// The service changed during the run.
    DriftInRun,
    /// The slowest streams run at half speed.
    UnevenService,
    /// Long waits in many requests.
    Overload,
}
