//! A test of the connection as the page goes through it: messages in, effects out, no browser.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;
mod urls;

use tokenpace::doctor::{Answer, Circumstances, Code, Permission, Probe, Seen, Step};
use tokenpace::plan::{AddressSpace, Field, FieldError};
use tokenpace::session::checkup::{CheckupEffect, CheckupMsg, Handout, Stage};
use tokenpace::session::{Edit, Effect, Focus, Msg, Phase, State, update};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use tokenpace::wire::FromWorker;
use traces::{Request, good, request};
use urls::RustUrls;

const NOW: &str = "2026-11-29T18:00:00.000Z";

fn open() -> Answer {
    Answer::Readable {
        status: 401,
        html: false,
    }
}

struct Page(State);

impl Page {
    /// A form for an endpoint of one's own.
    fn at(base_url: &str) -> Self {
        let mut page = Page(State::default());
        page.send(Msg::Edit(Edit::Provider("Custom".to_owned())));
        page.type_in(Field::BaseUrl, base_url);
        page.type_in(Field::Model, "some-model");
        page
    }

    fn send(&mut self, msg: Msg) -> Vec<Effect> {
        update(&mut self.0, msg, &RustUrls)
    }

    fn type_in(&mut self, field: Field, text: &str) -> Vec<Effect> {
        self.send(Msg::Edit(Edit::Text(field, text.to_owned())))
    }

    fn checkup(&mut self, msg: CheckupMsg) -> Vec<Effect> {
        self.send(Msg::Checkup(msg))
    }

    /// The browser answers that nothing is in the way; gives the first probe.
    fn looks_around(&mut self) -> Probe {
        let id = self.0.checkup.as_ref().unwrap().id;
        let circumstances = Circumstances {
            online: true,
            page_is_https: false,
            page_space: AddressSpace::Loopback,
            permission: Permission::Granted,
            tells_held_back: true,
        };
        let effects = self.checkup(CheckupMsg::Circumstances { id, circumstances });
        probe_in(&effects).unwrap()
    }

    fn seen(&mut self, id: u32, answer: Answer) -> Vec<Effect> {
        let seen = Seen {
            answer,
            after_ms: 5,
            permission: Permission::Granted,
        };
        self.checkup(CheckupMsg::Seen { id, seen })
    }

    /// All probes end with this answer.
    fn answers(&mut self, answer: Answer) -> Code {
        self.looks_around();
        let id = self.0.checkup.as_ref().unwrap().id;
        for _ in 0..6 {
            if let Some(code) = self.found() {
                return code;
            }
            self.seen(id, answer);
        }
        panic!("the test has an end");
    }

    fn found(&self) -> Option<Code> {
        match &self.0.checkup.as_ref()?.stage {
            Stage::Found(finding) => Some(finding.code),
            _ => None,
        }
    }

    fn ready() -> Self {
        let mut page = Page::at("https://api.example.com/v1");
        page.checkup(CheckupMsg::Start);
        assert_eq!(page.answers(open()), Code::Ready);
        page
    }

    /// The page with its one real request on the way, and the number of its run.
    fn trying() -> (Self, u32) {
        let mut page = Page::ready();
        let effects = page.checkup(CheckupMsg::Try {
            now: NOW.to_owned(),
        });
        let run = started(&effects).unwrap();
        (page, run)
    }

    fn done(&mut self, run: u32, request: Request) -> Vec<Effect> {
        let trace: Trace = request.with(|trace| trace.index = 0).done();
        let trace = postcard::to_allocvec(&trace).unwrap();
        self.send(Msg::Worker(FromWorker::Done { run, trace }));
        self.send(Msg::Worker(FromWorker::Finished {
            run,
            stopped: false,
            stable: false,
            wall: None,
        }))
    }
}

fn probe_in(effects: &[Effect]) -> Option<Probe> {
    effects.iter().find_map(|effect| match effect {
        Effect::Checkup(CheckupEffect::Probe { probe, .. }) => Some((**probe).clone()),
        _ => None,
    })
}

