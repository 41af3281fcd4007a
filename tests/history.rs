//! The history: which runs are kept, what of them, and what is asked before something is removed.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod page;
mod traces;
mod urls;

use page::{Page, source};
use tokenpace::files::Desk;
use tokenpace::files::history::{Form, shelf, unreadable};
use tokenpace::plan::{Field, Plan};
use tokenpace::report::{ReadError, build, to_json};
use tokenpace::session::history::{ANSWER_ID, Keeping, NOTE_ID, Question, control_id};
use tokenpace::session::{
    Edit, Effect, HistoryEffect, HistoryMsg, Msg, OpeningEvent, Origin, Phase,
};
use tokenpace::trace::Trace;
use tokenpace::wire::FromWorker;
use tokenpace::wire::files::{Ask, Shelf};
use traces::good;

const PROMPT: &str = "Tell me about zebrafish.";

/// What is done to a page that keeps results.
trait Keeps {
    fn history(&mut self, msg: HistoryMsg) -> Vec<Effect>;
    fn start(&mut self);
    fn answer(&mut self, index: u32);
    fn finish(&mut self);
    fn plan(&self) -> Plan;
    fn open(&mut self, origin: Origin);
}

impl Keeps for Page {
    fn history(&mut self, msg: HistoryMsg) -> Vec<Effect> {
        self.send(Msg::History(msg))
    }

    fn start(&mut self) {
        self.send(Msg::Edit(Edit::Text(Field::Prompt, PROMPT.to_owned())));
        self.submit();
        assert_eq!(self.0.phase, Phase::Running);
    }

    fn answer(&mut self, index: u32) {
        let trace = good(200_000, 40_000)
            .with(|trace| trace.index = index)
            .done();
        self.send(Msg::Worker(FromWorker::Done {
            run: self.0.last_run,
            trace: postcard::to_allocvec(&trace).unwrap(),
        }));
    }

    fn finish(&mut self) {
        self.send(Msg::Worker(FromWorker::Finished {
            run: self.0.last_run,
            stopped: false,
            stable: false,
            wall: None,
        }));
    }

    fn plan(&self) -> Plan {
        self.0.run.as_ref().unwrap().plan.clone()
    }

    fn open(&mut self, origin: Origin) {
        let source = source(measured().plan());
        self.send(Msg::Open(origin));
        let id = self.0.last_opening;
        let head = OpeningEvent::Head {
            source: Box::new(source),
            rows: None,
        };
        let traces = postcard::to_allocvec(&vec![good(200_000, 40_000).done()]).unwrap();
        for event in [head, OpeningEvent::Traces(traces), OpeningEvent::End] {
            self.send(Msg::Opening { id, event });
        }
        assert_eq!(self.0.phase, Phase::Done);
    }
}

/// A page whose run has ended and is on show.
fn measured() -> Page {
    let mut page = Page::new();
    page.start();
    page.answer(0);
    page.finish();
    page
}

fn asks(ask: Ask) -> Vec<Effect> {
    vec![Effect::History(HistoryEffect::Ask(ask))]
}

fn focus(id: String) -> Vec<Effect> {
    vec![Effect::History(HistoryEffect::Focus(id))]
}

fn keep(include_texts: bool, own: bool) -> Vec<Effect> {
    asks(Ask::Keep { include_texts, own })
}

fn entry(own: bool) -> Origin {
    Origin::History {
        id: 7,
        name: "Mine".to_owned(),
        own,
    }
}

fn said(said: &str) -> Box<Shelf> {
    Box::new(Shelf {
        said: said.to_owned(),
        ..Shelf::default()
    })
}

#[test]
fn a_run_is_kept_once_when_its_report_is_on_show() {
    let mut page = measured();
    assert_eq!(page.history(HistoryMsg::Shown), keep(false, true));
    // Judged against another target, the report is shown anew.
    assert_eq!(page.history(HistoryMsg::Shown), []);
    page.start();
    assert_eq!(page.history(HistoryMsg::Shown), [], "not while it runs");
    page.answer(0);
    page.finish();
    assert_eq!(page.history(HistoryMsg::Shown), keep(false, true));
}

#[test]
fn a_run_without_a_request_is_not_kept() {
    let mut page = Page::new();
    page.start();
    page.finish();
    assert_eq!(page.history(HistoryMsg::Shown), []);
}

#[test]
fn the_user_decides_what_is_kept() {
    let mut page = measured();
    for (runs, texts, wanted) in [
        (false, false, vec![]),
        (false, true, vec![]),
        (true, true, keep(true, true)),
    ] {
        let keeping = Keeping { runs, texts };
        let stored = page.history(HistoryMsg::Keeping(keeping));
        assert_eq!(stored, [Effect::History(HistoryEffect::Keeping(keeping))]);
        assert_eq!(page.history(HistoryMsg::Shown), wanted);
    }
    assert!(Keeping::default().runs && !Keeping::default().texts);
}

#[test]
fn what_was_opened_is_kept_only_when_asked_for() {
    let mut page = Page::new();
    page.open(Origin::File("a.json".to_owned()));
    assert_eq!(page.history(HistoryMsg::Shown), []);
    assert_eq!(page.history(HistoryMsg::KeepThis), keep(false, false));
    page.open(entry(true));
    assert_eq!(page.history(HistoryMsg::Shown), []);
}

