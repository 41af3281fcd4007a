//! A saved report, opened again, is the same report.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

mod runs;
mod traces;

use std::io::{Error, Read};

use tokenpace::plan::Plan;
use tokenpace::report::{
    AppInfo, FileKind, ReadError, Report, ReportInput, Section, build, open_from, read, to_json,
};
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
        control: [("hardware".to_owned(), "one GPU".to_owned())]
            .into_iter()
            .collect(),
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

/// Gives its bytes in pieces of odd sizes, as a file in a browser might.
struct Pieces<'b> {
    bytes: &'b [u8],
    chance: runs::Chance,
}

impl Read for Pieces<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let most = 1 + self.chance.below(100_000) as usize;
        let most = most.min(into.len());
        self.bytes.read(&mut into[..most])
    }
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
    assert_eq!(read("").unwrap_err(), ReadError::Other(FileKind::Empty));
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
        ReadError::Damaged(Section::Plan)
    );
    assert_eq!(
        changed("\"phase\": \"", "\"phase\": \"x"),
        ReadError::Damaged(Section::Requests)
    );
    assert_eq!(
        changed("\"requests\": [", "\"other\": ["),
        ReadError::Damaged(Section::Requests)
    );
    assert_eq!(
        changed("\"plan\": {", "\"other\": {"),
        ReadError::Damaged(Section::Plan)
    );
    let brackets = "[".repeat(100_000);
    assert_eq!(read(&brackets).unwrap_err(), ReadError::NotJson);
}

#[test]
fn a_large_report_is_read_as_it_comes() {
    let (mut plan, many) = (traces::plan(), 600);
    plan.requests = many;
    let traces = traces::run_of(many, |index| {
        let gap = 15_000 + u64::from(index) * 7;
        traces::request().words(500, 300_000, gap).usage(500, None)
    });
    let report = made(&plan, &traces, false);
    let json = to_json(&report).into_bytes();
    assert!(json.len() > 10 << 20, "{}", json.len());
    let (mut told, length) = (Vec::new(), json.len() as u64);
    let pieces = Pieces {
        bytes: &json,
        chance: runs::Chance(1),
    };
    let (source, back) = open_from(pieces, length, &mut |bytes| told.push(bytes)).unwrap();
    assert_eq!(build(source.with(&back, false)), report);
    let steps = told.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(told.len() as u64 >= (length >> 20) - 1 && told.last() <= Some(&length));
    assert!(steps.into_iter().all(|step| step >= 1 << 20));
}

#[test]
fn fields_may_come_in_any_order_and_more_than_once() {
    let (plan, traces) = runs::any(9);
    let report = made(&plan, &traces, true);
    let json: serde_json::Value = serde_json::from_str(&to_json(&report)).unwrap();
    let fields = json.as_object().unwrap();
    let mut names: Vec<&String> = fields.keys().collect();
    let mut chance = runs::Chance(4);
    for _ in 0..20 {
        let (one, other) = (
            chance.below(names.len() as u64),
            chance.below(names.len() as u64),
        );
        names.swap(one as usize, other as usize);
        let all = names
            .iter()
            .map(|name| format!("\"{name}\":{}", fields[*name]));
        let first = ["{\"plan\":7", "\"requests\":[{},[]]", "\"summary\":[]"];
        let all: Vec<String> = first.map(str::to_owned).into_iter().chain(all).collect();
        let text = format!("\u{feff} {} }}\n", all.join(","));
        assert_eq!(read(&text).unwrap(), report);
    }
}

/// Puts numbers that no run has in place of one in `n` of those that are there.
fn exaggerate(json: &mut serde_json::Value, n: u64, chance: &mut runs::Chance) {
    match json {
        serde_json::Value::Number(number) if chance.once_in(n) => {
            // The largest that fit into four and eight bytes, into a float without loss, and beyond.
            let odd = [
                "0",
                "1",
                "4294967295",
                "18446744073709551615",
                "9007199254740991",
                "-1",
                "1e300",
            ];
            let odd = if number.is_f64() || chance.once_in(9) {
                odd[chance.below(7) as usize]
            } else {
                odd[chance.below(3) as usize]
            };
            *number = serde_json::from_str(odd).unwrap();
        }
        serde_json::Value::Array(items) => {
            items
                .iter_mut()
                .for_each(|item| exaggerate(item, n, chance));
        }
        serde_json::Value::Object(fields) => {
            fields
                .values_mut()
                .for_each(|field| exaggerate(field, n, chance));
        }
        _ => {}
    }
}

#[test]
fn numbers_that_no_run_has_are_opened_at_once() {
    let (plan, traces) = runs::any(11);
    let report = made(&plan, &traces[..traces.len().min(8)], false);
    let json: serde_json::Value = serde_json::from_str(&to_json(&report)).unwrap();
    let mut chance = runs::Chance(6);
    let mut shown = 0;
    for n in [3, 30, 300, 3_000].repeat(20) {
        let mut json = json.clone();
        for part in ["plan", "environment", "requests"] {
            exaggerate(&mut json[part], n, &mut chance);
        }
        // Streams go forward; what is odd about their times is how far.
        for request in json["requests"].as_array_mut().unwrap() {
            let events = request["events"].as_array_mut().unwrap();
            let mut times: Vec<_> = events.iter().map(|event| event[0].clone()).collect();
            times.sort_by(|a, b| a.as_f64().partial_cmp(&b.as_f64()).unwrap());
            for (event, time) in events.iter_mut().zip(times) {
                event[0] = time;
            }
        }
        shown += u32::from(read(&json.to_string()).is_ok());
    }
    assert!(shown > 20, "{shown}");
}

