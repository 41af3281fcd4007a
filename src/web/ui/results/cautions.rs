//! What limits the numbers, most serious first.

use crate::format;
use crate::report::{Caution, Effect, Report};
use crate::web::ui::definition;
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::prose::prose;
use crate::web::ui::words;

/// The list "Cautions".
pub fn cautions(report: &Report) -> El {
    let rows = report.cautions.iter().enumerate().map(|(at, caution)| {
        // One kind may be there for several reasons; the first is the one to go to.
        let first = report.cautions.iter().position(|c| c.kind == caution.kind) == Some(at);
        let row = row(caution);
        if first {
            row.attr("id", words::caution_id(caution.kind))
                .attr("tabindex", "-1")
        } else {
            row
        }
    });
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

/// What is not valid because of it.
fn taken(caution: &Caution) -> String {
    let names = caution.hides.iter().map(|key| definition::label(key));
    let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    match caution.effect {
        Effect::Exclude => "all numbers of these requests".to_owned(),
        Effect::Hide => names.join(", "),
        Effect::Note => String::new(),
    }
}

fn line(name: &'static str, text: &str) -> Option<El> {
    (!text.is_empty()).then(|| leaf("p", "quiet", name).child(text.to_owned()))
}

fn row(caution: &Caution) -> El {
    let concerned = match caution.requests.len() {
        0 => String::new(),
        n => format!(", {}", format::counted(n, "request")),
    };
    el("li")
        .class("caution")
        .child(
            el("p").class("caution-title").child(&caution.title).child(
                el("span")
                    .class("tag")
                    .child(words::effect(caution))
                    .child(concerned),
            ),
        )
        .child(prose("", &caution.evidence))
        .child(line("It may be: ", &caution.may_be))
        .child(line("Takes away: ", &taken(caution)))
        .child(prose("advice", &caution.advice))
}
