//! The documents say what the program says: their tables are generated from the same definitions.

#![allow(clippy::expect_used, reason = "helpers of tests fail as tests do")]

use std::fmt::Write as _;

use tokenpace::metrics::definitions::{BACKGROUNDS, DEFINITIONS};
use tokenpace::verdict::scores::{Input, USE_CASES};

const METHOD: &str = include_str!("../docs/method.md");
const README: &str = include_str!("../README.md");

fn block<'a>(text: &'a str, name: &str) -> &'a str {
    let begin = format!("<!-- {name}: begin -->\n");
    let end = format!("<!-- {name}: end -->");
    let start = text.find(&begin).expect("the block begins") + begin.len();
    let length = text[start..].find(&end).expect("the block ends");
    &text[start..start + length]
}

/// All definitions as a Markdown table, to be pasted when this test fails.
fn full_table() -> String {
    let mut table = String::from(
        "| field | metric | in words | formula | unit | after |\n|---|---|---|---|---|---|\n",
    );
    for (d, behind) in DEFINITIONS.iter().zip(BACKGROUNDS) {
        let source = match behind.url {
            Some(url) => format!("[{}]({url})", behind.source),
            None => behind.source.to_owned(),
        };
        let formula = behind.formula.replace('|', "\\|");
        writeln!(
            table,
            "| `{}` | {} | {} | {formula} | {} | {source} |",
            d.key, d.name, d.label, behind.unit
        )
        .expect("a string takes all");
    }
    table
}

/// The metrics a first reader needs.
fn short_table() -> String {
    const KEYS: [&str; 9] = [
        "ttft_us",
        "ttfa_us",
        "tps",
        "tpot_us",
        "e2e_us",
        "wpm",
        "longest_stall_us",
        "chunk_gap_us",
        "success_rate",
    ];
    let mut table = String::from("| metric | in words | what it is |\n|---|---|---|\n");
    for key in KEYS {
        let d = DEFINITIONS
            .iter()
            .find(|d| d.key == key)
            .expect("a known metric");
        writeln!(table, "| {} | {} | {} |", d.name, d.label, d.explanation)
            .expect("a string takes all");
    }
    table
}

/// A cut as a person reads it: seconds instead of microseconds, percent instead of shares of time.
fn cut(input: Input, value: f64) -> String {
    match (input, input.unit()) {
        (_, "us") => format!("{} s", value / 1e6),
        (Input::RebufferRatio | Input::NeededShare, _) => format!("{} %", value * 100.0),
        (Input::ReadingMargin, _) => format!("{value}×"),
        (_, unit) => format!("{value} {unit}"),
    }
}

/// The open thresholds of the scores.
fn scores_table() -> String {
    let mut table = String::from(
        "| use | number (p75, bad side) | great | good | fair | poor |\n|---|---|---|---|---|---|\n",
    );
    for info in USE_CASES {
        for cuts in info.inputs {
            write!(table, "| {} | {} |", info.label, cuts.input.label())
                .expect("a string takes all");
            for (value, source) in cuts.at.iter().zip(cuts.sources) {
                write!(table, " {} ({source}) |", cut(cuts.input, *value))
                    .expect("a string takes all");
            }
            table.push('\n');
        }
    }
    table
}

#[test]
fn the_method_lists_every_cut_of_the_scores() {
    let expected = scores_table();
    assert_eq!(block(METHOD, "scores"), expected, "paste this:\n{expected}");
}

const HEADERS: &str = include_str!("../www/_headers");
const PAGE: &str = include_str!("../index.html");

/// Hosts that don't send our headers take the policy from the page itself.
#[test]
fn header_and_page_have_the_same_policy() {
    const NAME: &str = "Content-Security-Policy: ";
    let header = HEADERS
        .lines()
        .find_map(|line| line.trim().strip_prefix(NAME));
    // This one works in a header only.
    let header = header.and_then(|policy| policy.strip_suffix("; frame-ancestors 'none'"));
    let page = PAGE
        .split_once("http-equiv=\"Content-Security-Policy\" content=\"")
        .and_then(|(_, rest)| rest.split_once('"'));
    assert!(header.is_some());
    assert_eq!(header, page.map(|(policy, _)| policy));
}

/// The same as rows of the page's own method, to be pasted when this test fails.
fn rows_of_the_page() -> String {
    let text = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
    };
    let mut rows = String::new();
    for (d, behind) in DEFINITIONS.iter().zip(BACKGROUNDS) {
        let source = match behind.url {
            Some(url) => format!(
                "<a href=\"{}\" rel=\"noreferrer\">{}</a>",
                text(url),
                text(behind.source)
            ),
            None => text(behind.source),
        };
        let unit = match behind.unit {
            "" => String::new(),
            unit => format!("<small class=\"quiet\">{}</small>", text(unit)),
        };
        writeln!(
            rows,
            "<tr data-key=\"{}\"><th scope=\"row\">{}<small class=\"quiet\">{}</small></th><td>{}</td><td>{}{unit}</td><td>{source}</td></tr>",
            d.key,
            text(d.name),
            text(d.label),
            text(d.explanation),
            text(behind.formula),
        )
        .expect("a string takes all");
    }
    rows
}

#[test]
fn the_page_lists_every_definition() {
    let expected = rows_of_the_page();
    assert_eq!(
        block(PAGE, "definitions"),
        expected,
        "paste this:\n{expected}"
    );
}

#[test]
fn the_method_lists_every_definition() {
    let expected = full_table();
    assert_eq!(
        block(METHOD, "definitions"),
        expected,
        "paste this:\n{expected}"
    );
}

#[test]
fn the_readme_explains_the_first_metrics() {
    let expected = short_table();
    assert_eq!(
        block(README, "definitions"),
        expected,
        "paste this:\n{expected}"
    );
}
