//! The table "Percentiles".

use crate::metrics::definitions::definition;
use crate::report::Report;
use crate::session::percentiles::{COLUMNS, Cell, Row, rows};
use crate::session::show;
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::parts::{column, section, table_box};
use crate::web::ui::term::term;
use crate::web::ui::words;

/// Six metrics by four percentiles.
pub fn percentiles(report: &Report) -> El {
    let summary = &report.summary;
    let from = format!(
        "From {} of {} measured requests: those that worked and that no caution leaves out. ",
        show::count(summary.n),
        show::count(summary.judged)
    );
    let head = el("tr")
        .child(column("", "Metric"))
        .children(COLUMNS.map(|name| column("num", name)))
        .child(column("num", "n"))
        .child(column("", "Likely range of p50"))
        .child(column("", "In words"));
    let body = rows(summary, report.exact_to_us());
    let table = leaf("table", "percentiles", leaf("caption", "", "Percentiles"))
        .child(leaf("thead", "", head))
        .child(el("tbody").children(body.into_iter().map(row)));
    section("numbers-title", "Numbers")
        .child(leaf("p", "quiet", from).child(
            "p90 means: 9 of 10 answers were at least this good. For speeds that is the slow side.",
        ))
        .child(table_box("Table of percentiles, scrolls sideways", table))
}

fn row(row: Row) -> El {
    let definition = definition(row.key);
    let label = definition.map_or("", |d| d.label);
    let explanation = definition.map_or("", |d| d.explanation);
    el("tr")
        .child(leaf("th", "", term(row.term, explanation)).attr("scope", "row"))
        .children(row.cells.map(cell))
        .child(leaf("td", "num quiet", show::count(row.n)))
        .child(leaf("td", "quiet range", row.range))
        .child(leaf("td", "quiet in-words", label))
}

fn cell(cell: Cell) -> El {
    match cell {
        Cell::Value(text) => leaf("td", "num", text),
        Cell::Needs { needs, worst } => leaf("td", "num gated", format!("needs {needs}"))
            .child(worst.map(|worst| leaf("small", "", worst))),
        Cell::Missing(code) => {
            leaf("td", "num gated", show::NONE).child(leaf("small", "", words::reason(&code)))
        }
    }
}
