//! The verdict, word for word: right, grammatical, short, and honest about small runs.

#[path = "../traces/mod.rs"]
mod traces;

mod enough;
mod few;
mod judgements;
mod length;
mod nothing;
mod unknown;

use tokenpace::report::{Fact, Report, Tone};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use traces::*;

/// Sentence and tone, after the rules that hold for all of them.
#[track_caller]
fn says(report: &Report, tone: Tone, sentence: &str) {
    assert_eq!(report.verdict.sentence, sentence);
    assert_eq!(report.verdict.tone, tone);
    let words = report.verdict.sentence.split_whitespace().count();
    assert!(words <= 30, "{words} words");
    assert!(!sentence.contains('!') && !sentence.to_lowercase().contains("token"));
}

#[track_caller]
fn shows(report: &Report, name: &str, value: &str, range: &str, word: &str, step: Option<u8>) {
    let fact: &Fact = report
        .verdict
        .facts
        .iter()
        .find(|fact| fact.name == name)
        .unwrap_or_else(|| panic!("no fact {name}"));
    assert_eq!(
        (
            fact.value.as_str(),
            fact.range.as_str(),
            fact.word.as_str(),
            fact.step
        ),
        (value, range, word, step)
    );
}

/// Answers that begin between 300 and 490 ms and come at 3,000 words a minute.
fn quick(n: u32) -> Vec<Trace> {
    run_of(n, |index| {
        good(300_000 + u64::from(index % 20) * 10_000, 20_000)
    })
}

fn change(mut traces: Vec<Trace>, change: impl Fn(&mut Trace)) -> Vec<Trace> {
    for trace in traces.iter_mut().skip(1) {
        change(trace);
    }
    traces
}

fn failing(n: u32, outcome: OutcomeKind, kind: impl Fn(u32) -> FailureKind) -> Report {
    report(&run_of(n, |index| request().failed(outcome, kind(index))))
}
