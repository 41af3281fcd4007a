//! The report as a whole: its format, its schema, and what must never be in it.

mod traces;

use serde_json::Value;
use tokenpace::missing::{CautionKind, Missing};
use tokenpace::protocol::ApiFormat;
use tokenpace::report::{Report, ReportInput, build, to_json};
use tokenpace::trace::{FailureKind, OutcomeKind, Phase, Trace};
use tokenpace::units::Micros;
use traces::*;

const SCHEMA: &str = include_str!("../www/schema/report-1.schema.json");

/// Successes, every kind of failure, hidden and visible thinking, bundles, unknown tokens.
fn varied() -> Vec<Trace> {
    let kinds = [
        (OutcomeKind::HttpError, FailureKind::RateLimited),
        (OutcomeKind::Blocked, FailureKind::FetchRejected),
        (OutcomeKind::StreamError, FailureKind::EndedEarly),
        (OutcomeKind::NotUnderstood, FailureKind::HtmlPage),
        (OutcomeKind::Timeout, FailureKind::IdleTimeout),
        (OutcomeKind::CutOff, FailureKind::StoppedByUser),
    ];
    run_of(20, |index| {
        let request = match index {
            1 => fixture_a(),
            2 => fixture_b(),
            3 => fixture_c(),
            4 => fixture_d(),
            5 => fixture_e(),
            6..=11 => {
                let (outcome, kind) = kinds[index as usize - 6];
                request().failed(outcome, kind)
            }
            12 => good(300_000, 20_000).with(|trace| trace.usage = None),
            13 => good(300_000, 20_000).with(|trace| trace.conditions.frozen = true),
            14 => good(300_000, 20_000).with(|trace| trace.network = None),
            _ => good(300_000, 20_000),
        };
        request.with(|trace| {
            trace.answer = "ANSWER-TEXT".to_owned();
            trace.reasoning = "REASONING-TEXT".to_owned();
            trace.response_id = Some("chatcmpl-1".to_owned());
        })
    })
}

fn input<'a>(
    plan: &'a tokenpace::plan::Plan,
    traces: &'a [Trace],
    calibration: &'a tokenpace::wire::Calibration,
    include_texts: bool,
) -> ReportInput<'a> {
    ReportInput {
        plan,
        traces,
        calibration,
        environment: environment(),
        control: [("hardware".to_owned(), "one GPU".to_owned())]
            .into_iter()
            .collect(),
        wall: Some(Micros::from_secs(30)),
        stable: false,
        created_at: "2026-01-02T03:04:05Z".to_owned(),
        prompt_chars: None,
        include_texts,
        app: tokenpace::report::AppInfo {
            version: "0.1.0".to_owned(),
            build: "test".to_owned(),
        },
    }
}

fn with_texts(include_texts: bool) -> Report {
    build(input(&plan(), &varied(), &calibration(), include_texts))
}

#[test]
fn real_reports_are_valid_by_the_published_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for report in [
        with_texts(true),
        with_texts(false),
        report(&[]),
        report(&varied()[..2]),
        report(&run_of(300, |_| good(300_000, 20_000))),
    ] {
        let json: Value = serde_json::from_str(&to_json(&report)).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&json)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

#[test]
fn the_schema_refuses_what_is_not_a_report() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut json: Value = serde_json::from_str(&to_json(&with_texts(false))).unwrap();
    assert!(validator.is_valid(&json));
    json["requests"][1]["ttft_us"] = Value::from("soon");
    assert!(!validator.is_valid(&json));
    json["requests"][1]["ttft_us"] = Value::Null;
    json["requests"][1]["ttft_reason"] = Value::from("because");
    assert!(!validator.is_valid(&json));
}

/// The schema part that describes objects, through references and null alternatives.
fn object_schema<'s>(root: &'s Value, part: &'s Value) -> Option<&'s Value> {
    if let Some(name) = part["$ref"].as_str() {
        return object_schema(root, root.pointer(name.trim_start_matches('#'))?);
    }
    if let Some(any) = part["anyOf"].as_array() {
        return any.iter().find_map(|part| object_schema(root, part));
    }
    (part.get("properties").is_some() || part.get("items").is_some()).then_some(part)
}

