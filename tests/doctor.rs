//! The connection doctor against scripted hosts: which questions it asks, what it concludes, and what it never says.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use tokenpace::doctor::{
    Answer, Circumstances, Code, Examination, Finding, GoOn, Next, PROBE_KEY, Permission, Probe,
    Seen, Shell, Step, Subject, complaint, curl, diagnose, hidden_rate_limit,
};
use tokenpace::plan::{AddressSpace, Endpoint, HeldHeader, Plan};
use tokenpace::protocol::{ApiFormat, AuthScheme};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use traces::{Request, good, request};

const UNREADABLE: Answer = Answer::Rejected;

fn readable(status: u16) -> Answer {
    Answer::Readable {
        status,
        html: false,
    }
}

fn plan_for(provider: &str, base_url: &str, space: AddressSpace) -> Plan {
    let (_, rest) = base_url.split_once("://").unwrap();
    let host = rest.split('/').next().unwrap();
    let scheme = base_url.split("://").next().unwrap();
    Plan {
        provider: provider.to_owned(),
        endpoint: Endpoint {
            base_url: base_url.to_owned(),
            url: format!("{base_url}/chat/completions"),
            origin: format!("{scheme}://{host}"),
            host: host.to_owned(),
            address_space: space,
        },
        ..traces::plan()
    }
}

fn public() -> Subject {
    let plan = plan_for("Custom", "https://api.example.com/v1", AddressSpace::Public);
    Subject::of(&plan, false, &[])
}

fn local(provider: &str) -> Subject {
    let plan = plan_for(
        provider,
        "http://localhost:11434/v1",
        AddressSpace::Loopback,
    );
    Subject::of(&plan, false, &[])
}

fn page() -> Circumstances {
    Circumstances {
        online: true,
        page_is_https: true,
        page_space: AddressSpace::Public,
        permission: Permission::Granted,
        tells_held_back: true,
    }
}

/// Follows the ladder to its end; gives the finding and the steps asked.
fn follow(
    mut next: Next,
    examination: &mut Examination,
    host: &dyn Fn(&Probe) -> Answer,
) -> (Finding, Vec<Step>) {
    let mut steps = Vec::new();
    loop {
        match next {
            Next::Found(finding) => return (finding, steps),
            Next::Ask(probe) => {
                steps.push(probe.step);
                assert!(steps.len() < 6, "the ladder has an end");
                next = examination.seen(Seen {
                    answer: host(&probe),
                    after_ms: 12,
                    permission: Permission::Granted,
                });
            }
        }
    }
}

fn examine_with(
    subject: Subject,
    circumstances: Circumstances,
    after_run: bool,
    host: impl Fn(&Probe) -> Answer,
) -> (Finding, Vec<Step>) {
    let mut examination = Examination::new(subject, circumstances, after_run);
    let next = examination.begin();
    follow(next, &mut examination, &host)
}

fn examine(subject: Subject, host: impl Fn(&Probe) -> Answer) -> (Finding, Vec<Step>) {
    examine_with(subject, page(), false, host)
}

/// A host that answers each step as listed: simple, post, auth, alive.
fn host(answers: [Answer; 4]) -> impl Fn(&Probe) -> Answer {
    move |probe| match probe.step {
        Step::Simple => answers[0],
        Step::Post => answers[1],
        Step::Auth => answers[2],
        Step::Alive => answers[3],
    }
}

#[test]
fn an_open_host_is_ready_after_three_questions() {
    let open = [readable(401), readable(401), readable(401), UNREADABLE];
    let (finding, steps) = examine(public(), host(open));
    assert_eq!(finding.code, Code::Ready);
    assert_eq!(steps, [Step::Simple, Step::Post, Step::Auth]);
    assert!(finding.known.contains("api.example.com"));
    assert!(finding.problem.is_none());
}

