//! Prompts that no cache knows.

use tokenpace::plan::Plan;
use tokenpace::schedule::prompt_of;
use tokenpace::trace::Phase;

use crate::plan;

#[test]
fn l1_every_prompt_begins_differently() {
    let plan = plan(1, 2, 1);
    let prompts = [
        prompt_of(&plan, 0, Phase::Warmup, 7),
        prompt_of(&plan, 1, Phase::Measured, 7),
        prompt_of(&plan, 1, Phase::Measured, 8),
    ];
    assert_eq!(prompts[0], "[00000007-0]\n\nSay hello.");
    assert!(prompts[0] != prompts[1] && prompts[1] != prompts[2]);
}

#[test]
fn without_nonce_only_practice_differs() {
    let plan = Plan {
        nonce: false,
        ..plan(1, 1, 1)
    };
    assert_eq!(prompt_of(&plan, 1, Phase::Measured, 7), "Say hello.");
    assert_ne!(prompt_of(&plan, 0, Phase::Warmup, 7), "Say hello.");
}
