//! Servers on the user's own computer, and the browser's permission for them.

use tokenpace::doctor::{
    Answer, Circumstances, Code, Examination, GoOn, Next, Permission, Seen, Step,
};
use tokenpace::plan::AddressSpace;

use crate::{UNREADABLE, examine, examine_with, host, local, page, readable};

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
