//! Published limits, each answered: met, missed, not enough data, not judged.

use leptos::prelude::*;

use crate::report::{Answer, Judgement};
use crate::web::page::Page;
use crate::web::ui::words;

/// The list of limits.
#[component]
pub fn Judgements() -> impl IntoView {
    let judgements = Page::get().of_report(|r| r.verdict.judgements.clone());
    view! {
        <section class="block" aria-labelledby="limits-title">
            <h2 id="limits-title">"Does it meet a target?"</h2>
            <p class="quiet">"Published limits, answered with 95 % confidence. One bad answer alone never fails an endpoint."</p>
            <ul class="judgements">
                {move || judgements.get().into_iter().map(|judgement| view! { <Row judgement/> }).collect_view()}
            </ul>
        </section>
    }
    .into_any()
}

#[component]
fn Row(judgement: Judgement) -> impl IntoView {
    view! {
        <li class="judgement" data-answer=answer_name(judgement.answer)>
            <p class="judgement-answer"><Sign answer=judgement.answer/>{words::answer(judgement.answer)}</p>
            <p class="judgement-question">{judgement.question}</p>
            <p class="quiet">{judgement.evidence}</p>
            <p class="quiet source">{judgement.source}</p>
        </li>
    }
    .into_any()
}

/// Tick, cross, half disc, dash: the answer without colour.
#[component]
fn Sign(answer: Answer) -> impl IntoView {
    let d = match answer {
        Answer::Pass => "M3 8.5 6.5 12 13 4.5",
        Answer::Fail => "M4 4 12 12M12 4 4 12",
        Answer::NotEnoughData => "M5.2 6a2.8 2.8 0 1 1 4 2.5C8.3 9 8 9.5 8 10.4M8 13v.2",
        Answer::NotJudged => "M4 8h8",
    };
    view! {
        <svg class="sign" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d=d fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>
        </svg>
    }
    .into_any()
}

const fn answer_name(answer: Answer) -> &'static str {
    match answer {
        Answer::Pass => "pass",
        Answer::Fail => "fail",
        Answer::NotEnoughData => "not-enough-data",
        Answer::NotJudged => "not-judged",
    }
}
