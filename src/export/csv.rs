//! One row for each request, by RFC 4180, for spreadsheets.

use serde::Serialize;

use crate::report::{Report, RequestRecord};

/// What a cell is made of.
enum Cell {
    Text(String),
    Whole(Option<u64>),
    /// With three decimals.
    Number(Option<f64>),
}

type Column = (&'static str, fn(&RequestRecord) -> Cell);

/// Columns in order; names and units are those of the JSON export.
const COLUMNS: [Column; 31] = [
    ("index", |r| Cell::Whole(Some(r.index.into()))),
    ("phase", |r| name(&r.phase)),
    ("outcome", |r| name(&r.outcome)),
    ("sent_at_ms", |r| Cell::Number(Some(r.sent_at_ms))),
    ("headers_us", |r| Cell::Whole(r.headers_us)),
    ("first_byte_us", |r| Cell::Whole(r.first_byte_us)),
    ("ttft_us", |r| Cell::Whole(r.ttft_us)),
    ("ttfa_us", |r| Cell::Whole(r.ttfa_us)),
    ("last_output_us", |r| Cell::Whole(r.last_output_us)),
    ("e2e_us", |r| Cell::Whole(r.e2e_us)),
    ("closed_us", |r| Cell::Whole(r.closed_us)),
    ("tps", |r| Cell::Number(r.tps)),
    ("tpot_us", |r| Cell::Number(r.tpot_us)),
    ("wpm", |r| Cell::Number(r.wpm)),
    ("longest_stall_us", |r| Cell::Whole(r.longest_stall_us)),
    ("starvation_us", |r| Cell::Whole(r.starvation_us)),
    ("stalls", |r| count(r.stalls)),
    ("longest_gap_us", |r| Cell::Whole(r.longest_gap_us)),
    ("prompt_tokens", |r| count(r.prompt_tokens)),
    ("cached_tokens", |r| count(r.cached_tokens)),
    ("output_tokens", |r| count(r.output_tokens)),
    ("reasoning_tokens", |r| count(r.reasoning_tokens)),
    ("token_source", |r| name(&r.token_source)),
    ("answer_words", |r| count(Some(r.answer_words))),
    ("in_flight", |r| count(Some(r.in_flight))),
    ("finish", |r| text(r.finish.as_ref())),
    ("protocol", |r| text(r.protocol.as_ref())),
    ("http_status", |r| count(r.http_status.map(u32::from))),
    ("excluded_by", |r| {
        r.excluded_by.as_ref().map_or(Cell::Whole(None), name)
    }),
    ("error_kind", |r| {
        r.error
            .as_ref()
            .map_or(Cell::Whole(None), |e| name(&e.kind))
    }),
    ("error_message", |r| {
        text(r.error.as_ref().map(|error| &error.message))
    }),
];

/// The table as text, lines ending in CR LF. A cell that a spreadsheet would take for a formula begins with an apostrophe.
#[must_use]
pub fn to_csv(report: &Report) -> String {
    let mut out = String::new();
    let header = COLUMNS.map(|(name, _)| name.to_owned());
    line(&mut out, header.into());
    for record in &report.requests {
        let cells = COLUMNS.iter().map(|(_, get)| match get(record) {
            Cell::Text(text) => quoted(&text),
            Cell::Whole(number) => number.map(|n| n.to_string()).unwrap_or_default(),
            Cell::Number(number) => number.map(|n| format!("{n:.3}")).unwrap_or_default(),
        });
        line(&mut out, cells.collect());
    }
    out
}

fn line(out: &mut String, cells: Vec<String>) {
    out.push_str(&cells.join(","));
    out.push_str("\r\n");
}

fn count(number: Option<u32>) -> Cell {
    Cell::Whole(number.map(u64::from))
}

fn text(text: Option<&String>) -> Cell {
    Cell::Text(text.cloned().unwrap_or_default())
}

/// The name of an entry of our closed lists, as in the JSON export.
fn name(value: &impl Serialize) -> Cell {
    let json = serde_json::to_string(value).unwrap_or_default();
    Cell::Text(json.trim_matches('"').to_owned())
}

fn quoted(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        "'"
    } else {
        ""
    };
    if text.contains([',', '"', '\n', '\r']) {
        ["\"", guard, &text.replace('"', "\"\""), "\""].concat()
    } else {
        [guard, text].concat()
    }
}
