//! How long a report takes to make: 2,000 requests of 500 events.

use std::hint::black_box;

use tokenpace::report::{AppInfo, Environment, Named, ReportInput, build, to_json};
use tokenpace::trace::Trace;

#[path = "../tests/traces/mod.rs"]
mod builders;

fn main() {
    divan::main();
}

/// Answers of 500 words, each a little slower than the one before.
fn traces(requests: u32) -> Vec<Trace> {
    builders::run_of(requests, |index| {
        builders::request()
            .words(
                500,
                300_000 + u64::from(index),
                20_000 + u64::from(index % 97),
            )
            .usage(500, Some(0))
    })
}

fn input<'a>(
    plan: &'a tokenpace::plan::Plan,
    traces: &'a [Trace],
    calibration: &'a tokenpace::wire::Calibration,
) -> ReportInput<'a> {
    ReportInput {
        plan,
        traces,
        calibration,
        environment: Environment::default(),
        control: Named::default(),
        wall: None,
        stable: false,
        created_at: String::new(),
        prompt_chars: None,
        include_texts: false,
        app: AppInfo {
            version: String::new(),
            build: String::new(),
        },
    }
}

#[divan::bench(args = [20, 300, 2_000], sample_count = 20)]
fn report(bencher: divan::Bencher<'_, '_>, requests: u32) {
    let (plan, calibration) = (builders::plan(), builders::calibration());
    let traces = traces(requests);
    bencher.bench(|| build(black_box(input(&plan, &traces, &calibration))));
}

#[divan::bench(args = [300], sample_count = 20)]
fn json(bencher: divan::Bencher<'_, '_>, requests: u32) {
    let (plan, calibration) = (builders::plan(), builders::calibration());
    let traces = traces(requests);
    let report = build(input(&plan, &traces, &calibration));
    bencher.bench(|| to_json(black_box(&report)));
}
