//! What the page says while a run goes on, and what it forgets in time.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;
mod urls;

use tokenpace::plan::PlanDraft;
use tokenpace::session::progress;
use tokenpace::session::{Msg, State, update};
use tokenpace::wire::{FromWorker, Progress};
use traces::*;
use urls::RustUrls;

fn page(requests: &str, run_until: &str) -> State {
    let mut state = State {
        draft: PlanDraft {
            base_url: "https://h.example/v1".to_owned(),
            provider: "Custom".to_owned(),
            requests: requests.to_owned(),
            warmup: "2".to_owned(),
            run_until: run_until.to_owned(),
            ..PlanDraft::default()
        },
        ..State::default()
    };
    let now = "2026-11-29T18:00:00.000Z".to_owned();
    update(&mut state, Msg::Submit { now }, &RustUrls);
    worker(
        &mut state,
        FromWorker::Calibrated {
            run: 1,
            calibration: calibration(),
        },
    );
    state
}

fn worker(state: &mut State, message: FromWorker) {
    update(state, Msg::Worker(message), &RustUrls);
}

fn ended(state: &mut State, ended: u32) -> (String, String) {
    let progress = Progress {
        ended,
        sent: ended + 1,
        ..Progress::default()
    };
    worker(state, FromWorker::Progress { run: 1, progress });
    let line = progress::line(state.run.as_ref().unwrap());
    (line, progress::title(state))
}

fn words(line: &str, title: &str) -> (String, String) {
    (line.to_owned(), title.to_owned())
}

#[test]
fn practice_is_counted_apart_and_the_title_follows() {
    let mut state = page("20", "");
    assert_eq!(
        ended(&mut state, 0),
        words("Practice request 1 of 2", "Practice 1/2 · ")
    );
    assert_eq!(ended(&mut state, 2), words("Request 1 of 20", "1/20 · "));
    assert_eq!(ended(&mut state, 22), words("Request 20 of 20", "20/20 · "));
    let over = FromWorker::Finished {
        run: 1,
        stopped: false,
        stable: false,
        wall: None,
    };
    worker(&mut state, over);
    assert_eq!(progress::title(&state), "");
}

#[test]
fn a_budget_is_called_one() {
    let mut state = page("50", "p50±10");
    assert_eq!(
        ended(&mut state, 2),
        words("Request 1 of at most 50", "1/50 · ")
    );
    let trace = good(200_000, 40_000).closed(9_000_000).done();
    worker(
        &mut state,
        FromWorker::Done {
            run: 1,
            trace: postcard::to_allocvec(&trace).unwrap(),
        },
    );
    let line = ended(&mut state, 3).0;
    assert_eq!(line, "Request 2 of at most 50, about 8 min left at most");
}

#[test]
fn requests_that_stability_saved_are_not_missing() {
    let mut state = page("50", "p50±10");
    let over = |stable| FromWorker::Finished {
        run: 1,
        stopped: false,
        stable,
        wall: None,
    };
    let mut given_up = state.clone();
    worker(&mut given_up, over(false));
    assert_eq!(given_up.run.unwrap().not_sent(), 52);
    worker(&mut state, over(true));
    assert_eq!(state.run.unwrap().not_sent(), 0);
}

#[test]
fn the_note_on_a_key_in_the_address_goes_when_the_key_is_typed() {
    let mut state = State::default();
    state.draft.base_url = "https://h.example/v1?api_key=sk-0123456789abcdef".to_owned();
    update(&mut state, Msg::AddressPasted, &RustUrls);
    assert_eq!(state.field_errors.len(), 1);
    let typed = |present| Msg::KeyTyped {
        present,
        unsendable: None,
    };
    update(&mut state, typed(false), &RustUrls);
    assert_eq!(state.field_errors.len(), 1, "an emptied field is no key");
    update(&mut state, typed(true), &RustUrls);
    assert_eq!(state.field_errors, []);
}
