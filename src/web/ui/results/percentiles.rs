//! The table "Percentiles", and before it what a reader notices.

use super::struck::{struck, why};
use crate::missing::CautionKind;
use crate::report::Report;
use crate::session::percentiles::{COLUMNS, Cell, Row, reader_rows, rows};
use crate::session::show;
use crate::text;
use crate::web::ui::definition;
use crate::web::ui::dom::{Child, El, el, leaf};
use crate::web::ui::parts::{column, section, table_box};
use crate::web::ui::term::term;
use crate::web::ui::words;

/// Id of the heading.
pub const TITLE_ID: &str = "numbers-title";

/// Six metrics by four percentiles.
pub fn percentiles(report: &Report) -> El {
    let (summary, tick) = (&report.summary, report.exact_to_us());
    let from = format!(
        "From {} of {} measured requests: those that worked and that no caution leaves out. ",
        show::count(summary.n),
        show::count(summary.judged)
    );
    section(TITLE_ID, "Numbers")
        .child(leaf("p", "quiet", from).child(
            text!("p90 means: 9 of 10 answers were at least this good. For speeds that is the slow side.").get(),
        ))
        .child(table(report, "For your reader", reader_rows(summary, tick)))
        .child(table(report, "Percentiles", rows(summary, tick)))
}

fn table(report: &Report, caption: &'static str, rows: Vec<Row>) -> El {
    let head = el("tr")
        .child(column("", "Metric"))
        .children(COLUMNS.map(|name| column("num", name)))
        .child(column("num", "n"))
        .child(column("", "Likely range of p50"))
        .child(column("", "In words"));
    let table = leaf("table", "percentiles", leaf("caption", "", caption))
        .child(leaf("thead", "", head))
        .child(el("tbody").children(rows.into_iter().map(|shown| row(report, shown))));
    table_box("Table of percentiles, scrolls sideways", table)
}

fn row(report: &Report, row: Row) -> El {
    let mut label = definition::label(row.key);
    let mut explanation = definition::explanation(row.key);
    if row.key == "tps" {
        explanation = [&explanation, " ", words::HEADROOM].concat();
        if let Some(source) = report.summary.token_source {
            label = [&label, "; tokens: ", words::token_source(source)].concat();
        }
    }
    let kind = row.struck;
    el("tr")
        .child(leaf("th", "", term(row.term, explanation)).attr("scope", "row"))
        .children(row.cells.map(|shown| cell(shown, kind)))
        .child(leaf("td", "num quiet", show::count(row.n)))
        .child(leaf("td", "quiet range", row.range).child(kind.map(|kind| why(report, kind))))
        .child(leaf("td", "quiet in-words", label))
}

fn cell(cell: Cell, kind: Option<CautionKind>) -> El {
    match cell {
        Cell::Value(text) => number("td", "num", text, kind),
        Cell::Needs { needs, worst } => leaf("td", "num gated", format!("needs {needs}"))
            .child(worst.map(|worst| number("small", "", worst, kind))),
        Cell::Missing(code) => {
            leaf("td", "num gated", show::NONE).child(leaf("small", "", words::reason(&code)))
        }
    }
}

/// The number, struck out if it is not valid.
fn number(
    tag: &'static str,
    class: &'static str,
    text: impl Child,
    kind: Option<CautionKind>,
) -> El {
    match kind {
        Some(_) => leaf(tag, class, struck(text)),
        None => leaf(tag, class, text),
    }
}
