//! Hosts that are slow, and users who take their time.

use tokenpace::doctor::{Answer, Circumstances, Code, Examination, Next, Permission, Seen, Step};

use crate::{UNREADABLE, examine, examine_with, host, local, page, public, readable, traces};

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
