//! An opened link crosses to the page as bytes, and the page can judge it by a target of its own.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

mod links;
mod runs;
mod traces;

use links::{RECORDED, link, report};
use tokenpace::link::{Shared, open_fragment};
use tokenpace::plan::Target;
use tokenpace::units::Micros;

fn crossed(shared: &Shared) -> Shared {
    postcard::from_bytes(&postcard::to_allocvec(shared).unwrap()).unwrap()
}

#[test]
fn any_opened_link_crosses_whole() {
    for seed in 0..60 {
        let (plan, traces) = runs::any(seed);
        let shared = open_fragment(&link(&report(&plan, &traces))).unwrap();
        let here = crossed(&shared);
        assert_eq!(here, shared, "seed {seed}");
        assert_eq!(here.report(), shared.report(), "seed {seed}");
    }
}

#[test]
fn recorded_runs_cross_whole_too() {
    for file in RECORDED {
        let (plan, traces) = runs::recorded(file, 20);
        let shared = open_fragment(&link(&report(&plan, &traces))).unwrap();
        assert_eq!(crossed(&shared).report(), shared.report(), "{file}");
    }
}

#[test]
fn a_link_can_be_judged_by_its_readers_target() {
    let (plan, traces) = runs::recorded(RECORDED[0], 20);
    let mut shared = open_fragment(&link(&report(&plan, &traces))).unwrap();
    let before = shared.report();
    shared.source.plan.target = Target {
        ttft: Some(Micros(1)),
        ..Target::default()
    };
    let after = shared.report();
    assert_eq!(after.plan.target.ttft, Some(Micros(1)));
    assert_ne!(after.verdict, before.verdict);
    assert_eq!(after.summary.ttft_us, before.summary.ttft_us);
    shared.source.plan.target = before.plan.target;
    assert_eq!(shared.report(), before);
}