#[test]
fn every_readable_refusal_of_an_empty_request_means_ready() {
    for status in [200, 400, 401, 403, 422] {
        let answers = [UNREADABLE, UNREADABLE, readable(status), UNREADABLE];
        let (finding, _) = examine(public(), host(answers));
        assert_eq!(finding.code, Code::Ready, "{status}");
    }
    for (status, code) in [(429, Code::Rate), (503, Code::Server), (529, Code::Server)] {
        let answers = [UNREADABLE, UNREADABLE, readable(status), UNREADABLE];
        let (finding, _) = examine(public(), host(answers));
        assert_eq!(finding.code, code, "{status}");
        assert!(finding.known.contains(&status.to_string()));
    }
}

#[test]
fn a_wrong_path_of_an_open_host_is_not_ready() {
    let page_at = |status| Answer::readable(status, Some("text/html"));
    for (status, reply) in [
        (404, readable(404)),
        (405, readable(405)),
        (404, page_at(404)),
    ] {
        let (finding, _) = examine(public(), host([UNREADABLE, UNREADABLE, reply, UNREADABLE]));
        assert_eq!(finding.code, Code::NotFound);
        let known = format!(
            "api.example.com answers web pages, but the path /v1/chat/completions was not found: it answered {status}."
        );
        assert_eq!(finding.known, known);
        assert!(finding.advice.contains("most end in /v1"));
        assert!(finding.advice.contains("API format"));
        // Some servers say 404 for want of a model, and the questions name none.
        assert!(finding.code.is_worth_a_try() && !finding.code.is_good());
        assert_eq!(finding.confirmed(&public()).code, Code::OpaqueFail);
    }
}

#[test]
fn a_page_with_a_403_is_a_gateways() {
    let gateway = Answer::readable(403, Some("text/html; charset=UTF-8"));
    let (probed, _) = examine(public(), host([gateway; 4]));
    let real = said(&failed(FailureKind::HtmlPage, 403, "<!DOCTYPE html>"));
    for finding in [probed, real] {
        assert_eq!(finding.code, Code::BadReply);
        assert!(finding.known.contains("403 with a web page"));
        assert!(finding.causes[0].contains("gateway"));
        assert!(finding.causes.iter().all(|cause| !cause.contains("key")));
    }
}

#[test]
fn a_page_is_one_however_its_type_is_spelt() {
    for (kind, html) in [
        ("text/html", true),
        ("TEXT/HTML", true),
        ("Text/Html;charset=utf-8", true),
        ("application/json", false),
        ("text", false),
        ("text/htmé", false),
    ] {
        let wanted = Answer::Readable { status: 200, html };
        assert_eq!(Answer::readable(200, Some(kind)), wanted, "{kind}");
    }
    assert_eq!(Answer::readable(401, None), readable(401));
}

#[test]
fn words_that_did_not_come_are_not_to_be_read() {
    let wordless = said(&failed(FailureKind::NotFound, 405, ""));
    assert_eq!(wordless.code, Code::NotFound);
    assert_eq!(wordless.quote, None);
    let worded = said(&failed(FailureKind::NotFound, 405, "only GET"));
    assert_eq!(worded.quote.as_deref(), Some("only GET"));
    assert!(wordless.advice.contains("base URL"), "{}", wordless.advice);
    for kind in [FailureKind::BadRequest, FailureKind::VendorError] {
        let silent = said(&failed(kind, 400, ""));
        assert!(!silent.advice.contains("above"), "{}", silent.advice);
        let spoken = said(&failed(kind, 400, "unknown field"));
        assert!(spoken.advice.contains("above"), "{}", spoken.advice);
    }
}

#[test]
fn a_web_page_is_no_api() {
    let html = Answer::Readable {
        status: 200,
        html: true,
    };
    let (finding, _) = examine(public(), host([html, html, html, html]));
    assert_eq!(finding.code, Code::BadReply);
}

