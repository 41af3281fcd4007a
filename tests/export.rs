//! CSV and the summaries in words.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

mod runs;
mod traces;

use tokenpace::export::to_csv;
use tokenpace::report::Report;
use tokenpace::share::{Form, summary};
use tokenpace::trace::{Failure, FailureKind, OutcomeKind, Stage};
use tokenpace::units::Micros;
use traces::{good, report, request, run_of};

/// The grammar of RFC 4180, strictly.
fn parse(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match (c, quoted) {
            ('"', true) if chars.peek() == Some(&'"') => cell.push(chars.next().unwrap()),
            ('"', true) => {
                quoted = false;
                assert!(
                    matches!(chars.peek(), Some(',' | '\r')),
                    "text after a quote"
                );
            }
            ('"', false) => {
                assert!(cell.is_empty(), "a quote inside a cell");
                quoted = true;
            }
            (',', false) => row.push(std::mem::take(&mut cell)),
            ('\r', false) => {
                assert_eq!(chars.next(), Some('\n'));
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            (c, _) => cell.push(c),
        }
    }
    assert!(
        !quoted && row.is_empty() && cell.is_empty(),
        "the last line ends"
    );
    rows
}

fn saying(message: &str) -> Report {
    report(&run_of(3, |index| match index {
        2 => request()
            .failed(OutcomeKind::HttpError, FailureKind::BadRequest)
            .with(|trace| {
                trace.status = Some(400);
                trace.failure = Some(Failure {
                    stage: Stage::Headers,
                    kind: FailureKind::BadRequest,
                    message: message.to_owned(),
                    looks_like: None,
                });
            }),
        _ => good(300_000, 20_000).with(|trace| trace.finish = Some("=1+1".to_owned())),
    }))
}

fn column<'t>(table: &'t [Vec<String>], name: &str) -> Vec<&'t str> {
    let at = table[0].iter().position(|column| column == name).unwrap();
    table[1..].iter().map(|row| row[at].as_str()).collect()
}

#[test]
fn csv_has_one_row_for_each_request_and_the_units_in_its_header() {
    let report = saying("bad, \"very\" bad\nindeed");
    let table = parse(&to_csv(&report));
    assert_eq!(table.len(), 1 + report.requests.len());
    assert!(table.iter().all(|row| row.len() == table[0].len()));
    assert_eq!(column(&table, "index"), ["0", "1", "2", "3"]);
    assert_eq!(
        column(&table, "phase"),
        ["warmup", "measured", "measured", "measured"]
    );
    assert_eq!(column(&table, "outcome"), ["ok", "ok", "http_error", "ok"]);
    assert_eq!(
        column(&table, "ttft_us"),
        ["900000", "300000", "", "300000"]
    );
    assert_eq!(column(&table, "tps"), ["50.0", "50.0", "", "50.0"]);
    assert_eq!(column(&table, "error_kind"), ["", "", "bad_request", ""]);
    assert_eq!(column(&table, "http_status"), ["200", "200", "400", "200"]);
    assert_eq!(
        column(&table, "error_message")[2],
        "bad, \"very\" bad\nindeed"
    );
}

#[test]
fn no_cell_is_a_formula() {
    for start in [
        "=",
        "+",
        "-",
        "@",
        "\t",
        "\r",
        "\n=",
        " +",
        "＝",
        "\u{feff}=",
    ] {
        let text = format!("{start}HYPERLINK(\"http://evil\",1)");
        let table = parse(&to_csv(&saying(&text)));
        assert_eq!(column(&table, "error_message")[2], format!("'{text}"));
        assert_eq!(column(&table, "finish")[1], "'=1+1");
        for cell in table.iter().flatten() {
            assert!(
                !cell.starts_with(['=', '+', '-', '@', '\t', '\r']),
                "{cell}"
            );
        }
    }
}

#[test]
fn any_run_is_a_table() {
    for seed in 0..20 {
        let (_, traces) = runs::any(seed);
        let table = parse(&to_csv(&report(&traces)));
        assert_eq!(table.len(), traces.len() + 1);
        assert!(table.iter().flatten().all(|cell| !cell.contains("NaN")));
    }
}

#[test]
fn the_summary_says_what_how_sure_and_how() {
    let report = report(&run_of(20, |index| {
        good(300_000 + 9_000 * u64::from(index), 20_000)
    }));
    let text = summary(
        &report,
        Form::Text,
        Some("https://tokenpace.example/#r1.x.y"),
    );
    for part in [
        "some-model at api.example.com",
        "2026-01-02 03:04 UTC",
        report.verdict.sentence.as_str(),
        "20 of 20 answers worked",
        "TTFT",
        "needs 29",
        "20 requests after 1 practice request, 1 at a time",
        "Chromium 156",
        "as the server counts them",
        "https://tokenpace.example/#r1.x.y\n",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    for caution in &report.cautions {
        assert!(text.contains(&caution.title), "{}", caution.title);
    }
    for secret in ["PROMPT-TEXT", "/v1", "https://api"] {
        assert!(!text.contains(secret), "{secret}");
    }
    println!("{text}\n----\n{}", summary(&report, Form::Markdown, None));
}

#[test]
fn markdown_can_not_be_broken_out_of() {
    let mut report = saying("");
    report.plan.model = "a|b <img src=x> *c*\n# d [e](f)".to_owned();
    let text = summary(&report, Form::Markdown, None);
    let heading = text.lines().next().unwrap();
    assert_eq!(
        heading,
        "## How fast a\\|b \\<img src=x\\> \\*c\\* \\# d \\[e\\](f) at api.example.com feels"
    );
    let table: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(table.len(), 8);
    assert!(
        table
            .iter()
            .all(|line| line.matches('|').count() == table[0].matches('|').count())
    );
    assert!(!summary(&report, Form::Text, None).contains('\\'));
}

#[test]
fn a_number_that_is_not_valid_is_not_passed_on_as_one() {
    let busy =
        |_| good(300_000, 20_000).with(|trace| trace.conditions.longest_lag = Micros(90_000));
    let report = report(&run_of(12, busy));
    let struck = &report.summary.struck;
    assert!(
        struck.iter().any(|s| s.metric == "chunk_gap_us"),
        "{struck:?}"
    );
    let text = summary(&report, Form::Markdown, None);
    let row = text.lines().find(|line| line.starts_with("| Chunk gap"));
    let row = row.unwrap();
    assert!(row.contains("not valid") && !row.contains(" ms"), "{row}");
}
