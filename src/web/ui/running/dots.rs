//! One dot for each finished request; shape and colour say how it ended.

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::chart::dots;
use crate::session::{Run, progress};
use crate::trace::OutcomeKind;
use crate::web::page::Page;
use crate::web::ui::dom::{El, dynamic, el, group, leaf, nothing};
use crate::web::ui::words;

/// The strip of dots, drawn anew when a request has finished.
pub fn dots(page: Page) -> El {
    let ended = page.slice(|s| s.run.as_ref().map_or(0, |run| run.revision));
    let strip = dynamic(move || {
        // Read, not only tracked: a memo that nobody reads never learns what it depends on.
        let _ = ended.get();
        page.peek(|s| s.run.as_ref().map(|run| group(strip(run))))
            .flatten()
            .unwrap_or_else(nothing)
    });
    leaf("div", "dots", strip)
}

fn strip(run: &Run) -> Vec<El> {
    let outcomes: Vec<OutcomeKind> = progress::dots(run)
        .into_iter()
        .map(|(_, outcome)| outcome)
        .collect();
    let strip = dots::strip(&outcomes, run.plan.requests);
    let said = said(&outcomes);
    let path = |class, d| el("path").class(class).attr("d", d);
    let svg = el("svg")
        .attr("role", "img")
        .attr("aria-label", said.clone())
        .attr("viewBox", format!("0 0 {} {}", strip.width, strip.height))
        .attr("width", strip.width.to_string())
        .attr("height", strip.height.to_string())
        .child(path("dot-open", strip.open))
        .child(path("dot-ok", strip.ok))
        .child(path("dot-failed", strip.failed))
        .child(path("dot-cut", strip.cut));
    vec![svg, leaf("p", "quiet", said)]
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
