//! Result links: what they carry, and how long they are.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

mod links;
mod runs;
mod traces;

use std::fmt::Debug;

use links::{PAGE, RECORDED, content, follow, link, options, report};
use tokenpace::link::{LeftOut, Link, MAX_CHARS, Options, fragment, open_fragment};
use tokenpace::report::{Distribution, Report};
use tokenpace::stats::Percent;

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
        let Link { fragment, left_out } = fragment(&wanted, options());
        let most = if plan.requests <= 20 { 1000 } else { 2000 };
        assert!(
            PAGE + fragment.len() < most,
            "seed {seed}: {}",
            fragment.len()
        );
        let found = follow(&fragment).unwrap();
        compare(&found, &wanted, &left_out, &format!("seed {seed}"));
    }
}

#[test]
fn twenty_requests_fit_into_1000_characters_and_a_hundred_into_2000() {
    for file in RECORDED {
        for (n, most) in [(1, 1000), (5, 1000), (20, 1000), (50, 2000), (100, 2000)] {
            let (plan, traces) = runs::recorded(file, n);
            let wanted = report(&plan, &traces);
            let Link { fragment, left_out } = fragment(&wanted, options());
            println!("{file} {n}: {} {left_out:?}", PAGE + fragment.len());
            assert!(
                PAGE + fragment.len() < most,
                "{file} {n}: {}",
                PAGE + fragment.len()
            );
            let found = follow(&fragment).unwrap();
            compare(&found, &wanted, &left_out, file);
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
    let text = String::from_utf8_lossy(&content(&link(&wanted))).into_owned();
    for secret in ["-TEXT", "SECRET", "secret", "example", "8443", "x-team"] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    let found = follow(&link(&wanted)).unwrap();
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
    let found = follow(&fragment(&wanted, named).fragment).unwrap();
    assert_eq!(found.plan.host, "api.example.com");
}

#[test]
fn what_deflates_well_is_not_left_out() {
    let (plan, traces) = runs::recorded(RECORDED[0], 20);
    let mut wanted = report(&plan, &traces);
    let notes = (0..20).map(|number| (format!("note {number}"), "the same words ".repeat(6)));
    wanted.control = notes.collect();
    let Link { fragment, left_out } = fragment(&wanted, options());
    assert!(content(&fragment).len() > 1_500);
    assert!(PAGE + fragment.len() < 1_000, "{}", fragment.len());
    assert!(!left_out.contains(&LeftOut::Control), "{left_out:?}");
    assert_eq!(
        follow(&fragment).unwrap().control.len(),
        wanted.control.len()
    );
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
        here.events.iter().map(|e| e.words).sum::<u32>(),
        there.events.iter().map(|e| e.words).sum::<u32>()
    );
    assert_eq!(Some(here.events[0].at.0), here.ttfa_us);
    assert!(here.events.last().unwrap().at.0 <= here.last_output_us.unwrap());
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
    let shared = open_fragment(&link(&report(&plan, &traces))).unwrap();
    let shape = shared.source.plan.shape();
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
        let found = follow(&link(&wanted)).unwrap();
        assert_eq!(
            (found.created_at.as_str(), found.requests[0].sent_at_ms),
            (day, epoch_ms)
        );
    }
}
