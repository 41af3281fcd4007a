//! The pictures show what the numbers say.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use tokenpace::chart::{BOTTOM, LEFT, RIGHT, TOP, reader::reader, waits::waits};
use tokenpace::session::table::{Column, Order, sorted};
use tokenpace::trace::{FailureKind, OutcomeKind};
use traces::{Request, good, report, request, run_of};

/// Waits shorter than this are drawn to the hair, so that the sum of their widths can be compared.
const CLOSE: f64 = 0.2;

fn refused() -> Request {
    good(1, 1).failed(OutcomeKind::HttpError, FailureKind::RateLimited)
}

/// Numbers behind `H`, `V`, `M` and `L` in a path are all inside the plot, but for the crosses above it.
fn assert_inside(path: &str) {
    for part in path.split(|c: char| c.is_ascii_alphabetic()) {
        for number in part.split_whitespace() {
            let value: f64 = number.parse().unwrap();
            assert!(
                (TOP.min(LEFT) - 0.1..=RIGHT + 0.1).contains(&value),
                "{value} in {path}"
            );
        }
    }
}

#[test]
fn every_measured_request_has_its_mark() {
    let traces = run_of(8, |i| {
        if i % 4 == 3 {
            refused()
        } else {
            good(200_000 + u64::from(i) * 50_000, 20_000)
        }
    });
    let report = report(&traces);
    let chart = waits(&report.requests);
    assert_eq!((chart.shown, chart.failures), (6, 2));
    assert_eq!(chart.ok.matches('M').count(), 6);
    assert_eq!(
        chart.failed.matches('M').count(),
        4,
        "a cross has two strokes"
    );
    assert_eq!(chart.longest_us, report.summary.ttfa_us.max);
    assert!(
        chart.flow.is_none(),
        "half a second stays below the one-second line"
    );
}

#[test]
fn the_shaded_times_are_the_reports_waits() {
    let stutter = request()
        .words(10, 500_000, 20_000)
        .words(10, 9_000_000, 20_000)
        .words(5, 20_000_000, 10_000);
    let report = report(&[stutter.usage(25, None).closed(21_000_000).done()]);
    let record = &report.requests[0];
    let chart = reader(record, report.plan.reading_speed_wpm).unwrap();
    assert_eq!(chart.waits.len(), record.stalls.unwrap() as usize);
    assert!(chart.waits.len() >= 2);
    let last = chart.seconds.last().unwrap();
    let seconds: f64 = last.label.split(' ').next().unwrap().parse().unwrap();
    let units_per_second = (last.at - LEFT) / seconds;
    let drawn: f64 = chart.waits.iter().map(|(_, width)| width).sum();
    let lost = record.starvation_us.unwrap() as f64 / 1e6;
    assert!(
        (drawn / units_per_second - lost).abs() < CLOSE,
        "{drawn} {lost}"
    );
    assert_inside(&chart.text);
    assert_inside(&chart.reader);
    assert!(chart.text_end.1 >= TOP && chart.text_end.1 <= BOTTOM);
}

#[test]
fn a_text_that_stays_ahead_has_no_shaded_time() {
    let report = report(&[good(200_000, 20_000).done()]);
    let chart = reader(&report.requests[0], 238.0).unwrap();
    assert_eq!(chart.waits, []);
    assert!(
        reader(&report.requests[0], 0.0).is_none(),
        "no pace, no reader"
    );
}

#[test]
fn requests_sort_by_any_column_and_missing_values_come_last() {
    // Position 0 is the practice request with its 900 ms.
    let traces = run_of(4, |i| match i {
        2 => refused(),
        i => good(500_000 - u64::from(i) * 100_000, 20_000),
    });
    let records = report(&traces).requests;
    let by = |column, descending| sorted(&records, Order { column, descending });
    assert_eq!(by(Column::Index, true), [4, 3, 2, 1, 0]);
    assert_eq!(by(Column::Ttft, false), [4, 3, 1, 0, 2]);
    assert_eq!(by(Column::Ttft, true), [0, 1, 3, 4, 2]);
    assert_eq!(by(Column::Outcome, true).first(), Some(&2));
}
