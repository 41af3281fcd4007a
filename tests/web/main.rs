//! What needs a browser: messages as JavaScript values, the key's way, the clock, and the reading of bodies.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests fail as tests do"
)]

mod addresses;
mod calibration;
mod client;
mod kept_keys;
mod keys;
mod messages;
mod models;
mod reading;

use tokenpace::plan::{Plan, PlanDraft, Surroundings, validate};
use tokenpace::web::url::BrowserUrls;
use wasm_bindgen_test::wasm_bindgen_test_configure;

wasm_bindgen_test_configure!(run_in_browser);

const KEY: &str = "sk-proj-Q7wX2mNpL9vB4tKz8RfY";

/// Hands the texts over, as the page does when it starts: the prompts are among them. Whoever asks for one before ends that.
fn install_texts() {
    tokenpace::texts::install(tokenpace::texts::SOURCE);
}

fn draft(base_url: &str) -> PlanDraft {
    install_texts();
    PlanDraft {
        provider: "Custom".to_owned(),
        base_url: base_url.to_owned(),
        ..PlanDraft::default()
    }
}

fn plan(base_url: &str) -> Plan {
    validate(&draft(base_url), &BrowserUrls, Surroundings::default()).unwrap()
}
