//! What becomes of a result of this page when something else is opened in its place, and of what is asked for in a row.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod page;
mod traces;
mod urls;

use page::{Page, source};
use tokenpace::session::history::Keeping;
use tokenpace::session::{
    Effect, HistoryEffect, HistoryMsg, Msg, OpeningEvent, Origin, Phase, Taken,
};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use tokenpace::wire::FromWorker;
use tokenpace::wire::files::{Ask, LinkWish, Make, Shelf};
use traces::{Request, good, plan};

/// What people do to a page that has results of its own and opens others.
trait Flow {
    fn measured(&mut self, request: Request);
    fn ends(&mut self) -> Vec<Effect>;
    fn opened(&mut self, origin: Origin) -> Vec<Effect>;
    fn history(&mut self, msg: HistoryMsg) -> Vec<Effect>;
    fn run_id(&self) -> u32;
    fn is_own(&self) -> bool;
}

impl Flow for Page {
    /// Measures one request, to its end.
    fn measured(&mut self, request: Request) {
        self.submit();
        assert_eq!(self.0.phase, Phase::Running);
        let trace = postcard::to_allocvec(&request.done()).unwrap();
        let run = self.0.last_run;
        self.send(Msg::Worker(FromWorker::Done { run, trace }));
        self.ends();
    }

    fn ends(&mut self) -> Vec<Effect> {
        self.send(Msg::Worker(FromWorker::Finished {
            run: self.0.last_run,
            stopped: false,
            stable: false,
            wall: None,
        }))
    }

    /// Opens something, to its end.
    fn opened(&mut self, origin: Origin) -> Vec<Effect> {
        let effects = self.send(Msg::Open(origin));
        let id = self.0.last_opening;
        let source = Box::new(source(plan()));
        let traces: Vec<Trace> = vec![good(300_000, 20_000).done()];
        for event in [
            OpeningEvent::Head { source, rows: None },
            OpeningEvent::Traces(postcard::to_allocvec(&traces).unwrap()),
            OpeningEvent::End,
        ] {
            self.send(Msg::Opening { id, event });
        }
        assert!(!self.is_own());
        effects
    }

    fn history(&mut self, msg: HistoryMsg) -> Vec<Effect> {
        self.send(Msg::History(msg))
    }

    fn run_id(&self) -> u32 {
        self.0.run.as_ref().unwrap().id
    }

    fn is_own(&self) -> bool {
        self.0.run.as_ref().unwrap().opened.is_none()
    }
}

fn link() -> Origin {
    Origin::Link("#r1.x.y".to_owned())
}

fn file() -> Origin {
    Origin::File("a.json".to_owned())
}

fn refused() -> Request {
    good(200_000, 40_000).failed(OutcomeKind::HttpError, FailureKind::RateLimited)
}

fn is_kept(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::History(HistoryEffect::Ask(Ask::Keep { .. }))
    )
}

fn switched_off() -> HistoryMsg {
    HistoryMsg::Keeping(Keeping {
        runs: false,
        texts: false,
    })
}

/// A page that has measured one answer and then opened a link.
fn opened_over_own() -> Page {
    let mut page = Page::new();
    page.measured(good(200_000, 40_000));
    page.opened(link());
    page
}

#[test]
fn a_result_of_this_page_comes_back_as_it_was() {
    let mut page = Page::new();
    page.history(switched_off());
    page.measured(good(200_000, 40_000));
    page.0.draft.target_ttft_ms = "1".to_owned();
    page.send(Msg::Rejudge);
    let before = page.0.run.clone().unwrap();
    for origin in [link(), file()] {
        page.opened(origin);
    }
    let effects = page.send(Msg::OwnResult);
    assert!(effects.contains(&Effect::ClearHash));
    assert_eq!(page.0.phase, Phase::Done);
    let after = page.0.run.as_ref().unwrap();
    assert_eq!((after.id, after.revision), (before.id, before.revision));
    assert_eq!(after.plan, before.plan);
    assert_eq!(after.traces, before.traces);
    assert_eq!(after.started_at, before.started_at);
    assert!(page.0.aside.is_none());
    assert_eq!(page.send(Msg::OwnResult), [], "it is on show");
}

