//! No answer to judge: all failed, all were left out, or nothing ended.

use tokenpace::report::Tone;
use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::Micros;

use crate::traces::*;
use crate::{change, failing, quick, says, shows};

#[test]
fn all_failed() {
    says(
        &failing(5, OutcomeKind::Blocked, |_| FailureKind::FetchRejected),
        Tone::Failed,
        "None of 5 requests worked: the browser got no reply it was allowed to read. Nothing can be said about speed.",
    );
    says(
        &failing(5, OutcomeKind::HttpError, |index| match index {
            1 => FailureKind::ServerError,
            _ => FailureKind::RateLimited,
        }),
        Tone::Failed,
        "None of 5 requests worked, most often because the server wants fewer requests. Nothing can be said about speed.",
    );
    let one = failing(1, OutcomeKind::HttpError, |_| FailureKind::Unauthorized);
    says(
        &one,
        Tone::Failed,
        "The only request failed: the server refused the key. Nothing can be said about speed.",
    );
    shows(
        &one,
        "first_word",
        "not known",
        "no answer in the statistics",
        "",
        None,
    );
    shows(
        &one,
        "pace",
        "not known",
        "no answer in the statistics",
        "",
        None,
    );
    shows(
        &one,
        "freezes",
        "not known",
        "no answer in the statistics",
        "",
        None,
    );
}

#[test]
fn all_failed_without_a_cause() {
    let traces = change(quick(3), |trace| {
        trace.outcome = OutcomeKind::Empty;
        trace.events.clear();
    });
    says(
        &report(&traces),
        Tone::Failed,
        "None of 3 requests worked: the answers were empty. Nothing can be said about speed.",
    );
}

#[test]
fn empty_answers_compete_as_a_cause() {
    let mixed = |empty: u32| {
        report(&run_of(5, move |index| {
            if index <= empty {
                request().with(|trace| trace.outcome = OutcomeKind::Empty)
            } else {
                request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
            }
        }))
    };
    says(
        &mixed(4),
        Tone::Failed,
        "None of 5 requests worked, most often because the answers were empty. Nothing can be said about speed.",
    );
    says(
        &mixed(1),
        Tone::Failed,
        "None of 5 requests worked, most often because the server had an error of its own. Nothing can be said about speed.",
    );
}

#[test]
fn nothing_ended() {
    let traces = change(quick(3), |trace| trace.outcome = OutcomeKind::CutOff);
    // The practice request came to its end.
    let sentence = "No measured request came to its end, so there is nothing to judge yet.";
    says(&report(&traces), Tone::NotEnoughData, sentence);
    says(&report(&traces[..1]), Tone::NotEnoughData, sentence);
    let sentence = "No request came to its end, so there is nothing to judge yet.";
    says(&report(&traces[1..]), Tone::NotEnoughData, sentence);
    says(&report(&[]), Tone::NotEnoughData, sentence);
}

#[test]
fn all_left_out() {
    let cold = change(quick(1), |trace| {
        if let Some(network) = &mut trace.network {
            network.connect_start = Some(Micros(100));
            network.connect_end = Some(Micros(30_000));
        }
    });
    says(
        &report(&cold),
        Tone::NotEnoughData,
        "The one answer that worked was left out, because it also paid for a new connection. Run again for a verdict.",
    );
    let frozen = change(quick(4), |trace| trace.conditions.frozen = true);
    says(
        &report(&frozen),
        Tone::NotEnoughData,
        "Each of the 4 answers that worked was left out, because the browser paused the tab. Run again for a verdict.",
    );
}
