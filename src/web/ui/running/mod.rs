//! While a run is under way: where it stands, one answer as it streams, and the numbers as they settle.

mod dots;
mod live;
mod numbers;

use leptos::prelude::*;

use crate::session::{Msg, progress};
use crate::web::page::Page;
use crate::web::ui::dom::{El, dynamic, el, group, leaf, present, text, when};
use crate::web::ui::parts::{button, heading};

/// The running phase.
pub fn running(page: Page) -> El {
    let title = page.slice(|s| {
        s.run.as_ref().map_or_else(String::new, |run| {
            format!("Measuring {} at {}", run.plan.model, run.plan.endpoint.host)
        })
    });
    // Lines of text, because a list would be a type of its own to follow.
    let failures = page.slice(|s| {
        let lines = s.run.as_ref().map(progress::failures);
        lines.unwrap_or_default().join("\n")
    });
    let any_failure = page.slice(|s| {
        let going = s.run.as_ref().filter(|run| !run.stopping);
        going.is_some_and(|run| !progress::failures(run).is_empty())
    });
    let failures = dynamic(move || {
        failures.with(|lines| {
            let lines = lines.lines().map(str::to_owned);
            group(lines.map(|line| leaf("p", "failure", line)))
        })
    });
    leaf(
        "div",
        "running",
        heading("phase-title", text(move || title.get())),
    )
    .child(progress_row(page))
    .child(
        el("div")
            .class("failures")
            .attr("role", "status")
            .child(failures),
    )
    .child(leaf(
        "div",
        "failures",
        when(any_failure, move || {
            button("", "Stop and see what we have", move || {
                page.send(Msg::Stop)
            })
            .into()
        }),
    ))
    .child(
        leaf("div", "running-columns", live::live_answer(page)).child(
            leaf("div", "running-side", numbers::live_numbers(page)).child(dots::dots(page)),
        ),
    )
}

fn progress_row(page: Page) -> El {
    let percent = page.slice(|s| s.run.as_ref().map_or(0, progress::percent).to_string());
    let line = page.slice(|s| s.run.as_ref().map(progress::line).unwrap_or_default());
    let stopping = page.slice(|s| s.run.as_ref().is_some_and(|run| run.stopping));
    let any_ok = page.slice(|s| s.run.as_ref().is_some_and(|run| !run.traces.is_empty()));
    let fill = el("div")
        .class("progress-fill")
        .live_style("width", move || format!("{}%", percent.get()));
    let bar = el("div")
        .class("progress")
        .attr("role", "progressbar")
        .attr("aria-label", "Progress of the run")
        .attr("aria-valuemin", "0")
        .attr("aria-valuemax", "100")
        .live("aria-valuenow", move || Some(percent.get().into()))
        .live("aria-valuetext", move || Some(line.get().into()))
        .child(fill);
    let hint = move || {
        if any_ok.get() {
            "Finished requests are kept and shown.".to_owned()
        } else {
            String::new()
        }
    };
    leaf("div", "progress-row", bar)
        .child(leaf("p", "progress-words", text(move || line.get())))
        .child(
            button("stop", "Stop", move || page.send(Msg::Stop))
                .attr("aria-describedby", "stop-hint")
                .live("disabled", move || present(stopping.get())),
        )
        .child(leaf("span", "unseen", text(hint)).attr("id", "stop-hint"))
}
