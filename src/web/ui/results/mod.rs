//! Results: the verdict in words first, the evidence below it.

mod bar;
mod cautions;
mod detail;
mod good_for;
mod judgements;
mod measured;
mod opened;
mod percentiles;
mod requests;
mod struck;
mod verdict;
mod wait;

pub use bar::download;
pub use detail::error_view;
pub use opened::{is_opened, provenance, test_yourself};
pub use requests::requests;

use std::sync::Arc;

use leptos::prelude::AnyView;

use crate::report::Report;
use crate::session::{Run, show};
use crate::trace::OutcomeKind;
use crate::web::page::Page;
use crate::web::ui::chart::{self, Shown};
use crate::web::ui::checkup::after_run;
use crate::web::ui::dom::{El, el, group, leaf};
use crate::web::ui::parts::{heading, soon, with_report};
use crate::web::ui::replay;
use crate::web::ui::words;

/// The done phase. The report no longer changes, so all but the table of requests is written once.
pub fn results(page: Page) -> AnyView {
    with_report(page, move |report| view(page, report).into())
}

fn view(page: Page, report: &Arc<Report>) -> El {
    let banner = page
        .peek(|s| s.run.as_ref().and_then(why_incomplete))
        .flatten()
        .map(|why| leaf("p", "banner", why));
    // Names may be in any script, or hostile: neither may turn the other around.
    let model = &report.plan.model;
    let title = leaf("span", "", leaf("bdi", "", model))
        .child((!model.is_empty()).then_some(" at "))
        .child(leaf("bdi", "", report.plan.place().to_owned()));
    let head = el("div")
        .class("results-head")
        .child(heading("phase-title", title))
        .child(leaf("p", "quiet", run_line(report)))
        .child(banner);
    let shown = chart::shown(report);
    leaf("div", "results", head)
        .child(provenance(page, report))
        .child(verdict::verdict(report))
        .child(after_run(page))
        .child(good_for::good_for(report))
        .child(wait::wait(report))
        .child(readers_view(page, report, shown))
        .child(numbers(page, report, shown))
        .child(lists(page, report))
        .child(bar::result_bar(page))
}

// What stands behind the verdict is drawn in three further steps: pictures of many answers and their table are much to draw.

/// One answer as its reader met it, then what limits all that is said.
fn readers_view(page: Page, report: &Arc<Report>, shown: Shown) -> AnyView {
    let report = Arc::clone(report);
    let part = move || {
        group([
            chart::reader_view(&report, shown),
            replay::replay(page, &report),
            cautions::cautions(&report),
        ])
    };
    soon(chart::READER_ID, Box::new(part))
}

/// Tables and pictures; the limits stand beside the times they judge.
fn numbers(page: Page, report: &Arc<Report>, shown: Shown) -> AnyView {
    let report = Arc::clone(report);
    let part = move || {
        let judged = judgements::judgements(page, &report);
        let [first, then, last] = chart::pictures(&report, shown, judged);
        group([percentiles::percentiles(&report), first, then, last])
    };
    soon(percentiles::TITLE_ID, Box::new(part))
}

/// Every request, and how all was measured.
fn lists(page: Page, report: &Arc<Report>) -> AnyView {
    let report = Arc::clone(report);
    let part = move || group([requests(&report), measured::how_measured(page, &report)]);
    soon(requests::TITLE_ID, Box::new(part))
}

/// Why the run has fewer requests than planned, if it has.
fn why_incomplete(run: &Run) -> Option<String> {
    match &run.trouble {
        Some(trouble) => {
            let (title, what) = words::trouble(trouble);
            Some(format!("{title}. {what} The result is of the requests that had finished until then."))
        }
        None => run.stopped.then(|| {
            "You stopped this run early. What had finished until then is shown; cut-off requests are not counted.".to_owned()
        }),
    }
}

/// "20 of 20 answers worked · 2026-11-29 18:22".
fn run_line(report: &Report) -> String {
    let summary = &report.summary;
    let when = show::moment(&report.created_at);
    let ok = summary.outcomes.get(&OutcomeKind::Ok).copied().unwrap_or(0);
    let worked = format!(
        "{} of {} worked",
        show::count(ok),
        show::counted(summary.judged, "answer"),
    );
    let mut parts = vec![worked, report.environment.browser.clone(), when];
    // An opened one may name no browser.
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}
