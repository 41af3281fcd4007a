//! One dot for each finished request; shape and colour say how it ended.

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::chart::dots;
use crate::session::progress;
use crate::trace::OutcomeKind;
use crate::web::page::Page;
use crate::web::ui::words;

/// The strip of dots.
#[component]
pub fn Dots() -> impl IntoView {
    let page = Page::get();
    let outcomes = page.slice(|s| {
        s.run
            .as_ref()
            .map(|run| {
                progress::dots(run)
                    .into_iter()
                    .map(|(_, outcome)| outcome)
                    .collect::<Vec<_>>()
            })
            .unwrap_or_default()
    });
    let asked = page.slice(|s| s.run.as_ref().map_or(0, |run| run.plan.requests));
    let strip = Memo::new(move |_| outcomes.with(|o| dots::strip(o, asked.get())));
    view! {
        <div class="dots">
            <svg
                role="img"
                aria-label=move || outcomes.with(|o| said(o))
                viewBox=move || strip.with(|s| format!("0 0 {} {}", s.width, s.height))
                width=move || strip.with(|s| s.width.to_string())
                height=move || strip.with(|s| s.height.to_string())
            >
                <path class="dot-open" d=move || strip.with(|s| s.open.clone())/>
                <path class="dot-ok" d=move || strip.with(|s| s.ok.clone())/>
                <path class="dot-failed" d=move || strip.with(|s| s.failed.clone())/>
                <path class="dot-cut" d=move || strip.with(|s| s.cut.clone())/>
            </svg>
            <p class="quiet">{move || outcomes.with(|o| said(o))}</p>
        </div>
    }
    .into_any()
}

/// "7 finished: 5 worked, 2 refused".
fn said(outcomes: &[OutcomeKind]) -> String {
    if outcomes.is_empty() {
        return "No measured request has finished yet".to_owned();
    }
    let mut counts: BTreeMap<OutcomeKind, u32> = BTreeMap::new();
    for outcome in outcomes {
        *counts.entry(*outcome).or_default() += 1;
    }
    let parts: Vec<String> = counts
        .into_iter()
        .map(|(outcome, count)| format!("{count} {}", words::outcome(outcome).to_ascii_lowercase()))
        .collect();
    format!("{} finished: {}", outcomes.len(), parts.join(", "))
}
