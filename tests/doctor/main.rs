//! The connection doctor against scripted hosts: which questions it asks, what it concludes, and what it never says.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "../traces/mod.rs"]
mod traces;

mod copy;
mod hosts;
mod known;
mod local;
mod probes;
mod requests;
mod slow;

use tokenpace::doctor::{
    Answer, Circumstances, Examination, Finding, Next, Permission, Probe, Seen, Step, Subject,
    diagnose,
};
use tokenpace::plan::{AddressSpace, Endpoint, Plan};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use traces::request;

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
