//! The three headline facts: first word, pace, freezes.

use super::bands::{WaitBand, freeze_step, freeze_word, margin_step, margin_word, wait_step};
use super::{Evidence, Fact, StruckFact, share_beyond};
use crate::cautions::Metric;
use crate::format::{counted, duration_exact_to, duration_in_range, duration_range, factor};
use crate::missing::Missing;
use crate::stats::{Distribution, Percent};
use crate::units::Micros;

type Make = fn(&Evidence<'_>, &Distribution) -> Fact;

pub(super) fn all(evidence: &Evidence<'_>) -> Vec<Fact> {
    let made: [(Metric, &Distribution, Make); 3] = [
        (Metric::Ttfa, evidence.ttfa, first_word),
        (Metric::Wpm, evidence.wpm, pace),
        (Metric::Stalls, evidence.longest_stall, freezes),
    ];
    made.into_iter()
        .map(|(metric, valid, make)| {
            let mut fact = make(evidence, valid);
            let struck = evidence.struck.iter().find(|s| s.metric == metric.key());
            fact.struck = struck.map(|struck| {
                let Fact { value, range, .. } = make(evidence, &struck.values);
                StruckFact {
                    caution: struck.caution,
                    value,
                    range,
                }
            });
            fact
        })
        .collect()
}

fn fact(name: &str, label: &str) -> Fact {
    Fact {
        name: name.to_owned(),
        label: label.to_owned(),
        value: "not known".to_owned(),
        range: String::new(),
        word: String::new(),
        step: None,
        struck: None,
    }
}

/// Time to first answer: the median with its likely range.
fn first_word(evidence: &Evidence<'_>, waits: &Distribution) -> Fact {
    let mut fact = fact("first_word", "First word");
    let tick = evidence.run.exact_to();
    let (Some(low), Some(high)) = (waits.min, waits.max) else {
        fact.range = why(waits);
        return fact;
    };
    let shown = waits.p50.unwrap_or(high);
    let answers = counted(waits.n as usize, "answer");
    (fact.value, fact.range) = match (waits.p50, waits.range(Percent::P50)) {
        (Some(p50), (Some(from), Some(to))) => (
            duration_in_range(p50, (Some(from), Some(to)), tick),
            format!(
                "{}, likely range of the median",
                duration_range(from, to, tick)
            ),
        ),
        (Some(p50), _) => (
            duration_exact_to(p50, tick),
            format!("{} in {answers}", duration_range(low, high, tick)),
        ),
        (None, _) if waits.n == 1 => (duration_exact_to(high, tick), "one answer".to_owned()),
        (None, _) => (
            duration_range(low, high, tick),
            format!("{answers}, too few for a median"),
        ),
    };
    // Word and step speak of one value: what is judged, or what is shown where the run is too small to judge.
    let worded = waits.p75.unwrap_or(shown);
    fact.word = WaitBand::of(Micros::from_millis(worded / 1000.0))
        .word()
        .to_owned();
    fact.step = waits.p75.map(wait_step);
    fact
}

/// How many times faster than the reader the slow answers come.
fn pace(evidence: &Evidence<'_>, wpm: &Distribution) -> Fact {
    let mut fact = fact("pace", "Pace");
    let Some(margin) = evidence.slow_margin(wpm) else {
        fact.range = why(wpm);
        return fact;
    };
    fact.value = format!("{} your reader", factor(margin));
    let answers = counted(wpm.n as usize, "answer");
    let percent = [Percent::P95, Percent::P75]
        .into_iter()
        .find(|percent| wpm.at(*percent).is_some());
    fact.range = match percent {
        Some(percent) => format!(
            "all but the slowest {} of {answers} reach this",
            share_beyond(percent)
        ),
        None if wpm.n == 1 => "one answer".to_owned(),
        None => format!("slowest of {answers}"),
    };
    fact.word = margin_word(margin).to_owned();
    fact.step = percent.map(|_| margin_step(margin));
    fact
}

/// In how many answers the text stopped for the reader.
fn freezes(evidence: &Evidence<'_>, stalls: &Distribution) -> Fact {
    let mut fact = fact("freezes", "Freezes");
    let Some(longest) = stalls.max else {
        fact.range = why(stalls);
        return fact;
    };
    let tick = evidence.run.exact_to();
    let Some(smooth) = evidence.without_stall else {
        fact.value = duration_exact_to(longest, tick);
        fact.range = format!("longest of {}", counted(stalls.n as usize, "answer"));
        return fact;
    };
    let all = smooth.of as usize;
    let unknown = evidence.flow_unknown() as usize;
    fact.value = match (smooth.hits, smooth.of) {
        // The rest may have frozen as well: a caution took their freezes away.
        (hits, of) if hits < of && unknown > 0 => [
            "in at least ",
            &(of - hits).to_string(),
            " of ",
            &counted(all + unknown, "answer"),
        ]
        .concat(),
        (1, 1) => "none in the one answer".to_owned(),
        (0, 1) => "in the one answer".to_owned(),
        (hits, of) if hits == of => format!("none in {}", counted(all, "answer")),
        (0, _) => format!("in all {}", counted(all, "answer")),
        (hits, _) => format!("none in {hits} of {}", counted(all, "answer")),
    };
    fact.range = if smooth.hits == smooth.of {
        "no wait of 0.1 s or more".to_owned()
    } else {
        format!("longest {}", duration_exact_to(longest, tick))
    };
    if unknown > 0 {
        let rest = [&counted(unknown, "answer"), " could not be judged"].concat();
        let frozen = smooth.hits < smooth.of;
        fact.range = if frozen {
            [&fact.range, "; ", &rest].concat()
        } else {
            rest
        };
        if !frozen || stalls.n == 0 {
            fact.word = "not known for all".to_owned();
            return fact;
        }
    }
    fact.word = freeze_word(stalls.p75.unwrap_or(longest)).to_owned();
    fact.step = stalls.p75.map(freeze_step);
    fact
}

/// Why there is no number, in words.
fn why(distribution: &Distribution) -> String {
    reason_in_words(distribution.reason.as_deref().unwrap_or_default()).to_owned()
}

/// The code of a reason, in words.
pub(super) fn reason_in_words(code: &str) -> &'static str {
    const WORDS: [(&Missing, &str); 9] = [
        (&Missing::NoSuccess, "no answer in the statistics"),
        (&Missing::NoOutput, "nothing was generated"),
        (&Missing::NoAnswer, "no visible answer text"),
        (&Missing::NotStreamed, "the answer came in one piece"),
        (&Missing::TooShort, "too few words"),
        (&Missing::TokensUnknown, "tokens not reported"),
        (&Missing::HiddenReasoning, "hidden thinking"),
        (&Missing::OneToken, "one token only"),
        (&Missing::MissingInput(""), "not known in this run"),
    ];
    WORDS
        .iter()
        .find(|(missing, _)| missing.code() == code)
        .map_or("a caution takes it away", |(_, words)| words)
}
