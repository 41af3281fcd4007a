//! The user's own limits, judged by the early-stopping rule.

mod traces;

use tokenpace::plan::{Plan, Target};
use tokenpace::report::{Answer, Report};
use tokenpace::stats::Percent;
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use tokenpace::units::{Micros, MicrosPerToken};
use traces::*;

const TTFT: Target = Target {
    ttft: Some(Micros(300_000)),
    tpot: None,
    percent: Percent::P95,
    needed_tps: None,
};

fn judged(target: Target, traces: &[Trace]) -> Report {
    let plan = Plan { target, ..plan() };
    report_of(&plan, traces, &calibration())
}

/// Slow ones are over 300 ms by more than the 1.1 ms that a time may be off.
fn answers(n: u32, slow: u32) -> Vec<Trace> {
    run_of(n, |index| {
        good(if index <= slow { 301_101 } else { 300_000 }, 20_000)
    })
}

#[test]
fn without_a_target_nothing_is_judged_against_one() {
    let report = judged(Target::default(), &answers(5, 0));
    assert_eq!(report.verdict.target, None);
    assert!(
        report
            .verdict
            .judgements
            .iter()
            .all(|judgement| !judgement.name.starts_with("target"))
    );
}

#[test]
fn the_limit_itself_passes_and_few_answers_prove_nothing() {
    let answer = |n, slow| judged(TTFT, &answers(n, slow)).verdict.target;
    assert_eq!(answer(59, 0), Some(Answer::Pass));
    assert_eq!(answer(58, 0), Some(Answer::NotEnoughData));
    assert_eq!(answer(92, 1), Some(Answer::NotEnoughData));
    assert_eq!(answer(93, 1), Some(Answer::Pass));
    assert_eq!(answer(60, 7), Some(Answer::Fail));
}

#[test]
fn it_comes_first_and_says_what_it_asks() {
    let verdict = judged(TTFT, &answers(20, 0)).verdict;
    let first = &verdict.judgements[0];
    assert_eq!(first.name, "target_ttft");
    assert_eq!(first.question, "TTFT up to 300 ms in 19 of 20 answers");
    assert_eq!(first.source, "your target");
    assert_eq!(
        first.evidence,
        "20 of 20 judged, 0 over the limit; 39 more needed if none of them is over"
    );
}

#[test]
fn the_percentile_is_part_of_the_target() {
    let half = Target {
        percent: Percent::P50,
        ..TTFT
    };
    let report = judged(half, &answers(20, 5));
    assert_eq!(report.verdict.target, Some(Answer::Pass));
    assert_eq!(
        judged(TTFT, &answers(20, 5)).verdict.target,
        Some(Answer::Fail)
    );
}

#[test]
fn one_missed_limit_misses_the_target() {
    let both = |tpot| Target {
        tpot: Some(MicrosPerToken(tpot)),
        ..TTFT
    };
    let traces = answers(59, 0);
    assert_eq!(
        judged(both(20_000.0), &traces).verdict.target,
        Some(Answer::Pass)
    );
    let missed = judged(both(19_900.0), &traces).verdict;
    assert_eq!(missed.target, Some(Answer::Fail));
    assert_eq!(missed.judgements[0].answer, Answer::Pass);
    assert_eq!(missed.judgements[1].name, "target_tpot");
    // Short answers have a speed, but not one to judge.
    let short = run_of(59, |_| {
        request().words(20, 100_000, 5_000).usage(20, Some(0))
    });
    assert_eq!(
        judged(both(20_000.0), &short).verdict.target,
        Some(Answer::NotJudged)
    );
}

#[test]
fn what_the_clock_cannot_tell_from_the_limit_is_neither_met_nor_missed() {
    let run = |n, close| {
        // The true wait is 300 ms; a late worker adds to it.
        let traces = run_of(n, |index| {
            good(if index <= close { 301_100 } else { 299_000 }, 20_000)
        });
        let verdict = judged(TTFT, &traces).verdict;
        (verdict.judgements[0].clone(), verdict.target)
    };
    let (all_close, target) = run(60, 60);
    assert_eq!(target, Some(Answer::NotEnoughData));
    assert_eq!(
        all_close.evidence,
        "60 of 60 judged, 0 over the limit; 60 so close above it that the clock can't tell"
    );
    assert_eq!(all_close.needs, None, "more of them would not settle it");
    // Met even if they were over, and not known whether they were.
    assert_eq!(run(93, 1).1, Some(Answer::Pass));
    let (few, target) = run(92, 1);
    assert_eq!(target, Some(Answer::NotEnoughData));
    assert_eq!(few.needs, Some(93));

    // Seven that are certainly over miss it whatever the others were.
    let traces = run_of(60, |index| {
        good(if index <= 7 { 320_000 } else { 301_000 }, 20_000)
    });
    assert_eq!(judged(TTFT, &traces).verdict.target, Some(Answer::Fail));
}

#[test]
fn the_error_of_a_speed_is_spread_over_its_tokens() {
    let target = |tpot| Target {
        ttft: None,
        tpot: Some(MicrosPerToken(tpot)),
        ..TTFT
    };
    // 1.1 ms over 59 tokens are 18.6 µs a token.
    let traces = answers(60, 0);
    let answer = |tpot| judged(target(tpot), &traces).verdict.target;
    assert_eq!(answer(20_000.0), Some(Answer::Pass));
    assert_eq!(answer(19_982.0), Some(Answer::NotEnoughData));
    assert_eq!(answer(19_981.0), Some(Answer::Fail));
}

#[test]
fn failures_count_against_it() {
    let traces = run_of(60, |index| {
        if index <= 7 {
            request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
        } else {
            good(100_000, 20_000)
        }
    });
    assert_eq!(judged(TTFT, &traces).verdict.target, Some(Answer::Fail));
}

#[test]
fn the_export_holds_the_target() {
    let report = judged(TTFT, &answers(2, 0));
    let json = serde_json::to_value(report.plan.target).unwrap();
    assert_eq!(
        json,
        serde_json::json!({"ttft_us": 300_000, "tpot_us": null, "percent": "p95", "needed_tps": null})
    );
    let bytes = postcard::to_allocvec(&TTFT).unwrap();
    assert_eq!(postcard::from_bytes::<Target>(&bytes).unwrap(), TTFT);
}
