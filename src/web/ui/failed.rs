//! Nothing worked, or the worker died: what happened, where, and what to do. Finished requests are kept.

use leptos::prelude::*;

use crate::report::ErrorRecord;
use crate::session::{Msg, Trouble, progress};
use crate::trace::OutcomeKind;
use crate::web::effects::HEADING_ID;
use crate::web::page::Page;
use crate::web::ui::results::{Download, ErrorView, Requests};
use crate::web::ui::words;

/// The failed phase.
#[component]
pub fn Failed() -> impl IntoView {
    let page = Page::get();
    let trouble = page.slice(|s| s.run.as_ref().and_then(|run| run.trouble.clone()));
    let host = page.slice(|s| {
        s.run
            .as_ref()
            .map(|run| run.plan.endpoint.host.clone())
            .unwrap_or_default()
    });
    let failures = page.slice(|s| s.run.as_ref().map(progress::failures).unwrap_or_default());
    let error = page.of_report(|r| r.requests.iter().find_map(|q| q.error.clone()));
    let empty = page.of_report(|r| r.requests.iter().any(|q| q.outcome == OutcomeKind::Empty));
    let any = page.of_report(|r| !r.requests.is_empty());
    view! {
        <div class="failed">
            <div class="card">
                <p class="eyebrow">"No result"</p>
                {move || match trouble.get() {
                    Some(trouble) => view! { <TroubleView trouble/> }.into_any(),
                    None => view! { <NothingWorked host=host.get() failures=failures.get() error=error.get() empty=empty.get()/> }.into_any(),
                }}
                <p class="actions">
                    <button type="button" class="primary" on:click=move |_| page.send(Msg::ChangeSetup)>"Change set-up"</button>
                    <button type="button" on:click=move |_| page.submit()>"Run again"</button>
                </p>
            </div>
            {move || any.get().then(|| view! { <Requests/> <Download/> })}
        </div>
    }
    .into_any()
}

#[component]
fn NothingWorked(
    host: String,
    failures: Vec<String>,
    error: Option<ErrorRecord>,
    empty: bool,
) -> impl IntoView {
    let failures: Vec<_> = failures
        .into_iter()
        .map(|line| view! { <p class="failure">{line}</p> })
        .collect();
    let advice = (empty && error.is_none()).then_some(words::EMPTY_ADVICE);
    view! {
        <h1 id=HEADING_ID tabindex="-1">{format!("{host} gave no answer that could be measured")}</h1>
        <div class="failures">{failures}</div>
        {error.map(|error| view! { <ErrorView error/> })}
        {advice.map(|advice| view! { <p class="advice">{advice}</p> })}
    }
    .into_any()
}

#[component]
fn TroubleView(trouble: Trouble) -> impl IntoView {
    let (title, what) = match trouble {
        Trouble::WorkerLost { reason } => (
            "The measuring part of this page stopped",
            reason,
        ),
        Trouble::StaleBuild => (
            "This page is out of date",
            "Tokenpace was updated while the page was open, and its two halves no longer fit. Reload the page: the form is kept, the key is not.".to_owned(),
        ),
        Trouble::UnreadableTrace => (
            "A measured request could not be read",
            "The measuring part of the page sent something that this part does not understand. Reload the page and run again.".to_owned(),
        ),
    };
    view! {
        <h1 id=HEADING_ID tabindex="-1">{title}</h1>
        <p>{what}</p>
        <p><a class="button" href="">"Reload"</a></p>
    }
    .into_any()
}
