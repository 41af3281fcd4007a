//! While a run is under way: where it stands, one answer as it streams, and the numbers as they settle.

mod dots;
mod live;
mod numbers;

use leptos::prelude::*;

use crate::session::{Msg, progress};
use crate::web::effects::HEADING_ID;
use crate::web::page::Page;

/// The running phase.
#[component]
pub fn Running() -> impl IntoView {
    let page = Page::get();
    let title = page.slice(|s| {
        s.run.as_ref().map_or_else(String::new, |run| {
            format!("Measuring {} at {}", run.plan.model, run.plan.endpoint.host)
        })
    });
    let percent = page.slice(|s| s.run.as_ref().map_or(0, progress::percent));
    let line = page.slice(|s| s.run.as_ref().map(progress::line).unwrap_or_default());
    let stopping = page.slice(|s| s.run.as_ref().is_some_and(|run| run.stopping));
    let failures = page.slice(|s| s.run.as_ref().map(progress::failures).unwrap_or_default());
    let any_ok = page.slice(|s| s.run.as_ref().is_some_and(|run| !run.traces.is_empty()));
    view! {
        <div class="running">
            <h1 id=HEADING_ID tabindex="-1" class="phase-title">{move || title.get()}</h1>
            <div class="progress-row">
                <div
                    class="progress"
                    role="progressbar"
                    aria-label="Progress of the run"
                    aria-valuemin="0"
                    aria-valuemax="100"
                    aria-valuenow=move || percent.get().to_string()
                    aria-valuetext=move || line.get()
                >
                    <div class="progress-fill" style:width=move || format!("{}%", percent.get())></div>
                </div>
                <p class="progress-words">{move || line.get()}</p>
                <button
                    type="button"
                    class="stop"
                    aria-describedby="stop-hint"
                    disabled=move || stopping.get()
                    on:click=move |_| page.send(Msg::Stop)
                >
                    "Stop"
                </button>
                <span id="stop-hint" class="unseen">
                    {move || if any_ok.get() { "Finished requests are kept and shown." } else { "" }}
                </span>
            </div>
            <div class="failures" role="status">
                {move || failures.get().into_iter().map(|line| view! { <p class="failure">{line}</p> }).collect_view()}
            </div>
            <div class="running-columns">
                <live::LiveAnswer/>
                <div class="running-side">
                    <numbers::LiveNumbers/>
                    <dots::Dots/>
                </div>
            </div>
        </div>
    }
    .into_any()
}
