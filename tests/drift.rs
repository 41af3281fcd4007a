//! Whether the service changed during the run, and what it did while the load was there.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use proptest::prelude::*;
use tokenpace::metrics::{RequestMetrics, token_arrivals};
use tokenpace::missing::{CautionKind, Missing};
use tokenpace::plan::Plan;
use tokenpace::report::{Caution, Report};
use tokenpace::trace::{OutcomeKind, Trace};
use tokenpace::units::Micros;
use traces::*;

fn raised(report: &Report) -> Option<&Caution> {
    report
        .cautions
        .iter()
        .find(|caution| caution.kind == CautionKind::DriftInRun)
}

/// Twenty answers whose numbers differ a little; from the eleventh on, waits and gaps are stretched.
fn halves(wait: f64, gap: f64) -> Vec<Trace> {
    run_of(20, |index| {
        let (wait, gap) = if index > 10 { (wait, gap) } else { (1.0, 1.0) };
        let noise = u64::from(index * 7 % 10);
        let stretch = |us: u64, by: f64| Micros::from_millis(us as f64 * by / 1_000.0).0;
        good(
            stretch(400_000 + 1_000 * noise, wait),
            stretch(20_000 + 20 * noise, gap),
        )
    })
}

#[test]
fn a_service_that_slows_down_is_named_with_its_numbers() {
    let report = report(&halves(1.5, 1.0));
    let caution = raised(&report).unwrap();
    assert!(caution.requests.is_empty() && caution.hides.is_empty());
    assert!(
        caution
            .evidence
            .starts_with("First sign of life: median 404 ms in the first 10 answers, 607 ms in the last 10, likely"),
        "{}",
        caution.evidence
    );
    assert!(
        caution.evidence.ends_with("longer."),
        "{}",
        caution.evidence
    );
    let [ttft, tpot] = &report.summary.drift[..] else {
        panic!("two numbers");
    };
    assert_eq!((ttft.metric.as_str(), ttft.n), ("ttft_us", [10, 10]));
    close(ttft.ratio, 1.5, 0.02);
    assert!(ttft.ci[0] > 1.05 && ttft.is_change());
    assert_eq!(tpot.metric, "tpot_us");
    assert!(!tpot.is_change());
}

#[test]
fn a_service_that_warms_up_is_named_too() {
    let report = report(&halves(1.0, 0.5));
    let evidence = &raised(&report).unwrap().evidence;
    assert!(evidence.starts_with("Time per token: median"), "{evidence}");
    assert!(evidence.ends_with("shorter."), "{evidence}");
}

#[test]
fn a_change_within_the_margin_is_none() {
    for (wait, gap) in [(1.0, 1.0), (1.04, 1.04), (0.97, 0.97)] {
        let report = report(&halves(wait, gap));
        assert_eq!(raised(&report), None, "{wait} {gap}");
        assert_eq!(report.summary.drift.len(), 2);
    }
}

#[test]
fn a_change_below_the_browsers_noise_is_none() {
    // A tenth longer each time: 40 to 44 ms, 60 to 66 ms.
    let waits = |us: u64| {
        report(&run_of(20, |index| {
            let later = if index > 10 { us / 10 } else { 0 };
            good(us + later + u64::from(index % 5), 20_000)
        }))
    };
    assert_eq!(raised(&waits(40_000)), None);
    assert!(waits(40_000).summary.drift[0].ci[0] > 1.05);
    assert!(raised(&waits(60_000)).is_some());
}

#[test]
fn four_answers_in_a_half_show_no_drift() {
    let nine = run_of(9, |index| {
        good(if index > 4 { 900_000 } else { 300_000 }, 20_000)
    });
    let report = report(&nine);
    assert_eq!(raised(&report), None);
    assert!(report.summary.drift.is_empty());
}

#[test]
fn without_tokens_the_gaps_tell_of_the_pace() {
    let untold = |gap: f64| {
        let traces: Vec<Trace> = halves(1.0, gap)
            .into_iter()
            .map(|mut trace| {
                trace.usage = None;
                trace
            })
            .collect();
        report(&traces)
    };
    let slower = untold(1.6);
    let pace = &slower.summary.drift[1];
    assert_eq!((pace.metric.as_str(), pace.n), ("chunk_gap_us", [10, 10]));
    close(pace.ratio, 1.6, 0.02);
    let evidence = &raised(&slower).unwrap().evidence;
    assert!(evidence.starts_with("Gap between deliveries"), "{evidence}");
    assert_eq!(raised(&untold(1.04)), None);
}

