//! Which of the outcomes a request had, and the failure to show for it.

use crate::decode::DecodeError;
use crate::protocol::{ApiFormat, VendorError};

use super::{Failure, FailureKind, OutcomeKind, Stage};

/// How the body, or the wait for it, came to its end.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ending {
    /// The body ended by itself.
    Ended,
    /// The terminator or a terminal error came; nothing after it matters.
    Terminal,
    /// The connection broke.
    Broken(String),
    /// `fetch` rejected.
    Rejected(String),
    /// No byte for the idle limit.
    Idle,
    /// The total limit passed.
    Total,
    /// More output than any server should send for this request; how much.
    OverLimit(String),
    /// The user, or the end of the run, stopped it.
    Stopped,
}

/// What is known of a request when it is over.
pub(super) struct Evidence<'a> {
    pub(super) status: Option<u16>,
    pub(super) ending: &'a Ending,
    pub(super) decode_error: Option<DecodeError>,
    pub(super) vendor_error: Option<&'a VendorError>,
    pub(super) html: bool,
    /// The finish reason is an error.
    pub(super) finish_failed: bool,
    /// Terminator, finish reason, or a whole plain JSON reply.
    pub(super) complete: bool,
    /// Output, or a named tool call.
    pub(super) answered: bool,
    /// Frames in the format that were more than an error.
    pub(super) understood: u32,
    /// Frames not in the format.
    pub(super) bad: u32,
    /// Something other than blanks, comments and frames came.
    pub(super) foreign: bool,
    /// No byte of a body came.
    pub(super) empty: bool,
    /// The body's first bytes, for a message.
    pub(super) head: String,
    /// The other format that a reply without any output seems to be in.
    pub(super) looks_like: Option<ApiFormat>,
}

impl Evidence<'_> {
    /// The one outcome, by the first rule that holds.
    pub(super) fn judge(&self) -> (OutcomeKind, Option<Failure>) {
        use FailureKind as Kind;
        if let Some(status) = self.status
            && !(200..300).contains(&status)
        {
            return self.http_error(status);
        }
        if let Ending::Rejected(message) = self.ending {
            return failed(
                OutcomeKind::Blocked,
                Stage::Connect,
                Kind::FetchRejected,
                message.clone(),
            );
        }
        if self.html {
            return self.not_understood(Kind::HtmlPage);
        }
        if let Some(error) = self.vendor_error {
            // A body that is an error and nothing else is a refusal, only with the wrong status.
            let (outcome, stage) = if self.understood == 0 && !self.answered {
                (OutcomeKind::HttpError, Stage::Headers)
            } else {
                (OutcomeKind::StreamError, Stage::Stream)
            };
            return failed(outcome, stage, Kind::VendorError, words_of(error));
        }
        if let Some(error) = self.decode_error {
            let outcome = if self.understood == 0 {
                OutcomeKind::NotUnderstood
            } else {
                OutcomeKind::StreamError
            };
            return failed(outcome, Stage::Decode, Kind::TooLarge, error.to_string());
        }
        if self.finish_failed {
            let message = "It ended with the finish reason \"error\".".to_owned();
            return failed(
                OutcomeKind::StreamError,
                Stage::Stream,
                Kind::VendorError,
                message,
            );
        }
        if self.complete && !self.answered && (self.bad > 0 || self.looks_like.is_some()) {
            // The answer was in what could not be read: that is not an empty one.
            return self.not_understood(Kind::WrongFormat);
        }
        if self.complete {
            let outcome = if self.answered {
                OutcomeKind::Ok
            } else {
                OutcomeKind::Empty
            };
            return (outcome, None);
        }
        self.unfinished()
    }

    /// Nothing said that the answer is complete.
    fn unfinished(&self) -> (OutcomeKind, Option<Failure>) {
        use FailureKind as Kind;
        // Before any reply the wait itself is the place; later the stream is.
        let stage = if self.status.is_some() {
            Stage::Stream
        } else {
            Stage::Connect
        };
        match self.ending {
            Ending::Idle => failed(
                OutcomeKind::Timeout,
                stage,
                Kind::IdleTimeout,
                String::new(),
            ),
            Ending::Total => failed(
                OutcomeKind::Timeout,
                stage,
                Kind::TotalTimeout,
                String::new(),
            ),
            // The server's doing, so a failure; an answer that is cut off was stopped by the user or the end of the run.
            Ending::OverLimit(message) => failed(
                OutcomeKind::StreamError,
                Stage::Stream,
                Kind::OutputLimit,
                message.clone(),
            ),
            Ending::Stopped => failed(
                OutcomeKind::CutOff,
                stage,
                Kind::StoppedByUser,
                String::new(),
            ),
            // A cut is only worth reporting if the body was a stream we understand in the first place.
            _ if self.looks_like.is_some()
                || self.understood == 0 && (self.bad > 0 || self.foreign) =>
            {
                self.not_understood(Kind::WrongFormat)
            }
            Ending::Broken(message) => failed(
                OutcomeKind::StreamError,
                Stage::Stream,
                Kind::BodyBroken,
                message.clone(),
            ),
            Ending::Ended | Ending::Terminal | Ending::Rejected(_) => {
                if self.empty {
                    return failed(
                        OutcomeKind::StreamError,
                        Stage::Stream,
                        Kind::EmptyBody,
                        String::new(),
                    );
                }
                let message = if self.bad > 0 {
                    self.head.clone()
                } else {
                    String::new()
                };
                failed(
                    OutcomeKind::StreamError,
                    Stage::Stream,
                    Kind::EndedEarly,
                    message,
                )
            }
        }
    }

    fn http_error(&self, status: u16) -> (OutcomeKind, Option<Failure>) {
        let kind = match status {
            // A gateway's page or challenge: APIs refuse keys in JSON. Formats of JSON lines know no page, so the body tells.
            403 if self.is_page() => FailureKind::HtmlPage,
            401 | 403 => FailureKind::Unauthorized,
            404 | 405 => FailureKind::NotFound,
            429 => FailureKind::RateLimited,
            400..=499 => FailureKind::BadRequest,
            500..=599 => FailureKind::ServerError,
            _ => FailureKind::UnexpectedStatus,
        };
        let message = match self.vendor_error {
            Some(error) => words_of(error),
            None => self.head.clone(),
        };
        failed(OutcomeKind::HttpError, Stage::Headers, kind, message)
    }

    fn is_page(&self) -> bool {
        let head = self.head.trim_start();
        head.starts_with('<') && !head.starts_with("<?xml")
    }

    fn not_understood(&self, kind: FailureKind) -> (OutcomeKind, Option<Failure>) {
        let (outcome, failure) = failed(
            OutcomeKind::NotUnderstood,
            Stage::Decode,
            kind,
            self.head.clone(),
        );
        let looks_like = self.looks_like;
        let failure = failure.map(|failure| Failure {
            looks_like,
            ..failure
        });
        (outcome, failure)
    }
}

fn failed(
    outcome: OutcomeKind,
    stage: Stage,
    kind: FailureKind,
    message: String,
) -> (OutcomeKind, Option<Failure>) {
    (
        outcome,
        Some(Failure {
            stage,
            kind,
            message,
            looks_like: None,
        }),
    )
}

/// `type: message`, or what there is of it.
fn words_of(error: &VendorError) -> String {
    match &error.kind {
        Some(kind) if error.message.is_empty() => kind.clone(),
        Some(kind) => format!("{kind}: {}", error.message),
        None => error.message.clone(),
    }
}