#[test]
fn only_a_result_of_this_page_is_set_aside() {
    let mut page = Page::new();
    page.opened(file());
    page.opened(link());
    assert!(page.0.aside.is_none());
    // Nothing was sent.
    page.submit();
    page.ends();
    page.opened(link());
    assert!(page.0.aside.is_none());
}

#[test]
fn what_failed_is_a_result_too_and_a_later_one_takes_its_place() {
    let mut page = Page::new();
    page.measured(refused());
    assert_eq!(page.0.phase, Phase::Failed);
    page.opened(link());
    let form = page.0.draft.clone();
    page.send(Msg::TestYourself);
    page.0.draft = form;
    page.send(Msg::ShowResults);
    page.send(Msg::OwnResult);
    assert_eq!(page.0.phase, Phase::Failed);
    assert_eq!(page.run_id(), 1);

    page.opened(link());
    page.measured(good(200_000, 40_000));
    let second = page.run_id();
    page.opened(link());
    page.send(Msg::OwnResult);
    assert_eq!(page.run_id(), second);
    assert_eq!(page.0.phase, Phase::Done);
}

#[test]
fn the_history_gets_it_before_it_is_set_aside_and_only_once() {
    let mut page = Page::new();
    page.measured(good(200_000, 40_000));
    // Its report is not on show yet.
    let effects = page.opened(link());
    let at = |wanted: fn(&Effect) -> bool| effects.iter().position(wanted).unwrap();
    assert!(at(is_kept) < at(|effect| matches!(effect, Effect::Open { .. })));
    assert_eq!(page.history(HistoryMsg::Shown), []);
    assert!(is_kept(&page.history(HistoryMsg::KeepThis)[0]));
    page.send(Msg::OwnResult);
    let back = page.history(HistoryMsg::Shown);
    let anew = |effect: &Effect| {
        matches!(
            effect,
            Effect::History(HistoryEffect::Ask(Ask::Keep { again: true, .. }))
        )
    };
    assert!(
        back.iter().all(anew),
        "in its own place, if at all: {back:?}"
    );
}

#[test]
fn what_the_history_says_of_a_result_set_aside_is_not_said_of_another() {
    let mut page = opened_over_own();
    let keeping = 1;
    let shelf = Box::new(Shelf {
        said: "Kept in the history.".to_owned(),
        ..Shelf::default()
    });
    page.history(HistoryMsg::Shelf { keeping, shelf });
    assert_eq!(page.0.taking.note, "");
    let reason = "No room.".to_owned();
    page.history(HistoryMsg::Refused { keeping, reason });
    assert_eq!(page.0.taking.note, "");
    // It is tried once more when it is back.
    page.send(Msg::OwnResult);
    assert!(is_kept(&page.history(HistoryMsg::Shown)[0]));
}

#[test]
fn back_from_a_link_shows_what_was_there_before() {
    let mut page = opened_over_own();
    page.send(Msg::LinkLeft);
    assert!(page.is_own());
    assert_eq!(page.0.phase, Phase::Done);
    assert_eq!(page.send(Msg::LinkLeft), [], "its address names nothing");

    let mut page = Page::new();
    page.opened(link());
    page.send(Msg::LinkLeft);
    assert_eq!(page.0.phase, Phase::Setup);
    page.send(Msg::ShowResults);
    assert_eq!(page.0.phase, Phase::Done);
    // A file was opened over it: no address ever named that.
    page.opened(file());
    page.send(Msg::LinkLeft);
    assert_eq!(page.0.phase, Phase::Done);

    page.send(Msg::Open(link()));
    assert!(page.send(Msg::LinkLeft).contains(&Effect::EndOpening));
    assert!(page.0.opening.is_none());
    page.send(Msg::Open(file()));
    assert_eq!(page.send(Msg::LinkLeft), []);
    assert!(page.0.opening.is_some());
}

