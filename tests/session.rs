//! What people do to the page, and what the worker says, as flows of messages: no browser is needed.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod page;
mod traces;
mod urls;

use page::{Page, SIMULATED};
use tokenpace::plan::{Field, FieldError, HeldHeader, KEPT, PlanDraft, Workload};
use tokenpace::protocol::ApiFormat;
use tokenpace::session::{
    Edit, Effect, Focus, Msg, Phase, State, Trouble, preset::Preset, progress,
};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use tokenpace::units::Micros;
use tokenpace::wire::{Calibration, FromWorker, LiveRequest, Progress};
use traces::{Request, good};

/// What people and the worker do to the page.
trait Flow {
    fn type_in(&mut self, field: Field, text: &str) -> Vec<Effect>;
    fn choose(&mut self, provider: &str) -> Vec<Effect>;
    fn worker(&mut self, message: FromWorker) -> Vec<Effect>;
    fn done(&mut self, index: u32, request: Request) -> Vec<Effect>;
    fn finished(&mut self, stopped: bool) -> Vec<Effect>;
    fn running(requests: u32) -> Self;
    fn line(&self) -> String;
}

impl Flow for Page {
    fn type_in(&mut self, field: Field, text: &str) -> Vec<Effect> {
        self.send(Msg::Edit(Edit::Text(field, text.to_owned())))
    }

    fn choose(&mut self, provider: &str) -> Vec<Effect> {
        self.send(Msg::Edit(Edit::Provider(provider.to_owned())))
    }

    fn worker(&mut self, message: FromWorker) -> Vec<Effect> {
        self.send(Msg::Worker(message))
    }

    fn done(&mut self, index: u32, request: Request) -> Vec<Effect> {
        let run = self.0.last_run;
        let trace = numbered(index, request);
        self.worker(FromWorker::Done {
            run,
            trace: postcard::to_allocvec(&trace).unwrap(),
        })
    }

    fn finished(&mut self, stopped: bool) -> Vec<Effect> {
        self.worker(FromWorker::Finished {
            run: self.0.last_run,
            stopped,
            stable: false,
            wall: None,
        })
    }

    /// A page with a run of `requests` measured requests and no practice.
    fn running(requests: u32) -> Self {
        let mut page = Page::new();
        page.type_in(Field::Requests, &requests.to_string());
        page.type_in(Field::Warmup, "0");
        page.submit();
        assert_eq!(page.0.phase, Phase::Running);
        page
    }

    fn line(&self) -> String {
        progress::line(self.0.run.as_ref().unwrap())
    }
}

fn numbered(index: u32, request: Request) -> Trace {
    request.with(|trace| trace.index = index).done()
}

fn refused() -> Request {
    good(200_000, 40_000).failed(OutcomeKind::HttpError, FailureKind::RateLimited)
}

fn saves(effects: &[Effect]) -> bool {
    effects
        .iter()
        .any(|effect| matches!(effect, Effect::SaveDraft(_)))
}

fn fields_at_fault(page: &Page) -> Vec<Field> {
    page.0.field_errors.iter().map(FieldError::field).collect()
}

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
fn faults_are_kept_until_their_field_changes_and_the_first_gets_the_focus() {
    let mut page = Page::new();
    page.type_in(Field::Model, "");
    page.type_in(Field::Requests, "many");
    let effects = page.submit();
    assert_eq!(effects, [Effect::Focus(Focus::Field(Field::Model))]);
    assert_eq!(fields_at_fault(&page), [Field::Model, Field::Requests]);
    assert_eq!(page.0.phase, Phase::Setup);
    page.type_in(Field::Model, "m");
    assert_eq!(fields_at_fault(&page), [Field::Requests]);
    page.send(Msg::Preset(Preset::QuickLook));
    assert_eq!(fields_at_fault(&page), []);
    assert_eq!(page.0.draft.requests, "5");
}

#[test]
fn a_secret_in_the_address_leaves_the_field_and_is_not_kept() {
    let mut page = Page::new();
    let effects = page.type_in(
        Field::BaseUrl,
        "https://api.example.com/v1?api_key=sk-123456789012",
    );
    let [Effect::SaveDraft(kept)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(kept.base_url, "https://api.example.com/v1");
    page.submit();
    assert_eq!(fields_at_fault(&page), [Field::BaseUrl]);
    assert!(!page.0.draft.base_url.contains("sk-"));
}

#[test]
fn a_key_is_bound_to_the_origin_it_was_typed_for() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::BaseUrl, "https://one.example/v1");
    let effects = page.send(Msg::KeyTyped {
        present: true,
        unsendable: None,
    });
    let bound = Effect::BindKey {
        origin: "https://one.example".to_owned(),
    };
    assert_eq!(effects, [bound]);

    let same = page.type_in(Field::BaseUrl, "https://one.example/other");
    assert!(!same.contains(&Effect::ForgetKey));
    assert!(page.0.key.present);

    for other in [
        "https://two.example/v1",
        "http://one.example/v1",
        "https://one.example:8443/v1",
    ] {
        let mut page = Page(page.0.clone());
        let effects = page.type_in(Field::BaseUrl, other);
        assert!(effects.contains(&Effect::ForgetKey), "{other}");
        assert!(!page.0.key.present);
        assert!(page.0.key.notice.as_ref().unwrap().contains("one.example"));
    }
}

