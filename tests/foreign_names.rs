//! Names that come with files and links: whatever they hold, nothing that steers or hides gets further.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

mod links;
mod runs;
mod traces;

use links::{content, follow, with_content};
use proptest::prelude::*;
use tokenpace::card::card;
use tokenpace::export::to_csv;
use tokenpace::files::history::{Record, shelf};
use tokenpace::link::{Options, fragment};
use tokenpace::names::is_invisible;
use tokenpace::plan::Plan;
use tokenpace::report::{Report, read, to_json};
use tokenpace::share::{Form, summary};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};

/// Turns what follows round, hides, breaks the line.
const ODD: &str = "\u{7f}\u{85}\u{202e}\u{2066}\u{200f}\u{61c}\u{200b}\u{feff}\u{2028}\n\u{7}";

/// A run of which each name holds this.
fn named(odd: &str) -> Report {
    let with = |name: &str| [odd, name, odd, "x", odd].concat();
    let plan = Plan {
        provider: with("vendor"),
        model: with("model"),
        extra_headers: vec![(with("x-team"), with("blue"))],
        extra_fields: Some(serde_json::json!({with("field"): [with("value")]}).to_string()),
        endpoint: tokenpace::plan::Endpoint {
            host: with("api.example.com"),
            base_url: with("https://api.example.com"),
            ..traces::plan().endpoint
        },
        ..traces::plan()
    };
    let traces: Vec<Trace> = traces::run_of(8, |index| {
        let request = if index == 3 {
            traces::good(1, 1).failed(OutcomeKind::HttpError, FailureKind::BadRequest)
        } else {
            traces::good(300_000 + u64::from(index) * 9_000, 30_000)
        };
        request.with(|trace| {
            trace.finish = Some(with("stop"));
            trace.response_id = Some(with("id"));
            if let Some(failure) = &mut trace.failure {
                failure.message = with("message");
            }
            if let Some(network) = &mut trace.network {
                network.protocol = Some(with("h2"));
            }
        })
    });
    let mut report = links::report(&plan, &traces);
    report.control = [(with("hardware"), with("one GPU"))].into_iter().collect();
    report.environment.browser = with("Chromium 156");
    report.environment.time_zone = with("Europe/Berlin");
    report.environment.hosts_contacted = vec![with("api.example.com")];
    report.app.version = with("0.1.0");
    report
}

fn assert_plain(text: &str, what: &str) {
    let odd = |c: char| {
        is_invisible(c) || (c.is_control() && !"\r\n".contains(c)) || "\u{2028}\u{2029}".contains(c)
    };
    let found: Vec<char> = text.chars().filter(|c| odd(*c)).collect();
    assert!(found.is_empty(), "{found:?} in {what}: {text}");
}

/// All that a report becomes.
fn assert_plain_everywhere(report: &Report) {
    assert_plain(&to_json(report), "JSON");
    assert_plain(&to_csv(report), "CSV");
    assert_plain(&summary(report, Form::Text, None), "summary");
    assert_plain(&summary(report, Form::Markdown, None), "summary");
    assert_plain(&card(report).svg, "card");
    assert_plain(&card(report).alt, "alt text");
    let kept = shelf(vec![Record::of(report)], String::new());
    let kept = &kept.entries[0];
    assert_plain(&[kept.title.as_str(), &kept.facts].concat(), "history");
}

#[test]
fn a_file_brings_nothing_that_steers_and_its_numbers_stay() {
    let (odd, plain) = (named(ODD), named(""));
    let opened = read(&to_json(&odd)).unwrap();
    assert_plain_everywhere(&opened);
    assert_eq!(opened.plan.model, "model x");
    assert_eq!(opened.environment.browser, "Chromium 156 x");
    assert_eq!(opened.summary, plain.summary);
    assert_eq!(opened.plan.base_url, "https://api.example.com x");
    // Escapes say which control was there, in the field that is JSON itself.
    assert!(to_json(&opened).contains("field"));
    assert_eq!(read(&to_json(&opened)).unwrap(), opened);
}