#[test]
fn the_situations_of_a_closed_host_are_told_apart() {
    let up = Answer::Opaque;
    for (answers, code, words) in [
        // Nothing readable, but something answers.
        (
            [UNREADABLE, UNREADABLE, UNREADABLE, up],
            Code::NoCors,
            "none of its replies to our questions may be read",
        ),
        // Good replies readable, error replies or the preflight not.
        (
            [readable(200), UNREADABLE, UNREADABLE, up],
            Code::NoCors,
            "some of its replies",
        ),
        // Only the key's header stops it.
        (
            [readable(200), readable(401), UNREADABLE, up],
            Code::HeaderRefused,
            "authorization",
        ),
        (
            [UNREADABLE, readable(400), UNREADABLE, up],
            Code::HeaderRefused,
            "authorization",
        ),
        ([UNREADABLE; 4], Code::Unreachable, "12 ms"),
    ] {
        let (finding, _) = examine(public(), host(answers));
        assert_eq!(finding.code, code, "{answers:?}");
        assert!(finding.known.contains(words), "{}", finding.known);
        assert!(!finding.causes.is_empty());
        assert!(!finding.advice.is_empty());
        let blames_vendor = matches!(code, Code::NoCors | Code::HeaderRefused);
        assert_eq!(finding.problem.is_some(), blames_vendor, "{code:?}");
    }
}

/// A host that gives its permission with 200 replies only, or whose list of headers lacks the one that announces JSON,
/// answers the questions just like one that is closed to pages.
#[test]
fn what_may_still_work_is_not_called_impossible() {
    let tried = public();
    for simple in [UNREADABLE, readable(200)] {
        let answers = [simple, UNREADABLE, UNREADABLE, Answer::Opaque];
        let (finding, _) = examine(public(), host(answers));
        assert!(finding.code.is_worth_a_try());
        assert!(finding.advice.contains("send one test request"));
        assert!(!finding.known.contains("nothing"), "{}", finding.known);
        for cause in ["error replies lack", "lacks content-type"] {
            assert!(finding.causes.iter().any(|c| c.contains(cause)), "{cause}");
        }
        // Once a real request was blocked too, another one would not help.
        let blocked = finding.confirmed(&tried);
        assert!(blocked.advice.contains("was blocked too"));
    }
    let refusing = [readable(200), readable(400), UNREADABLE, Answer::Opaque];
    let (finding, _) = examine(public(), host(refusing));
    assert!(!finding.known.contains("refuse"), "{}", finding.known);
}

/// What is slow is not called closed, at whatever step, and a real request may still wait for it.
#[test]
fn a_slow_host_is_neither_closed_nor_down() {
    const LATE: Answer = Answer::TimedOut;
    let up = Answer::Opaque;
    for (answers, words) in [
        ([LATE; 4], "api.example.com did not answer within 8 s."),
        (
            [LATE, UNREADABLE, UNREADABLE, up],
            "did not answer within 8 s",
        ),
        (
            [UNREADABLE, LATE, UNREADABLE, up],
            "did not answer within 8 s",
        ),
        (
            [UNREADABLE, UNREADABLE, LATE, up],
            "did not answer within 8 s",
        ),
        (
            [UNREADABLE, UNREADABLE, UNREADABLE, LATE],
            "did not answer within 8 s",
        ),
        (
            [readable(200), LATE, UNREADABLE, up],
            "answered one question",
        ),
        (
            [readable(200), readable(401), LATE, up],
            "answered one question",
        ),
    ] {
        let (finding, _) = examine(public(), host(answers));
        assert_eq!(finding.code, Code::TimedOut, "{answers:?}");
        assert!(finding.known.contains(words), "{}", finding.known);
        assert!(finding.problem.is_none(), "nobody is accused");
        assert!(finding.code.is_worth_a_try() && !finding.code.is_good());
        let limit = tokenpace::doctor::trial(traces::plan()).timeout.0 / 1_000_000;
        assert!(finding.advice.contains(&format!("its limit is {limit} s")));
        let (after_run, _) = examine_with(public(), page(), true, host(answers));
        assert_eq!(after_run.code, Code::TimedOut);
        assert!(after_run.advice.contains("A real request failed too"));
    }
    let (finding, _) = examine(local("Ollama"), |_| LATE);
    assert_eq!(finding.code, Code::TimedOut);
}

