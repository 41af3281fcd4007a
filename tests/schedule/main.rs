//! What the worker decides without a browser.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod backoff;
mod clock;
mod entries;
mod nonce;
mod progress;
mod queue;
mod watchdog;

#[path = "../plans/mod.rs"]
mod plans;

use plans::plan_at;
use tokenpace::plan::{Plan, Workload};
use tokenpace::protocol::ApiFormat;
use tokenpace::units::Micros;

fn plan(warmup: u32, requests: u32, concurrency: u32) -> Plan {
    Plan {
        model: "m".to_owned(),
        workload: Workload::Own,
        prompt: "Say hello.".to_owned(),
        max_output_tokens: 16,
        requests,
        concurrency,
        warmup,
        ..plan_at(
            "https://h.example",
            "h.example",
            "/v1",
            ApiFormat::default(),
        )
    }
}

const fn ms(ms: u64) -> Micros {
    Micros(ms * 1000)
}
