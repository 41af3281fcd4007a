//! The verdict in one plain sentence of at most 30 words, with the slow side and the uncertainty in it.

use super::bands::{freeze_step, margin_step, success_cap, wait_step};
use super::nothing::{all_failed, all_left_out};
use super::{Evidence, Tone, share_beyond, share_of_answers};
use crate::cautions::Observed;
use crate::format::{spoken_at, spoken_over, spoken_range, spoken_within};
use crate::missing::Missing;
use crate::order::sort_numbers;
use crate::stats::{Distribution, Percent, failure_adjusted};
use crate::text;
use crate::trace::{OutcomeKind, Phase};
use crate::units::Micros;

/// More than this nobody reads in one go.
const MAX_WORDS: usize = 30;

pub(super) fn compose(evidence: &Evidence<'_>) -> (String, Tone) {
    let success = evidence.success;
    if success.of == 0 {
        let practised = evidence
            .run
            .requests
            .iter()
            .any(|r| r.trace.phase == Phase::Warmup && r.trace.outcome != OutcomeKind::CutOff);
        let subject = if practised {
            "No measured request"
        } else {
            "No request"
        };
        let text = format!("{subject} came to its end, so there is nothing to judge yet.");
        return (text, Tone::NotEnoughData);
    }
    if success.hits == 0 {
        return (all_failed(evidence), Tone::Failed);
    }
    if evidence.run.counted().next().is_none() {
        return (all_left_out(evidence), Tone::NotEnoughData);
    }
    if evidence.ttfa.n == 0 {
        return without_first_word(evidence);
    }
    let tone = tone(evidence, evidence.ttfa);
    let text = match evidence.ttfa.n {
        1 => one(evidence),
        2..11 => few(evidence),
        _ => many(evidence, tone),
    };
    (text, tone)
}

/// No answer gives a first word: in one piece, no text, or taken away by a caution.
fn without_first_word(evidence: &Evidence<'_>) -> (String, Tone) {
    let whole = evidence.e2e;
    let (Some(tail), Some(worst)) = (tail(whole), whole.max) else {
        let text =
            text!("The waits could not be measured in this run; the cautions below say why.").get();
        return (text.to_owned(), Tone::NotEnoughData);
    };
    let no_text = evidence.ttfa.reason.as_deref() == Some(Missing::NoAnswer.code());
    let lead = if no_text {
        "Nothing came that your users could read"
    } else {
        "The text comes in one piece"
    };
    let rest = if no_text {
        ""
    } else {
        ", with nothing to read before"
    };
    let build = |rest: &str| {
        let text = match (whole.n, tail) {
            (1, _) => format!(
                "{lead}: the one answer was complete within {}{rest}.",
                spoken_within(worst)
            ),
            (2..11, _) => format!(
                "{lead}: the {} answers seen were complete within {}{rest}. Too few to promise more.",
                whole.n,
                spoken_within(worst)
            ),
            (_, (percent, value)) => format!(
                "{lead}: {} answers are complete within {}{rest}.",
                share_of_answers(percent),
                spoken_within(value)
            ),
        };
        with_failures(evidence, text)
    };
    let mut tone = tone(evidence, whole);
    if no_text && tone != Tone::NotEnoughData {
        tone = Tone::Mixed;
    }
    (short_enough([build(rest), build("")]), tone)
}

fn one(evidence: &Evidence<'_>) -> String {
    let wait = spoken_within(evidence.ttfa.max.unwrap_or_default());
    let flow = match (behind(evidence), evidence.without_stall) {
        (Some(true), _) => "it came slower than your reader reads",
        (_, None) => "its flow could not be measured",
        (_, Some(smooth)) if smooth.hits == smooth.of => "your reader did not have to wait",
        (_, Some(_)) => "your reader had to wait",
    };
    let build = |flow: &str| {
        let text = format!("One answer promises little: its first word came within {wait}{flow}.");
        with_failures(evidence, text)
    };
    short_enough([build(&format!(", then {flow}")), build("")])
}

