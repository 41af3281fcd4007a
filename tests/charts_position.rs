//! Speed along an answer: windows, slope, and the picture of both.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use tokenpace::chart::position::position;
use tokenpace::metrics::Placement;
use tokenpace::metrics::position::{growth, windows};
use tokenpace::missing::Missing;
use tokenpace::stats::slowdown;
use traces::{close, report, request};

/// Tokens one by one, with the gap before each.
fn answer(n: u32, gap: impl Fn(u32) -> u64) -> Vec<(u64, f64)> {
    let mut at = 200_000;
    (1..=n)
        .map(|token| {
            at += if token > 1 { gap(token) } else { 0 };
            (at, f64::from(token))
        })
        .collect()
}

/// Gaps of the worked example: 6, 8, 10 and 12.5 ms up to 500, 2,000, 4,000 and 5,000 tokens.
fn decaying(token: u32) -> u64 {
    match token {
        ..=500 => 6_000,
        501..=2_000 => 8_000,
        2_001..=4_000 => 10_000,
        _ => 12_500,
    }
}

#[test]
fn x_decay() {
    let windows = windows(&answer(5_000, decaying));
    let found: Vec<f64> = windows.iter().map(|w| w.speed.0).collect();
    assert_eq!(found.len(), 4);
    for (found, wanted) in found.iter().zip([166.67, 125.0, 100.0, 80.0]) {
        close(*found, wanted, 0.005);
    }
    // x-decay-loss
    close(100.0 * (1.0 - found[3] / found[0]), 52.0, 0.05);
    let ends: Vec<f64> = windows.iter().map(|w| w.to).collect();
    assert_eq!(ends, [500.0, 2_000.0, 4_000.0, 5_000.0]);
}

#[test]
fn a_window_of_few_tokens_has_no_speed() {
    assert_eq!(windows(&answer(50, |_| 10_000)), [], "49 after the first");
    assert_eq!(windows(&answer(51, |_| 10_000)).len(), 1);
    assert_eq!(windows(&answer(549, |_| 10_000)).len(), 1);
    assert_eq!(windows(&answer(550, |_| 10_000)).len(), 2);
    // Edges double.
    close(
        windows(&answer(9_000, |_| 1_000)).last().unwrap().from,
        8_000.0,
        1e-9,
    );
    assert_eq!(windows(&[]), []);
    assert_eq!(windows(&answer(100, |_| 0)), [], "no time, no speed");
}

#[test]
fn tokens_spread_over_events_as_they_were_placed() {
    let pieces = [(10, 0, 2, None), (10, 0, 6, None), (30, 1, 12, None)];
    let grown = |placement| growth(&mut pieces.into_iter(), 10.0, placement);
    assert_eq!(grown(Placement::Apportioned), [(10, 4.0), (30, 10.0)]);
    let one_each = grown(Placement::OnePerEvent);
    close(one_each[0].1, 20.0 / 3.0, 1e-9);
    assert!(
        grown(Placement::Exact).is_empty(),
        "the server counted none of them"
    );
}

#[test]
fn the_slope_needs_500_tokens_and_10_reads() {
    let too_short = Err(Missing::TooShort);
    assert_eq!(slowdown(&answer(499, |_| 10_000)), too_short);
    assert!(slowdown(&answer(500, |_| 10_000)).is_ok());
    let bundles = |reads: u32| -> Vec<(u64, f64)> {
        (1..=reads)
            .map(|i| (u64::from(i) * 100_000, f64::from(i) * 100.0))
            .collect()
    };
    assert_eq!(slowdown(&bundles(9)), too_short);
    assert!(slowdown(&bundles(10)).is_ok());
}

#[test]
fn merged_reads_give_the_slope_of_single_ones() {
    // Each token takes 2 µs longer than the one before: 2 ms in 1,000.
    let slope = |n| slowdown(&answer(n, |token| 5_000 + u64::from(token) * 2)).unwrap();
    close(slope(1_000).middle, 2_000.0, 1.0);
    close(slope(6_000).middle, 2_000.0, 5.0);
    let steady = slowdown(&answer(3_000, |token| {
        10_000 + u64::from(token * 7_919 % 101)
    }))
    .unwrap();
    assert!(steady.low <= 0.0 && steady.high >= 0.0, "noise is no trend");
}

fn record_of(n: u32, gap: impl Fn(u32) -> u64) -> tokenpace::report::RequestRecord {
    let answer = answer(n, gap);
    let grown = answer
        .iter()
        .fold(request(), |r, (at, _)| r.read(*at).answer(4, 1));
    let report = report(&[grown.usage(n, Some(0)).done()]);
    report.requests.into_iter().next().unwrap()
}

#[test]
fn the_picture_says_whether_the_answer_slows_down() {
    let chart = position(&record_of(5_000, decaying)).unwrap();
    let begin = "Request 2 slows down as it grows, from 167 tok/s at the start to 80.0 tok/s at its end. Each 1,000 tokens change the time per token by +";
    assert!(chart.said.starts_with(begin), "{}", chart.said);
    assert_eq!(chart.points.len(), 4);
    assert_eq!(chart.sentence(1), "Tokens 500 to 2,000: 125 tok/s");

    let faster = position(&record_of(900, |token| 20_000 - u64::from(token) * 10)).unwrap();
    assert!(
        faster.said.contains(" speeds up as it grows"),
        "{}",
        faster.said
    );
    assert!(
        faster
            .said
            .contains("change the time per token by -10.0 ms"),
        "{}",
        faster.said
    );

    let steady = position(&record_of(800, |_| 20_000)).unwrap();
    assert!(
        steady
            .said
            .contains("does not clearly slow down or speed up"),
        "{}",
        steady.said
    );
}

#[test]
fn an_answer_that_is_too_short_or_has_no_speed_says_so() {
    let short = position(&record_of(120, |_| 10_000)).err().unwrap();
    assert!(
        short.starts_with("Request 2 is too short, with 120 tokens."),
        "{short}"
    );
    let mut unknown = record_of(900, |_| 10_000);
    unknown.tps = None;
    assert!(position(&unknown).err().unwrap().contains("no speed"));
}
