//! What a host's answers to the questions mean.

use tokenpace::doctor::{Answer, Circumstances, Code, Step, Subject};
use tokenpace::plan::AddressSpace;
use tokenpace::trace::FailureKind;

use crate::{
    UNREADABLE, examine, examine_with, failed, host, page, plan_for, public, readable, said,
};

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
