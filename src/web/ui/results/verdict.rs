//! One sentence, then three facts: word, number, range.

use crate::report::{Fact, Report, Tone};
use crate::session::notes;
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::meter::meter;

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
                .children(verdict.facts.iter().map(fact)),
        )
        .children(
            notes::under_facts(report)
                .into_iter()
                .map(|line| leaf("p", "quiet", line)),
        )
}

fn fact(fact: &Fact) -> El {
    let mut view = el("div").class("fact").attr("data-fact", fact.name.clone());
    if let Some(step) = fact.step {
        view = view.attr("data-step", step.to_string());
    }
    view.child(el("dt").child(&fact.label)).child(
        el("dd")
            .child(leaf("span", "fact-value", &fact.value))
            .child(
                el("span")
                    .class("fact-word")
                    .child(fact.step.map(meter))
                    .child(&fact.word),
            )
            .child(leaf("span", "fact-range quiet", &fact.range)),
    )
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
