//! What limits the numbers, most serious first.

use leptos::prelude::*;

use crate::format;
use crate::report::Caution;
use crate::web::page::Page;
use crate::web::ui::prose::prose;
use crate::web::ui::words;

/// The list "Cautions".
#[component]
pub fn Cautions() -> impl IntoView {
    let cautions = Page::get().of_report(|r| r.cautions.clone());
    view! {
        <section class="block">
            <h2 id="cautions-title">"Cautions"</h2>
            <p class="quiet">"What limits these numbers, most serious first."</p>
            <ul class="cautions" role="list" aria-labelledby="cautions-title">
                {move || cautions.get().into_iter().map(|caution| view! { <Row caution/> }).collect_view()}
            </ul>
            {move || cautions.with(Vec::is_empty).then(|| view! {
                <p class="nothing">"Nothing unusual was seen in this run."</p>
            })}
        </section>
    }
    .into_any()
}

#[component]
fn Row(caution: Caution) -> impl IntoView {
    let concerned = match caution.requests.len() {
        0 => String::new(),
        n => format!(", {}", format::counted(n, "request")),
    };
    view! {
        <li class="caution" data-kind=words::caution_name(caution.kind)>
            <p class="caution-title">
                {caution.title}
                <span class="tag">{words::effect(caution.effect)}{concerned}</span>
            </p>
            <p>{prose(&caution.evidence)}</p>
            <p class="advice">{prose(&caution.advice)}</p>
        </li>
    }
    .into_any()
}