#[test]
fn a_link_brings_nothing_that_steers_and_carries_nothing_on() {
    let host = Options {
        host: true,
        ..links::options()
    };
    let odd = fragment(&named(ODD), host).fragment;
    let text = String::from_utf8_lossy(&content(&odd)).into_owned();
    assert!(!text.contains('\u{202e}') && !text.contains('\u{200b}'));
    assert!(text.contains("model x"), "{text}");
    // One that another program has made.
    let mut raw = content(&fragment(&named("abcdefghi"), host).fragment);
    let mark = "abcdefghi".as_bytes();
    while let Some(at) = raw.windows(9).position(|bytes| bytes == mark) {
        raw.splice(at..at + 9, "\u{202e}\u{200b}\u{2066}".bytes());
    }
    let opened = follow(&with_content(&raw, false)).unwrap();
    assert_eq!(opened.plan.host, "api.example.comx");
    assert_plain_everywhere(&opened);
}

#[test]
fn absurd_lengths_end_with_an_ellipsis() {
    let long = "word ".repeat(5_000);
    let opened = read(&to_json(&named(&long))).unwrap();
    for name in [
        &opened.plan.model,
        &opened.plan.provider,
        &opened.plan.host,
        &opened.environment.browser,
        opened.requests[1].finish.as_ref().unwrap(),
        &opened.requests[3].error.as_ref().unwrap().message,
    ] {
        assert!(name.chars().count() <= 300 && name.ends_with('…'), "{name}");
    }
    assert_eq!(opened.plan.extra_fields, None);
    assert!(to_json(&opened).len() < to_json(&named("")).len() + 40_000);
    let many = (0..5_000).map(|n| (format!("note {n}"), "text".to_owned()));
    let mut report = named("");
    report.control = many.collect();
    let opened = read(&to_json(&report)).unwrap();
    assert_eq!(opened.control.len(), 100);
    assert_eq!(follow(&links::link(&report)).unwrap().plan.model, "modelx");
}

#[test]
fn names_of_every_script_come_back_as_they_are() {
    for name in ["通义千问-72B", "نموذج می\u{200c}خواهم", "👩🏽‍🚀❤️‍🔥", "Größe"]
    {
        let mut report = named("");
        report.plan.model = name.to_owned();
        report.control = [(name.to_owned(), name.to_owned())].into_iter().collect();
        for opened in [
            read(&to_json(&report)).unwrap(),
            follow(&links::link(&report)).unwrap(),
        ] {
            assert_eq!(opened.plan.model, name);
            assert_eq!(opened.control, report.control);
        }
    }
}

#[test]
fn where_a_name_is_missing_nothing_is_said_to_be_at_nothing() {
    for (model, host, provider) in [
        ("", "", ""),
        ("", "host", ""),
        ("model", "", ""),
        ("", "", "vendor"),
    ] {
        let mut report = named("");
        report.plan.model = model.to_owned();
        report.plan.host = host.to_owned();
        report.plan.provider = provider.to_owned();
        report.environment.browser.clear();
        report.created_at = "yesterday, or <b>never</b>".to_owned();
        let opened = read(&to_json(&report)).unwrap();
        assert_eq!(opened.created_at, "");
        let kept = shelf(vec![Record::of(&opened)], String::new());
        let heading = summary(&opened, Form::Text, None);
        for text in [&kept.entries[0].title, &card(&opened).alt, &heading] {
            assert!(!text.contains(" at  ") && !text.contains("  at "), "{text}");
            assert!(!text.contains(" at ,") && !text.contains(". at "), "{text}");
            assert!(!text.starts_with(" at") && !text.ends_with("at "), "{text}");
        }
        assert!(heading.contains("from an unknown browser"), "{heading}");
        assert!(kept.entries[0].facts.starts_with("At an unknown time · "));
        let svg = card(&opened).svg;
        assert_eq!(svg.contains("> at <"), !model.is_empty(), "{svg}");
        assert_eq!(
            svg.contains("an unnamed endpoint"),
            host.is_empty() && provider.is_empty()
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn whatever_names_are_the_numbers_stay(odd in any::<String>(), control in any::<char>()) {
        let odd = [&odd, "\u{202e}", &control.to_string()].concat();
        let opened = read(&to_json(&named(&odd))).unwrap();
        prop_assert_eq!(&opened.summary, &named("").summary);
        assert_plain_everywhere(&opened);
        let linked = follow(&links::link(&named(&odd))).unwrap();
        assert_plain_everywhere(&linked);
        let wanted = follow(&links::link(&named(""))).unwrap();
        prop_assert_eq!(linked.summary.n, wanted.summary.n);
    }
}
