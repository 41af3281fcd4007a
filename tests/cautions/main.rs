//! Every caution: one run that raises it and one just below the limit that does not.

#[path = "../traces/mod.rs"]
mod traces;

mod browser;
mod connection;
mod run;
mod stream;
mod tokens;

use tokenpace::missing::CautionKind;
use tokenpace::plan::Plan;
use tokenpace::report::{Caution, Report};
use tokenpace::trace::Trace;
use traces::*;

fn found(report: &Report, kind: CautionKind) -> Option<&Caution> {
    report.cautions.iter().find(|caution| caution.kind == kind)
}

/// The caution of a run, whose texts must say something.
#[track_caller]
fn raised(report: &Report, kind: CautionKind) -> &Caution {
    let caution = found(report, kind).unwrap_or_else(|| panic!("{kind:?} not raised"));
    for text in [&caution.title, &caution.evidence, &caution.advice] {
        assert!(text.len() > 10, "{kind:?}: {text:?}");
        assert!(!text.contains('!') && !text.contains("NaN"), "{text}");
    }
    caution
}

#[track_caller]
fn silent(report: &Report, kind: CautionKind) {
    assert!(
        found(report, kind).is_none(),
        "{kind:?} raised: {:?}",
        found(report, kind)
    );
}

/// A run of five good answers, the third of them changed.
fn third(change: impl Fn(&mut Trace)) -> Report {
    report(&run_of(5, |index| {
        good(300_000, 20_000).with(|trace| {
            if index == 3 {
                change(trace);
            }
        })
    }))
}

fn planned(change: impl Fn(&mut Plan), traces: &[Trace]) -> Report {
    let mut plan = plan();
    change(&mut plan);
    report_of(&plan, traces, &calibration())
}
