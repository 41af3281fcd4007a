//! What the worker decides without a browser.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod backoff;
mod clock;
mod entries;
mod nonce;
mod progress;
mod queue;
mod watchdog;

use tokenpace::plan::{AddressSpace, Endpoint, Plan, Workload};
use tokenpace::protocol::ApiFormat;
use tokenpace::units::{Micros, Wpm};

fn plan(warmup: u32, requests: u32, concurrency: u32) -> Plan {
    Plan {
        provider: "Custom".to_owned(),
        format: ApiFormat::default(),
        endpoint: Endpoint {
            base_url: "https://h.example/v1".to_owned(),
            url: "https://h.example/v1/chat/completions".to_owned(),
            origin: "https://h.example".to_owned(),
            host: "h.example".to_owned(),
            address_space: AddressSpace::Public,
        },
        model: "m".to_owned(),
        workload: Workload::Own,
        prompt: "Say hello.".to_owned(),
        max_output_tokens: 16,
        requests,
        concurrency,
        warmup,
        timeout: Micros::from_secs(60),
        reading_speed: Wpm(238.0),
        nonce: true,
        exact_length: None,
        until_stable: None,
        extra_headers: Vec::new(),
        extra_fields: None,
        target: tokenpace::plan::Target::default(),
    }
}

const fn ms(ms: u64) -> Micros {
    Micros(ms * 1000)
}
