//! What is said while a run goes on.

use tokenpace::plan::Field;
use tokenpace::session::{Effect, Msg, Phase, progress};
use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::Micros;
use tokenpace::wire::{Calibration, FromWorker, Progress};

use crate::page::Page;
use crate::traces::good;
use crate::{Flow, refused};

#[test]
fn progress_is_said_in_words() {
    let mut page = Page::new();
    page.type_in(Field::Requests, "3");
    page.type_in(Field::Warmup, "1");
    page.submit();
    assert!(page.line().starts_with("Getting ready"));
    page.worker(FromWorker::Calibrated {
        run: 1,
        calibration: Calibration::default(),
    });
    assert_eq!(page.line(), "Practice request 1 of 1");
    page.done(0, good(200_000, 40_000).closed(9_000_000));
    assert_eq!(page.line(), "Request 1 of 3, about 30 s left");
    assert_eq!(progress::percent(page.0.run.as_ref().unwrap()), 25);
    page.done(1, good(200_000, 40_000).closed(1_000_000));
    assert_eq!(page.line(), "Request 2 of 3, about 10 s left");
    assert_eq!(page.send(Msg::Stop), [Effect::Stop { run: 1 }]);
    assert!(page.line().starts_with("Stopping"));
    assert_eq!(page.send(Msg::Stop), [], "a second press sends nothing");
}

#[test]
fn failures_are_said_as_they_come_most_frequent_first() {
    let mut page = Page::running(5);
    page.done(0, good(200_000, 40_000));
    for index in 1..3 {
        page.done(index, refused());
    }
    page.done(
        3,
        good(1, 1).failed(OutcomeKind::Timeout, FailureKind::TotalTimeout),
    );
    page.done(
        4,
        good(1, 1).failed(OutcomeKind::CutOff, FailureKind::StoppedByUser),
    );
    assert_eq!(
        progress::failures(page.0.run.as_ref().unwrap()),
        ["2 of 4 refused: rate limit", "1 of 4 took too long"]
    );
}

#[test]
fn an_answer_without_end_is_the_answers_fault() {
    let mut page = Page::running(1);
    let endless = good(1, 1).failed(OutcomeKind::StreamError, FailureKind::OutputLimit);
    page.done(0, endless);
    let run = page.0.run.as_ref().unwrap();
    assert_eq!(
        progress::failures(run),
        ["1 of 1 wrote far more than asked for"]
    );
    page.finished(false);
    assert_eq!(page.0.phase, Phase::Failed);
}

#[test]
fn a_pause_is_said_and_counts_as_time_left() {
    let mut page = Page::running(3);
    page.done(0, good(200_000, 40_000));
    let before = progress::time_left(page.0.run.as_ref().unwrap()).unwrap();
    page.worker(FromWorker::Progress {
        run: 1,
        progress: Progress {
            sent: 1,
            ended: 1,
            pause: Some(Micros(51_200_000)),
            ..Progress::default()
        },
    });
    let line = page.line();
    assert!(
        line.starts_with("Waiting 52 s: the vendor asked for a pause"),
        "{line}"
    );
    let after = progress::time_left(page.0.run.as_ref().unwrap()).unwrap();
    assert_eq!(after.since(before), Some(Micros(51_200_000)));
}
