//! Results that travel, as the page and the files worker decide about them: what is made, what is opened, what is refused.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod page;
mod traces;
mod urls;

use page::{Page, source};
use tokenpace::files::{Desk, Made};
use tokenpace::plan::Field;
use tokenpace::report::{ReadError, to_json};
use tokenpace::session::{Edit, Effect, Msg, OpeningEvent, Origin, Phase, TakeOption, Taken};
use tokenpace::trace::Trace;
use tokenpace::wire::files::{LinkWish, Make};
use traces::{good, plan, run_of};

const PAGE: &str = "https://tokenpace.example/";

fn measured() -> Vec<Trace> {
    run_of(20, |n| good(200_000 + u64::from(n) * 1_000, 40_000))
}

fn desk() -> Desk {
    let mut desk = Desk::default();
    desk.hold(source(plan()), false);
    for some in measured().chunks(7) {
        desk.add(&postcard::to_allocvec(some).unwrap()).unwrap();
    }
    desk
}

fn wish(host: bool) -> LinkWish {
    LinkWish {
        page: PAGE.to_owned(),
        host,
    }
}

fn text(made: Option<Made>) -> String {
    match made {
        Some(Made::Text { text, .. }) => text,
        other => panic!("no text: {other:?}"),
    }
}

fn file(made: Option<Made>) -> (String, String) {
    match made {
        Some(Made::File { name, content, .. }) => (name, content),
        other => panic!("no file: {other:?}"),
    }
}

#[test]
fn what_is_made_is_made_of_the_run_that_was_handed_over_in_parts() {
    let whole = tokenpace::report::build(source(plan()).with(&measured(), false));
    let (name, json) = file(desk().make(&Make::Json {
        include_texts: false,
    }));
    assert_eq!(json, to_json(&whole));
    assert!(
        name.starts_with("tokenpace-") && name.ends_with("-2026-11-29.json"),
        "{name}"
    );
    assert!(Desk::default().make(&Make::Csv).is_none());
}

#[test]
fn another_target_needs_no_new_traces() {
    let mut desk = desk();
    let mut judged = source(plan());
    judged.plan.target.ttft = Some(tokenpace::units::Micros(1_000));
    desk.hold(judged.clone(), true);
    let (_, json) = file(desk.make(&Make::Json {
        include_texts: false,
    }));
    let whole = tokenpace::report::build(judged.with(&measured(), false));
    assert_eq!(json, to_json(&whole));
}

#[test]
fn a_link_goes_on_as_it_came_and_gives_no_file_of_half_a_report() {
    let link = text(desk().make(&Make::Link(wish(true))));
    assert!(link.starts_with(PAGE) && link.len() < 1_000, "{link}");
    let fragment = link.strip_prefix(PAGE).unwrap();
    let mut theirs = Desk::default();
    theirs.open_link(fragment).unwrap();
    assert_eq!(text(theirs.make(&Make::Link(wish(false)))), link);
    let summary = text(theirs.make(&Make::Summary {
        markdown: false,
        link: wish(false),
    }));
    assert!(summary.contains(&link));
    let json = theirs.make(&Make::Json {
        include_texts: false,
    });
    assert!(json.is_none());
    // Without what other programs have done to it.
    theirs
        .open_link(&[&fragment.replace('.', "%2e"), "?utm_source=mail"].concat())
        .unwrap();
    assert_eq!(text(theirs.make(&Make::Link(wish(false)))), link);
    // What can't be opened leaves on the desk what lay there.
    assert!(theirs.open_link(&fragment[..40]).is_err());
    assert_eq!(text(theirs.make(&Make::Link(wish(false)))), link);
}

#[test]
fn names_of_files_hold_nothing_that_a_file_system_forbids() {
    let mut hostile = source(plan());
    hostile.plan.model = "../../etc/passwd\u{202e}<>|:\"".repeat(40);
    let mut desk = Desk::default();
    desk.hold(hostile, false);
    let (name, _) = file(desk.make(&Make::Csv));
    assert!(
        name.len() < 255 && !name.contains(['/', '\\', ':', '"', '<', '|']),
        "{name}"
    );
}

#[test]
fn a_saved_report_comes_back_and_nonsense_does_not() {
    let (_, json) = file(desk().make(&Make::Json {
        include_texts: false,
    }));
    let mut again = Desk::default();
    let mut told = 0;
    let (_, traces) = again
        .open_file(json.as_bytes(), json.len() as u64, &mut |_| told += 1)
        .unwrap();
    assert_eq!(traces.len(), measured().len());
    let (_, twice) = file(again.make(&Make::Json {
        include_texts: false,
    }));
    assert_eq!(twice, json);
    // The same requests once more would make a small run look like a large one.
    let end = json.find("\"summary\"").unwrap();
    let (before, after) = json.split_at(json[..end].rfind(']').unwrap());
    let rows = &before[before.find("\"requests\": [").unwrap() + 13..];
    let doubled = [before.trim_end(), ",", rows, after].concat();
    let found = again.open_file(doubled.as_bytes(), 1_000, &mut |_| ());
    assert!(matches!(found.unwrap_err(), ReadError::Damaged(_)));
    let huge = again.open_file(&b"{}"[..], 500_000_000, &mut |_| ());
    assert_eq!(huge.unwrap_err(), ReadError::TooLarge);
}