#[test]
fn a_key_typed_before_the_address_belongs_to_the_first_address() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::BaseUrl, "");
    assert_eq!(
        page.send(Msg::KeyTyped {
            present: true,
            unsendable: None
        }),
        []
    );
    let mut bound = Vec::new();
    for beginning in [
        "https",
        "https://o",
        "https://one.exampl",
        "https://one.example/v1",
    ] {
        for effect in page.type_in(Field::BaseUrl, beginning) {
            if let Effect::BindKey { origin } = effect {
                bound.push(origin);
            }
        }
    }
    assert_eq!(
        bound,
        ["https://o", "https://one.exampl", "https://one.example"]
    );
    let mut other = Page(page.0.clone());
    assert!(
        other
            .type_in(Field::BaseUrl, "https://two.example")
            .contains(&Effect::ForgetKey)
    );
    page.send(Msg::AddressEntered);
    let mut longer = Page(page.0.clone());
    assert!(
        longer
            .type_in(Field::BaseUrl, "https://one.example.org")
            .contains(&Effect::ForgetKey)
    );
    let effects = page.choose("Groq");
    assert!(effects.contains(&Effect::ForgetKey));
}

#[test]
fn forgetting_and_emptying_forget_the_key() {
    for msg in [
        Msg::ForgetKey,
        Msg::KeyTyped {
            present: false,
            unsendable: None,
        },
    ] {
        let mut page = Page::new();
        page.send(Msg::KeyTyped {
            present: true,
            unsendable: None,
        });
        assert_eq!(page.send(msg), [Effect::ForgetKey]);
        assert!(!page.0.key.present);
        assert_eq!(page.0.key.origin, None);
    }
}

fn enter_headers(page: &mut Page, text: &str, names: &[&str]) -> Vec<Effect> {
    let held = names.iter().map(|name| HeldHeader {
        name: (*name).to_owned(),
        unsendable: None,
    });
    page.send(Msg::HeadersEntered {
        text: text.to_owned(),
        held: held.collect(),
    })
}

#[test]
fn secret_headers_go_with_the_key_when_the_origin_changes() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::BaseUrl, "https://one.example/v1");
    page.send(Msg::KeyTyped {
        present: true,
        unsendable: None,
    });
    let text = format!("X-Title: page\nX-Token: {KEPT}");
    let effects = enter_headers(&mut page, &text, &["X-Token"]);
    let [Effect::BindKey { origin }, Effect::SaveDraft(kept)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(origin, "https://one.example");
    assert_eq!(kept.extra_headers, "X-Title: page");
    let effects = page.type_in(Field::BaseUrl, "https://two.example/v1");
    assert_eq!(effects[..2], [Effect::ForgetKey, Effect::ForgetHeaders]);
    assert_eq!(page.0.draft.extra_headers, "X-Title: page");
    assert!(!page.0.key.holds_secret());
    let notice = page.0.key.notice.clone().unwrap();
    assert!(notice.contains("secret headers") && notice.contains("one.example"));
}

#[test]
fn secret_headers_without_a_key_are_bound_and_forgotten_too() {
    let mut page = Page::new();
    page.choose("Groq");
    enter_headers(&mut page, &format!("X-Token: {KEPT}"), &["X-Token"]);
    assert!(page.choose("Mistral").contains(&Effect::ForgetHeaders));
    enter_headers(&mut page, &format!("X-Token: {KEPT}"), &["X-Token"]);
    assert_eq!(
        page.send(Msg::ForgetKey),
        [Effect::ForgetKey, Effect::ForgetHeaders]
    );
    assert_eq!(page.0.draft.extra_headers, "");
    enter_headers(&mut page, &format!("X-Token: {KEPT}"), &["X-Token"]);
    let removed = enter_headers(&mut page, "X-Title: a", &[]);
    assert!(removed.contains(&Effect::ForgetHeaders));
}

#[test]
fn a_pasted_endpoint_tells_its_format_once() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::BaseUrl, "https://gate.example/v1");
    page.send(Msg::AddressEntered);
    assert_eq!(page.0.recognised.format, None, "a base URL tells nothing");
    for format in ApiFormat::ALL.iter().copied() {
        let path = format.path_and_query("m", "");
        let (path, _) = path.split_once('?').unwrap_or((&path, ""));
        page.type_in(Field::BaseUrl, &format!(" https://gate.example/v1{path} "));
        page.send(Msg::AddressEntered);
        assert_eq!(page.0.recognised.format, Some(format));
        assert_eq!(page.0.draft.format, format);
        let said = tokenpace::session::offers::recognised_format(&page.0);
        assert!(said.starts_with(&format!("Recognised as {}.", format.label())));
    }
    // A format chosen by hand stays, however often the field is left, and after a run.
    page.send(Msg::Edit(Edit::Format(ApiFormat::OpenAiChat)));
    page.send(Msg::AddressEntered);
    assert_eq!(page.0.recognised.format, None);
    assert_eq!(page.0.draft.format, ApiFormat::OpenAiChat);
    page.submit();
    assert_eq!(page.0.draft.format, ApiFormat::OpenAiChat);
}

