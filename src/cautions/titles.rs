//! The usual title of each kind of caution. A result link carries kinds, not texts, and takes its titles from here.

use crate::missing::CautionKind;
use crate::text;
use crate::texts::Text;

/// A short title in plain words.
#[must_use]
pub const fn title(kind: CautionKind) -> Text {
    match kind {
        CautionKind::CoarseClock => text!("The browser's clock is too coarse for single gaps"),
        CautionKind::ReaderLag => text!("The measuring computer was busy"),
        CautionKind::TabHidden => text!("The tab was in the background"),
        CautionKind::TabFrozen => text!("The browser paused this tab"),
        CautionKind::ClockJump => text!("The computer's clock jumped"),
        CautionKind::ColdConnection => text!("A new connection inside the wait"),
        CautionKind::PreflightInside => text!("A permission round trip inside the wait"),
        CautionKind::ClientQueued => text!("The browser held requests back"),
        CautionKind::BufferedUpstream => text!("Something on the way holds text back"),
        CautionKind::NotStreamed => text!("The answer came in one piece"),
        CautionKind::UnreadableFrames => text!("Parts of the answer could not be read"),
        CautionKind::Coalesced => text!("Pieces of text arrived together"),
        CautionKind::MultiTokenEvents => text!("The server sends tokens in bundles"),
        CautionKind::DelayedAck => text!("A pause of about 40 ms again and again"),
        CautionKind::TokensEstimated => text!("Token counts are estimates"),
        CautionKind::TokensUnknown => text!("Tokens are not known"),
        CautionKind::TokenMismatch => text!("The server's count and the text disagree"),
        CautionKind::HiddenReasoning => text!("The model thought out of sight"),
        CautionKind::ImplausibleSpeed => text!("Too fast to be true"),
        CautionKind::ShortOutput => text!("Answers too short to judge speed"),
        CautionKind::AnswerCut => text!("Answers were cut off"),
        CautionKind::CacheHit => text!("The server reused earlier work"),
        CautionKind::FewSamples => text!("Too few answers for the tail"),
        CautionKind::Failures => text!("Some answers failed"),
        CautionKind::RateLimited => text!("The vendor limits the rate"),
        CautionKind::OpaqueTiming => text!("Connection details are hidden"),
        CautionKind::MixedProtocol => text!("More than one HTTP version"),
        CautionKind::LocalTarget => text!("Measured without the internet"),
        CautionKind::FirstWave => text!("The first ones started together"),
        CautionKind::LoadNotReached => text!("The load was not the one asked for"),
        CautionKind::DriftInRun => text!("The service changed during the run"),
        CautionKind::UnevenService => text!("The service is uneven"),
        CautionKind::Overload => text!("The service looks overloaded"),
    }
}
