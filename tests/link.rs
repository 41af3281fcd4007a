//! Result links: what they carry, how long they are, and what happens to broken ones.

#[path = "support/recorded.rs"]
#[allow(dead_code)]
mod recorded;
mod runs;
mod traces;

use std::collections::BTreeMap;
use std::fmt::Debug;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use tokenpace::link::{
    LeftOut, LinkError, MAX_CHARS, MAX_INFLATED, Opened, Options, Shared, encode, open,
};
use tokenpace::plan::Plan;
use tokenpace::report::{AppInfo, Distribution, Report, ReportInput, build};
use tokenpace::stats::Percent;
use tokenpace::trace::Trace;

const RECORDED: [&str; 5] = [
    "mistral__chat.completions__text-80",
    "xai__chat.completions__grok3mini-reasoning",
    "deepseek__chat.completions__reasoner",
    "ollama__chat.completions__openai-compat-emoji",
    "anthropic__messages__thinking-long",
];

/// Characters of a usual page's address.
const PAGE: usize = "https://tokenpace.example.org/".len();

fn report(plan: &Plan, traces: &[Trace]) -> Report {
    build(ReportInput {
        plan,
        traces,
        calibration: &traces::calibration(),
        environment: tokenpace::report::Environment {
            loop_lag_p99_us: Some(1_000),
            ..traces::environment()
        },
        control: BTreeMap::from([("hardware".to_owned(), "one GPU".to_owned())]),
        wall: None,
        created_at: "2026-01-02T03:04:05.678Z".to_owned(),
        include_texts: true,
        app: AppInfo {
            version: "0.1.0".to_owned(),
            build: "test".to_owned(),
        },
    })
}

fn link(report: &Report) -> String {
    let draft = encode(report, options());
    draft.finish(Some(&compress_to_vec(draft.raw(), 9)))
}

const fn options() -> Options {
    Options {
        host: false,
        page_chars: PAGE,
    }
}

fn follow(fragment: &str) -> Result<Report, LinkError> {
    let raw = match open(fragment)? {
        Opened::Raw(raw) => raw,
        Opened::Deflated(bytes) => {
            decompress_to_vec_with_limit(&bytes, MAX_INFLATED).map_err(|_| LinkError::Damaged)?
        }
    };
    Shared::read(&raw).map(|shared| shared.report)
}

/// Half of the last bit at the given precision, and what whole microseconds, counts and thousandths can't say.
fn near(found: Option<f64>, wanted: Option<f64>, share: f64, what: &dyn Debug) {
    match (found, wanted) {
        (Some(found), Some(wanted)) => {
            let off = (found - wanted).abs();
            let least = if wanted.abs() > 2.0 { 1.0 } else { 0.002 };
            assert!(
                off <= share * wanted.abs() + least,
                "{found} is not {wanted}: {what:?}"
            );
        }
        (found, wanted) => assert_eq!(found, wanted, "{what:?}"),
    }
}

fn same(found: &Distribution, wanted: &Distribution, share: f64, what: &str) {
    assert_eq!(
        (found.n, found.missing),
        (wanted.n, wanted.missing),
        "{what}"
    );
    assert_eq!(found.reason, wanted.reason, "{what}");
    for percent in Percent::ALL {
        near(
            found.at(percent),
            wanted.at(percent),
            share,
            &(what, percent),
        );
    }
    near(found.min, wanted.min, share, &what);
    near(found.max, wanted.max, share, &what);
    assert_eq!(found.p50_reason, wanted.p50_reason, "{what}");
    assert_eq!(found.p95_reason, wanted.p95_reason, "{what}");
}

fn precision(left_out: &[LeftOut]) -> f64 {
    let found = left_out.iter().find_map(|what| match what {
        LeftOut::Precision(thousandths) => Some(f64::from(*thousandths) / 1000.0),
        _ => None,
    });
    found.unwrap()
}

