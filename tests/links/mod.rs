//! Reports as links and back, as the page does it.
#![allow(dead_code)] // each test file uses its own part

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use tokenpace::link::{LinkError, MAX_INFLATED, Opened, Options, Shared, encode, open};
use tokenpace::plan::Plan;
use tokenpace::report::{AppInfo, Report, ReportInput, build};
use tokenpace::trace::Trace;

use crate::traces;

pub const RECORDED: [&str; 5] = [
    "mistral__chat.completions__text-80",
    "xai__chat.completions__grok3mini-reasoning",
    "deepseek__chat.completions__reasoner",
    "ollama__chat.completions__openai-compat-emoji",
    "anthropic__messages__thinking-long",
];

/// Characters of a usual page's address.
pub const PAGE: usize = "https://tokenpace.example.org/".len();

pub fn report(plan: &Plan, traces: &[Trace]) -> Report {
    build(ReportInput {
        plan,
        traces,
        calibration: &traces::calibration(),
        environment: tokenpace::report::Environment {
            loop_lag_p99_us: Some(1_000),
            ..traces::environment()
        },
        control: BTreeMap::from([("hardware".to_owned(), "one GPU".to_owned())]),
        wall: None,
        stable: false,
        created_at: "2026-01-02T03:04:05.678Z".to_owned(),
        prompt_chars: None,
        include_texts: true,
        app: AppInfo {
            version: "0.1.0".to_owned(),
            build: "test".to_owned(),
        },
    })
}

pub fn link(report: &Report) -> String {
    let draft = encode(report, options());
    draft.finish(Some(&compress_to_vec(draft.raw(), 9)))
}

pub const fn options() -> Options {
    Options {
        host: false,
        page_chars: PAGE,
    }
}

pub fn opened(fragment: &str) -> Result<Shared, LinkError> {
    let raw = match open(fragment)? {
        Opened::Raw(raw) => raw,
        Opened::Deflated(bytes) => {
            decompress_to_vec_with_limit(&bytes, MAX_INFLATED).map_err(|_| LinkError::Damaged)?
        }
    };
    Shared::read(&raw)
}

pub fn follow(fragment: &str) -> Result<Report, LinkError> {
    opened(fragment).map(|shared| shared.report())
}