#[test]
fn what_is_opened_instead_ends_what_was_being_opened() {
    let mut page = Page::new();
    let first = page.send(Msg::Open(file()));
    assert!(!first.contains(&Effect::EndOpening));
    let second = page.send(Msg::Open(link()));
    let at = |wanted: fn(&Effect) -> bool| second.iter().position(wanted).unwrap();
    let ends = at(|effect| *effect == Effect::EndOpening);
    assert!(ends < at(|effect| matches!(effect, Effect::Open { .. })));
    let id = page.0.last_opening;
    let event = OpeningEvent::Refused("It was cut.".to_owned());
    page.send(Msg::Opening { id, event });
    let third = page.send(Msg::OpenAgain);
    assert!(!third.contains(&Effect::EndOpening), "it had ended");
}

#[test]
fn what_was_refused_for_a_measurement_can_be_opened_after_it() {
    let mut page = Page::new();
    page.submit();
    page.send(Msg::Open(link()));
    page.send(Msg::Open(file()));
    let failure = |page: &Page| page.0.opening.as_ref().unwrap().failure.clone().unwrap();
    assert!(failure(&page).starts_with("A measurement is under way"));
    page.ends();
    assert!(failure(&page).contains("is over. Try again"));
    let effects = page.send(Msg::OpenAgain);
    let again = Effect::Open {
        id: page.0.last_opening,
        origin: file(),
    };
    assert!(effects.contains(&again));

    // Other reasons hold whatever else ends.
    let id = page.0.last_opening;
    let event = OpeningEvent::Refused("It was cut.".to_owned());
    page.send(Msg::Opening { id, event });
    page.send(Msg::ShowResults);
    assert_eq!(failure(&page), "It was cut.");
}

fn copied_link() -> Make {
    Make::Link(LinkWish::default())
}

fn not_copied(text: &str) -> Taken {
    Taken::Text {
        text: text.to_owned(),
        left_out: Vec::new(),
        copied: false,
    }
}

#[test]
fn what_is_asked_for_in_a_row_is_all_made_and_each_is_said() {
    let mut page = opened_over_own();
    for what in [copied_link(), Make::Csv, Make::Picture] {
        assert_eq!(
            page.send(Msg::TakeAlong(what.clone())),
            [Effect::TakeAlong(what.clone())]
        );
        assert_eq!(page.send(Msg::TakeAlong(what)), [], "once is enough");
    }
    let saved = |name: &str| Taken::Saved(name.to_owned());
    page.send(Msg::TakenAlong(copied_link(), not_copied("#r1.x.y")));
    page.send(Msg::TakenAlong(Make::Csv, saved("a.csv")));
    let no = || Taken::Refused("It stopped working.".to_owned());
    page.send(Msg::TakenAlong(Make::Picture, no()));
    let taking = page.0.taking.clone();
    assert!(taking.note.starts_with("Link made, but"), "{}", taking.note);
    assert!(taking.note.ends_with("Saved as a.csv. It stopped working."));
    assert_eq!(taking.by_hand.as_deref(), Some("#r1.x.y"));

    // What comes after that begins anew, but for the text to copy.
    page.send(Msg::TakeAlong(Make::Csv));
    page.send(Msg::TakenAlong(Make::Csv, saved("b.csv")));
    assert_eq!(page.0.taking.note, "Saved as b.csv.");
    assert!(page.0.taking.by_hand.is_some());
    page.send(Msg::TakeAlong(copied_link()));
    assert_eq!(page.0.taking.by_hand, None);
}

#[test]
fn texts_to_copy_by_hand_stand_together_and_a_refusal_of_all_is_said_once() {
    let mut page = opened_over_own();
    let summary = Make::Summary {
        markdown: false,
        link: LinkWish::default(),
    };
    page.send(Msg::TakeAlong(copied_link()));
    page.send(Msg::TakeAlong(summary.clone()));
    page.send(Msg::TakenAlong(copied_link(), not_copied("one")));
    page.send(Msg::TakenAlong(summary, not_copied("two")));
    assert_eq!(page.0.taking.by_hand.as_deref(), Some("one\n\ntwo"));

    for what in [Make::Csv, Make::Picture] {
        page.send(Msg::TakeAlong(what));
    }
    for what in [Make::Csv, Make::Picture] {
        let no = Taken::Refused("It was cancelled.".to_owned());
        page.send(Msg::TakenAlong(what, no));
    }
    assert_eq!(page.0.taking.note, "It was cancelled.");
}
