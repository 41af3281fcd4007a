//! What is known of the tokens.

use super::thresholds::{CACHED, MAX_CHARS_PER_TOKEN, MAX_TPS, TOKEN_MISMATCH};
use super::{Finding, Metric, Observed, Run, indices, of_answers};
use crate::format::{grouped, percent, speed};
use crate::metrics::{OutputLength, Thinking, TokenSource};
use crate::missing::{CautionKind, Missing};
use crate::units::TokensPerSecond;

/// No count from the server, so no speed in tokens.
pub(super) fn unknown(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.streams(), |r| {
        r.metrics.output_events > 0 && r.metrics.tokens.source == TokenSource::EventsOnly
    })?;
    Some(
        Finding::note(
            CautionKind::TokensUnknown,
            "Tokens are not known",
            format!("The server reported no token count for {}.", of_answers(requests.len(), run)),
            "Words per minute and all times are exact. For speeds in tokens ask the vendor for usage in the stream (`stream_options.include_usage`).",
        )
        .about(requests),
    )
}

/// The total and the sum over the events disagree.
pub(super) fn mismatch(run: &Run<'_>) -> Option<Finding> {
    let off = |request: &Observed<'_>| -> Option<(f64, f64)> {
        let tokens = &request.metrics.tokens;
        if tokens.source != TokenSource::Usage {
            return None;
        }
        let (total, sum) = (*tokens.counted.as_ref().ok()?, tokens.per_event_sum? as f64);
        ((total - sum).abs() > TOKEN_MISMATCH * total.max(sum)).then_some((total, sum))
    };
    let requests = indices(run.streams(), |r| off(r).is_some())?;
    let (total, sum) = run.streams().find_map(off)?;
    Some(
        Finding::note(
            CautionKind::TokenMismatch,
            "The server's own counts disagree",
            format!(
                "{}; in the first one its total says {total:.0}, its events add up to {sum:.0}.",
                of_answers(requests.len(), run)
            ),
            "Speeds use the total. Ask the vendor which of the two they bill.",
        )
        .about(requests),
    )
}

/// Thinking that isn't in the stream. Subtracted where its amount is known, else the speed can't be told.
pub(super) fn hidden_reasoning(run: &Run<'_>) -> Option<Finding> {
    let unknown = |request: &Observed<'_>| {
        matches!(
            request.metrics.tokens.counted,
            Err(Missing::HiddenReasoning)
        )
    };
    let hidden = |request: &Observed<'_>| {
        matches!(
            request.metrics.tokens.thinking,
            Thinking::Hidden | Thinking::Summarised
        ) || unknown(request)
    };
    let requests = indices(run.streams(), hidden)?;
    let concerned = || run.streams().filter(|request| hidden(request));
    let amounts = || concerned().filter_map(|request| request.metrics.tokens.hidden);
    let (most, total) = (
        amounts().max().unwrap_or(0),
        amounts().map(u64::from).sum::<u64>(),
    );
    let evidence = if total == 0 {
        format!(
            "{} reported far more tokens than the text they showed can hold.",
            of_answers(requests.len(), run)
        )
    } else {
        format!(
            "{} contained thinking that was not shown, up to {} tokens in one.",
            of_answers(requests.len(), run),
            grouped(u64::from(most))
        )
    };
    let finding = Finding::note(
        CautionKind::HiddenReasoning,
        "The model thought out of sight",
        evidence,
        "",
    )
    .about(requests);
    Some(if concerned().any(unknown) {
        Finding {
            advice: "How much is not reported, so the speed in tokens can't be told for those. Ask the vendor to report reasoning tokens, or to stream them.".to_owned(),
            ..finding.hiding(&[Metric::Tps, Metric::Tpot])
        }
    } else {
        Finding {
            advice: "These tokens are in the wait and on the bill, not in the streaming speed."
                .to_owned(),
            ..finding
        }
    })
}

/// Faster than any service: text was held back and released.
pub(super) fn implausible_speed(run: &Run<'_>) -> Option<Finding> {
    let speed_of = |request: &Observed<'_>| request.metrics.tps.as_ref().ok().map(|tps| tps.0);
    let test = |request: &Observed<'_>| {
        speed_of(request).is_some_and(|tps| tps > MAX_TPS)
            || (request.metrics.tps.is_ok()
                && request
                    .metrics
                    .chars_per_token
                    .is_some_and(|chars| chars > MAX_CHARS_PER_TOKEN))
    };
    let requests = indices(run.streams(), test)?;
    let fastest = run
        .streams()
        .filter(|r| test(r))
        .filter_map(speed_of)
        .fold(0.0, f64::max);
    Some(
        Finding::note(
            CautionKind::ImplausibleSpeed,
            "Too fast to be true",
            format!(
                "Up to {} in {}, or more than {MAX_CHARS_PER_TOKEN:.0} characters in a token.",
                speed(TokensPerSecond(fastest)),
                of_answers(requests.len(), run)
            ),
            "The text was probably held back on the way, or the token count is wrong. Those speeds are not shown.",
        )
        .about(requests)
        .hiding(&[Metric::Tps, Metric::Tpot]),
    )
}

/// Too short to judge a speed.
pub(super) fn short_output(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.streams(), |r| {
        r.metrics.output_length() == Some(OutputLength::Short)
    })?;
    Some(
        Finding::note(
            CautionKind::ShortOutput,
            "Answers too short to judge speed",
            format!("{} had fewer than 50 tokens.", of_answers(requests.len(), run)),
            "Their speeds are shown but not judged. Ask for answers of 100 tokens or more; 500 is ideal.",
        )
        .about(requests),
    )
}

/// Work that a user's first message would not find done.
pub(super) fn cache_hit(run: &Run<'_>) -> Option<Finding> {
    let share = |request: &Observed<'_>| -> Option<f64> {
        let usage = request.trace.usage?;
        let (cached, prompt) = (usage.cached?, usage.prompt.filter(|prompt| *prompt > 0)?);
        Some(f64::from(cached) / f64::from(prompt))
    };
    let title = "The server reused earlier work";
    if let Some(requests) = indices(run.streams(), |r| share(r).is_some_and(|s| s > CACHED)) {
        let most = run.streams().filter_map(share).fold(0.0, f64::max);
        return Some(
            Finding::note(
                CautionKind::CacheHit,
                title,
                format!(
                    "Up to {} of the prompt came from a cache, in {}.",
                    percent(most.min(1.0)),
                    of_answers(requests.len(), run)
                ),
                "A user's first message waits longer. Switch on \"Make every prompt unique\" to see that wait.",
            )
            .about(requests),
        );
    }
    let told_otherwise = run.streams().all(|request| share(request).is_some());
    if run.plan.nonce || told_otherwise || run.requests.len() < 2 {
        return None;
    }
    Some(Finding::note(
        CautionKind::CacheHit,
        "The server may have reused earlier work",
        format!(
            "The same prompt was sent {} times.",
            grouped(run.requests.len() as u64)
        ),
        "A user's first message may wait longer. Switch on \"Make every prompt unique\" to see that wait.",
    ))
}