#[test]
fn the_opening_burst_is_no_drift() {
    // Eight at once wait ten times as long; the other twelve are alike.
    let traces = run_of(20, |index| {
        good(if index <= 8 { 3_000_000 } else { 300_000 }, 20_000)
    });
    let burst = Plan {
        concurrency: 8,
        ..plan()
    };
    assert_eq!(raised(&report_of(&burst, &traces, &calibration())), None);
    assert!(raised(&report(&traces)).is_some());
}

/// Requests of one token a second, with their sends and lengths in seconds.
fn seconds(flights: &[(u32, u32)]) -> Vec<Trace> {
    let mut traces = run_of(u32::try_from(flights.len()).unwrap(), |index| {
        let (_, length) = flights[index as usize - 1];
        request()
            .words(u64::from(length), 1_000_000, 1_000_000)
            .usage(length, Some(0))
            .closed(u64::from(length) * 1_000_000)
    });
    for (trace, (sent, _)) in traces[1..].iter_mut().zip(flights) {
        trace.sent_at.0 = 1_700_000_000_000.0 + f64::from(*sent) * 1_000.0;
    }
    traces
}

fn at_two(traces: &[Trace]) -> Report {
    let plan = Plan {
        concurrency: 2,
        ..plan()
    };
    report_of(&plan, traces, &calibration())
}

#[test]
fn the_steady_state_outlives_a_load_that_was_not_reached_throughout() {
    let example = at_two(&seconds(&[(0, 10), (0, 6), (6, 6), (10, 6)])).summary;
    // 1.75 requests in flight on average instead of two: the total would mislead.
    assert_eq!(example.aggregate_tps, None);
    // The span of 12 s has three ends, two for each place would be four.
    assert_eq!(example.steady_tps_reason.as_deref(), Some("too_few"));
    // One more that ends in the span.
    let longer = at_two(&seconds(&[(0, 10), (0, 6), (6, 6), (10, 6), (12, 9)])).summary;
    close(longer.steady_tps.unwrap(), 2.0, 1e-9);
    assert_eq!(longer.steady_wall_us, Some(16_000_000));
}

#[test]
fn steady_state_has_its_reasons() {
    assert_eq!(
        report(&[]).summary.steady_tps_reason.as_deref(),
        Some("no_success")
    );
    let flights = [(0, 4), (0, 4), (4, 4), (4, 4)];
    let untold: Vec<Trace> = seconds(&flights)
        .into_iter()
        .map(|mut trace| {
            trace.usage = None;
            trace
        })
        .collect();
    assert_eq!(
        at_two(&untold).summary.steady_tps_reason.as_deref(),
        Some("tokens_unknown")
    );
    let failed: Vec<Trace> = seconds(&flights)
        .into_iter()
        .map(|mut trace| {
            trace.outcome = OutcomeKind::Timeout;
            trace
        })
        .collect();
    assert_eq!(
        at_two(&failed).summary.steady_tps_reason.as_deref(),
        Some("no_success")
    );
}

fn arrivals(request: Request) -> Result<Vec<(u64, f64)>, Missing> {
    let trace = request.done();
    let tokens = RequestMetrics::of(&trace).tokens;
    token_arrivals(&trace, &tokens).map(|all| all.map(|(at, n)| (at.0, n)).collect())
}

#[test]
fn tokens_come_with_their_events() {
    let hidden = arrivals(fixture_c()).unwrap();
    // What was thought out of sight counts at the first sign of the answer.
    assert_eq!(hidden[0].0, 21_000_000);
    close(hidden[0].1, 4_160.0, 1e-6);
    let exact = arrivals(fixture_d()).unwrap();
    assert_eq!(exact.last(), Some(&(800_000, 10.0)));
    assert_eq!(
        arrivals(fixture_a().with(|trace| trace.usage = None)),
        Err(Missing::TokensUnknown)
    );
}

proptest! {
    #[test]
    fn all_tokens_arrive_once(
        pieces in prop::collection::vec((1_u64..50_000, 1_u32..12, any::<bool>()), 1..50),
        total in 1_u32..400, reasoning in prop::option::of(0_u32..400), summarised in any::<bool>(),
    ) {
        let mut at = 0;
        let mut request = request();
        for (gap, chars, thought) in pieces {
            at += gap;
            request = request.read(at);
            request = if thought { request.reasoning(chars) } else { request.answer(chars, 1) };
        }
        let trace = request.usage(total, reasoning).with(|t| t.reasoning_summarised = summarised).done();
        let tokens = RequestMetrics::of(&trace).tokens;
        if let Ok(arrivals) = token_arrivals(&trace, &tokens) {
            let arrivals: Vec<(Micros, f64)> = arrivals.collect();
            let sum: f64 = arrivals.iter().map(|(_, n)| n).sum();
            prop_assert!((sum - f64::from(total)).abs() < 1e-6);
            prop_assert!(arrivals.iter().all(|(when, n)| *n >= -1e-9 && *when <= Micros(at)));
        }
    }
}
