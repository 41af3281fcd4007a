//! Too few answers to promise anything: only what was seen is said.

use tokenpace::report::Tone;

use crate::traces::*;
use crate::{quick, says, shows};

#[test]
fn five_answers_promise_little() {
    let report = report(&quick(5));
    says(
        &report,
        Tone::NotEnoughData,
        "Too few answers to promise much. Of 5 seen, all started within 0.4 seconds; none made your reader wait.",
    );
    shows(
        &report,
        "first_word",
        "330 ms",
        "310–350 ms in 5 answers",
        "flow of thought kept",
        None,
    );
    shows(
        &report,
        "pace",
        "13× your reader",
        "slowest of 5 answers",
        "headroom",
        None,
    );
}

#[test]
fn six_answers_with_one_slow() {
    let report = report(&run_of(6, |index| {
        good(if index == 6 { 5_200_000 } else { 400_000 }, 20_000)
    }));
    says(
        &report,
        Tone::NotEnoughData,
        "Too few answers to promise much. Of 6 seen, half started within 0.4 seconds, all within 5.2 seconds; none made your reader wait.",
    );
}

#[test]
fn three_answers() {
    let report = report(&quick(3));
    says(
        &report,
        Tone::NotEnoughData,
        "Too few answers to promise much. Of 3 seen, all started within 0.4 seconds; none made your reader wait.",
    );
    shows(
        &report,
        "first_word",
        "310–330 ms",
        "3 answers, too few for a median",
        "flow of thought kept",
        None,
    );
}

#[test]
fn one_answer() {
    let report = report(&quick(1));
    says(
        &report,
        Tone::NotEnoughData,
        "One answer promises little: its first word came within 0.4 seconds, then your reader did not have to wait.",
    );
    shows(
        &report,
        "first_word",
        "310 ms",
        "one answer",
        "flow of thought kept",
        None,
    );
    shows(
        &report,
        "freezes",
        "none in the one answer",
        "no wait of 0.1 s or more",
        "steady",
        None,
    );
}

#[test]
fn one_answer_that_froze() {
    let traces = run_of(1, |_| {
        request()
            .read(200_000)
            .answer(4, 1)
            .read(3_000_000)
            .answer(4, 1)
    });
    let report = report(&traces);
    says(
        &report,
        Tone::NotEnoughData,
        "One answer promises little: its first word came within 0.2 seconds, then it came slower than your reader reads.",
    );
    shows(
        &report,
        "freezes",
        "in the one answer",
        "longest 2.55 s",
        "stops and starts",
        None,
    );
}

#[test]
fn answers_that_were_left_out_were_seen_as_well() {
    let traces = run_of(8, |index| {
        good(300_000, 20_000).with(|trace| trace.conditions.frozen = index > 6)
    });
    says(
        &report(&traces),
        Tone::NotEnoughData,
        "Too few answers to promise much. Of 6 that could be timed, all started within 0.3 seconds; none made your reader wait.",
    );
}
