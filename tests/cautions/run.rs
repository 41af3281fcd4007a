//! The run as a whole: its size, its failures, its load.

use tokenpace::missing::CautionKind::*;
use tokenpace::report::Report;
use tokenpace::trace::{FailureKind, OutcomeKind};

use crate::traces::*;
use crate::{planned, raised, silent};

#[test]
fn a_clean_run_has_only_the_note_on_its_size() {
    let report = report(&run_of(5, |_| good(300_000, 20_000)));
    let kinds: Vec<_> = report.cautions.iter().map(|caution| caution.kind).collect();
    assert_eq!(kinds, [FewSamples]);
    assert!(
        report
            .requests
            .iter()
            .all(|request| request.cautions.is_empty())
    );
}

#[test]
fn few_samples() {
    let run = |n| report(&run_of(n, |_| good(300_000, 20_000)));
    let few = run(298);
    assert!(raised(&few, FewSamples).evidence.contains("p99 needs 299"));
    silent(&run(299), FewSamples);
}

fn with_failures(n: u32, failed: u32) -> Report {
    report(&run_of(n, move |index| {
        if index <= failed {
            request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
        } else {
            good(300_000, 20_000)
        }
    }))
}

#[test]
fn failures() {
    let report = with_failures(20, 2);
    let caution = raised(&report, Failures);
    assert_eq!(caution.requests, [1, 2]);
    assert!(caution.evidence.starts_with("2 of 20 requests"));
    assert_eq!(report.cautions[0].kind, Failures);
    silent(&with_failures(20, 0), Failures);
    // 95 % is not below 95 %.
    let just = with_failures(20, 1);
    assert_ne!(raised(&just, Failures).advice, caution.advice);
}

#[test]
fn rate_limited() {
    let told = report(&run_of(5, |index| match index {
        3 => request().failed(OutcomeKind::HttpError, FailureKind::RateLimited),
        _ => good(300_000, 20_000),
    }));
    assert_eq!(raised(&told, RateLimited).requests, [3]);
    let blocked = |from: u32| {
        report(&run_of(5, move |index| {
            if index >= from {
                request().failed(OutcomeKind::Blocked, FailureKind::FetchRejected)
            } else {
                good(300_000, 20_000)
            }
        }))
    };
    assert_eq!(raised(&blocked(4), RateLimited).requests, [4, 5]);
    silent(&blocked(5), RateLimited);
}

#[test]
fn first_wave() {
    let traces = run_of(8, |_| good(300_000, 20_000));
    let concurrent = planned(|plan| plan.concurrency = 2, &traces);
    assert_eq!(raised(&concurrent, FirstWave).requests, [1, 2]);
    silent(&planned(|plan| plan.concurrency = 1, &traces), FirstWave);
}

#[test]
fn load_not_reached() {
    // Ten requests, each `residence_ms` long, sent in pairs every second: 10 of 10 s with full residence.
    let run = |residence_ms: u64| {
        let mut traces = run_of(10, |_| good(300_000, 5_000).closed(residence_ms * 1_000));
        for trace in &mut traces {
            trace.sent_at.0 = f64::from(trace.index.div_ceil(2)) * 1_000.0;
        }
        // The last close ends the window at 5 s whatever the residence.
        for trace in traces.iter_mut().skip(9) {
            trace.sent_at.0 += 1_000.0 - f64::from(u32::try_from(residence_ms).unwrap());
        }
        planned(|plan| plan.concurrency = 2, &traces)
    };
    let reached = run(900);
    silent(&reached, LoadNotReached);
    assert!(reached.summary.aggregate_tps.is_some());
    let missed = run(899);
    assert_eq!(raised(&missed, LoadNotReached).hides, ["aggregate_tps"]);
    assert_eq!(missed.summary.aggregate_tps, None);
    assert_eq!(
        missed.summary.aggregate_tps_reason.as_deref(),
        Some("invalidated")
    );
}

#[test]
fn uneven_service() {
    // 5 of 60 answers take `slow` for each token, the others 20 ms.
    let run = |slow| {
        report(&run_of(60, move |index| {
            good(300_000, if index <= 5 { slow } else { 20_000 })
        }))
    };
    raised(&run(40_000), UnevenService);
    silent(&run(39_900), UnevenService);
    let few = report(&run_of(58, |index| {
        good(300_000, if index <= 5 { 90_000 } else { 20_000 })
    }));
    silent(&few, UnevenService);
}

#[test]
fn overload() {
    let run = |n, slow| {
        report(&run_of(n, move |index| {
            good(if index <= slow { 3_000_001 } else { 3_000_000 }, 20_000)
        }))
    };
    raised(&run(20, 2), Overload);
    silent(&run(20, 1), Overload);
    silent(&run(19, 5), Overload);
}