#[test]
fn a_late_list_of_models_does_not_end_the_test() {
    let late = |post, auth| host([Answer::TimedOut, post, auth, UNREADABLE]);
    for subject in [public, || local("Ollama")] {
        let (finding, _) = examine(subject(), late(readable(401), readable(401)));
        assert_eq!(finding.code, Code::Ready);
    }
    let (finding, steps) = examine(public(), late(Answer::TimedOut, readable(401)));
    assert_eq!(finding.code, Code::Ready, "it woke up");
    assert_eq!(steps, [Step::Simple, Step::Post, Step::Auth]);
    let (finding, _) = examine(public(), late(readable(401), UNREADABLE));
    assert_eq!(finding.code, Code::HeaderRefused);
}

#[test]
fn time_that_the_user_took_is_not_the_hosts() {
    let asks = Circumstances {
        permission: Permission::Prompt,
        ..page()
    };
    let late = |permission| Seen {
        answer: Answer::TimedOut,
        after_ms: 60_000,
        permission,
    };
    let mut examination = Examination::new(local("Ollama"), asks.clone(), false);
    examination.begin();
    examination.go_on(Code::LocalAsk);
    let Next::Ask(probe) = examination.seen(late(Permission::Granted)) else {
        panic!("the host has had no time yet");
    };
    assert_eq!((probe.step, probe.limit_ms), (Step::Simple, 8_000));

    let mut examination = Examination::new(local("Ollama"), asks, false);
    examination.begin();
    examination.go_on(Code::LocalAsk);
    let Next::Found(finding) = examination.seen(late(Permission::Prompt)) else {
        panic!("the user has not answered");
    };
    assert_eq!(finding.code, Code::LocalAsk);
    let again = examination.go_on(finding.code);
    assert!(matches!(again, Next::Ask(probe) if probe.step == Step::Simple));
}

#[test]
fn vendors_that_hide_their_errors_get_the_benefit_of_the_doubt() {
    let plan = plan_for("OpenAI", "https://api.openai.com/v1", AddressSpace::Public);
    let subject = || Subject::of(&plan, false, &[]);
    let closed = [UNREADABLE, UNREADABLE, UNREADABLE, Answer::Opaque];
    assert_eq!(examine(subject(), host(closed)).0.code, Code::ReadyUnsure);
    let hidden = [readable(401), readable(401), UNREADABLE, Answer::Opaque];
    assert_eq!(examine(subject(), host(hidden)).0.code, Code::ReadyUnsure);
    // A dead network is no vendor's habit.
    assert_eq!(examine(subject(), |_| UNREADABLE).0.code, Code::Unreachable);
}

#[test]
fn a_browser_that_hides_liveness_leaves_it_open() {
    let blind = Circumstances {
        tells_held_back: false,
        ..page()
    };
    let (finding, _) = examine_with(public(), blind, false, |_| UNREADABLE);
    assert_eq!(finding.code, Code::OpaqueFail);
    assert!(finding.known.contains("does not tell"));
}

#[test]
fn what_needs_no_question_is_said_at_once() {
    let never = |_: &Probe| -> Answer { panic!("nothing may be asked") };
    let offline = Circumstances {
        online: false,
        ..page()
    };
    let (finding, _) = examine_with(public(), offline, false, never);
    assert_eq!(finding.code, Code::Offline);

    let plain = plan_for("Custom", "http://api.example.com/v1", AddressSpace::Public);
    let (finding, _) = examine_with(Subject::of(&plain, false, &[]), page(), false, never);
    assert_eq!(finding.code, Code::Mixed);
    assert!(finding.known.contains("https"));

    let nvidia = "https://integrate.api.nvidia.com/v1";
    for provider in ["NVIDIA (hosted)", "Custom"] {
        let plan = plan_for(provider, nvidia, AddressSpace::Public);
        let (finding, _) = examine_with(Subject::of(&plan, false, &[]), page(), false, never);
        assert_eq!(finding.code, Code::KnownNo, "{provider}");
        assert!(finding.known.contains("2026"), "the date is part of it");
    }
}

