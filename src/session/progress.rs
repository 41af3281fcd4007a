//! Where a run stands, in words.

use crate::order::sorted;
use crate::session::{Phase, Run, State};
use crate::trace::{self, FailureKind, OutcomeKind, Trace};
use crate::units::Micros;

/// Share of the run that is done, in whole percent.
#[must_use]
pub fn percent(run: &Run) -> u32 {
    let total = run.total().max(1);
    (ended(run).min(total) * 100) / total
}

/// The line beside the progress bar, e.g. "Request 7 of 20, about 40 s left".
#[must_use]
pub fn line(run: &Run) -> String {
    if run.stopping {
        return "Stopping: the requests on their way are being ended".to_owned();
    }
    if run.calibration.is_none() && run.progress.sent == 0 && run.traces.is_empty() {
        return "Getting ready: checking this browser's clock".to_owned();
    }
    let at_most = run.plan.until_stable.is_some();
    let place = if let Some(pause) = run.progress.pause {
        let secs = pause.0.div_ceil(1_000_000);
        format!("Waiting {secs} s: the vendor asked for a pause")
    } else {
        let (practice, at, of) = position(run);
        let what = if practice {
            "Practice request"
        } else {
            "Request"
        };
        let most = if at_most && !practice { "at most " } else { "" };
        format!("{what} {at} of {most}{of}")
    };
    match time_left(run).map(rounded) {
        Some(left) => {
            let most = if at_most { " at most" } else { "" };
            format!("{place}, {left} left{most}")
        }
        None => place,
    }
}

/// What stands in front of the name of the page while a run goes on: "7/20 · ". Empty otherwise.
#[must_use]
pub fn title(state: &State) -> String {
    match &state.run {
        Some(run) if state.phase == Phase::Running => {
            let (practice, at, of) = position(run);
            let what = if practice { "Practice " } else { "" };
            format!("{what}{at}/{of} · ")
        }
        _ => String::new(),
    }
}

/// Whether the run practises, and which request of how many it waits for.
fn position(run: &Run) -> (bool, u32, u32) {
    let (ended, warmup, requests) = (ended(run), run.plan.warmup, run.plan.requests);
    match ended.checked_sub(warmup) {
        None => (true, ended + 1, warmup),
        Some(measured) => (false, (measured + 1).min(requests), requests),
    }
}

/// Expected time to the end: the mean length of the finished requests, for those that are still to come, spread over the
/// requests in flight, and what is left of a pause. `None` before the first one ended, and when nothing is left.
#[must_use]
pub fn time_left(run: &Run) -> Option<Micros> {
    let closed: Vec<u64> = run
        .traces
        .iter()
        .filter_map(|t| t.closed.map(|c| c.0))
        .collect();
    let n = u64::try_from(closed.len()).ok().filter(|n| *n > 0)?;
    let mean = closed.iter().sum::<u64>() / n;
    let left = u64::from(run.total().saturating_sub(ended(run)));
    if left == 0 {
        return None;
    }
    let lanes = u64::from(run.plan.concurrency.max(1)).min(left);
    let pause = run.progress.pause.unwrap_or_default().0;
    Some(Micros(
        mean.saturating_mul(left.div_ceil(lanes))
            .saturating_add(pause),
    ))
}

fn rounded(left: Micros) -> String {
    let secs = left.0.div_ceil(1_000_000);
    match secs {
        0..=4 => "a few seconds".to_owned(),
        5..=99 => format!("about {} s", secs.div_ceil(5) * 5),
        _ => format!("about {} min", secs.div_ceil(60)),
    }
}

fn ended(run: &Run) -> u32 {
    let known = u32::try_from(run.traces.len()).unwrap_or(u32::MAX);
    run.progress.ended.max(known)
}