#[test]
fn enter_in_the_address_starts_a_run_of_the_recognised_format() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::Model, "m");
    page.type_in(Field::BaseUrl, "http://localhost:1/v1/chat/completions");
    let effects = page.submit();
    assert!(
        effects.iter().any(|e| matches!(e, Effect::Start { .. })),
        "{effects:?}"
    );
    assert_eq!(page.0.recognised.format, Some(ApiFormat::OpenAiChat));
}

#[test]
fn listed_models_replace_the_examples_of_their_endpoint_only() {
    use tokenpace::session::offers::{known_models, listed_models};
    let mut page = Page::new();
    page.choose("Groq");
    let examples = known_models(&page.0);
    assert!(!examples.is_empty());
    assert_eq!(listed_models(&page.0), "");
    page.send(Msg::ModelsListed {
        base_url: page.0.draft.base_url.clone(),
        names: vec!["a".to_owned(), "b".to_owned()],
    });
    assert_eq!(known_models(&page.0), ["a", "b"]);
    assert!(listed_models(&page.0).starts_with("The endpoint lists 2 models; “"));
    page.type_in(Field::Model, "b");
    assert_eq!(listed_models(&page.0), "The endpoint lists 2 models.");
    page.type_in(Field::BaseUrl, "https://other.example/v1");
    assert_eq!(known_models(&page.0), examples);
    assert_eq!(listed_models(&page.0), "");
}

#[test]
fn a_provider_fills_the_form_and_custom_keeps_only_what_was_typed() {
    let mut page = Page::new();
    assert!(saves(&page.choose("Groq")));
    assert_eq!(page.0.draft.base_url, "https://api.groq.com/openai/v1");
    assert!(!page.0.draft.model.is_empty());
    page.choose("Custom");
    assert_eq!(page.0.draft.base_url, "");
    page.choose("Groq");
    page.type_in(Field::BaseUrl, "https://mine.example/v1");
    page.choose("Custom");
    assert_eq!(page.0.draft.base_url, "https://mine.example/v1");
    page.choose("Simulated vendor");
    assert_eq!(page.0.draft.base_url, SIMULATED);
}

#[test]
fn the_simulated_vendor_of_today_replaces_the_one_of_yesterday() {
    let mut draft = Page::new().0.draft;
    draft.requests = "7".to_owned();
    draft.base_url = "http://localhost:1/v1".to_owned();
    let mut page = Page(State::default());
    page.send(Msg::Restore {
        draft: Some(Box::new(draft)),
        simulated_base_url: Some(SIMULATED.to_owned()),
        page_is_https: false,
    });
    assert_eq!(page.0.draft.base_url, SIMULATED);
    assert_eq!(page.0.draft.requests, "7");
}

#[test]
fn ones_own_prompt_survives_a_look_at_the_ready_made_ones() {
    let mut page = Page::new();
    page.type_in(Field::Prompt, "Mine.");
    assert_eq!(page.0.draft.workload, Workload::Own);
    page.send(Msg::Edit(Edit::Workload(Workload::Code)));
    assert_eq!(page.0.draft.prompt, Workload::Code.info().prompt.get());
    assert_eq!(
        page.0.draft.max_output_tokens,
        Workload::Code.info().max_output_tokens.to_string()
    );
    page.send(Msg::Edit(Edit::Workload(Workload::Own)));
    assert_eq!(page.0.draft.prompt, "Mine.");
}

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

#[test]
fn a_key_that_no_header_can_carry_is_a_fault_of_its_field() {
    let mut page = Page::new();
    page.send(Msg::KeyTyped {
        present: true,
        unsendable: Some('…'),
    });
    page.submit();
    assert_eq!(fields_at_fault(&page), [Field::ApiKey]);
    assert!(page.0.field_errors[0].to_string().contains('…'));
    page.send(Msg::ForgetKey);
    page.submit();
    assert_eq!(page.0.phase, Phase::Running);
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

#[test]
fn ones_own_prompt_is_kept_while_another_workload_is_chosen() {
    let mut page = Page::new();
    page.type_in(Field::Prompt, "My very own prompt");
    let effects = page.send(Msg::Edit(Edit::Workload(Workload::Code)));
    let Some(Effect::SaveDraft(kept)) = effects.last() else {
        panic!("the draft is saved: {effects:?}");
    };
    let mut reloaded = Page::new();
    reloaded.send(Msg::Restore {
        draft: Some(kept.clone()),
        simulated_base_url: None,
        page_is_https: false,
    });
    reloaded.send(Msg::Edit(Edit::Workload(Workload::Own)));
    assert_eq!(reloaded.0.draft.prompt, "My very own prompt");
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