fn compare(found: &Report, wanted: &Report, left_out: &[LeftOut], what: &str) {
    let share = precision(left_out);
    let (f, w) = (&found.summary, &wanted.summary);
    same(&f.ttft_us, &w.ttft_us, share, &format!("{what} ttft"));
    same(&f.ttfa_us, &w.ttfa_us, share, &format!("{what} ttfa"));
    same(&f.tpot_us, &w.tpot_us, share, &format!("{what} tpot"));
    same(&f.tps, &w.tps, share, &format!("{what} tps"));
    same(&f.wpm, &w.wpm, share, &format!("{what} wpm"));
    same(&f.e2e_us, &w.e2e_us, share, &format!("{what} e2e"));
    same(
        &f.longest_stall_us,
        &w.longest_stall_us,
        share,
        &format!("{what} stall"),
    );
    same(
        &f.starvation_us,
        &w.starvation_us,
        2.0 * share,
        &format!("{what} starvation"),
    );
    same(
        &f.chunk_gap_us,
        &w.chunk_gap_us,
        share,
        &format!("{what} gaps"),
    );
    same(&f.stalls, &w.stalls, share, &format!("{what} stalls"));
    same(
        &f.rebuffer_ratio,
        &w.rebuffer_ratio,
        share,
        &format!("{what} rebuffer"),
    );
    if !left_out.contains(&LeftOut::Details) {
        same(&f.fluid_wpm, &w.fluid_wpm, share, &format!("{what} fluid"));
        same(
            &f.ttft_from_request_start_us,
            &w.ttft_from_request_start_us,
            share,
            &format!("{what} from request start"),
        );
    }
    assert_eq!(f.outcomes, w.outcomes, "{what}");
    assert_eq!(
        (f.n, f.judged, f.success_rate),
        (w.n, w.judged, w.success_rate),
        "{what}"
    );
    assert_eq!(f.token_source, w.token_source, "{what}");
    assert_eq!(f.answers_without_stall, w.answers_without_stall, "{what}");
    assert_eq!(f.aggregate_tps_reason, w.aggregate_tps_reason, "{what}");
    near(f.aggregate_tps, w.aggregate_tps, share, &what);
    near(f.steady_tps, w.steady_tps, share, &what);
    assert_eq!(f.steady_tps_reason, w.steady_tps_reason, "{what}");
    let cautions = |report: &Report| -> Vec<_> {
        let of = |c: &tokenpace::report::Caution| {
            (
                c.kind,
                c.effect,
                c.title.clone(),
                c.requests.clone(),
                c.hides.clone(),
            )
        };
        report.cautions.iter().map(of).collect()
    };
    assert_eq!(cautions(found), cautions(wanted), "{what}");
    for (f, w) in found.requests.iter().zip(&wanted.requests) {
        let what = format!("{what} request {}", w.index);
        assert_eq!(
            (f.index, f.phase, f.outcome),
            (w.index, w.phase, w.outcome),
            "{what}"
        );
        assert_eq!(f.excluded_by, w.excluded_by, "{what}");
        assert_eq!(
            (&f.ttft_reason, &f.tps_reason),
            (&w.ttft_reason, &w.tps_reason),
            "{what}"
        );
        assert_eq!(
            (&f.ttfa_reason, &f.e2e_reason),
            (&w.ttfa_reason, &w.e2e_reason),
            "{what}"
        );
        assert_eq!(
            (f.output_tokens, f.token_source),
            (w.output_tokens, w.token_source),
            "{what}"
        );
        assert_eq!(
            f.error.as_ref().map(|e| (e.kind, e.stage)),
            w.error.as_ref().map(|e| (e.kind, e.stage))
        );
        near(
            f.closed_us.map(|t| t as f64),
            w.closed_us.map(|t| t as f64),
            share,
            &what,
        );
        near(f.tps, w.tps, share, &what);
    }
    assert_eq!(found.requests.len(), wanted.requests.len(), "{what}");
}

#[test]
fn any_run_comes_back_to_its_stated_precision() {
    for seed in 0..60 {
        let (plan, traces) = runs::any(seed);
        let wanted = report(&plan, &traces);
        let draft = encode(&wanted, options());
        let fragment = link(&wanted);
        let most = if plan.requests <= 20 { 1000 } else { 2000 };
        assert!(
            PAGE + fragment.len() < most,
            "seed {seed}: {}",
            fragment.len()
        );
        let found = follow(&fragment).unwrap();
        compare(&found, &wanted, &draft.left_out, &format!("seed {seed}"));
    }
}

