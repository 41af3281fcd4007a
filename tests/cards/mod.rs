//! Reports of every kind for the tests of cards.

use std::sync::LazyLock;

use tokenpace::report::Report;
use tokenpace::trace::{FailureKind, OutcomeKind};

use crate::traces::{self, good, report, request, run_of};
use crate::{links, runs};

/// Names that try to break out of their place, or to fill the card.
fn hostile() -> Vec<String> {
    vec![
        String::new(),
        "a\"b'<script>alert(1)</script>&amp;<![CDATA[x]]>-->".to_owned(),
        "\u{0}\u{1}\u{b}\u{1b}\u{7f}\u{85}\u{fffe}\u{ffff}".to_owned(),
        "model\u{202e}gnp.exe\u{2066}\u{200f}".to_owned(),
        "x".repeat(10_000),
        "W".repeat(10_000),
        "词".repeat(10_000),
        "👨‍👩‍👧‍👦🇩🇪👍🏽".repeat(500),
        "\u{fdfd}".repeat(500),
        "Ꙭ҉𒐫".repeat(500),
        "z\u{301}\u{302}\u{303}\u{304}\u{305}".repeat(2_000),
        "\u{200d}".repeat(10_000),
        "שלום-مرحبا-gpt".to_owned(),
        "url(https://evil.example/x) ]]> %s {0} \u{2028}\u{2029}".to_owned(),
    ]
}

pub fn named(mut report: Report, model: &str, host: &str) -> Report {
    report.plan.model = model.to_owned();
    report.plan.host = host.to_owned();
    report
}

fn chinese() -> Report {
    let traces = run_of(12, |i| {
        (0..30).fold(request(), |request, k| {
            request
                .read(600_000 + u64::from(i) * 9_000 + k * 120_000)
                .answer(2, 2)
        })
    });
    report(&traces)
}

pub fn stutter(i: u32) -> traces::Request {
    let pause = if i.is_multiple_of(3) {
        4_000_000
    } else {
        900_000
    };
    request()
        .words(25, 700_000 + u64::from(i) * 40_000, 60_000)
        .words(30, 9_000_000 + pause, 70_000)
        .words(40, 18_000_000 + pause, 50_000)
        .usage(120, None)
}

pub fn refused(_: u32) -> traces::Request {
    good(1, 1).failed(OutcomeKind::HttpError, FailureKind::RateLimited)
}

/// Reports of every kind, each with a name.
pub fn corpus() -> &'static [(String, Report)] {
    static CORPUS: LazyLock<Vec<(String, Report)>> = LazyLock::new(made);
    &CORPUS
}

fn made() -> Vec<(String, Report)> {
    let of = |traces: &[tokenpace::trace::Trace]| report(traces);
    let mut all: Vec<(String, Report)> = [
        ("one", of(&run_of(1, |_| good(420_000, 30_000)))),
        (
            "five",
            of(&run_of(5, |i| {
                good(300_000 + u64::from(i) * 90_000, 30_000)
            })),
        ),
        (
            "twenty",
            of(&run_of(20, |i| {
                good(380_000 + u64::from(i) * 9_000, 25_000)
            })),
        ),
        ("stutter", of(&run_of(20, stutter))),
        ("one-stutter", of(&run_of(1, stutter))),
        ("none", of(&run_of(6, refused))),
        (
            "some-failed",
            of(&run_of(20, |i| {
                if i.is_multiple_of(4) {
                    refused(i)
                } else {
                    stutter(i)
                }
            })),
        ),
        (
            "one-piece",
            of(&run_of(20, |_| {
                request().read(2_000_000).answer(400, 80).usage(100, None)
            })),
        ),
        ("nothing", of(&[])),
        ("chinese", chinese()),
    ]
    .into_iter()
    .map(|(name, report)| (name.to_owned(), report))
    .collect();
    for seed in 0..80 {
        let (plan, traces) = runs::any(seed);
        let report = links::report(&plan, &traces);
        all.push((
            format!("seed-{seed}-shared"),
            links::follow(&links::link(&report)).unwrap(),
        ));
        all.push((format!("seed-{seed}"), report));
    }
    for file in links::RECORDED {
        let (plan, traces) = runs::recorded(file, 20);
        all.push((file.to_owned(), links::report(&plan, &traces)));
    }
    let long = links::report(&runs::any(3).0, &runs::any(3).1);
    for (i, name) in hostile().into_iter().enumerate() {
        all.push((
            format!("model-{i}"),
            named(long.clone(), &name, "api.example.com"),
        ));
        all.push((format!("both-{i}"), named(long.clone(), &name, &name)));
        let mut report = named(long.clone(), "m", &name);
        report.environment.browser.clone_from(&name);
        report.verdict.sentence.clone_from(&name);
        report.created_at.clone_from(&name);
        for fact in &mut report.verdict.facts {
            fact.value.clone_from(&name);
            fact.range.clone_from(&name);
            fact.word.clone_from(&name);
        }
        for caution in &mut report.cautions {
            caution.evidence.clone_from(&name);
        }
        all.push((format!("all-{i}"), report));
    }
    all
}