#[test]
fn the_user_may_test_a_vendor_that_is_known_to_refuse() {
    let nvidia = "https://integrate.api.nvidia.com/v1";
    let plan = plan_for("NVIDIA (hosted)", nvidia, AddressSpace::Public);
    let mut examination = Examination::new(Subject::of(&plan, false, &[]), page(), false);
    let Next::Found(finding) = examination.begin() else {
        panic!("the table comes first");
    };
    assert_eq!(finding.go_on, Some(GoOn::TestAnyway));
    let next = examination.go_on(finding.code);
    let closed = [UNREADABLE, UNREADABLE, UNREADABLE, Answer::Opaque];
    let (finding, _) = follow(next, &mut examination, &host(closed));
    assert_eq!(finding.code, Code::NoCors);
}

#[test]
fn the_browser_is_only_made_to_ask_after_a_click() {
    let asks = Circumstances {
        permission: Permission::Prompt,
        ..page()
    };
    let mut examination = Examination::new(local("Ollama"), asks, false);
    let Next::Found(finding) = examination.begin() else {
        panic!("nothing is sent before the click");
    };
    assert_eq!(finding.code, Code::LocalAsk);
    assert_eq!(finding.go_on, Some(GoOn::AskBrowser));
    let Next::Ask(probe) = examination.go_on(finding.code) else {
        panic!("after the click the probe goes out");
    };
    assert!(probe.limit_ms >= 60_000, "time to read the question");
    let denied = Seen {
        answer: Answer::Rejected,
        after_ms: 5_000,
        permission: Permission::Denied,
    };
    let Next::Found(finding) = examination.seen(denied) else {
        panic!("a refusal decides");
    };
    assert_eq!(finding.code, Code::LocalDenied);
    assert!(finding.known.contains("computer"));
}

#[test]
fn a_page_of_this_computer_needs_no_permission_for_it() {
    let beside = Circumstances {
        permission: Permission::Prompt,
        page_space: AddressSpace::Loopback,
        ..page()
    };
    let (finding, _) = examine_with(local("Ollama"), beside, false, |_| readable(400));
    assert_eq!(finding.code, Code::Ready);
}

#[test]
fn a_local_server_is_started_or_opened() {
    let (down, _) = examine(local("Ollama"), |_| UNREADABLE);
    assert_eq!(down.code, Code::LocalDown);
    assert!(down.known.contains("localhost:11434"));
    assert!(down.causes.iter().any(|cause| cause.contains("https")));
    let closed = [UNREADABLE, UNREADABLE, UNREADABLE, Answer::Opaque];
    let (closed, _) = examine(local("Ollama"), host(closed));
    assert_eq!(closed.code, Code::NoCors);
    assert!(
        closed.advice.contains("OLLAMA_ORIGINS"),
        "{}",
        closed.advice
    );
}

#[test]
fn a_server_without_keys_is_not_asked_about_keys() {
    let (finding, steps) = examine(local("Ollama"), |probe| {
        assert!(
            probe
                .headers
                .iter()
                .all(|(name, _)| name != "authorization")
        );
        readable(400)
    });
    assert_eq!(finding.code, Code::Ready);
    assert_eq!(steps, [Step::Simple, Step::Post]);
}

#[test]
fn our_own_policy_is_not_the_vendors_fault() {
    let (finding, steps) = examine(public(), |_| Answer::OwnPolicy);
    assert_eq!(finding.code, Code::OwnCsp);
    assert_eq!(steps.len(), 1);
}

#[test]
fn after_a_blocked_run_ready_is_no_answer() {
    let (finding, _) = examine_with(public(), page(), true, |_| readable(401));
    assert_eq!(finding.code, Code::OpaqueFail);
    assert!(finding.causes.iter().any(|cause| cause.contains("key")));
    // What the ladder does find stays what it is.
    let closed = [UNREADABLE, UNREADABLE, UNREADABLE, Answer::Opaque];
    let (finding, _) = examine_with(public(), page(), true, host(closed));
    assert_eq!(finding.code, Code::NoCors);
    assert!(
        finding.advice.contains("real request was blocked"),
        "{}",
        finding.advice
    );
}

