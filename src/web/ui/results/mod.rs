//! Results: the verdict in words first, the evidence below it.

mod bar;
mod cautions;
mod detail;
mod judgements;
mod measured;
mod percentiles;
mod requests;
mod verdict;

pub use bar::Download;
use bar::ResultBar;
pub use detail::ErrorView;
pub use requests::Requests;

use leptos::prelude::*;

use crate::report::Report;
use crate::session::show;
use crate::web::effects::HEADING_ID;
use crate::web::page::Page;
use crate::web::ui::chart::{FirstWords, ReaderView};

/// The done phase.
#[component]
pub fn Results() -> impl IntoView {
    let page = Page::get();
    let title = page.of_report(|r| format!("{} at {}", r.plan.model, r.plan.host));
    let line = page.of_report(run_line);
    let stopped = page.slice(|s| s.run.as_ref().is_some_and(|run| run.stopped));
    view! {
        <div class="results">
            <div class="results-head">
                <h1 id=HEADING_ID tabindex="-1" class="phase-title">{move || title.get()}</h1>
                <p class="quiet">{move || line.get()}</p>
                {move || stopped.get().then(|| view! {
                    <p class="banner">"You stopped this run early. What had finished until then is shown; cut-off requests are not counted."</p>
                })}
            </div>
            <verdict::VerdictRegion/>
            <div class="results-columns">
                <judgements::Judgements/>
                <cautions::Cautions/>
            </div>
            <percentiles::Percentiles/>
            <div class="results-columns">
                <FirstWords/>
                <ReaderView/>
            </div>
            <Requests/>
            <measured::HowMeasured/>
            <ResultBar/>
        </div>
    }
    .into_any()
}

/// "20 of 20 answers worked · 2026-11-29 18:22".
fn run_line(report: &Report) -> String {
    let summary = &report.summary;
    let when = report
        .created_at
        .get(..16)
        .unwrap_or_default()
        .replace('T', " ");
    let worked = format!(
        "{} of {} worked",
        show::count(summary.n),
        show::counted(summary.judged, "answer"),
    );
    format!("{worked} · {} · {when} UTC", report.environment.browser)
}
