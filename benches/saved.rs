//! How long links take to make and to open, and saved reports to open.

use std::hint::black_box;

use tokenpace::link::{Options, fragment, open_fragment};
use tokenpace::report::{Report, open, to_json};

#[path = "../tests/links/mod.rs"]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod links;
#[path = "../tests/traces/mod.rs"]
mod traces;

fn main() {
    divan::main();
}

/// A run whose requests differ in all their times.
fn report(requests: u32, words: u32) -> Report {
    let plan = tokenpace::plan::Plan {
        requests,
        ..traces::plan()
    };
    let traces = traces::run_of(requests, |index| {
        let odd = u64::from(index) * 7_919 % 10_007;
        traces::request()
            .words(words.into(), 300_000 + odd * 13, 20_000 + odd)
            .usage(words, Some(0))
    });
    links::report(&plan, &traces)
}

#[divan::bench(args = [20, 100, 2_000], sample_count = 20)]
fn make_link(bencher: divan::Bencher<'_, '_>, requests: u32) {
    let report = report(requests, 60);
    bencher.bench(|| fragment(black_box(&report), Options::default()));
}

#[divan::bench(args = [20, 100, 2_000], sample_count = 20)]
fn open_link(bencher: divan::Bencher<'_, '_>, requests: u32) {
    let link = links::link(&report(requests, 60));
    bencher.bench(|| open_fragment(black_box(&link)).map(|shared| shared.report()));
}

/// 500 words each: 20 MB of text at 1,000 requests.
#[divan::bench(args = [100, 1_000], sample_count = 10)]
fn open_report(bencher: divan::Bencher<'_, '_>, requests: u32) {
    let json = to_json(&report(requests, 500));
    bencher
        .counter(divan::counter::BytesCount::of_str(&json))
        .bench(|| open(black_box(&json)));
}