fn undocumented(root: &Value, part: &Value, json: &Value, path: &str, found: &mut Vec<String>) {
    let Some(schema) = object_schema(root, part) else {
        return;
    };
    match json {
        Value::Object(fields) => {
            for (name, value) in fields {
                match schema["properties"].get(name) {
                    Some(part) => undocumented(root, part, value, &format!("{path}/{name}"), found),
                    None => found.push(format!("{path}/{name}")),
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                undocumented(root, &schema["items"], item, path, found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_field_of_a_report_is_in_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let json: Value = serde_json::from_str(&to_json(&with_texts(true))).unwrap();
    let mut found = Vec::new();
    undocumented(&schema, &schema, &json, "", &mut found);
    assert!(found.is_empty(), "{found:?}");
}

/// Every null number beside a `…_reason` field has its reason, and no present number has one.
#[test]
fn a_missing_number_has_its_reason() {
    fn check(json: &Value, checked: &mut usize) {
        match json {
            Value::Object(fields) => {
                for (name, reason) in fields {
                    let Some(stem) = name.strip_suffix("_reason") else {
                        continue;
                    };
                    let number = [stem.to_owned(), format!("{stem}_us")]
                        .iter()
                        .find_map(|name| fields.get(name))
                        .unwrap_or_else(|| panic!("no number for {name}"));
                    assert_eq!(
                        number.is_null(),
                        !reason.is_null(),
                        "{name}: {number} {reason}"
                    );
                    *checked += 1;
                }
                fields.values().for_each(|value| check(value, checked));
            }
            Value::Array(items) => items.iter().for_each(|item| check(item, checked)),
            _ => {}
        }
    }
    let mut checked = 0;
    check(
        &serde_json::from_str(&to_json(&with_texts(false))).unwrap(),
        &mut checked,
    );
    assert!(checked > 200);
}

#[test]
fn no_text_leaves_unless_it_is_included() {
    let json = to_json(&with_texts(false));
    for secret in ["ANSWER-TEXT", "REASONING-TEXT", "PROMPT-TEXT"] {
        assert!(!json.contains(secret), "{secret}");
    }
    let report = with_texts(false);
    assert!(
        report
            .requests
            .iter()
            .all(|r| r.answer.is_none() && r.reasoning.is_none())
    );
    let json = to_json(&with_texts(true));
    for text in ["ANSWER-TEXT", "REASONING-TEXT", "PROMPT-TEXT"] {
        assert!(json.contains(text), "{text}");
    }
}

#[test]
fn no_field_is_made_for_a_key() {
    let json = to_json(&with_texts(true)).to_lowercase();
    for name in [
        "authorization",
        "bearer",
        "api_key",
        "apikey",
        "x-api-key",
        "\"key\"",
        "secret",
        "sk-",
    ] {
        assert!(!json.contains(name), "{name}");
    }
}

#[test]
fn a_report_is_written_whole() {
    let report = with_texts(true);
    let written: serde_json::Value = serde_json::from_str(&to_json(&report)).unwrap();
    assert_eq!(written, serde_json::to_value(&report).unwrap());
    assert!(to_json(&report).starts_with("{\n  \"schema\": \"tokenpace.report/1\""));
}

#[test]
fn the_same_traces_in_any_order_give_the_same_report() {
    let mut traces = varied();
    let (plan, calibration) = (plan(), calibration());
    let straight = build(input(&plan, &traces, &calibration, false));
    traces.reverse();
    assert_eq!(build(input(&plan, &traces, &calibration, false)), straight);
    let indices: Vec<u32> = straight.requests.iter().map(|r| r.index).collect();
    assert!(indices.is_sorted());
}

#[test]
fn a_list_takes_one_line_and_a_field_its_own() {
    let json = to_json(&report(&run_of(1, |_| fixture_e())));
    assert!(json.contains(r#""events": [[500000,20,5,"answer"],[500000,20,5,"answer"],"#));
    assert!(json.contains("\n  \"control\": {},\n"));
    assert!(json.contains("\n  \"summary\": {\n    \"outcomes\": {\n      \"ok\": 1\n    },\n"));
    assert!(json.ends_with("\n}"));
}

#[test]
fn events_reach_the_export_with_their_reads_and_words() {
    let traces = run_of(1, |_| fixture_e());
    let record = &report(&traces).requests[1];
    let json = serde_json::to_value(record).unwrap();
    assert_eq!(
        json["events"][0],
        serde_json::json!([500_000, 20, 5, "answer"])
    );
    assert_eq!(json["event_reads"], serde_json::json!([1, 1, 2, 2]));
    assert_eq!(json["event_words"], serde_json::json!([1, 1, 1, 1]));
}

#[test]
fn a_failure_says_what_to_try() {
    let report = with_texts(false);
    let errors: Vec<_> = report
        .requests
        .iter()
        .filter_map(|r| r.error.as_ref())
        .collect();
    assert_eq!(errors.len(), 6);
    for error in errors {
        assert!(error.advice.ends_with('.') && error.advice.len() > 20);
    }
}

#[test]
fn a_reply_in_another_format_says_which_to_choose() {
    let found = *ApiFormat::ALL.last().unwrap();
    let report = report(&run_of(1, |_| {
        request()
            .failed(OutcomeKind::NotUnderstood, FailureKind::WrongFormat)
            .with(|trace| {
                let failure = trace.failure.as_mut().unwrap();
                failure.looks_like = Some(found);
            })
    }));
    let error = report.requests[1].error.as_ref().unwrap();
    assert_eq!(error.looks_like.as_deref(), Some(found.label()));
    let words = format!(
        "This looks like {}, not OpenAI chat completions: change API format under Advanced.",
        found.label()
    );
    assert_eq!(error.advice, words);
}

#[test]
fn total_speed_counts_hidden_thinking_and_the_whole_window() {
    let traces = run_of(2, |_| good(300_000, 20_000));
    let sums = report(&traces).summary;
    // Two times 60 tokens, from the first send to the last close 1 s + 1.481 s later.
    assert_eq!(sums.wall_us, Some(2_481_000));
    close(sums.aggregate_tps.unwrap(), 120.0 / 2.481, 1e-9);
    let hidden = report(&run_of(1, |_| fixture_c())).summary;
    close(hidden.aggregate_tps.unwrap(), 4_350.0 / 24.801, 1e-6);
    let unknown = report(&run_of(2, |_| {
        good(300_000, 20_000).with(|t| t.usage = None)
    }))
    .summary;
    assert_eq!(
        unknown.aggregate_tps_reason.as_deref(),
        Some(Missing::TokensUnknown.code())
    );
}

#[test]
fn what_was_added_to_requests_is_in_the_report_with_what_came_of_it() {
    let plan = tokenpace::plan::Plan {
        exact_length: Some(tokenpace::plan::ExactLength::IgnoreEos),
        max_output_tokens: 60,
        extra_headers: vec![("X-Title".to_owned(), "page".to_owned())],
        extra_fields: Some(r#"{"seed":7}"#.to_owned()),
        ..plan()
    };
    let traces = run_of(3, |index| match index {
        2 => good(300_000, 20_000).with(|trace| trace.usage = None),
        _ => good(300_000, 20_000),
    });
    let report = build(input(&plan, &traces, &calibration(), false));
    let json: Value = serde_json::from_str(&to_json(&report)).unwrap();
    assert_eq!(json["plan"]["exact_length"], "ignore_eos");
    assert_eq!(json["plan"]["extra_headers"]["X-Title"], "page");
    assert_eq!(json["plan"]["extra_fields"]["seed"], 7);
    let reached = report.summary.reached_length.unwrap();
    assert_eq!((reached.asked, reached.exact.of), (60, 2));
    assert_eq!((reached.exact.hits, reached.shortest), (2, Some(60)));
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&json));
    let mut found = Vec::new();
    undocumented(&schema, &schema, &json, "", &mut found);
    found.retain(|path| !path.starts_with("/plan/extra_"));
    assert!(found.is_empty(), "{found:?}");
    let nothing_asked = with_texts(false);
    assert_eq!(nothing_asked.summary.reached_length, None);
}

#[test]
fn the_worst_token_source_speaks_for_the_run() {
    use tokenpace::report::TokenSource;
    assert_eq!(
        with_texts(false).summary.token_source,
        Some(TokenSource::EventsOnly)
    );
    let clean = report(&run_of(2, |_| good(300_000, 20_000)));
    assert_eq!(clean.summary.token_source, Some(TokenSource::Usage));
    assert_eq!(report(&[]).summary.token_source, None);
}

#[test]
fn cautions_of_a_request_and_of_the_run_agree() {
    let report = with_texts(false);
    for caution in &report.cautions {
        for index in &caution.requests {
            let record = report.requests.iter().find(|r| r.index == *index).unwrap();
            assert!(
                record.cautions.contains(&caution.kind),
                "{:?}",
                caution.kind
            );
        }
    }
    let frozen = &report.requests[13];
    assert_eq!(frozen.excluded_by, Some(CautionKind::TabFrozen));
    assert_eq!(frozen.phase, Phase::Measured);
}
