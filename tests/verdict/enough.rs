//! Enough answers for a promise: what the sentence and the facts say of wait, pace and freezes.

use tokenpace::report::Tone;
use tokenpace::trace::{FailureKind, OutcomeKind};

use crate::traces::*;
use crate::{quick, says, shows};

#[test]
fn twenty_quick_answers() {
    let report = report(&quick(20));
    says(
        &report,
        Tone::Good,
        "In 3 of 4 answers the first word comes within 0.5 seconds (likely 0.4 to 0.5); after that, none of 20 made your reader wait.",
    );
    shows(
        &report,
        "first_word",
        "395 ms",
        "350–440 ms, likely range of the median",
        "flow of thought kept",
        Some(4),
    );
    shows(
        &report,
        "pace",
        "13× your reader",
        "all but the slowest 1 in 4 of 20 answers reach this",
        "headroom",
        Some(5),
    );
    shows(
        &report,
        "freezes",
        "none in 20 answers",
        "no wait of 0.1 s or more",
        "steady",
        Some(5),
    );
}

#[test]
fn three_hundred_answers_speak_of_the_last_one_in_a_hundred() {
    says(
        &report(&quick(300)),
        Tone::Good,
        "In 99 of 100 answers the first word comes within 0.5 seconds (likely 0.4 seconds or more); after that, none of 300 made your reader wait.",
    );
}

#[test]
fn slow_and_uneven() {
    let traces = run_of(20, |index| {
        let mut request = request().words(30, 3_000_000 + u64::from(index) * 50_000, 20_000);
        // Three of four stop in the middle, for 9 s after the words before are read.
        let pause = if index % 4 == 0 { 0 } else { 9_000_000 };
        request = request.words(200, 9_000_000 + pause, 20_000);
        request.usage(230, Some(0))
    });
    let report = report(&traces);
    says(
        &report,
        Tone::Bad,
        "Slow to start and uneven: half of your users wait over 3.5 seconds for the first word; then 15 of 20 made your reader wait, at worst 7.4 seconds.",
    );
}

#[test]
fn quick_but_uneven() {
    let traces = run_of(20, |index| {
        let pause = if index % 4 == 0 { 9_000_000 } else { 0 };
        request()
            .words(30, 300_000, 20_000)
            .words(100, 1_500_000 + pause, 20_000)
            .usage(130, Some(0))
    });
    let report = report(&traces);
    says(
        &report,
        Tone::Mixed,
        "Uneven: in 3 of 4 answers the first word comes within 0.3 seconds; then 5 of 20 made your reader wait, at worst 2.6 seconds.",
    );
    shows(
        &report,
        "freezes",
        "none in 15 of 20 answers",
        "longest 2.64 s",
        "short pauses",
        Some(4),
    );
}

#[test]
fn slower_than_reading() {
    // A word every 0.4 s is 150 words a minute.
    let report = report(&run_of(20, |_| good(300_000, 400_000)));
    says(
        &report,
        Tone::Bad,
        "Slower than reading: in 3 of 4 answers the first word comes within 0.3 seconds; then the text comes slower than your reader reads.",
    );
    shows(
        &report,
        "pace",
        "0.6× your reader",
        "all but the slowest 1 in 4 of 20 answers reach this",
        "falls behind",
        Some(1),
    );
    shows(
        &report,
        "freezes",
        "in all 20 answers",
        "longest 148 ms",
        "short pauses",
        Some(4),
    );
}

#[test]
fn a_slow_tail_takes_good_away() {
    let report = report(&run_of(40, |index| {
        good(if index <= 6 { 4_500_000 } else { 400_000 }, 20_000)
    }));
    says(
        &report,
        Tone::Mixed,
        "1 in 10 answers starts only after 4.5 seconds (likely 0.4 to 4.5); after that, none of 40 made your reader wait.",
    );
}

#[test]
fn word_and_step_of_the_first_word_speak_of_one_value() {
    // Half of the answers start at once, the others after 12 s: judged is what 3 of 4 reach.
    let report = report(&run_of(20, |index| {
        good(if index <= 11 { 80_000 } else { 12_000_000 }, 20_000)
    }));
    let fact = &report.verdict.facts[0];
    assert_eq!((fact.word.as_str(), fact.step), ("attention lost", Some(1)));
    assert_eq!(fact.value, "80 ms");
}

#[test]
fn some_failed() {
    let partly = |n: u32, failed: u32| {
        report(&run_of(n, move |index| {
            if index <= failed {
                request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
            } else {
                good(300_000 + u64::from(index) * 10_000, 20_000)
            }
        }))
    };
    says(
        &partly(20, 3),
        Tone::Bad,
        "3 of 20 requests failed. In 3 of 4 answers the first word comes within 0.5 seconds (likely 0.4 to 0.5); after that, none of 17 made your reader wait.",
    );
    says(
        &partly(20, 1),
        Tone::Good,
        "1 of 20 requests failed. In 3 of 4 answers the first word comes within 0.5 seconds (likely 0.4 to 0.5); after that, none of 19 made your reader wait.",
    );
    says(
        &partly(7, 2),
        Tone::NotEnoughData,
        "2 of 7 requests failed. Too few answers to promise much. Of 5 seen, all started within 0.4 seconds; none made your reader wait.",
    );
    says(
        &partly(2, 1),
        Tone::NotEnoughData,
        "1 of 2 requests failed. One answer promises little: its first word came within 0.4 seconds, then your reader did not have to wait.",
    );
}

#[test]
fn hidden_thinking() {
    let report = report(&run_of(20, |_| fixture_c()));
    says(
        &report,
        Tone::Bad,
        "The model first thinks out of sight: half of your users wait over 21 seconds for the first word; after that, none of 20 made your reader wait.",
    );
    shows(
        &report,
        "first_word",
        "21 s",
        "21.0 s, likely range of the median",
        "attention lost",
        Some(1),
    );
}
