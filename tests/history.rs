//! The history: which runs are kept, what of them, and what is asked before something is removed.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod page;
mod traces;
mod urls;

use page::{Page, source};
use tokenpace::files::Desk;
use tokenpace::files::history::{Form, Place, Record, place, shelf, unreadable};
use tokenpace::plan::{Field, Plan};
use tokenpace::report::{ReadError, build, to_json};
use tokenpace::session::history::{ANSWER_ID, Keeping, NOTE_ID, Question, control_id};
use tokenpace::session::{
    Edit, Effect, HistoryEffect, HistoryMsg, Msg, OpeningEvent, Origin, Phase, Run, progress,
};
use tokenpace::trace::{self, FailureKind, OutcomeKind, Trace};
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
    asks(Ask::Keep {
        include_texts,
        own,
        again: false,
    })
}

fn keep_again(include_texts: bool, own: bool) -> Vec<Effect> {
    asks(Ask::Keep {
        include_texts,
        own,
        again: true,
    })
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
    page.start();
    assert_eq!(page.history(HistoryMsg::Shown), [], "not while it runs");
    page.answer(0);
    page.finish();
    assert_eq!(page.history(HistoryMsg::Shown), keep(false, true));
}

#[test]
fn what_is_kept_and_judged_anew_takes_its_own_place() {
    let mut page = measured();
    page.history(HistoryMsg::Shown);
    page.history(HistoryMsg::Shelf {
        keeping: page.0.last_run,
        shelf: said("Kept in the history."),
    });
    page.send(Msg::Edit(Edit::Text(Field::TargetTtft, "100".to_owned())));
    page.send(Msg::Rejudge);
    assert_eq!(page.history(HistoryMsg::Shown), keep_again(false, true));
    // Whether or not more is to be kept from now on.
    let none = Keeping {
        runs: false,
        texts: true,
    };
    page.history(HistoryMsg::Keeping(none));
    assert_eq!(page.history(HistoryMsg::Shown), keep_again(false, true));
    page.history(HistoryMsg::Shelf {
        keeping: 0,
        shelf: said(""),
    });
    assert_eq!(page.0.taking.note, "Kept in the history.");

    page.open(Origin::File("a.json".to_owned()));
    assert_eq!(page.history(HistoryMsg::Shown), []);
    page.history(HistoryMsg::KeepThis);
    assert_eq!(page.history(HistoryMsg::Shown), keep_again(true, false));
}

#[test]
fn a_result_has_one_entry() {
    let mut desk = desk(&[good(200_000, 40_000).done()]);
    let mine = desk.to_keep(false, true).unwrap().record;
    let theirs = desk.to_keep(false, false).unwrap().record;
    let numbered = |id, record: &Record| Record {
        id,
        name: "Before the move".to_owned(),
        ..record.clone()
    };
    let other = Record {
        created_at: "2026-11-29T18:00:01.000Z".to_owned(),
        ..numbered(9, &mine)
    };
    let kept = [numbered(3, &mine), numbered(5, &theirs), other.clone()];
    assert_eq!(place(&kept, &mine, true), Place::Over(3));
    // A page that had to wait for another tab may ask twice.
    assert_eq!(place(&kept, &mine, false), Place::Over(3));
    assert_eq!(place(&kept, &theirs, true), Place::Over(5));
    // What came from elsewhere may look alike and be another.
    assert_eq!(place(&kept, &theirs, false), Place::New);
    let link = Record {
        form: Some(Form::Link),
        ..theirs.clone()
    };
    assert_eq!(place(&kept, &link, true), Place::Nowhere);
    // What was removed does not come back by being judged.
    assert_eq!(place(&[other], &mine, true), Place::Nowhere);
    assert_eq!(place(&[], &mine, false), Place::New);
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
    // From the next run on: what is kept stays as it is.
    let keeping = Keeping {
        runs: true,
        texts: false,
    };
    page.history(HistoryMsg::Keeping(keeping));
    assert_eq!(page.history(HistoryMsg::Shown), keep_again(true, true));
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
        assert_eq!(kept.record.texts, include_texts);

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
    (two.id, two.own, two.texts) = (2, false, true);
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
    let theirs = " · 42 KB · with texts · reported by somebody else";
    assert!(shelf.entries[0].facts.ends_with(theirs));
}

#[test]
fn list_and_page_count_the_same_requests() {
    let refused = |index, phase| {
        good(1, 1)
            .failed(OutcomeKind::HttpError, FailureKind::Unauthorized)
            .with(|trace| (trace.index, trace.phase) = (index, phase))
            .done()
    };
    let traces = [0, 1, 2, 3, 4].map(|index| {
        let practice = index < 2;
        refused(
            index,
            if practice {
                trace::Phase::Warmup
            } else {
                trace::Phase::Measured
            },
        )
    });
    let mut record = desk(&traces).to_keep(false, true).unwrap().record;
    record.id = 1;
    let kept = &shelf(vec![record], String::new()).entries[0];
    assert!(kept.sentence.starts_with("None of 3 requests worked"));
    assert!(
        kept.facts.contains("0 of 3 requests worked"),
        "{}",
        kept.facts
    );
    let of_page = |traces: &[Trace]| {
        let mut run = Run::new(1, String::new(), measured().plan());
        run.traces = traces.to_vec().into();
        progress::failures(&run)
    };
    assert_eq!(of_page(&traces), ["3 of 3 refused: key not accepted"]);
    // While a run practises there is nothing else to count.
    assert_eq!(of_page(&traces[..2]), ["2 of 2 refused: key not accepted"]);
}

#[test]
fn what_cannot_be_read_says_what_to_do() {
    assert!(unreadable(ReadError::Newer).contains("Reload the page"));
    assert!(unreadable(ReadError::NotJson).contains("Remove it"));
}