/// What is done to a page that opens results.
trait Opening {
    fn open(&mut self, origin: Origin) -> u32;
    fn told(&mut self, id: u32, event: OpeningEvent) -> Vec<Effect>;
    fn whole(&mut self, id: u32) -> Vec<Effect>;
}

impl Opening for Page {
    fn open(&mut self, origin: Origin) -> u32 {
        self.send(Msg::Open(origin));
        self.0.last_opening
    }

    fn told(&mut self, id: u32, event: OpeningEvent) -> Vec<Effect> {
        self.send(Msg::Opening { id, event })
    }

    fn whole(&mut self, id: u32) -> Vec<Effect> {
        let source = Box::new(source(plan()));
        self.told(id, OpeningEvent::Head { source, rows: None });
        let traces = postcard::to_allocvec(&measured()).unwrap();
        self.told(id, OpeningEvent::Traces(traces));
        self.told(id, OpeningEvent::End)
    }
}

fn link() -> Origin {
    Origin::Link("#r1.x.y".to_owned())
}

#[test]
fn an_opened_result_is_shown_and_nothing_is_sent() {
    let mut page = Page::new();
    let effects = page.send(Msg::Open(link()));
    assert!(effects.contains(&Effect::Open {
        id: 1,
        origin: link()
    }));
    assert_eq!(page.0.shown(), Phase::Setup);
    let effects = page.whole(1);
    assert_eq!(page.0.shown(), Phase::Done);
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Start { .. }))
    );
    assert!(effects.contains(&Effect::Held {
        run: 1,
        revision: 0
    }));
    let run = page.0.run.as_ref().unwrap();
    assert_eq!((run.traces.len(), run.not_sent()), (measured().len(), 0));
}

#[test]
fn a_broken_one_shows_why_and_leaves_what_was_there() {
    let mut page = Page::new();
    let file = page.open(Origin::File("a.json".to_owned()));
    page.whole(file);
    let broken = page.open(link());
    page.told(broken, OpeningEvent::Refused("It was cut.".to_owned()));
    assert_eq!(page.0.shown(), Phase::Failed);
    // Whatever else comes about it changes nothing.
    page.told(broken, OpeningEvent::End);
    page.told(file, OpeningEvent::End);
    assert_eq!(page.0.shown(), Phase::Failed);
    let effects = page.send(Msg::LeaveOpening);
    assert!(effects.contains(&Effect::ClearHash));
    assert_eq!(page.0.shown(), Phase::Done);
    assert_eq!(page.0.run.as_ref().unwrap().traces.len(), measured().len());
}

#[test]
fn cancelling_ends_the_work_and_a_late_answer_is_dropped() {
    let mut page = Page::new();
    let id = page.open(link());
    assert!(page.send(Msg::LeaveOpening).contains(&Effect::EndOpening));
    page.whole(id);
    assert!(page.0.run.is_none());
    assert_eq!(page.0.shown(), Phase::Setup);
}

#[test]
fn a_run_under_way_is_not_disturbed() {
    let mut page = Page::new();
    page.submit();
    assert_eq!(page.0.phase, Phase::Running);
    let effects = page.send(Msg::Open(link()));
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Open { .. }))
    );
    assert_eq!(page.0.shown(), Phase::Failed);
    page.send(Msg::LeaveOpening);
    assert_eq!(page.0.shown(), Phase::Running);
}

#[test]
fn testing_it_yourself_fills_no_endpoint_and_drops_the_key() {
    let mut page = Page::new();
    page.send(Msg::Edit(Edit::Text(
        Field::BaseUrl,
        "https://api.example.com/v1".to_owned(),
    )));
    page.send(Msg::KeyTyped {
        present: true,
        unsendable: None,
    });
    let id = page.open(link());
    page.whole(id);
    let effects = page.send(Msg::TestYourself);
    assert!(effects.contains(&Effect::ForgetKey));
    let draft = &page.0.draft;
    assert_eq!((draft.base_url.as_str(), draft.model.as_str()), ("", ""));
    assert_eq!(draft.requests, plan().requests.to_string());
    assert!(!page.0.key.present);
}

#[test]
fn what_was_made_is_said_and_privacy_ticks_do_not_outlive_a_run() {
    let mut page = Page::new();
    for option in [
        TakeOption::Host(true),
        TakeOption::Markdown(true),
        TakeOption::Texts(true),
    ] {
        page.send(Msg::TakeOption(option));
    }
    let link = page.0.taking.options.link();
    assert_eq!(page.send(Msg::TakeAlong(link.clone())).len(), 1);
    // Nothing is made twice.
    assert!(page.send(Msg::TakeAlong(link.clone())).is_empty());
    let made = Taken::Text {
        text: "x".repeat(812),
        left_out: vec!["numbers are rounded by up to 0.4 %".to_owned()],
        copied: false,
    };
    page.send(Msg::TakenAlong(link, made));
    let taking = &page.0.taking;
    assert!(
        taking.note.contains("812 characters") && taking.note.contains("rounded by up to 0.4 %")
    );
    assert_eq!(taking.by_hand.as_ref().unwrap().len(), 812);
    page.submit();
    let options = page.0.taking.options;
    assert_eq!(
        (options.host, options.markdown, options.texts),
        (false, true, false)
    );
    assert!(page.0.taking.note.is_empty());
}
