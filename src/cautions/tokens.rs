//! What is known of the tokens.

use super::stream::is_held_back;
use super::thresholds::{
    CACHED, ESTIMATE_MIN_WORDS, ESTIMATE_MISMATCH, MAX_TPS, TOKEN_MISMATCH, TOKENS_PER_CJK_CHAR,
    TOKENS_PER_CODE_CHAR, TOKENS_PER_WORD,
};
use super::{Finding, Metric, Observed, Run, indices, of_answers};
use crate::format::{grouped, percent, speed};
use crate::metrics::{OutputLength, Thinking, TokenSource};
use crate::missing::{CautionKind, Missing};
use crate::text;
use crate::units::TokensPerSecond;

/// No count from the server, so no speed in tokens.
pub(super) fn unknown(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.streams(), |r| {
        r.metrics.output_events > 0
            && r.metrics.tokens.source == TokenSource::EventsOnly
            && !counts_others(r)
    })?;
    Some(
        Finding::note(
            CautionKind::TokensUnknown,
            format!("The server reported no token count for {}.", of_answers(requests.len(), run)),
            text!("Words per minute and all times are exact. For speeds in tokens ask the vendor for usage in the stream (`stream_options.include_usage`)."),
        )
        .about(requests),
    )
}

/// The server counted several answers together.
fn counts_others(request: &Observed<'_>) -> bool {
    request.trace.several_answers
}

/// The total is of several answers, or disagrees with the sum over the events or, where events have no counts, with the text.
pub(super) fn mismatch(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.streams(), |r| {
        counts_others(r) || against_events(r).is_some() || against_text(r).is_some()
    })?;
    let (evidence, advice) = if run.streams().any(counts_others) {
        (
            text!("some replies hold several answers, whose tokens are counted together")
                .get()
                .to_owned(),
            text!("Speeds in tokens are not shown for those. Ask for one answer in each request."),
        )
    } else if let Some((total, sum)) = run.streams().find_map(against_events) {
        (
            format!("in the first one its total says {total:.0}, its events add up to {sum:.0}"),
            text!("Speeds use the total. Ask the vendor which of the two they bill."),
        )
    } else {
        let (total, estimate) = run.streams().find_map(against_text)?;
        (
            format!(
                "in the first one it counts {total:.0} tokens, the text looks like about {estimate:.0}"
            ),
            text!("Speeds in tokens use the server's count. Words per minute do not need it."),
        )
    };
    Some(
        Finding::note(
            CautionKind::TokenMismatch,
            format!("{}; {evidence}.", of_answers(requests.len(), run)),
            advice,
        )
        .about(requests),
    )
}

/// The server's total for the answer and the sum over its events, if they disagree.
fn against_events(request: &Observed<'_>) -> Option<(f64, f64)> {
    let tokens = &request.metrics.tokens;
    if tokens.source != TokenSource::Usage {
        return None;
    }
    let (total, sum) = (*tokens.counted.as_ref().ok()?, tokens.per_event_sum? as f64);
    ((total - sum).abs() > TOKEN_MISMATCH * total.max(sum)).then_some((total, sum))
}

/// The answer's part of the server's total and the nearest estimate for its text, if they disagree. Other output has no
/// estimate, so the answer must be most of what was counted.
fn against_text(request: &Observed<'_>) -> Option<(f64, f64)> {
    let metrics = &request.metrics;
    let whole = request.trace.bad_frames == 0;
    if metrics.tokens.source != TokenSource::Usage
        || metrics.answer_words < ESTIMATE_MIN_WORDS
        || !whole
    {
        return None;
    }
    let n = *metrics.tokens.counted.as_ref().ok()?;
    let per_token = metrics.chars_per_token?;
    let (chars, words) = (
        f64::from(metrics.answer_chars),
        f64::from(metrics.answer_words),
    );
    if chars * 2.0 < per_token * n {
        return None;
    }
    let answer = chars / per_token;
    let (low, high) = if metrics.reads_by_character() {
        let estimate = words * TOKENS_PER_CJK_CHAR;
        (estimate, estimate)
    } else {
        let (prose, code) = (words * TOKENS_PER_WORD, chars * TOKENS_PER_CODE_CHAR);
        (prose.min(code), prose.max(code))
    };
    let nearest = answer.clamp(low, high);
    let off = answer.max(nearest) > (1.0 + ESTIMATE_MISMATCH) * answer.min(nearest);
    off.then_some((answer, nearest))
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
    let finding = Finding::note(CautionKind::HiddenReasoning, evidence, "").about(requests);
    Some(if concerned().any(unknown) {
        Finding {
            advice: text!("How much is not reported, so the speed in tokens can't be told for those. Ask the vendor to report reasoning tokens, or to stream them.").get().to_owned(),
            ..finding.hiding(&[Metric::Tps, Metric::Tpot])
        }
    } else {
        Finding {
            advice: text!(
                "These tokens are in the wait and on the bill, not in the streaming speed."
            )
            .get()
            .to_owned(),
            ..finding
        }
    })
}

