//! One row for each request, by RFC 4180, for spreadsheets.

use crate::names::is_invisible;
use crate::protocol::Json;
use crate::report::{Report, to_json};

/// Columns in order: names and units are those of the JSON export, whose values they hold.
const COLUMNS: [&str; 31] = [
    "index",
    "phase",
    "outcome",
    "sent_at_ms",
    "headers_us",
    "first_byte_us",
    "ttft_us",
    "ttfa_us",
    "last_output_us",
    "e2e_us",
    "closed_us",
    "tps",
    "tpot_us",
    "wpm",
    "longest_stall_us",
    "starvation_us",
    "stalls",
    "longest_gap_us",
    "prompt_tokens",
    "cached_tokens",
    "output_tokens",
    "reasoning_tokens",
    "token_source",
    "answer_words",
    "in_flight",
    "finish",
    "protocol",
    "http_status",
    "excluded_by",
    "error_kind",
    "error_message",
];

/// Fields of an error begin with this.
const ERROR: &str = "error_";

/// The table as text, lines ending in CR LF. A cell that a spreadsheet would take for a formula begins with an apostrophe.
///
/// Made from the JSON export, so that both say the same and no column needs code of its own.
#[must_use]
pub fn to_csv(report: &Report) -> String {
    let mut out = COLUMNS.join(",");
    out.push_str("\r\n");
    // Our own JSON is JSON.
    let json: Json = serde_json::from_str(&to_json(report)).unwrap_or(Json::Null);
    for record in json.items("requests") {
        for (at, column) in COLUMNS.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            let value = match column.strip_prefix(ERROR) {
                Some(field) => record.at(&["error", field]),
                None => record.get(column),
            };
            match value {
                Some(Json::String(text)) => quote(&mut out, text),
                None | Some(Json::Null) => {}
                Some(number) => out.push_str(&number.to_string()),
            }
        }
        out.push_str("\r\n");
    }
    out
}

fn quote(out: &mut String, text: &str) {
    let quotes = text.contains([',', '"', '\n', '\r']);
    if quotes {
        out.push('"');
    }
    // Spreadsheets pass over blanks and line breaks, and take the wide signs for the narrow ones.
    let begins =
        text.trim_start_matches(|c: char| c.is_whitespace() || c.is_control() || is_invisible(c));
    let is_formula = begins.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    if is_formula || text.starts_with(['\t', '\r', '\n']) {
        out.push('\'');
    }
    for c in text.chars() {
        if c == '"' {
            out.push('"');
        }
        out.push(c);
    }
    if quotes {
        out.push('"');
    }
}
