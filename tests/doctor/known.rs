//! What is known before any question is asked.

use tokenpace::doctor::{Answer, Circumstances, Code, Examination, GoOn, Next, Probe, Subject};
use tokenpace::plan::AddressSpace;

use crate::{UNREADABLE, examine_with, follow, host, page, plan_for, public};

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