/// One sentence for each kind of failure so far, most frequent first, e.g. "2 of 7 refused: rate limit". Measured requests
/// count, as everywhere; practice ones while there are no others, because they fail for the same reasons. Requests that the
/// user cut off don't.
#[must_use]
pub fn failures(run: &Run) -> Vec<String> {
    let ended = |phase| {
        let of_phase = run.traces.iter().filter(move |t| t.phase == phase);
        of_phase.filter(|t| t.outcome != OutcomeKind::CutOff)
    };
    let measured = ended(trace::Phase::Measured).count();
    let (phase, judged) = match measured {
        0 => (trace::Phase::Warmup, ended(trace::Phase::Warmup).count()),
        _ => (trace::Phase::Measured, measured),
    };
    let mut counts: Vec<(&'static str, u32)> = Vec::new();
    for words in ended(phase).filter_map(failure_words) {
        match counts.iter_mut().find(|(known, _)| *known == words) {
            Some((_, count)) => *count += 1,
            None => counts.push((words, 1)),
        }
    }
    let frequent_first = |a: &(&str, u32), b: &(&str, u32)| (b.1, a.0).cmp(&(a.1, b.0));
    sorted(counts.len(), &|a, b| frequent_first(&counts[a], &counts[b]))
        .into_iter()
        .map(|at| format!("{} of {judged} {}", counts[at].1, counts[at].0))
        .collect()
}

/// What went wrong with a request, to be read after a number; `None` if nothing did or the user cut it off.
#[must_use]
pub fn failure_words(trace: &Trace) -> Option<&'static str> {
    let kind = trace.failure.as_ref().map(|failure| failure.kind);
    match (trace.outcome, kind) {
        (OutcomeKind::Ok, _) => None,
        // The user's own doing, or the end of the run.
        (OutcomeKind::CutOff, _) => None,
        (_, Some(kind)) => Some(kind_words(kind)),
        (outcome, None) => Some(outcome_words(outcome)),
    }
}

/// How a request ended, in words.
#[must_use]
const fn outcome_words(outcome: OutcomeKind) -> &'static str {
    match outcome {
        OutcomeKind::Ok => "worked",
        OutcomeKind::Empty => "came back empty",
        OutcomeKind::HttpError => "refused by the server",
        OutcomeKind::Blocked => "blocked: no reply that a page may read",
        OutcomeKind::StreamError => "broke off",
        OutcomeKind::NotUnderstood => "answered in another format",
        OutcomeKind::Timeout => "took too long",
        OutcomeKind::CutOff => "stopped early",
    }
}

const fn kind_words(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::FetchRejected => "blocked: no reply that a page may read",
        FailureKind::Unauthorized => "refused: key not accepted",
        FailureKind::NotFound => "refused: nothing at this address, or no such model",
        FailureKind::RateLimited => "refused: rate limit",
        FailureKind::BadRequest => "refused: the vendor does not take this request",
        FailureKind::ServerError => "failed: trouble at the vendor",
        FailureKind::UnexpectedStatus => "answered with an unexpected status",
        FailureKind::VendorError => "ended with an error message of the vendor",
        FailureKind::BodyBroken => "broke off: the connection was lost",
        FailureKind::EndedEarly => "ended without a proper end",
        FailureKind::EmptyBody => "answered without any content",
        FailureKind::HtmlPage => "answered with a web page",
        FailureKind::WrongFormat => "answered in another format",
        FailureKind::TooLarge => "sent a message that is too large",
        FailureKind::IdleTimeout => "fell silent",
        FailureKind::TotalTimeout => "took too long",
        FailureKind::OutputLimit => "wrote far more than asked for",
        FailureKind::StoppedByUser => "stopped early",
    }
}

/// Dots of the running view: one for each finished measured request, by number.
#[must_use]
pub fn dots(run: &Run) -> Vec<(u32, OutcomeKind)> {
    run.traces
        .iter()
        .filter(|t| t.phase == trace::Phase::Measured)
        .map(|t| (t.index, t.outcome))
        .collect()
}