#[test]
fn twenty_requests_fit_into_1000_characters_and_a_hundred_into_2000() {
    for file in RECORDED {
        for (n, most) in [(1, 1000), (5, 1000), (20, 1000), (50, 2000), (100, 2000)] {
            let (plan, traces) = runs::recorded(file, n);
            let wanted = report(&plan, &traces);
            let draft = encode(&wanted, options());
            let fragment = link(&wanted);
            println!("{file} {n}: {} {:?}", PAGE + fragment.len(), draft.left_out);
            assert!(
                PAGE + fragment.len() < most,
                "{file} {n}: {}",
                PAGE + fragment.len()
            );
            let found = follow(&fragment).unwrap();
            compare(&found, &wanted, &draft.left_out, file);
            assert_eq!(found.verdict.tone, wanted.verdict.tone, "{file} {n}");
            let grades = |report: &Report| -> Vec<_> {
                let scores = report.verdict.scores.iter();
                scores.map(|score| (score.use_case, score.grade)).collect()
            };
            assert_eq!(grades(&found), grades(&wanted), "{file} {n}");
        }
    }
}

#[test]
fn the_conditions_come_along_and_the_secrets_do_not() {
    let (mut plan, mut traces) = runs::any(4);
    plan.endpoint.base_url = "https://api.example.com:8443/secret-path?k=SECRET".to_owned();
    plan.prompt = "PROMPT-TEXT".to_owned();
    plan.extra_headers = vec![("x-team".to_owned(), "HEADER-TEXT".to_owned())];
    plan.extra_fields = Some("{\"user\":\"FIELD-TEXT\"}".to_owned());
    for trace in &mut traces {
        trace.answer = "ANSWER-TEXT".to_owned();
        trace.reasoning = "REASONING-TEXT".to_owned();
        trace.response_id = Some("ID-TEXT".to_owned());
        trace.finish = Some("a finish that is a sentence: FINISH-TEXT".to_owned());
        if let Some(failure) = &mut trace.failure {
            failure.message = "ERROR-TEXT".to_owned();
        }
    }
    let wanted = report(&plan, &traces);
    let draft = encode(&wanted, options());
    let text = String::from_utf8_lossy(draft.raw()).into_owned();
    for secret in ["-TEXT", "SECRET", "secret", "example", "8443", "x-team"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    let found = follow(&draft.finish(None)).unwrap();
    assert_eq!(found.created_at, "2026-01-02T03:04:05Z");
    assert_eq!(found.plan.host, "");
    assert_eq!(found.plan.base_url, "");
    assert_eq!(found.plan.prompt, None);
    assert_eq!(found.plan.model, wanted.plan.model);
    assert_eq!(found.plan.provider, wanted.plan.provider);
    assert_eq!(found.plan.target.ttft, wanted.plan.target.ttft);
    assert_eq!(found.plan.prompt_chars, wanted.plan.prompt_chars);
    assert_eq!(found.control, wanted.control);
    assert_eq!(found.environment.browser, wanted.environment.browser);
    assert_eq!(
        found.environment.clock_tick_us,
        wanted.environment.clock_tick_us
    );
    assert_eq!(found.summary.reached_length, wanted.summary.reached_length);
    let named = Options {
        host: true,
        ..options()
    };
    let found = follow(&encode(&wanted, named).finish(None)).unwrap();
    assert_eq!(found.plan.host, "api.example.com");
}

#[test]
fn one_answer_can_be_replayed() {
    let (plan, traces) = runs::recorded(RECORDED[0], 20);
    let wanted = report(&plan, &traces);
    let found = follow(&link(&wanted)).unwrap();
    let index = wanted.summary.wait.as_ref().unwrap().index;
    let (there, here) = (
        wanted.requests.iter().find(|r| r.index == index).unwrap(),
        found.requests.iter().find(|r| r.index == index).unwrap(),
    );
    assert_eq!(
        here.event_words.iter().sum::<u32>(),
        there.event_words.iter().sum::<u32>()
    );
    assert_eq!(Some(here.events[0].0), here.ttfa_us);
    assert!(here.events.last().unwrap().0 <= here.last_output_us.unwrap());
    assert_eq!(
        found
            .requests
            .iter()
            .filter(|r| !r.events.is_empty())
            .count(),
        1
    );
}

#[test]
fn a_full_run_of_2000_still_has_a_link() {
    let mut plan = traces::plan();
    (plan.requests, plan.warmup) = (2_000, 1);
    let mut chance = runs::Chance(3);
    let waits: Vec<u64> = (0..=2_000)
        .map(|_| 200_000 + chance.below(700_000))
        .collect();
    let traces = traces::run_of(2_000, |index| {
        let wait = waits[index as usize];
        traces::request()
            .words(2, wait, 20_000 + wait / 40)
            .usage(60, Some(0))
    });
    let wanted = report(&plan, &traces);
    let fragment = link(&wanted);
    println!("2000: {}", fragment.len());
    assert!(fragment.len() < MAX_CHARS, "{}", fragment.len());
    assert_eq!(follow(&fragment).unwrap().requests.len(), 2_001);
}

#[test]
fn testing_it_yourself_takes_the_shape_of_the_work_only() {
    let (plan, traces) = runs::any(6);
    let draft = encode(&report(&plan, &traces), options());
    let shape = Shared::read(draft.raw()).unwrap().shape();
    assert_eq!(shape.requests, plan.requests.to_string());
    assert_eq!(shape.concurrency, plan.concurrency.to_string());
    assert_eq!(
        (shape.base_url, shape.model, shape.extra_fields),
        Default::default()
    );
}

#[test]
fn a_sent_time_is_that_of_the_calendar() {
    let (plan, traces) = runs::any(1);
    for (day, epoch_ms) in [
        ("2000-01-01T00:00:00Z", 946_684_800_000.0),
        ("2026-02-28T23:59:58Z", 1_772_323_198_000.0),
        ("2028-02-29T12:00:00Z", 1_835_438_400_000.0),
        ("2099-12-31T00:00:00Z", 4_102_358_400_000.0),
    ] {
        let mut wanted = report(&plan, &traces);
        wanted.created_at = day.to_owned();
        let found = follow(&encode(&wanted, options()).finish(None)).unwrap();
        assert_eq!(
            (found.created_at.as_str(), found.requests[0].sent_at_ms),
            (day, epoch_ms)
        );
    }
}

#[test]
fn broken_links_say_what_is_wrong_with_them() {
    let (plan, traces) = runs::recorded(RECORDED[0], 20);
    let whole = link(&report(&plan, &traces));
    let error = |text: &str| follow(text).map(|_| ()).unwrap_err();
    for end in [
        whole.len() - 1,
        whole.len() - 6,
        whole.len() - 7,
        whole.len() / 2,
        12,
        5,
    ] {
        assert_eq!(error(&whole[..end]), LinkError::Incomplete, "{end}");
    }
    for text in [
        "",
        "#",
        "#method",
        "r",
        "#rx.AA.AAAAAA",
        "#r0.AA.AAAAAA",
        "r1",
        "#s1.a.b",
    ] {
        assert_eq!(error(text), LinkError::Unknown, "{text}");
    }
    assert_eq!(error("#r2.AA.AAAAAA"), LinkError::Newer);
    assert_eq!(error("#r17.whatever"), LinkError::Newer);
    assert_eq!(error("#r1.AA.AAAAAA"), LinkError::Damaged);
    assert_eq!(error(&"A".repeat(MAX_CHARS + 1)), LinkError::TooLarge);
    let altered = whole.replacen("#r1.A", "#r1.C", 1);
    assert_eq!(error(&altered), LinkError::Damaged);
    assert_eq!(
        Shared::read(&vec![0; MAX_INFLATED + 1]).err(),
        Some(LinkError::TooLarge)
    );
}

#[test]
fn what_chat_programs_do_to_links_is_forgiven() {
    let (plan, traces) = runs::any(2);
    let whole = link(&report(&plan, &traces));
    let wanted = follow(&whole).unwrap();
    let encoded = whole
        .replace('.', "%2E")
        .replace('#', "%23")
        .replace('_', "%5f");
    for text in [
        whole.trim_start_matches('#').to_owned(),
        format!("{whole}."),
        format!("{whole})."),
        format!("{whole}>\n"),
        format!("{whole}\u{201d},"),
        encoded,
    ] {
        assert_eq!(follow(&text).as_ref(), Ok(&wanted), "{text}");
    }
}

fn finite(report: &Report) {
    let s = &report.summary;
    let of_run = [
        &s.ttft_us,
        &s.tps,
        &s.wpm,
        &s.tpot_us,
        &s.rebuffer_ratio,
        &s.fluid_tps,
        &s.perceived_tps,
        &s.reader_qoe,
    ];
    let numbers = of_run
        .into_iter()
        .flat_map(|d| [d.p50, d.min, d.max, d.mean]);
    let of_requests = report
        .requests
        .iter()
        .flat_map(|r| [r.tps, r.wpm, r.e2e_per_token_us, r.tokens_per_word]);
    for number in numbers.chain(of_requests).flatten() {
        assert!(number.is_finite(), "{number}");
    }
}

/// The check keeps most nonsense out, so that the reader behind it is tried without.
#[test]
fn no_payload_panics() {
    let raws: Vec<Vec<u8>> = [0, 3, 9, 23]
        .map(|seed| {
            let (plan, traces) = runs::any(seed);
            encode(&report(&plan, &traces), options()).raw().to_vec()
        })
        .into();
    let mut chance = runs::Chance(1);
    let mut shown = 0;
    for round in 0..20_000_usize {
        let mut raw = raws[round % raws.len()].clone();
        for _ in 0..=chance.below(4) {
            let at = chance.below(raw.len() as u64) as usize;
            match chance.below(8) {
                0 => raw.truncate(at.max(1)),
                1 => raw.insert(at, chance.below(256) as u8),
                2 => raw[at] = 0xff,
                _ => raw[at] ^= 1 << chance.below(8),
            }
        }
        if let Ok(shared) = Shared::read(&raw) {
            shown += 1;
            finite(&shared.report);
        }
    }
    assert!((100..19_000).contains(&shown), "{shown}");
}

#[test]
fn no_text_panics() {
    let (plan, traces) = runs::any(5);
    let report = report(&plan, &traces);
    let whole = link(&report).into_bytes();
    let wanted = follow(&link(&report)).unwrap();
    let mut chance = runs::Chance(2);
    for _ in 0..20_000 {
        let mut text = whole.clone();
        for _ in 0..=chance.below(3) {
            let at = chance.below(text.len() as u64) as usize;
            text[at] = 33 + chance.below(94) as u8;
        }
        text.truncate(1 + chance.below(text.len() as u64) as usize);
        let text = String::from_utf8(text).unwrap();
        // Only what means the same may pass, such as the other alphabet of base64.
        if let Ok(found) = follow(&text) {
            assert_eq!(found, wanted, "{text}");
        }
    }
}

#[test]
fn links_of_every_version_are_read_for_ever() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "txt"))
        .collect();
    names.sort();
    assert!(names.len() >= 3, "{names:?}");
    for path in names {
        let text = std::fs::read_to_string(&path).unwrap();
        let (fragment, rest) = text.split_once('\n').unwrap();
        let found = follow(fragment).unwrap();
        assert_eq!(said(&found), rest.trim_end(), "{}", path.display());
    }
}