fn started(effects: &[Effect]) -> Option<u32> {
    effects.iter().find_map(|effect| match effect {
        Effect::Start { run, .. } => Some(*run),
        _ => None,
    })
}

fn looks_around(effects: &[Effect]) -> bool {
    let look = |e: &Effect| matches!(e, Effect::Checkup(CheckupEffect::LookAround { .. }));
    effects.iter().any(look)
}

fn drops_probe(effects: &[Effect]) -> bool {
    effects.contains(&Effect::Checkup(CheckupEffect::DropProbe))
}

#[test]
fn a_test_needs_an_address_and_nothing_else() {
    let mut page = Page::at("https://api.example.com/v1");
    page.type_in(Field::Model, "");
    page.type_in(Field::Requests, "none");
    assert!(looks_around(&page.checkup(CheckupMsg::Start)));
    assert_eq!(page.answers(open()), Code::Ready);
    assert_eq!(page.0.contacts.hosts, ["api.example.com"]);
    assert!(page.0.field_errors.is_empty());
}

#[test]
fn a_bad_address_is_not_called() {
    for (typed, code, left) in [
        ("api.example.com/v1", Code::BadUrl, "api.example.com/v1"),
        ("", Code::BadUrl, ""),
        (
            "https://me:pw@api.example.com/v1",
            Code::SecretInUrl,
            "https://api.example.com/v1",
        ),
        (
            "https://api.example.com/v1?key=abc",
            Code::SecretInUrl,
            "https://api.example.com/v1",
        ),
    ] {
        let mut page = Page::at(typed);
        let effects = page.checkup(CheckupMsg::Start);
        assert!(!looks_around(&effects));
        assert!(effects.contains(&Effect::Focus(Focus::Field(Field::BaseUrl))));
        assert_eq!(page.found(), Some(code), "{typed}");
        assert_eq!(page.0.draft.base_url, left);
        let at_field = page.0.field_errors.iter().map(FieldError::field);
        assert_eq!(at_field.collect::<Vec<_>>(), [Field::BaseUrl]);
        assert!(page.0.contacts.hosts.is_empty());
    }
}

fn enter_headers(page: &mut Page, text: &str) -> Vec<Effect> {
    page.send(Msg::HeadersEntered {
        text: text.to_owned(),
        held: Vec::new(),
    })
}

#[test]
fn editing_the_form_ends_the_test() {
    let edits: [fn(&mut Page) -> Vec<Effect>; 3] = [
        |page| enter_headers(page, "X-Title: page"),
        |page| page.type_in(Field::BaseUrl, "https://other.example/v1"),
        |page| page.send(Msg::Edit(Edit::Provider("Groq".to_owned()))),
    ];
    for edit in edits {
        let mut page = Page::at("https://api.example.com/v1");
        page.checkup(CheckupMsg::Start);
        page.looks_around();
        let id = page.0.checkup.as_ref().unwrap().id;
        assert!(drops_probe(&edit(&mut page)));
        assert!(page.0.checkup.is_none());
        assert!(page.seen(id, open()).is_empty(), "a late answer is dropped");
        assert!(page.0.checkup.is_none());
    }
}

#[test]
fn answers_to_an_older_test_are_dropped() {
    let mut page = Page::at("https://api.example.com/v1");
    page.checkup(CheckupMsg::Start);
    page.looks_around();
    let old = page.0.checkup.as_ref().unwrap().id;
    assert!(drops_probe(&page.checkup(CheckupMsg::Start)));
    assert!(page.seen(old, open()).is_empty());
    assert_eq!(page.looks_around().step, Step::Simple);
}

#[test]
fn fields_that_the_answer_is_not_about_leave_it() {
    let mut page = Page::ready();
    page.type_in(Field::Requests, "7");
    page.type_in(Field::Model, "another");
    // The field is read again before each run.
    enter_headers(&mut page, "");
    page.send(Msg::KeyTyped {
        present: true,
        unsendable: None,
    });
    assert_eq!(page.found(), Some(Code::Ready));
}

