//! Percentiles as they reach the report: gates, ranges, failures, one set of requests for all rows.

mod traces;

use tokenpace::stats::{Percent, percentile};
use tokenpace::trace::{FailureKind, OutcomeKind};
use traces::*;

#[test]
fn p2_float_shares_never_shift_the_rank() {
    let ten: Vec<f64> = (1..=10).map(f64::from).collect();
    // Not the tenth, as a cumulative float sum would give.
    close(percentile(&ten, Percent::P90).unwrap(), 9.1, 1e-12);
}

#[test]
fn p3_no_data_is_none_with_a_reason() {
    let traces = run_of(3, |_| {
        request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
    });
    let summary = report(&traces).summary;
    for distribution in [
        &summary.ttft_us,
        &summary.tps,
        &summary.chunk_gap_us,
        &summary.wpm,
    ] {
        assert_eq!(distribution.n, 0);
        assert_eq!(distribution.p50, None);
        assert_eq!(distribution.p50_reason.as_deref(), Some("no_success"));
        assert_eq!(distribution.mean, None);
        assert_eq!(distribution.reason.as_deref(), Some("no_success"));
    }
    assert_eq!(summary.aggregate_tps, None);
    assert_eq!(summary.aggregate_tps_reason.as_deref(), Some("no_success"));
    close(summary.success_rate.unwrap(), 0.0, 1e-12);
}

#[test]
fn p4_failures_stand_beside_the_percentiles_and_inside_the_adjusted_ones() {
    let traces = run_of(20, |index| {
        if index <= 4 {
            request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
        } else {
            good(200_000 + u64::from(index) * 1_000, 20_000)
        }
    });
    let summary = report(&traces).summary;
    close(summary.success_rate.unwrap(), 0.8, 1e-12);
    assert_eq!((summary.n, summary.judged), (16, 20));
    assert_eq!(summary.outcomes[&OutcomeKind::HttpError], 4);
    let adjusted = &summary.ttft_us.with_failures;
    close(
        adjusted.get(Percent::P50).unwrap().unwrap(),
        214_000.0,
        1e-9,
    );
    assert_eq!(adjusted.get(Percent::P90), Some(None));
}

#[test]
fn p5_a_small_run_shows_its_worst_instead_of_a_tail() {
    let traces = run_of(20, |index| {
        good(200_000 + u64::from(index) * 10_000, 20_000)
    });
    let ttft = report(&traces).summary.ttft_us;
    assert!(ttft.p50.is_some() && ttft.p75.is_some());
    for (value, reason, percent, needs) in [
        (ttft.p90, &ttft.p90_reason, Percent::P90, 29),
        (ttft.p95, &ttft.p95_reason, Percent::P95, 59),
        (ttft.p99, &ttft.p99_reason, Percent::P99, 299),
    ] {
        assert_eq!(value, None);
        assert_eq!(reason.as_deref(), Some("too_few"));
        assert_eq!(ttft.needs.get(percent), Some(needs));
    }
    close(ttft.max.unwrap(), 400_000.0, 1e-9);
    // Ranks 6 and 15 of 20.
    let (low, high) = ttft.range(Percent::P50);
    close(low.unwrap(), 260_000.0, 1e-9);
    close(high.unwrap(), 350_000.0, 1e-9);
}

#[test]
fn p6_missing_values_are_counted_and_never_zero() {
    let traces = run_of(10, |index| {
        let request = good(200_000, 20_000);
        if index == 10 {
            request.with(|trace| trace.usage = None)
        } else {
            request
        }
    });
    let summary = report(&traces).summary;
    assert_eq!((summary.tps.n, summary.tps.missing), (9, 1));
    assert_eq!((summary.ttft_us.n, summary.ttft_us.missing), (10, 0));
    close(summary.tps.min.unwrap(), 50.0, 1e-6);
}

#[test]
fn p7_all_rows_speak_of_the_same_requests() {
    let traces = run_of(12, |index| {
        good(200_000, 20_000).with(|trace| trace.conditions.frozen = index == 3)
    });
    let summary = report(&traces).summary;
    for distribution in [
        &summary.ttft_us,
        &summary.ttfa_us,
        &summary.tps,
        &summary.e2e_us,
        &summary.wpm,
    ] {
        assert_eq!(distribution.n + distribution.missing, summary.n);
    }
    assert_eq!(summary.n, 11);
}

#[test]
fn x_slow_speeds_are_percentiles_on_the_slow_side() {
    // 30 answers whose time per token grows from 20 to 49 ms.
    let traces = run_of(30, |index| good(200_000, 19_000 + u64::from(index) * 1_000));
    let summary = report(&traces).summary;
    for percent in [Percent::P50, Percent::P75, Percent::P90] {
        let (speed, time) = (summary.tps.at(percent), summary.tpot_us.at(percent));
        close(speed.unwrap(), 1e6 / time.unwrap(), 1e-9);
    }
    assert!(summary.tps.p90 < summary.tps.p50);
    close(summary.tps.min.unwrap(), 1e6 / 49_000.0, 1e-6);
    let (slow, fast) = summary.tps.range(Percent::P50);
    assert!(slow < summary.tps.p50 && summary.tps.p50 < fast);
}

#[test]
fn warm_up_requests_stand_apart() {
    let summary = report(&run_of(5, |_| good(200_000, 20_000))).summary;
    assert_eq!(summary.cold_ttft_us, [Some(900_000)]);
    close(summary.ttft_us.max.unwrap(), 200_000.0, 1e-9);
    // What was spent counts all the same.
    assert_eq!(summary.output_tokens_spent, 6 * 60);
}

#[test]
fn cut_off_requests_are_in_no_number() {
    let traces = run_of(6, |index| {
        if index == 6 {
            good(200_000, 20_000).with(|trace| trace.outcome = OutcomeKind::CutOff)
        } else {
            good(200_000, 20_000)
        }
    });
    let summary = report(&traces).summary;
    assert_eq!((summary.n, summary.judged), (5, 5));
    close(summary.success_rate.unwrap(), 1.0, 1e-12);
    assert_eq!(summary.outcomes[&OutcomeKind::CutOff], 1);
}
