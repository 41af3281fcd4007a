//! Words for the values of the core that views show.

use crate::missing::CautionKind;
use crate::report::{Answer, Caution, Effect, Severity, TokenSource};
use crate::session::Trouble;
use crate::text;
use crate::trace::{OutcomeKind, Stage};

/// How a request ended.
pub const fn outcome(outcome: OutcomeKind) -> &'static str {
    match outcome {
        OutcomeKind::Ok => "Worked",
        OutcomeKind::Empty => "Empty answer",
        OutcomeKind::HttpError => "Refused",
        OutcomeKind::Blocked => "Blocked",
        OutcomeKind::StreamError => "Broke off",
        OutcomeKind::NotUnderstood => "Not understood",
        OutcomeKind::Timeout => "Timed out",
        OutcomeKind::CutOff => "Cut off",
    }
}

/// What to try after an empty answer: it has no error that could bring advice.
pub const EMPTY_ADVICE: &str = "The model ended without a word. If it thinks first, raise \"Max output tokens\"; else try another prompt or model.";

/// Where a request failed.
pub const fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Connect => "before any reply came",
        Stage::Headers => "as soon as the reply began",
        Stage::Stream => "while the answer was arriving",
        Stage::Decode => "while the answer was being read",
    }
}

/// Answer to a limit.
pub const fn answer(answer: Answer) -> &'static str {
    match answer {
        Answer::Pass => "Met",
        Answer::Fail => "Missed",
        Answer::NotEnoughData => "Not enough data",
        Answer::NotJudged => "Not judged",
    }
}

/// What a caution does to the numbers.
pub const fn effect(caution: &Caution) -> &'static str {
    match (caution.effect, caution.severity) {
        (Effect::Exclude, _) => "Requests left out",
        (Effect::Hide, _) => "Numbers not valid",
        (Effect::Note, Severity::Invalidates) => "Look at this first",
        (Effect::Note, Severity::Warns) => "Warning",
        (Effect::Note, Severity::Notes) => "Note",
    }
}

/// Why more tokens a second than anyone reads are asked for.
pub const HEADROOM: &str = "Average readers need about 5 tokens a second, fast readers about 7, skimmers 10 to 15. 20 to 30 is comfortable headroom; more is not read, but the last word comes sooner (code, agents, copying).";

/// Where token counts come from.
pub const fn token_source(source: TokenSource) -> &'static str {
    match source {
        TokenSource::Usage => "the vendor's own total for each answer",
        TokenSource::PerEvent => "the vendor's own count in each message",
        TokenSource::Estimated => "an estimate from the text",
        TokenSource::EventsOnly => "none: the vendor reports no tokens",
    }
}

/// Id of a caution's place on the page.
pub fn caution_id(kind: CautionKind) -> String {
    ["caution-", &(kind as u8).to_string()].concat()
}

/// Why a number is missing, from its code in the report.
pub fn reason(code: &str) -> &'static str {
    match code {
        "failed" => "the request failed",
        "no_output" => "nothing was generated",
        "no_answer" => "no visible answer came",
        "tokens_unknown" => "the number of tokens is not known",
        "hidden_reasoning" => "the model thought out of sight",
        "one_token" => "one token is not enough to time",
        "not_streamed" => "it came in one piece",
        "coalesced" => "several pieces arrived at once",
        "too_short" => "too short",
        "invalidated" => "a caution makes it untrustworthy",
        "no_success" => "no request worked",
        "too_few" => "too few requests",
        "failure_at_rank" => "not reached: too many requests failed",
        "no_fit" => "no line fits",
        "missing_input" => "another number is missing",
        _ => "not known",
    }
}

/// What ended a run before its time: a title, and a sentence.
pub fn trouble(trouble: &Trouble) -> (&'static str, &str) {
    match trouble {
        Trouble::WorkerLost { reason } => {
            ("The measuring part of this page stopped", reason.as_str())
        }
        Trouble::StaleBuild => (
            "This page is out of date",
            text!("Tokenpace was updated while the page was open, and its two halves no longer fit. Reload the page: the form is kept, the key is not.").get(),
        ),
        Trouble::UnreadableTrace => (
            "A measured request could not be read",
            text!("The measuring part of the page sent something that this part does not understand. Reload the page and run again.").get(),
        ),
    }
}
