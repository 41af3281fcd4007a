//! What people add to each request: exact length, headers, JSON fields. What is added, what is refused, what is a secret.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "../urls/mod.rs"]
mod urls;

mod exact_length;
mod fields;
mod headers;

use serde_json::Value;
use tokenpace::plan::{FieldError, HeldHeader, Plan, PlanDraft, Surroundings, validate};
use urls::RustUrls;

fn draft(provider: &str, base_url: &str) -> PlanDraft {
    PlanDraft {
        provider: provider.to_owned(),
        base_url: base_url.to_owned(),
        model: "m-1".to_owned(),
        prompt: "Hello".to_owned(),
        max_output_tokens: "64".to_owned(),
        ..PlanDraft::default()
    }
}

fn check(draft: &PlanDraft, held: &[HeldHeader]) -> Result<Plan, Vec<FieldError>> {
    let surroundings = Surroundings {
        has_key: true,
        held_headers: held,
        ..Surroundings::default()
    };
    validate(draft, &RustUrls, surroundings)
}

fn body(plan: &Plan) -> Value {
    serde_json::from_str(&plan.format.request(plan, "Hello").body_text()).unwrap()
}
