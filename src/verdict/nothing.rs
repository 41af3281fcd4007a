//! The sentence of a run that gives no number, and why it gives none.

use super::Evidence;
use crate::missing::CautionKind;
use crate::trace::{FailureKind, OutcomeKind};

/// No request worked: why.
pub(super) fn all_failed(evidence: &Evidence<'_>) -> String {
    let (cause, only) = evidence
        .main_failure()
        .map_or((EMPTY, true), |(kind, only)| {
            (kind.map_or(EMPTY, cause), only)
        });
    match evidence.success.of {
        1 => format!("The only request failed: {cause}. Nothing can be said about speed."),
        of if only => {
            format!("None of {of} requests worked: {cause}. Nothing can be said about speed.")
        }
        of => format!(
            "None of {of} requests worked, most often because {cause}. Nothing can be said about speed."
        ),
    }
}

/// The one failure without an error.
const EMPTY: &str = "the answers were empty";

/// What a kind of failure means, as a clause.
fn cause(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::FetchRejected => "the browser got no reply it was allowed to read",
        FailureKind::Unauthorized => "the server refused the key",
        FailureKind::NotFound => "the server does not know this address or model",
        FailureKind::RateLimited => "the server wants fewer requests",
        FailureKind::BadRequest => "the server refused the request",
        FailureKind::ServerError => "the server had an error of its own",
        FailureKind::UnexpectedStatus => "the server replied in an unexpected way",
        FailureKind::VendorError => "the vendor reported an error",
        FailureKind::BodyBroken => "the connection broke",
        FailureKind::EndedEarly => "the text stopped before its end",
        FailureKind::EmptyBody => "the replies had no content",
        FailureKind::HtmlPage => "a web page came instead of an answer",
        FailureKind::WrongFormat => "the reply was not in the chosen format",
        FailureKind::TooLarge => "the reply was larger than allowed",
        FailureKind::IdleTimeout => "nothing came for too long",
        FailureKind::TotalTimeout => "it took longer than the time limit",
        FailureKind::OutputLimit => "the text did not end where it should",
        FailureKind::StoppedByUser => "the run was stopped",
    }
}

/// Answers came, and a caution keeps each of them out.
pub(super) fn all_left_out(evidence: &Evidence<'_>) -> String {
    let reason = evidence
        .run
        .measured()
        .filter(|r| r.trace.outcome == OutcomeKind::Ok)
        .find_map(|r| r.excluded_by);
    let why = match reason {
        Some(CautionKind::ColdConnection) => "it also paid for a new connection",
        Some(CautionKind::TabFrozen) => "the browser paused the tab",
        Some(CautionKind::ClockJump) => "the computer's clock jumped",
        _ => "your computer was too busy",
    };
    let subject = match evidence.success.hits {
        1 => "The one answer that worked".to_owned(),
        hits => format!("Each of the {hits} answers that worked"),
    };
    format!("{subject} was left out, because {why}. Run again for a verdict.")
}
