//! One sentence, then three facts: word, number, range.

use leptos::prelude::*;

use crate::report::{Fact, Tone};
use crate::web::page::Page;
use crate::web::ui::meter::Meter;

/// The region "Verdict".
#[component]
pub fn VerdictRegion() -> impl IntoView {
    let page = Page::get();
    let sentence = page.of_report(|r| r.verdict.sentence.clone());
    let tone = page.of_report(|r| Some(r.verdict.tone));
    let facts = page.of_report(|r| r.verdict.facts.clone());
    view! {
        <section class="verdict" aria-labelledby="verdict-title" data-tone=move || tone.get().map(tone_name)>
            <h2 id="verdict-title" class="eyebrow">"Verdict"</h2>
            <p class="verdict-sentence">{move || sentence.get()}</p>
            <dl class="facts">
                {move || facts.get().into_iter().map(|fact| view! { <FactView fact/> }).collect_view()}
            </dl>
        </section>
    }
    .into_any()
}

#[component]
fn FactView(fact: Fact) -> impl IntoView {
    view! {
        <div class="fact" data-fact=fact.name data-step=fact.step.map(|s| s.to_string())>
            <dt>{fact.label}</dt>
            <dd>
                <span class="fact-value">{fact.value}</span>
                <span class="fact-word">{fact.step.map(|step| view! { <Meter step/> })}{fact.word}</span>
                <span class="fact-range quiet">{fact.range}</span>
            </dd>
        </div>
    }
    .into_any()
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
