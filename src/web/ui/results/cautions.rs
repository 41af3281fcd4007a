//! What limits the numbers, most serious first.

use crate::format;
use crate::report::{Caution, Report};
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::prose::prose;
use crate::web::ui::words;

/// The list "Cautions".
pub fn cautions(report: &Report) -> El {
    let rows = report.cautions.iter().map(row);
    let none = report
        .cautions
        .is_empty()
        .then(|| leaf("p", "nothing", "Nothing unusual was seen in this run."));
    el("section")
        .class("block")
        .child(el("h2").attr("id", "cautions-title").child("Cautions"))
        .child(leaf(
            "p",
            "quiet",
            "What limits these numbers, most serious first.",
        ))
        .child(
            el("ul")
                .class("cautions")
                .attr("role", "list")
                .attr("aria-labelledby", "cautions-title")
                .children(rows),
        )
        .child(none)
}

fn row(caution: &Caution) -> El {
    let concerned = match caution.requests.len() {
        0 => String::new(),
        n => format!(", {}", format::counted(n, "request")),
    };
    el("li")
        .class("caution")
        .attr("data-kind", words::caution_name(caution.kind))
        .child(
            el("p").class("caution-title").child(&caution.title).child(
                el("span")
                    .class("tag")
                    .child(words::effect(caution.effect))
                    .child(concerned),
            ),
        )
        .child(prose("", &caution.evidence))
        .child(prose("advice", &caution.advice))
}
