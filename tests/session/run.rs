//! A run from its start to its end.

use tokenpace::plan::PlanDraft;
use tokenpace::protocol::ApiFormat;
use tokenpace::session::{Effect, Focus, Msg, Phase};
use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::Micros;
use tokenpace::wire::{FromWorker, LiveRequest, Progress};

use crate::page::{Page, SIMULATED};
use crate::traces::good;
use crate::{Flow, numbered, refused};

#[test]
fn the_first_click_starts_a_run_against_the_simulated_vendor() {
    let mut page = Page::new();
    let effects = page.submit();
    let [
        Effect::Start { run: 1, plan },
        Effect::Focus(Focus::Heading),
    ] = effects.as_slice()
    else {
        panic!("{effects:?}");
    };
    assert_eq!(plan.endpoint.base_url, SIMULATED);
    assert_eq!(page.0.phase, Phase::Running);
    assert_eq!(page.submit(), [], "a second click starts nothing");
}

#[test]
fn one_answer_is_enough_for_results_and_none_is_a_failure() {
    let mut page = Page::running(2);
    page.done(0, refused());
    page.done(1, good(200_000, 40_000));
    assert_eq!(page.finished(false), [Effect::Focus(Focus::Heading)]);
    assert_eq!(page.0.phase, Phase::Done);

    let mut page = Page::running(2);
    page.done(0, refused());
    page.done(1, refused());
    page.finished(false);
    assert_eq!(page.0.phase, Phase::Failed);
}

#[test]
fn stopping_before_the_first_answer_is_no_failure() {
    let mut page = Page::running(2);
    page.send(Msg::Stop);
    page.done(
        0,
        good(1, 1).failed(OutcomeKind::CutOff, FailureKind::StoppedByUser),
    );
    page.finished(true);
    assert_eq!(page.0.phase, Phase::Done);
    assert!(page.0.run.as_ref().unwrap().stopped);
}

#[test]
fn traces_are_kept_in_order_of_their_numbers_and_once() {
    let mut page = Page::running(3);
    for index in [2, 0, 1, 1] {
        page.done(index, good(200_000, 40_000));
    }
    let run = page.0.run.as_ref().unwrap();
    let numbers: Vec<u32> = run.traces.iter().map(|trace| trace.index).collect();
    assert_eq!(numbers, [0, 1, 2]);
}

#[test]
fn messages_of_an_earlier_run_change_nothing() {
    let mut page = Page::running(1);
    page.done(0, good(200_000, 40_000));
    page.finished(false);
    page.submit();
    assert_eq!(page.0.last_run, 2);
    page.worker(FromWorker::Done {
        run: 1,
        trace: postcard::to_allocvec(&numbered(0, refused())).unwrap(),
    });
    page.worker(FromWorker::Finished {
        run: 1,
        stopped: false,
        stable: false,
        wall: None,
    });
    assert_eq!(page.0.phase, Phase::Running);
    assert!(page.0.run.as_ref().unwrap().traces.is_empty());
}

#[test]
fn a_switch_of_the_format_goes_back_to_the_form_and_changes_nothing_else() {
    let mut page = Page::running(1);
    page.done(
        0,
        good(1, 1).failed(OutcomeKind::NotUnderstood, FailureKind::WrongFormat),
    );
    page.finished(false);
    assert_eq!(page.0.phase, Phase::Failed);
    let before = page.0.draft.clone();
    let format = *ApiFormat::ALL.last().unwrap();
    let effects = page.send(Msg::SwitchFormat(format));
    assert_eq!(page.0.phase, Phase::Setup);
    assert_eq!(page.0.draft.format, format);
    let same = |draft: &PlanDraft| PlanDraft {
        format,
        ..draft.clone()
    };
    assert_eq!(page.0.draft, same(&before));
    let [Effect::SaveDraft(kept), Effect::Focus(Focus::Heading)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(kept.format, format);
}

#[test]
fn results_wait_while_the_form_is_changed() {
    let mut page = Page::running(1);
    assert_eq!(page.send(Msg::ShowResults), [], "there are none yet");
    page.done(0, good(200_000, 40_000));
    page.finished(false);
    assert_eq!(page.send(Msg::ChangeSetup), [Effect::Focus(Focus::Heading)]);
    assert_eq!(page.0.phase, Phase::Setup);
    page.send(Msg::ShowResults);
    assert_eq!(page.0.phase, Phase::Done);
}

#[test]
fn the_report_is_remade_only_when_something_it_is_made_of_changed() {
    let mut page = Page::running(2);
    let revision = |page: &Page| page.0.run.as_ref().unwrap().revision;
    let before = revision(&page);
    page.worker(FromWorker::Progress {
        run: 1,
        progress: Progress {
            live: Some(LiveRequest {
                index: 0,
                phase: tokenpace::trace::Phase::Measured,
                elapsed: Micros(1_000_000),
                ttft: None,
                events: 1,
                answer_delta: "Hello".to_owned(),
                reasoning_delta: String::new(),
                outcome: None,
            }),
            ..Progress::default()
        },
    });
    assert_eq!(revision(&page), before);
    assert_eq!(page.0.run.as_ref().unwrap().live.answer, "Hello");
    page.done(0, good(200_000, 40_000));
    assert_ne!(revision(&page), before);
}

#[test]
fn a_run_that_was_given_up_tells_how_many_requests_were_spared() {
    let mut page = Page::running(20);
    for index in 0..5 {
        page.done(index, refused());
    }
    let spared = |page: &Page| page.0.run.as_ref().unwrap().not_sent();
    assert_eq!(spared(&page), 0, "it is still running");
    page.finished(false);
    assert_eq!(page.0.phase, Phase::Failed);
    assert_eq!(spared(&page), 15);

    let mut stopped = Page::running(20);
    stopped.done(0, refused());
    stopped.finished(true);
    assert_eq!(spared(&stopped), 0, "the user stopped it");
}