/// Faster than any service, so text was held back and released; or more text than the tokens can hold.
pub(super) fn implausible_speed(run: &Run<'_>) -> Option<Finding> {
    let too_fast = |request: &Observed<'_>| {
        let tps = request.metrics.tps.as_ref().ok()?.0;
        (tps > MAX_TPS).then_some(tps)
    };
    let too_dense = |request: &Observed<'_>| {
        let chars = request.metrics.chars_per_token?;
        request.has_too_few_tokens().then_some(chars)
    };
    let requests = indices(run.streams(), |r| {
        too_fast(r).is_some() || too_dense(r).is_some()
    })?;
    let most = |get: &dyn Fn(&Observed<'_>) -> Option<f64>| {
        run.streams().filter_map(get).max_by(f64::total_cmp)
    };
    let concerned = of_answers(requests.len(), run);
    let (title, evidence, advice) = match (most(&too_fast), most(&too_dense)) {
        (Some(tps), None) => (
            text!("Too fast to be true"),
            format!("Up to {} in {concerned}.", speed(TokensPerSecond(tps))),
            text!("The text was probably held back on the way. Those speeds are not shown."),
        ),
        (None, dense) => (
            text!("The token count is too low to be true"),
            format!(
                "One token for {:.0} characters in {concerned}.",
                dense.unwrap_or_default()
            ),
            text!(
                "The server's token count is wrong, so speeds in tokens are not shown for those."
            ),
        ),
        (Some(tps), Some(dense)) => (
            text!("Too fast to be true"),
            format!(
                "Up to {}, or one token for {dense:.0} characters, in {concerned}.",
                speed(TokensPerSecond(tps))
            ),
            text!(
                "The text was held back on the way, or the token count is wrong. Those speeds are not shown."
            ),
        ),
    };
    Some(
        Finding::note(CautionKind::ImplausibleSpeed, evidence, advice)
            .titled(title)
            .about(requests)
            .hiding(&[Metric::Tps, Metric::Tpot]),
    )
}

/// Too short to judge a speed.
pub(super) fn short_output(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.streams(), |r| {
        r.metrics.output_length() == Some(OutputLength::Short)
            && !r.has_too_few_tokens()
            && !is_held_back(r)
    })?;
    Some(
        Finding::note(
            CautionKind::ShortOutput,
            format!("{} had fewer than 50 tokens.", of_answers(requests.len(), run)),
            text!("Their speeds are shown but not judged. Ask for answers of 100 tokens or more; 500 is ideal."),
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
    if let Some(requests) = indices(run.streams(), |r| share(r).is_some_and(|s| s > CACHED)) {
        let most = run.streams().filter_map(share).fold(0.0, f64::max);
        return Some(
            Finding::note(
                CautionKind::CacheHit,
                format!(
                    "Up to {} of the prompt came from a cache, in {}.",
                    percent(most.min(1.0)),
                    of_answers(requests.len(), run)
                ),
                if run.plan.nonce {
                    text!("Every prompt was unique from its first line on, so what came from the cache is what stands before it, such as a template of the server: users get that from the cache too.")
                } else {
                    text!("A user's first message waits longer. Switch on \"Make every prompt unique\" to see that wait.")
                },
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
        format!(
            "The same prompt was sent {} times.",
            grouped(run.requests.len() as u64)
        ),
        text!("A user's first message may wait longer. Switch on \"Make every prompt unique\" to see that wait."),
    ).titled(text!("The server may have reused earlier work")))
}
