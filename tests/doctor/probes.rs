//! The questions themselves: what they send, and what they never do.

use tokenpace::doctor::{Answer, Code, PROBE_KEY, Step, Subject};
use tokenpace::plan::{AddressSpace, HeldHeader};

use crate::{UNREADABLE, examine, host, plan_for, public, readable};

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
