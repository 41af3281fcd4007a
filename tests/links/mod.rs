//! Reports as links and back, as the page does it.
#![allow(dead_code)] // each test file uses its own part

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::inflate::decompress_to_vec;
use tokenpace::link::{LinkError, Options, fragment, open_fragment};
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
        control: [("hardware".to_owned(), "one GPU".to_owned())]
            .into_iter()
            .collect(),
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
    fragment(report, options()).fragment
}

pub const fn options() -> Options {
    Options {
        host: false,
        page_chars: PAGE,
    }
}

pub fn follow(fragment: &str) -> Result<Report, LinkError> {
    open_fragment(fragment).map(|shared| shared.report())
}

/// The content of a link, by other code than the program's.
pub fn content(fragment: &str) -> Vec<u8> {
    let payload = fragment.split('.').nth(1).unwrap();
    let payload = URL_SAFE_NO_PAD.decode(payload).unwrap();
    match payload.split_first().unwrap() {
        (0, content) => content.to_vec(),
        (_, deflated) => decompress_to_vec(deflated).unwrap(),
    }
}

/// A link of any content, with a check that is right.
pub fn with_content(content: &[u8], is_deflated: bool) -> String {
    let payload = [&[u8::from(is_deflated)], content].concat();
    let check = !payload.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    });
    let check = URL_SAFE_NO_PAD.encode(check.to_be_bytes());
    format!("#r1.{}.{check}", URL_SAFE_NO_PAD.encode(payload))
}