#[test]
fn the_real_request_is_one_and_small() {
    let mut page = Page::ready();
    page.type_in(Field::Requests, "300");
    let effects = page.checkup(CheckupMsg::Try {
        now: NOW.to_owned(),
    });
    let Some(Effect::Start { plan, .. }) =
        effects.iter().find(|e| matches!(e, Effect::Start { .. }))
    else {
        panic!("the request is started");
    };
    assert_eq!((plan.requests, plan.warmup, plan.concurrency), (1, 0, 1));
    assert_eq!(plan.max_output_tokens, 16);
    assert_eq!(plan.model, "some-model");
    assert!(plan.prompt.len() < 20);
    assert_eq!(page.0.phase, Phase::Setup, "it is no run");
    assert!(page.0.run.is_none());
}

#[test]
fn its_answer_is_explained() {
    for (request, code) in [
        (good(200_000, 40_000), Code::Ok),
        (
            request().failed(OutcomeKind::HttpError, FailureKind::Unauthorized),
            Code::Auth,
        ),
        (
            request().failed(OutcomeKind::Blocked, FailureKind::FetchRejected),
            Code::OpaqueFail,
        ),
    ] {
        let (mut page, run) = Page::trying();
        page.done(run, request);
        assert_eq!(page.found(), Some(code));
        assert_eq!(page.0.phase, Phase::Setup);
        assert!(
            page.0.checkup.as_ref().unwrap().may_try(),
            "it can be repeated"
        );
        page.type_in(Field::Model, "another");
        assert!(page.0.checkup.is_none(), "it was about the other model");
    }
}

#[test]
fn a_real_request_can_settle_what_probes_cannot() {
    for (request, code) in [(good(200_000, 40_000), Code::Ok), (blocked(), Code::NoCors)] {
        let mut page = Page::at("https://api.example.com/v1");
        page.checkup(CheckupMsg::Start);
        assert_eq!(page.answers(Answer::Opaque), Code::NoCors);
        let effects = page.checkup(CheckupMsg::Try {
            now: NOW.to_owned(),
        });
        page.done(started(&effects).unwrap(), request);
        assert_eq!(page.found(), Some(code));
    }
}

#[test]
fn models_are_listed_once_the_key_is_known_to_work_or_the_model_to_be_wrong() {
    let not_found = || request().failed(OutcomeKind::HttpError, FailureKind::NotFound);
    let wrong_key = || request().failed(OutcomeKind::HttpError, FailureKind::Unauthorized);
    for (request, listed) in [
        (good(200_000, 40_000), true),
        (not_found(), true),
        (wrong_key(), false),
        (blocked(), false),
    ] {
        let (mut page, run) = Page::trying();
        let effects = page.done(run, request);
        let lists = effects.contains(&Effect::Checkup(CheckupEffect::ListModels));
        assert_eq!(lists, listed);
    }
}

#[test]
fn a_missing_key_keeps_nobody_from_testing() {
    let mut page = Page(State::default());
    page.send(Msg::Edit(Edit::Provider("Mistral".to_owned())));
    assert!(looks_around(&page.checkup(CheckupMsg::Start)));
    assert_eq!(page.answers(open()), Code::Ready);
    let effects = page.checkup(CheckupMsg::Try {
        now: NOW.to_owned(),
    });
    assert_eq!(started(&effects), None, "but the real request needs it");
    assert!(effects.contains(&Effect::Focus(Focus::Field(Field::ApiKey))));
}

#[test]
fn it_obeys_the_rules_of_the_form() {
    let mut page = Page::ready();
    page.type_in(Field::Model, "");
    let effects = page.checkup(CheckupMsg::Try {
        now: NOW.to_owned(),
    });
    assert_eq!(started(&effects), None);
    assert!(effects.contains(&Effect::Focus(Focus::Field(Field::Model))));
}

