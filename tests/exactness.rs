//! How exact times are, and that no digit below that is shown.

mod traces;

use tokenpace::report::Report;
use tokenpace::schedule::time_error;
use tokenpace::session::notes;
use tokenpace::units::Micros;
use tokenpace::wire::Calibration;
use traces::*;

const fn us(us: u64) -> Micros {
    Micros(us)
}

#[test]
fn the_error_is_clock_step_and_lag() {
    let lags = |lags: &[u64]| lags.iter().copied().map(Micros).collect();
    assert_eq!(time_error(us(5), Some(us(300)), lags(&[])), Some(us(305)));
    // One bad moment of one request says nothing of the middle one.
    let one_bad = lags(&[100, 40_000, 200]);
    assert_eq!(time_error(us(5), Some(us(50)), one_bad), Some(us(205)));
    // Of two the lower.
    let two = lags(&[900, 400]);
    assert_eq!(time_error(us(100), Some(us(50)), two), Some(us(500)));
    assert_eq!(time_error(us(5), None, lags(&[100])), None);
}

fn measured(calibration: &Calibration, lag_ms: u64) -> Report {
    let traces = run_of(20, |_| {
        good(423_400, 20_000).with(|trace| trace.conditions.longest_lag = us(lag_ms * 1_000))
    });
    report_of(&plan(), &traces, calibration)
}

#[test]
fn the_report_and_the_page_say_it() {
    let report = measured(&calibration(), 0);
    assert_eq!(report.summary.time_error_us, Some(1_100));
    assert_eq!(report.exact_to_us(), 1_100);
    assert_eq!(
        notes::under_facts(&report),
        ["Times are good to ± 1.1 ms here."]
    );
    assert!(notes::clock(&report).starts_with("± 1.1 ms: clock step 0.1 ms, worker "));
}

#[test]
fn a_hidden_page_leaves_it_open() {
    let hidden = Calibration {
        loop_lag_p99: None,
        ..calibration()
    };
    let report = measured(&hidden, 3);
    assert_eq!(report.summary.time_error_us, None);
    let reason = report.summary.time_error_reason.as_deref();
    assert_eq!(reason, Some("missing_input"));
    assert_eq!(report.exact_to_us(), 100);
    assert!(notes::under_facts(&report).is_empty());
    assert!(notes::clock(&report).contains("unknown lateness"));
}

#[test]
fn facts_lose_the_digits_below_it() {
    let first_word = |lag| measured(&calibration(), lag).verdict.facts[0].value.clone();
    assert_eq!(first_word(0), "423 ms");
    assert_eq!(first_word(45), "400 ms");
}