fn few(evidence: &Evidence<'_>) -> String {
    let waits = evidence.ttfa;
    let all = spoken_within(waits.max.unwrap_or_default());
    let all_started = format!("all started within {all}");
    let starts = match waits.p50.map(spoken_within).filter(|half| *half != all) {
        Some(half) => format!("half started within {half}, all within {all}"),
        None => all_started.clone(),
    };
    // Full, and as short as it can be said.
    let (flow, brief) = match (behind(evidence), evidence.without_stall) {
        (Some(true), _) => (
            "the text came slower than your reader reads".to_owned(),
            "slower than your reader reads".to_owned(),
        ),
        (_, None) => (
            "their flow could not be measured".to_owned(),
            "flow not measured".to_owned(),
        ),
        (_, Some(smooth)) if smooth.hits == smooth.of && evidence.flow_unknown() > 0 => {
            let known = format!(
                "none of {} whose flow is known made your reader wait",
                smooth.of
            );
            (known, "flow not known for all".to_owned())
        }
        (_, Some(smooth)) if smooth.hits == smooth.of => (
            "none made your reader wait".to_owned(),
            "none made your reader wait".to_owned(),
        ),
        (_, Some(smooth)) => {
            let waited = format!("{} made your reader wait", smooth.of - smooth.hits);
            let worst = worst_freeze(evidence);
            (format!("{waited}, at worst {worst}"), waited)
        }
    };
    // Answers that worked but whose wait is doubtful were seen as well.
    let seen = if waits.n < evidence.success.hits {
        format!("{} that could be timed", waits.n)
    } else {
        format!("{} seen", waits.n)
    };
    let build = |promise: &str, starts: &str, flow: &str| {
        let text = format!("Too few {promise}. Of {seen}, {starts}; {flow}.");
        with_failures(evidence, text)
    };
    let promise = "answers to promise much";
    short_enough([
        build(promise, &starts, &flow),
        build(promise, &all_started, &flow),
        build(promise, &all_started, &brief),
        build("to promise much", &all_started, &brief),
    ])
}

/// The first that one reads in one go. They come from the fullest to the shortest, which is taken if none is.
fn short_enough<const N: usize>(texts: [String; N]) -> String {
    let mut shortest = String::new();
    for text in texts {
        let fits = words(&text) <= MAX_WORDS;
        shortest = text;
        if fits {
            break;
        }
    }
    shortest
}

fn many(evidence: &Evidence<'_>, tone: Tone) -> String {
    let Some((percent, value)) = tail(evidence.ttfa) else {
        return few(evidence);
    };
    let (wait, range) = wait_clause(evidence.ttfa, percent, value);
    let (flow, brief) = flow(evidence);
    let lead = match tone {
        Tone::Bad | Tone::Mixed => complaint(evidence),
        Tone::Good | Tone::NotEnoughData | Tone::Failed => None,
    };
    let hidden = evidence
        .hidden_thinking()
        .then_some("The model first thinks out of sight");
    let build = |lead: Option<&str>, range: &str, flow: &str| {
        let clause = format!("{wait}{range}{flow}.");
        let text = match lead {
            Some(lead) => format!("{lead}: {clause}"),
            None => capitalised(&clause),
        };
        with_failures(evidence, text)
    };
    short_enough([
        build(hidden.or(lead.as_deref()), &range, &flow),
        build(hidden.or(lead.as_deref()), "", &flow),
        build(lead.as_deref(), "", &flow),
        build(None, "", &flow),
        build(None, "", &brief),
    ])
}

/// The wait for the first word on the slow side, and its likely range.
fn wait_clause(waits: &Distribution, percent: Percent, value: f64) -> (String, String) {
    if let Some(p50) = waits.p50.filter(|p50| wait_step(*p50) <= 2) {
        let clause = format!(
            "half of your users wait over {} for the first word",
            spoken_over(p50)
        );
        return (clause, range_text(waits, Percent::P50));
    }
    let clause = if wait_step(value) <= 2 {
        format!(
            "{} answers starts only after {}",
            share_beyond(percent),
            spoken_over(value)
        )
    } else {
        format!(
            "in {} answers the first word comes within {}",
            share_of_answers(percent),
            spoken_within(value)
        )
    };
    (clause, range_text(waits, percent))
}

fn range_text(waits: &Distribution, percent: Percent) -> String {
    match waits.range(percent) {
        (Some(low), Some(high)) => {
            spoken_range(low, high).map_or_else(String::new, |range| format!(" (likely {range})"))
        }
        // Below a tenth of a second nothing is said aloud.
        (Some(low), None) if low >= 100_000.0 => {
            [" (likely ", &spoken_over(low), " or more)"].concat()
        }
        _ => String::new(),
    }
}

/// What is wrong, in two or three words.
fn complaint(evidence: &Evidence<'_>) -> Option<String> {
    let slow = evidence.ttfa.p75.is_some_and(|p75| wait_step(p75) <= 3);
    let uneven = nine_in_ten(evidence, longest_freeze).is_some_and(|nine| freeze_step(nine) <= 3);
    let behind = behind(evidence) == Some(true);
    let words = match (slow, uneven, behind) {
        (true, true, _) => "Slow to start and uneven",
        (true, false, true) => "Slow to start and slow to read",
        (true, false, false) => "Slow to start",
        (false, _, true) => "Slower than reading",
        (false, true, false) => "Uneven",
        (false, false, false) => return None,
    };
    Some(words.to_owned())
}