#[test]
fn without_a_good_answer_there_is_no_real_request() {
    let mut page = Page::at("https://api.example.com/v1");
    page.checkup(CheckupMsg::Start);
    assert_eq!(page.answers(Answer::Rejected), Code::Unreachable);
    let effects = page.checkup(CheckupMsg::Try {
        now: NOW.to_owned(),
    });
    assert!(effects.is_empty());
}

#[test]
fn a_dead_worker_leaves_no_endless_wait() {
    let (mut page, _) = Page::trying();
    page.send(Msg::WorkerLost {
        reason: "It crashed.".to_owned(),
    });
    assert_eq!(page.found(), Some(Code::Broken));
    let effects = page.checkup(CheckupMsg::Try {
        now: NOW.to_owned(),
    });
    assert!(effects.contains(&Effect::RestartWorker));
}

#[test]
fn a_run_takes_the_place_of_the_real_request() {
    let (mut page, trial) = Page::trying();
    let effects = page.send(Msg::Submit {
        now: NOW.to_owned(),
    });
    assert!(effects.contains(&Effect::Stop { run: trial }));
    assert_ne!(started(&effects), Some(trial));
    assert_eq!(page.0.phase, Phase::Running);
    page.done(trial, good(200_000, 40_000));
    assert!(page.0.run.as_ref().unwrap().traces.is_empty());
}

fn after_a_run_of(requests: Vec<Request>) -> (Page, Vec<Effect>) {
    let mut page = Page::at("https://api.example.com/v1");
    page.type_in(Field::Warmup, "0");
    let run = started(&page.send(Msg::Submit {
        now: NOW.to_owned(),
    }))
    .unwrap();
    for (index, request) in (0u32..).zip(requests) {
        let trace = request.with(|trace| trace.index = index).done();
        let trace = postcard::to_allocvec(&trace).unwrap();
        page.send(Msg::Worker(FromWorker::Done { run, trace }));
    }
    let effects = page.send(Msg::Worker(FromWorker::Finished {
        run,
        stopped: false,
        stable: false,
        wall: None,
    }));
    (page, effects)
}

fn blocked() -> Request {
    request().failed(OutcomeKind::Blocked, FailureKind::FetchRejected)
}

#[test]
fn a_blocked_run_is_looked_into_unasked() {
    let (mut page, effects) = after_a_run_of(vec![blocked(), blocked()]);
    assert_eq!(page.0.phase, Phase::Failed);
    assert!(looks_around(&effects));
    assert_eq!(page.answers(open()), Code::OpaqueFail);
    let checkup = page.0.checkup.as_ref().unwrap();
    assert!(checkup.is_after_run() && !checkup.may_try());
    let effects = page.send(Msg::Submit {
        now: NOW.to_owned(),
    });
    assert!(started(&effects).is_some());
    assert!(page.0.checkup.is_none(), "another run, another reason");
}

#[test]
fn a_hidden_rate_limit_needs_no_probe() {
    let requests = vec![good(200_000, 40_000), blocked(), blocked()];
    let (page, effects) = after_a_run_of(requests);
    assert!(!looks_around(&effects));
    assert_eq!(page.found(), Some(Code::Rate));
}

#[test]
fn a_readable_failure_needs_no_probe() {
    let refused = request().failed(OutcomeKind::HttpError, FailureKind::Unauthorized);
    let (page, effects) = after_a_run_of(vec![refused]);
    assert!(!looks_around(&effects));
    assert!(page.0.checkup.is_none());
}

#[test]
fn what_was_copied_is_said() {
    let mut page = Page::at("https://api.example.com/v1");
    page.checkup(CheckupMsg::Start);
    page.answers(Answer::Rejected);
    let text = "curl".to_owned();
    let what = Handout::Curl;
    let effects = page.checkup(CheckupMsg::Copy { what, text });
    assert!(matches!(
        effects[..],
        [Effect::Checkup(CheckupEffect::Copy { .. })]
    ));
    page.checkup(CheckupMsg::Copied { what, done: true });
    assert_eq!(page.0.checkup.as_ref().unwrap().copied, Some((what, true)));
}
