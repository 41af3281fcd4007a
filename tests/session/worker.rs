//! A worker that dies, is silent, or does not belong to this page.

use tokenpace::session::{Effect, Focus, Msg, Phase, Trouble};
use tokenpace::wire::FromWorker;

use crate::Flow;
use crate::page::Page;
use crate::traces::good;

#[test]
fn a_dead_worker_keeps_what_is_finished_and_the_next_run_gets_a_new_one() {
    let mut page = Page::running(3);
    page.done(0, good(200_000, 40_000));
    page.send(Msg::WorkerLost {
        reason: "It died.".to_owned(),
    });
    assert_eq!(page.0.phase, Phase::Done);
    let run = page.0.run.as_ref().unwrap();
    assert_eq!(run.traces.len(), 1);
    assert!(matches!(run.trouble, Some(Trouble::WorkerLost { .. })));
    assert_eq!(page.finished(false), [], "its last words count no more");
    let effects = page.submit();
    assert_eq!(effects.first(), Some(&Effect::RestartWorker));
    assert!(matches!(effects.get(1), Some(Effect::Start { run: 2, .. })));
    page.worker(FromWorker::Finished {
        run: 2,
        stopped: false,
        stable: false,
        wall: None,
    });
    assert!(!page.submit().contains(&Effect::RestartWorker));
}

#[test]
fn a_worker_of_another_build_is_never_asked_to_run() {
    let mut page = Page::new();
    assert_eq!(page.send(Msg::StaleBuild), []);
    assert_eq!(page.0.phase, Phase::Setup);
    let effects = page.submit();
    assert!(!effects.iter().any(|e| matches!(e, Effect::Start { .. })));
    assert_eq!(page.0.phase, Phase::Failed);
}

#[test]
fn an_unreadable_trace_ends_the_run() {
    let mut page = Page::running(2);
    let effects = page.worker(FromWorker::Done {
        run: 1,
        trace: vec![0xff; 3],
    });
    assert!(effects.contains(&Effect::Stop { run: 1 }));
    assert_eq!(page.0.phase, Phase::Failed);
    assert_eq!(page.0.run.unwrap().trouble, Some(Trouble::UnreadableTrace));
}

#[test]
fn a_silent_worker_is_replaced_and_what_worked_is_shown() {
    let mut page = Page::running(3);
    page.done(0, good(200_000, 40_000));
    for _ in 0..9 {
        assert_eq!(page.send(Msg::Tick), []);
    }
    // Any sign of life starts the count anew.
    page.done(1, good(200_000, 40_000));
    for _ in 0..9 {
        assert_eq!(page.send(Msg::Tick), []);
    }
    assert_eq!(
        page.send(Msg::Tick),
        [Effect::RestartWorker, Effect::Focus(Focus::Heading)]
    );
    assert_eq!(page.0.phase, Phase::Done);
    let run = page.0.run.as_ref().unwrap();
    assert_eq!(run.traces.len(), 2);
    assert!(matches!(run.trouble, Some(Trouble::WorkerLost { .. })));
    assert_eq!(page.send(Msg::Tick), [], "a run that is over has no watch");
}

#[test]
fn a_worker_that_does_not_stop_is_replaced() {
    let mut page = Page::running(3);
    page.send(Msg::Stop);
    for _ in 0..3 {
        assert_eq!(page.send(Msg::Tick), []);
    }
    assert!(page.send(Msg::Tick).contains(&Effect::RestartWorker));
    assert_eq!(page.0.phase, Phase::Failed, "nothing had finished");
}