/// Whether the slow side of the pace is below the reader's.
fn behind(evidence: &Evidence<'_>) -> Option<bool> {
    evidence
        .slow_margin(evidence.wpm)
        .map(|margin| margin_step(margin) < 3)
}

/// What happens after the first word, in full and in short. Starts with its own punctuation.
fn flow(evidence: &Evidence<'_>) -> (String, String) {
    let same = |text: String| (text.clone(), text);
    if behind(evidence) == Some(true) {
        return same("; then the text comes slower than your reader reads".to_owned());
    }
    let Some(smooth) = evidence.without_stall else {
        return same("; how evenly the text flows could not be measured".to_owned());
    };
    let unknown = evidence.flow_unknown();
    let waited = match (smooth.hits, smooth.of) {
        (hits, of) if hits < of && unknown > 0 => format!(
            "; then at least {} of {} made your reader wait",
            of - hits,
            of + unknown
        ),
        (hits, of) if hits == of && unknown > 0 => {
            return same(format!(
                "; of {of} whose flow is known none made your reader wait"
            ));
        }
        (hits, of) if hits == of => {
            return same(format!("; after that, none of {of} made your reader wait"));
        }
        (hits, of) if hits * 10 >= of * 9 => {
            return same(format!("; {hits} of {of} then never made your reader wait"));
        }
        (0, of) => format!("; then all {of} made your reader wait"),
        (hits, of) => format!("; then {} of {of} made your reader wait", of - hits),
    };
    let worst = worst_freeze(evidence);
    (format!("{waited}, at worst {worst}"), waited)
}

fn worst_freeze(evidence: &Evidence<'_>) -> String {
    spoken_at(evidence.longest_stall.max.unwrap_or_default())
}

/// Failures stand in front: the rest speaks only for the answers that worked.
fn with_failures(evidence: &Evidence<'_>, text: String) -> String {
    match evidence.failed() {
        0 => text,
        failed => format!(
            "{failed} of {} requests failed. {text}",
            evidence.success.of
        ),
    }
}

/// The percentile furthest in the tail that the sample supports; for a few values their largest, as a median.
fn tail(distribution: &Distribution) -> Option<(Percent, f64)> {
    Percent::ALL
        .into_iter()
        .rev()
        .find_map(|percent| distribution.at(percent).map(|value| (percent, value)))
        .or(distribution.max.map(|max| (Percent::P50, max)))
}

/// What 9 of 10 answers stay within, by nearest rank: unlike a gated percentile there is one for every run, and unlike the
/// largest value one odd answer doesn't decide.
fn nine_in_ten(
    evidence: &Evidence<'_>,
    get: impl Fn(&Observed<'_>) -> Option<Micros>,
) -> Option<f64> {
    let mut values: Vec<f64> = evidence
        .run
        .counted()
        .filter_map(|request| get(request).map(|time| time.0 as f64))
        .collect();
    sort_numbers(&mut values);
    failure_adjusted(&values, 0, Percent::P90).ok()
}

fn longest_freeze(request: &Observed<'_>) -> Option<Micros> {
    request.typical_stalls().ok().map(|stalls| stalls.longest)
}

/// Judged at p75 like the use cases; a slow side worse than usable takes "good" away.
fn tone(evidence: &Evidence<'_>, waits: &Distribution) -> Tone {
    let Some(wait) = waits.p75 else {
        return Tone::NotEnoughData;
    };
    let typical = [
        Some(wait_step(wait)),
        evidence.longest_stall.p75.map(freeze_step),
        evidence.slow_margin(evidence.wpm).map(margin_step),
        Some(success_cap(evidence.success.hits, evidence.success.of)),
    ];
    let slow_side = [
        nine_in_ten(evidence, |r| r.metrics.ttfa.as_ref().ok().copied()).map(wait_step),
        nine_in_ten(evidence, longest_freeze).map(freeze_step),
    ];
    let worst = |steps: &[Option<u8>]| steps.iter().flatten().copied().min().unwrap_or(5);
    match (worst(&typical), worst(&slow_side)) {
        (4.., 3..) => Tone::Good,
        (3.., _) => Tone::Mixed,
        _ => Tone::Bad,
    }
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn capitalised(text: &str) -> String {
    let mut text = text.to_owned();
    // Our own English sentences: Unicode's tables of letters would be larger than all of them.
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