#[test]
fn what_became_of_it_is_said_beside_the_result_unless_that_has_something_to_say() {
    let mut page = measured();
    page.history(HistoryMsg::Shown);
    let shelf = said("Kept in the history.");
    let keeping = page.0.last_run;
    assert_eq!(page.history(HistoryMsg::Shelf { keeping, shelf }), []);
    assert_eq!(page.0.taking.note, "Kept in the history.");
    let reason = "No room.".to_owned();
    page.history(HistoryMsg::Refused { keeping, reason });
    assert_eq!(page.0.taking.note, "Kept in the history.");

    let mut page = measured();
    page.history(HistoryMsg::Shown);
    let reason = "No room.".to_owned();
    page.history(HistoryMsg::Refused { keeping, reason });
    assert_eq!(page.0.taking.note, "Not kept in the history. No room.");
}

#[test]
fn removing_asks_once_and_the_focus_is_never_lost() {
    let mut page = Page::new();
    assert_eq!(page.history(HistoryMsg::Look), asks(Ask::List));
    let question = Question::Remove(3);
    let asked = page.history(HistoryMsg::Question(question));
    assert_eq!(asked, focus(ANSWER_ID.to_owned()));
    let back = page.history(HistoryMsg::Cancel);
    assert_eq!(back, focus(control_id(question)));
    assert_eq!(page.0.history.question, None);

    page.history(HistoryMsg::Question(question));
    let remove = Ask::Remove { id: 3 };
    assert_eq!(page.history(HistoryMsg::Do(remove.clone())), asks(remove));
    let shelf = said("Removed.");
    let keeping = 0;
    let told = page.history(HistoryMsg::Shelf { keeping, shelf });
    assert_eq!(told, focus(NOTE_ID.to_owned()));
    assert_eq!(page.0.history.note, "Removed.");
    assert_eq!(page.0.taking.note, "", "it is about something else");
}

#[test]
fn a_set_up_of_ones_own_comes_back_whole_but_for_the_key() {
    let mut page = Page::new();
    page.open(entry(true));
    page.0.key.present = true;
    let effects = page.send(Msg::TestYourself);
    assert!(effects.contains(&Effect::ForgetKey));
    let draft = page.0.draft.clone();
    assert_eq!(draft.provider, "Simulated vendor");
    assert_eq!(draft.base_url, "http://localhost:8788/v1");
    assert!(!draft.model.is_empty() && !page.0.key.present);

    page.open(entry(false));
    page.send(Msg::TestYourself);
    assert_eq!(
        (page.0.draft.base_url.as_str(), page.0.draft.model.as_str()),
        ("", "")
    );
}

#[test]
fn a_run_under_way_is_not_disturbed() {
    let mut page = Page::new();
    page.start();
    page.send(Msg::Open(entry(true)));
    assert!(page.0.opening.as_ref().unwrap().failure.is_some());
    page.send(Msg::LeaveOpening);
    assert_eq!(page.0.phase, Phase::Running);
}

/// A desk with a run whose answers and prompt are known.
fn desk(traces: &[Trace]) -> Desk {
    let mut desk = Desk::default();
    desk.hold(source(measured().plan()), false);
    desk.add(&postcard::to_allocvec(traces).unwrap()).unwrap();
    desk
}

#[test]
fn what_is_kept_opens_as_the_same_report_and_has_no_texts_unless_wanted() {
    let answer = "They are striped.".to_owned();
    let one = good(200_000, 40_000).with(|t| t.answer = answer.clone());
    let other = good(300_000, 20_000).with(|t| t.index = 2);
    let traces = vec![one.done(), other.done()];
    let whole = build(source(measured().plan()).with(&traces, true));
    for include_texts in [false, true] {
        let mut desk = desk(&traces);
        let kept = desk.to_keep(include_texts, true).unwrap();
        assert_eq!(kept.content.contains(PROMPT), include_texts);
        assert_eq!(kept.content.contains(&answer), include_texts);
        assert_eq!(kept.record.sentence, whole.verdict.sentence);
        assert_eq!((kept.record.worked, kept.record.judged), (2, 2));

        let bytes = kept.content.as_bytes();
        let (source, again) = desk
            .open_file(bytes, bytes.len() as u64, &mut |_| ())
            .unwrap();
        let opened = build(source.with(again, include_texts));
        assert_eq!(to_json(&opened), kept.content);
    }
    assert!(Desk::default().to_keep(false, true).is_none());
}

#[test]
fn a_link_is_kept_as_the_link() {
    let mut desk = desk(&[good(200_000, 40_000).done()]);
    let report = build(source(measured().plan()).with(&[good(200_000, 40_000).done()], false));
    let link = tokenpace::link::fragment(&report, Default::default()).fragment;
    desk.open_link(&link).unwrap();
    let kept = desk.to_keep(false, false).unwrap();
    assert_eq!(kept.record.form, Some(Form::Link));
    assert_eq!(kept.content, link);
}

#[test]
fn the_list_says_when_where_how_many_and_how_large() {
    let mut desk = desk(&[good(200_000, 40_000).done()]);
    let mut one = desk.to_keep(false, true).unwrap().record;
    (one.id, one.bytes) = (1, 41_200);
    let mut two = one.clone();
    (two.id, two.own) = (2, false);
    let shelf = shelf(vec![one, two], String::new());
    assert_eq!(
        shelf.entries.iter().map(|kept| kept.id).collect::<Vec<_>>(),
        [2, 1]
    );
    assert_eq!(shelf.used, "2 results, 83 KB in all");
    let kept = &shelf.entries[1];
    assert!(kept.title.ends_with(" at localhost:8788"), "{}", kept.title);
    assert_eq!(
        kept.facts,
        "2026-11-29 18:00 UTC · 1 of 1 answer worked · 42 KB"
    );
    assert!(
        shelf.entries[0]
            .facts
            .ends_with("reported by somebody else")
    );
}

#[test]
fn what_cannot_be_read_says_what_to_do() {
    assert!(unreadable(ReadError::Newer).contains("Reload the page"));
    assert!(unreadable(ReadError::NotJson).contains("Remove it"));
}
