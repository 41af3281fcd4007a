//! From the form to a plan: every rule, with the value that breaks it.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "../urls/mod.rs"]
mod urls;

mod address;
mod fields;
mod keys;
mod ready_made;

use tokenpace::plan::{FieldError, Plan, PlanDraft, Surroundings, validate};
use urls::RustUrls;

fn with_url(base_url: &str) -> PlanDraft {
    PlanDraft {
        provider: "Custom".to_owned(),
        base_url: base_url.to_owned(),
        ..PlanDraft::default()
    }
}

fn check(draft: &PlanDraft) -> Result<Plan, Vec<FieldError>> {
    validate(draft, &RustUrls, Surroundings::default())
}

fn plan(base_url: &str) -> Plan {
    check(&with_url(base_url)).unwrap()
}

fn only_error(result: Result<Plan, Vec<FieldError>>) -> FieldError {
    let mut errors = result.unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}