#[test]
fn what_else_can_be_wrong_with_a_file_is_told_apart() {
    let (plan, traces) = runs::any(3);
    let json = to_json(&made(&plan, &traces, false));
    assert_eq!(read(&format!("{json} x")).unwrap_err(), ReadError::NotJson);
    assert_eq!(
        read(&format!("{json}{json}")).unwrap_err(),
        ReadError::NotJson
    );
    for other in [
        "null",
        "true",
        "-7",
        "0.5",
        "\"schema\"",
        "{}",
        "\u{feff}[{}]",
    ] {
        assert_eq!(read(other).unwrap_err(), ReadError::NotAReport, "{other}");
    }
    let other = "{\"requests\": {\"a\": 1}, \"schema\": \"other\"}";
    assert_eq!(read(other).unwrap_err(), ReadError::NotAReport);
    let of = |source: &mut dyn Read, bytes| open_from(source, bytes, &mut |_| ()).unwrap_err();
    let mut untouched: &[u8] = b"{}";
    assert_eq!(of(&mut untouched, 128 << 20 | 1), ReadError::TooLarge);
    assert_eq!(untouched.len(), 2);
    let half = &json.as_bytes()[..json.len() / 2];
    assert_eq!(of(&mut half.chain(Broken), 1), ReadError::Unreadable);
    assert_eq!(of(&mut Broken, 1), ReadError::Unreadable);
    let latin = "{\"schema\":\"tokenpace.report/1\",\"created_at\":\"";
    assert_eq!(
        of(&mut latin.as_bytes().chain(&b"\xe4\"}"[..]), 1),
        ReadError::NotJson
    );
}

#[test]
fn an_answer_with_more_words_than_a_page_can_draw_is_refused() {
    let (plan, traces) = runs::recorded("mistral__chat.completions__text-80", 1);
    let mut json: serde_json::Value =
        serde_json::from_str(&to_json(&made(&plan, &traces, false))).unwrap();
    let of = json["requests"]
        .as_array()
        .unwrap()
        .iter()
        .position(|request| request["event_words"].as_array().unwrap().len() > 1)
        .unwrap();
    for words in json["requests"][of]["event_words"].as_array_mut().unwrap() {
        *words = 0.into();
    }
    json["requests"][of]["event_words"][0] = 250_000.into();
    json["requests"][of]["event_words"][1] = 250_000.into();
    assert!(read(&json.to_string()).is_ok());
    json["requests"][of]["event_words"][1] = 250_001.into();
    let refused = read(&json.to_string()).unwrap_err();
    assert_eq!(refused, ReadError::Damaged(Section::Requests));
}

#[test]
fn a_file_with_more_requests_than_any_run_is_refused() {
    let (plan, traces) = runs::any(3);
    let json: serde_json::Value =
        serde_json::from_str(&to_json(&made(&plan, &traces, false))).unwrap();
    let with = |n: u32| {
        let least = |index| {
            serde_json::json!({
                "index": index, "phase": "measured", "outcome": "timeout", "sent_at_ms": 0, "events": [],
            })
        };
        let mut json = json.clone();
        json["requests"] = (0..n).map(least).collect();
        tokenpace::report::open(&json.to_string()).map(|(_, traces)| traces.len())
    };
    assert_eq!(with(20_000), Ok(20_000));
    assert_eq!(with(20_001), Err(ReadError::Damaged(Section::Requests)));
}

#[test]
fn what_a_file_is_instead_is_said() {
    let of = |bytes: &[u8]| open_from(bytes, bytes.len() as u64, &mut |_| ()).unwrap_err();
    let many_blanks = " \n".repeat(50_000);
    for (bytes, kind, words) in [
        (&b""[..], FileKind::Empty, "is empty"),
        (b"\xef\xbb\xbf\r\n \t", FileKind::Empty, "is empty"),
        (many_blanks.as_bytes(), FileKind::Empty, "is empty"),
        (b"<!DOCTYPE html><html>", FileKind::Markup, "a web page"),
        (b"\n\n  <html><body>{}", FileKind::Markup, "a web page"),
        (b"<svg xmlns=", FileKind::Picture, "a picture"),
        (b"\x89PNG\r\n\x1a\n\0\0", FileKind::Picture, "a picture"),
        (
            b"\xff\xd8\xff\xe0\0\x10JFIF",
            FileKind::Picture,
            "a picture",
        ),
        (b"GIF89a", FileKind::Picture, "a picture"),
        (b"RIFF\0\0\0\0WEBPVP8 ", FileKind::Picture, "a picture"),
        (b"%PDF-1.7", FileKind::Pdf, "a PDF"),
        (b"PK\x03\x04\x14\0", FileKind::Zip, "a ZIP archive"),
        (b"\x1f\x8b\x08\0", FileKind::Gzip, "packed"),
        (b"\xff\xfe{\0\"\0", FileKind::Utf16, "UTF-16"),
    ] {
        let error = of(bytes);
        assert_eq!(error, ReadError::Other(kind), "{bytes:?}");
        assert!(error.to_string().contains(words), "{error}");
    }
    for text in [
        "Dear colleague,",
        "index,phase,outcome",
        "tru",
        "-",
        "\"open",
    ] {
        assert_eq!(of(text.as_bytes()), ReadError::NotAReport, "{text}");
    }
    // What begins as JSON is cut.
    let blanks = "\n".repeat(40);
    for text in ["{", "  [1, 2", "{\"schema\": \"tokenpace.rep", &blanks] {
        let text = [&blanks, text, "{"].concat();
        assert_eq!(of(text.as_bytes()), ReadError::NotJson, "{text}");
    }
}

/// A file that was taken away.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(Error::other("gone"))
    }
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
