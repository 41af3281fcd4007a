//! How far the run goes, in words: how many answers stand behind the numbers, and which limits they can't settle.

use crate::report::{Judgement, Report, Summary};
use crate::session::show;
use crate::stats::Percent;
use crate::trace::OutcomeKind;

/// What one request can tell, and what it can't.
pub const ONE: &str = "One request tells that the endpoint answers, and how this one answer came. It can't tell what is typical, how answers vary or how often they fail: 5 requests give a median, 20 its likely range, 300 a p99.";

/// "18 of 20 answers counted, 2 failed": what stands behind every number.
#[must_use]
pub fn judged(summary: &Summary) -> String {
    let worked = summary.outcomes.get(&OutcomeKind::Ok).copied().unwrap_or(0);
    let mut line = [
        &show::count(summary.n),
        " of ",
        &show::counted(summary.judged, "answer"),
        " counted",
    ]
    .concat();
    let failed = summary.judged.saturating_sub(worked);
    let left_out = worked.saturating_sub(summary.n);
    for (n, what) in [(failed, " failed"), (left_out, " left out by a caution")] {
        if n > 0 {
            line = [&line, ", ", &show::count(n), what].concat();
        }
    }
    line
}

/// What the answers are too few for, said once, if that is so for nearly all limits (three of four). Then the rows need not
/// say it again.
#[must_use]
pub fn too_few(report: &Report) -> Option<String> {
    let all = &report.verdict.judgements;
    let open: Vec<&Judgement> = all
        .iter()
        .filter(|judgement| judgement.needs.is_some())
        .collect();
    if open.len() < 2 || open.len() * 4 < all.len() * 3 {
        return None;
    }
    let mut text = String::new();
    for (percent, name) in NAMES {
        let of_it = open.iter().filter(|open| open.percent == Some(percent));
        let Some(needs) = of_it.filter_map(|open| open.needs).max() else {
            continue;
        };
        let needs = show::count(needs);
        text = if text.is_empty() {
            let have = show::counted(report.summary.judged, "answer");
            [
                &have,
                " can't settle a ",
                name,
                " limit; ",
                &needs,
                " would",
            ]
            .concat()
        } else {
            [&text, ", and ", &needs, " a ", name, " limit"].concat()
        };
    }
    (!text.is_empty()).then(|| text + ", if no more of them are over it.")
}

const NAMES: [(Percent, &str); 5] = [
    (Percent::P50, "1-in-2"),
    (Percent::P75, "3-in-4"),
    (Percent::P90, "9-in-10"),
    (Percent::P95, "19-in-20"),
    (Percent::P99, "99-in-100"),
];