#[test]
fn probes_are_what_they_claim_to_be() {
    let answers = [UNREADABLE, UNREADABLE, UNREADABLE, Answer::Opaque];
    let scripted = host(answers);
    let (_, steps) = examine(public(), |probe| {
        let get = matches!(probe.step, Step::Simple | Step::Alive);
        assert_eq!(probe.method, if get { "GET" } else { "POST" });
        assert_eq!(probe.body, (!get).then_some("{}"));
        assert_eq!(probe.opaque, probe.step == Step::Alive);
        assert_eq!(probe.limit_ms, 8_000);
        assert!(probe.url.starts_with("https://api.example.com/v1/"));
        let own = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let wanted = match probe.step {
            Step::Simple | Step::Alive => vec![],
            Step::Post => vec![own("content-type", "application/json")],
            Step::Auth => vec![
                own("content-type", "application/json"),
                own("authorization", &format!("Bearer {PROBE_KEY}")),
            ],
        };
        assert_eq!(probe.headers, wanted);
        scripted(probe)
    });
    assert_eq!(steps, [Step::Simple, Step::Post, Step::Auth, Step::Alive]);
}

#[test]
fn the_curl_line_is_the_browsers_own_question() {
    let mut subject = public();
    subject.headers = ["content-type", "anthropic-version"]
        .map(|name| (name.to_owned(), String::new()))
        .to_vec();
    subject.auth = AuthScheme::Header("X-Api-Key");
    assert_eq!(
        curl(&subject, "https://page.example", Shell::Posix),
        "curl -i -X OPTIONS 'https://api.example.com/v1/chat/completions' -H 'Origin: https://page.example' \
         -H 'Access-Control-Request-Method: POST' \
         -H 'Access-Control-Request-Headers: anthropic-version,content-type,x-api-key'"
    );
    let windows = Shell::of("Mozilla/5.0 (Windows NT 10.0; Win64; x64)");
    let line = curl(&subject, "https://page.example", windows);
    assert!(line.starts_with("curl.exe -i -X OPTIONS \"https://"));
    assert!(line.ends_with(
        "-H \"Access-Control-Request-Headers: anthropic-version,content-type,x-api-key\""
    ));
    assert_eq!(Shell::of("Mozilla/5.0 (X11; Linux x86_64)"), Shell::Posix);
}