/// What a golden link must still say: numbers, not words, which may change.
fn said(report: &Report) -> String {
    let s = &report.summary;
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
    let row = |name: &str, d: &Distribution| {
        format!(
            "{name} {} {} {} {}",
            d.n,
            number(d.p50),
            number(d.p95),
            number(d.max)
        )
    };
    let cautions = report.cautions.iter().map(|c| format!("{:?}", c.kind));
    [
        report.created_at.clone(),
        format!("{} {:?}", report.plan.model, report.plan.format),
        format!("{:?}", s.outcomes),
        row("ttft", &s.ttft_us),
        row("ttfa", &s.ttfa_us),
        row("tpot", &s.tpot_us),
        row("wpm", &s.wpm),
        row("stall", &s.longest_stall_us),
        row("gap", &s.chunk_gap_us),
        cautions.collect::<Vec<_>>().join(" "),
    ]
    .join("\n")
}

/// Writes a golden link: `TOKENPACE_GOLDEN=name:seed cargo test --test link write_golden`. Never over one that is there.
#[test]
fn write_golden() {
    let Ok(wanted) = std::env::var("TOKENPACE_GOLDEN") else {
        return;
    };
    let (name, seed) = wanted.split_once(':').unwrap();
    let (plan, traces) = match seed.parse() {
        Ok(seed) => runs::any(seed),
        Err(_) => runs::recorded(seed, 20),
    };
    let fragment = link(&report(&plan, &traces));
    let said = said(&follow(&fragment).unwrap());
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    assert!(!std::path::Path::new(&path).exists());
    std::fs::write(path, format!("{fragment}\n{said}\n")).unwrap();
}
