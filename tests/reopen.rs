//! A saved report, opened again, is the same report.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

#[path = "support/recorded.rs"]
#[allow(dead_code)]
mod recorded;
mod runs;
mod traces;

use std::collections::BTreeMap;

use tokenpace::plan::Plan;
use tokenpace::report::{AppInfo, ReadError, Report, ReportInput, build, read, to_json};
use tokenpace::trace::Trace;
use tokenpace::units::Micros;

fn made(plan: &Plan, traces: &[Trace], include_texts: bool) -> Report {
    build(ReportInput {
        plan,
        traces,
        calibration: &traces::calibration(),
        environment: tokenpace::report::Environment {
            loop_lag_p99_us: Some(1_000),
            ..traces::environment()
        },
        control: BTreeMap::from([("hardware".to_owned(), "one GPU".to_owned())]),
        wall: Some(Micros::from_secs(30)),
        stable: false,
        created_at: "2026-01-02T03:04:05Z".to_owned(),
        prompt_chars: None,
        include_texts,
        app: AppInfo {
            version: "0.1.0".to_owned(),
            build: "test".to_owned(),
        },
    })
}

fn opened(report: &Report) -> Report {
    read(&to_json(report)).unwrap()
}

#[test]
fn any_run_comes_back_with_identical_numbers() {
    for seed in 0..60 {
        let (plan, traces) = runs::any(seed);
        let report = made(&plan, &traces, seed % 3 == 0);
        assert_eq!(opened(&report), report, "seed {seed}");
    }
}

#[test]
fn a_recorded_run_comes_back_with_identical_numbers() {
    let (plan, traces) = runs::recorded("deepseek__chat.completions__reasoner", 20);
    assert!(traces.iter().all(|trace| runs::answer_events(trace) > 5));
    let report = made(&plan, &traces, false);
    assert_eq!(opened(&report), report);
}

#[test]
fn unknown_fields_are_ignored_and_numbers_are_computed_anew() {
    let (plan, traces) = runs::any(7);
    let report = made(&plan, &traces, false);
    let mut json: serde_json::Value = serde_json::from_str(&to_json(&report)).unwrap();
    json["from_the_future"] = serde_json::json!({"a": [1, 2]});
    json["requests"][0]["more"] = serde_json::json!(true);
    json["summary"]["ttft_us"]["p50"] = serde_json::json!(1);
    assert_eq!(read(&json.to_string()).unwrap(), report);
}

#[test]
fn what_is_no_report_is_told_apart() {
    let (plan, traces) = runs::any(3);
    let json = to_json(&made(&plan, &traces, false));
    let changed = |from: &str, to: &str| read(&json.replacen(from, to, 1)).unwrap_err();
    assert_eq!(read("").unwrap_err(), ReadError::NotJson);
    assert_eq!(
        read(&json[..json.len() / 2]).unwrap_err(),
        ReadError::NotJson
    );
    assert_eq!(read("[1]").unwrap_err(), ReadError::NotAReport);
    assert_eq!(
        read("{\"schema\":\"other/1\"}").unwrap_err(),
        ReadError::NotAReport
    );
    assert_eq!(changed("report/1", "report/2"), ReadError::Newer);
    assert_eq!(changed("report/1", "report/12"), ReadError::Newer);
    assert_eq!(changed("report/1", "report/x"), ReadError::NotAReport);
    assert_eq!(
        changed("\"format\": \"", "\"format\": \"x"),
        ReadError::Damaged("plan")
    );
    assert_eq!(
        changed("\"phase\": \"", "\"phase\": \"x"),
        ReadError::Damaged("requests")
    );
    let brackets = "[".repeat(100_000);
    assert_eq!(read(&brackets).unwrap_err(), ReadError::NotJson);
}

#[test]
fn a_changed_file_never_panics() {
    let (plan, traces) = runs::any(11);
    let json = to_json(&made(&plan, &traces[..traces.len().min(4)], false)).into_bytes();
    let mut chance = runs::Chance(5);
    let mut shown = 0;
    for _ in 0..1_500 {
        let mut text = json.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(text.len() as u64) as usize;
            // Digits for digits keep it JSON, so that its numbers get odd.
            text[at] = match text[at] {
                b'0'..=b'9' => b'0' + chance.below(10) as u8,
                b',' | b'}' | b']' | b':' | b'"' => text[at],
                other => other ^ chance.below(4) as u8,
            };
        }
        let text = String::from_utf8_lossy(&text);
        shown += u32::from(read(&text).is_ok());
    }
    assert!(shown > 100, "{shown}");
}
