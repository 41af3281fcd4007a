//! One sentence, then three facts: word, number, range.

use leptos::prelude::*;

use super::struck::{struck, why};
use crate::report::{Fact, Report, Tone};
use crate::session::{limits, notes, show};
use crate::web::ui::definition::explanation;
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::meter::meter;
use crate::web::ui::term::term;
use crate::web::ui::words;

/// The region "Verdict".
pub fn verdict(report: &Report) -> El {
    let verdict = &report.verdict;
    el("section")
        .class("verdict")
        .attr("aria-labelledby", "verdict-title")
        .attr("data-tone", tone_name(verdict.tone))
        .child(
            el("h2")
                .attr("id", "verdict-title")
                .class("eyebrow")
                .child("Verdict"),
        )
        .child(leaf("p", "verdict-sentence", verdict.sentence.clone()))
        .child(
            el("dl")
                .class("facts")
                .children(verdict.facts.iter().map(|shown| fact(report, shown))),
        )
        .child(leaf("p", "quiet", limits::judged(&report.summary) + "."))
        .child((report.summary.judged == 1).then(|| leaf("p", "", limits::ONE)))
        .children(
            notes::under_facts(report)
                .into_iter()
                .map(|line| leaf("p", "quiet", line)),
        )
}

fn fact(report: &Report, fact: &Fact) -> El {
    let (label, meaning, more) = match fact.name.as_str() {
        "first_word" => ("First word", explanation("ttfa_us"), None),
        "pace" => ("Pace", words::HEADROOM.to_owned(), pace(report)),
        _ => ("Freezes", explanation("longest_stall_us"), None),
    };
    let (value, range, caution) = match &fact.struck {
        Some(not_valid) => (
            struck(&not_valid.value).into(),
            &not_valid.range,
            Some(not_valid.caution),
        ),
        None => (fact.value.clone().into_any(), &fact.range, None),
    };
    let mut view = el("div").class("fact").attr("data-fact", fact.name.clone());
    if let Some(step) = fact.step {
        view = view.attr("data-step", step.to_string());
    }
    view.child(el("dt").child(term(label, meaning))).child(
        el("dd")
            .child(leaf("span", "fact-value", value))
            .child(
                el("span")
                    .class("fact-word")
                    .child(fact.step.map(meter))
                    .child(&fact.word),
            )
            .child(leaf("span", "fact-range quiet", range))
            .child(caution.map(|kind| why(report, kind)))
            .child(more.map(|more| leaf("span", "quiet", more))),
    )
}

/// The pace in words, then in tokens with the source of their count; medians.
fn pace(report: &Report) -> Option<String> {
    let summary = &report.summary;
    let words = ["median ", &show::pace(summary.wpm.p50?)].concat();
    let tokens = summary.tps.p50.zip(summary.token_source);
    Some(tokens.map_or_else(
        || words.clone(),
        |(tps, source)| {
            [
                &words,
                ", ",
                &show::speed(tps),
                " (tokens: ",
                words::token_source(source),
                ")",
            ]
            .concat()
        },
    ))
}

const fn tone_name(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "good",
        Tone::Mixed => "mixed",
        Tone::Bad => "bad",
        Tone::NotEnoughData => "not-enough-data",
        Tone::Failed => "failed",
    }
}
