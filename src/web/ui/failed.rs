//! Nothing worked, or the worker died: what happened, where, and what to do. Finished requests are kept.

use std::sync::Arc;

use leptos::prelude::AnyView;

use crate::doctor::diagnose;
use crate::protocol::ApiFormat;
use crate::report::Report;
use crate::session::{Msg, Run, Trouble, progress, show};
use crate::trace::{FailureKind, OutcomeKind};
use crate::web::page::Page;
use crate::web::ui::checkup::{after_run, finding_view};
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::hosts::contacted_row;
use crate::web::ui::parts::{button, heading, with_report};
use crate::web::ui::results::{
    download, error_view, is_opened, provenance, requests, test_yourself,
};
use crate::web::ui::words;

/// The failed phase. The report no longer changes, so all but the table of requests is written once.
pub fn failed(page: Page) -> AnyView {
    with_report(page, move |report| view(page, report).into())
}

fn view(page: Page, report: &Arc<Report>) -> El {
    let card = leaf("div", "card", leaf("p", "eyebrow", "No result"))
        .child(
            page.peek(|s| s.run.as_ref().map(|run| what_happened(run, report)))
                .flatten(),
        )
        .child(after_run(page))
        .child(
            leaf(
                "p",
                "actions",
                button("primary", "Change set-up", move || {
                    page.send(Msg::ChangeSetup);
                }),
            )
            .child(
                page.peek(|s| s.run.as_ref().and_then(other_format))
                    .flatten()
                    .map(|format| {
                        button("", format!("Switch to {}", format.label()), move || {
                            page.send(Msg::SwitchFormat(format));
                        })
                    }),
            )
            .child(if is_opened(page).0 {
                test_yourself(page)
            } else {
                button("", "Run again", move || page.submit())
            }),
        );
    let view = leaf("div", "failed", provenance(page, report)).child(card);
    if report.requests.is_empty() {
        return view;
    }
    view.child(requests(report))
        .child(leaf("dl", "pairs wide", contacted_row(page)))
        .child(download(page))
}

/// The format that the replies seem to be in, if it is not the chosen one.
fn other_format(run: &Run) -> Option<ApiFormat> {
    run.traces
        .iter()
        .find_map(|trace| trace.failure.as_ref()?.looks_like)
}

fn what_happened(run: &Run, report: &Report) -> Vec<El> {
    match &run.trouble {
        Some(trouble) => trouble_view(trouble),
        None => nothing_worked(run, report),
    }
}

fn nothing_worked(run: &Run, report: &Report) -> Vec<El> {
    // A link need not name its host.
    let mut plan = run.plan.clone();
    let host = report.plan.place();
    host.clone_into(&mut plan.endpoint.host);
    let failures = progress::failures(run)
        .into_iter()
        .map(|line| leaf("p", "failure", line));
    let error = report.requests.iter().find_map(|q| q.error.as_ref());
    let empty = report
        .requests
        .iter()
        .any(|q| q.outcome == OutcomeKind::Empty);
    let mut parts = vec![
        heading("", format!("{host} gave no answer that could be measured")),
        el("div").class("failures").children(failures),
    ];
    let not_sent = run.not_sent();
    if not_sent > 0 {
        let sent = u32::try_from(run.traces.len()).unwrap_or(u32::MAX);
        let others = show::count(not_sent);
        let practice = match run.plan.warmup.min(sent) {
            0 => String::new(),
            some => format!(", {} of them practice,", show::count(some)),
        };
        let sent = show::counted(sent, "request");
        parts.push(leaf(
            "p",
            "",
            format!(
                "The first {sent}{practice} failed alike, so the other {others} were not sent."
            ),
        ));
    }
    // What the doctor makes of a reply that could be read; a blocked request has none.
    let first = run.traces.iter().find(|t| t.failure.is_some());
    let finding = first.and_then(|trace| diagnose(trace, &plan));
    match (finding, error) {
        (Some(finding), _) => parts.push(finding_view(&finding)),
        // The examination that follows says all this, and more.
        (None, Some(error)) if error.kind == FailureKind::FetchRejected => {}
        (None, Some(error)) => parts.push(error_view(error)),
        (None, None) if empty => parts.push(leaf("p", "advice", words::EMPTY_ADVICE)),
        (None, None) => {}
    }
    parts
}

fn trouble_view(trouble: &Trouble) -> Vec<El> {
    let (title, what) = words::trouble(trouble);
    let reload = leaf("a", "button", "Reload").attr("href", "");
    vec![
        heading("", title),
        leaf("p", "", what.to_owned()),
        leaf("p", "", reload),
    ]
}