#[test]
fn an_address_cannot_break_out_of_its_quotes() {
    let mut subject = public();
    subject.endpoint.url = "https://a.example/v1'; rm -rf $HOME; '`x`/chat".to_owned();
    let line = curl(&subject, "https://page.example", Shell::Posix);
    assert!(
        line.contains(r"'https://a.example/v1'\''; rm -rf $HOME; '\''`x`/chat'"),
        "{line}"
    );
    let line = curl(&subject, "https://page.example", Shell::PowerShell);
    assert!(
        line.contains(r#""https://a.example/v1'; rm -rf `$HOME; '``x``/chat""#),
        "{line}"
    );
}

#[test]
fn the_text_for_the_vendor_has_two_lines() {
    let closed = [UNREADABLE, UNREADABLE, UNREADABLE, Answer::Opaque];
    let (finding, _) = examine(public(), host(closed));
    let problem = finding.problem.unwrap();
    let text = complaint(&public(), "https://page.example", "2026-11-29", &problem);
    assert_eq!(text.lines().count(), 2);
    for part in [
        "2026-11-29",
        "https://page.example",
        "chat/completions",
        "OPTIONS",
        "name authorization, content-type in Access-Control-Allow-Headers",
        "Max-Age",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

fn failed(kind: FailureKind, status: u16, message: &str) -> Trace {
    let message = message.to_owned();
    request()
        .failed(OutcomeKind::HttpError, kind)
        .with(|trace| {
            trace.status = Some(status);
            trace.failure.as_mut().unwrap().message = message;
        })
        .done()
}

fn said(trace: &Trace) -> Finding {
    diagnose(trace, &traces::plan()).unwrap()
}

#[test]
fn real_requests_are_explained() {
    for (kind, status, message, code) in [
        (FailureKind::Unauthorized, 401, "Incorrect key", Code::Auth),
        (
            FailureKind::Unauthorized,
            401,
            "CORS requests are not allowed for this Organization because of custom retention settings",
            Code::OrgBlocked,
        ),
        (FailureKind::NotFound, 404, "no such model", Code::NotFound),
        (
            FailureKind::BadRequest,
            422,
            "unknown field",
            Code::BadRequest,
        ),
        (FailureKind::RateLimited, 429, "slow down", Code::Rate),
        (FailureKind::ServerError, 503, "loading", Code::Server),
    ] {
        let finding = said(&failed(kind, status, message));
        assert_eq!(finding.code, code, "{message}");
        assert!(
            finding.known.contains(&status.to_string()),
            "{}",
            finding.known
        );
        assert_eq!(finding.quote.as_deref(), Some(message));
        assert!(!finding.advice.is_empty());
    }
}

#[test]
fn what_the_user_added_is_asked_about_by_name_only() {
    let mut plan = plan_for("Custom", "https://api.example.com/v1", AddressSpace::Public);
    plan.extra_headers = vec![("X-Team".to_owned(), "blue-canary".to_owned())];
    let held = [HeldHeader {
        name: "X-Gateway-Key".to_owned(),
        unsendable: None,
    }];
    let subject = Subject::of(&plan, false, &held);
    assert_eq!(
        subject.header_names(),
        ["authorization", "content-type", "x-gateway-key", "x-team"]
    );
    let (finding, _) = examine(subject, |probe| {
        for (name, value) in &probe.headers {
            assert_ne!(value, "blue-canary");
            if name.starts_with("X-") {
                assert_eq!(value, PROBE_KEY);
            }
        }
        match probe.step {
            Step::Auth => UNREADABLE,
            _ => readable(401),
        }
    });
    assert_eq!(finding.code, Code::HeaderRefused);
    assert!(
        finding
            .known
            .contains("authorization, x-gateway-key, x-team")
    );
}

#[test]
fn a_reply_in_another_format_is_named() {
    let mut trace = failed(FailureKind::WrongFormat, 200, "hello");
    let finding = said(&trace);
    assert_eq!(finding.code, Code::BadReply);
    assert!(finding.advice.contains("API format"), "{}", finding.advice);
    trace.failure.as_mut().unwrap().looks_like = Some(ApiFormat::Gemini);
    assert!(said(&trace).advice.contains("Gemini"));
    let html = failed(FailureKind::HtmlPage, 200, "<!doctype html>");
    assert_eq!(said(&html).code, Code::BadReply);
}

#[test]
fn silence_is_measured_from_the_last_word() {
    let silent = good(200_000, 40_000)
        .failed(OutcomeKind::Timeout, FailureKind::IdleTimeout)
        .with(|trace| {
            let last = trace.events.last().unwrap().at.0;
            trace.closed = Some(tokenpace::units::Micros(last + 30_000_000));
        })
        .done();
    let finding = said(&silent);
    assert_eq!(finding.code, Code::Stalled);
    assert!(finding.known.contains("30"), "{}", finding.known);
    assert!(finding.known.contains("word"), "{}", finding.known);
}

#[test]
fn good_answers_are_good_news() {
    let trace = good(200_000, 40_000).done();
    let finding = said(&trace);
    assert_eq!(finding.code, Code::Ok);
    assert!(finding.code.is_good());
    let plain = good(200_000, 40_000)
        .with(|trace| trace.plain_json = true)
        .done();
    assert_eq!(said(&plain).code, Code::NotStreamed);
}

#[test]
fn the_browser_may_hide_a_rate_limit() {
    let blocked =
        || -> Request { request().failed(OutcomeKind::Blocked, FailureKind::FetchRejected) };
    let ok = good(200_000, 40_000).done();
    let plan = traces::plan();
    assert!(
        diagnose(&blocked().done(), &plan).is_none(),
        "only the ladder can tell"
    );
    let run = [ok.clone(), blocked().done(), blocked().done()];
    assert_eq!(hidden_rate_limit(&run, &plan).unwrap().code, Code::Rate);
    assert!(hidden_rate_limit(&run[..2], &plan).is_none());
    assert!(hidden_rate_limit(&run[1..], &plan).is_none());
}
