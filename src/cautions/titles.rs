//! The usual title of each kind of caution. A result link carries kinds, not texts, and takes its titles from here.

use crate::missing::CautionKind;

/// A short title in plain words.
#[must_use]
pub const fn title(kind: CautionKind) -> &'static str {
    match kind {
        CautionKind::CoarseClock => "The browser's clock is too coarse for single gaps",
        CautionKind::ReaderLag => "Your computer was busy",
        CautionKind::TabHidden => "The tab was in the background",
        CautionKind::TabFrozen => "The browser paused this tab",
        CautionKind::ClockJump => "The computer's clock jumped",
        CautionKind::ColdConnection => "A new connection inside the wait",
        CautionKind::PreflightInside => "A permission round trip inside the wait",
        CautionKind::ClientQueued => "The browser held requests back",
        CautionKind::BufferedUpstream => "Something on the way holds text back",
        CautionKind::NotStreamed => "The answer came in one piece",
        CautionKind::UnreadableFrames => "Parts of the answer could not be read",
        CautionKind::Coalesced => "Pieces of text arrived together",
        CautionKind::MultiTokenEvents => "The server sends tokens in bundles",
        CautionKind::DelayedAck => "A pause of about 40 ms again and again",
        CautionKind::TokensEstimated => "Token counts are estimates",
        CautionKind::TokensUnknown => "Tokens are not known",
        CautionKind::TokenMismatch => "The server's count and the text disagree",
        CautionKind::HiddenReasoning => "The model thought out of sight",
        CautionKind::ImplausibleSpeed => "Too fast to be true",
        CautionKind::ShortOutput => "Answers too short to judge speed",
        CautionKind::AnswerCut => "Answers were cut off",
        CautionKind::CacheHit => "The server reused earlier work",
        CautionKind::FewSamples => "Too few answers for the tail",
        CautionKind::Failures => "Some answers failed",
        CautionKind::RateLimited => "The vendor limits the rate",
        CautionKind::OpaqueTiming => "Connection details are hidden",
        CautionKind::MixedProtocol => "More than one HTTP version",
        CautionKind::LocalTarget => "Measured without the internet",
        CautionKind::FirstWave => "The first ones started together",
        CautionKind::LoadNotReached => "The load was not the one asked for",
        CautionKind::DriftInRun => "The service changed during the run",
        CautionKind::UnevenService => "The service is uneven",
        CautionKind::Overload => "The service looks overloaded",
    }
}
