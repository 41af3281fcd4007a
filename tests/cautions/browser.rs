//! Clock, lag and tab: what the browser did to its own measurement.

use tokenpace::chart::reader::reader;
use tokenpace::missing::CautionKind::*;
use tokenpace::replay::Timeline;
use tokenpace::report::Effect;
use tokenpace::units::{Micros, Wpm};

use crate::traces::*;
use crate::{raised, silent, third};

#[test]
fn coarse_clock() {
    let run = |tick, gap| {
        let mut calibration = calibration();
        calibration.clock_tick = Micros(tick);
        report_of(&plan(), &run_of(5, |_| good(300_000, gap)), &calibration)
    };
    let coarse = run(1_000, 4_000);
    assert_eq!(raised(&coarse, CoarseClock).hides, ["chunk_gap_us"]);
    assert_eq!(
        coarse.summary.chunk_gap_us.p50_reason.as_deref(),
        Some("invalidated")
    );
    assert!(coarse.summary.tps.p50.is_some());
    silent(&run(1_000, 5_000), CoarseClock);
    silent(&run(999, 4_000), CoarseClock);
}

#[test]
fn reader_lag() {
    let lag = |us| third(move |trace| trace.conditions.longest_lag = Micros(us));
    silent(&lag(50_000), ReaderLag);
    let hides = lag(50_001);
    assert_eq!(raised(&hides, ReaderLag).effect, Effect::Hide);
    assert_eq!(
        hides.requests[3].longest_stall_reason.as_deref(),
        Some("invalidated")
    );
    assert_eq!(hides.summary.n, 5);
    assert_eq!(hides.summary.chunk_gap_us.n, 4 * 59);
    assert_eq!(lag(250_000).summary.n, 5);
    let excludes = lag(250_001);
    assert_eq!(raised(&excludes, ReaderLag).effect, Effect::Exclude);
    assert_eq!(excludes.requests[3].excluded_by, Some(ReaderLag));
    assert_eq!(excludes.summary.n, 4);
}

/// 60 words; in the middle nothing comes until `wait_us` after the words before are read.
fn frozen(wait_us: u64) -> Request {
    let read_us = 30 * 252_101;
    request()
        .words(30, 300_000, 20_000)
        .words(30, 300_000 + read_us + wait_us, 20_000)
        .usage(60, Some(0))
}

#[test]
fn a_freeze_that_lag_cannot_have_made_is_still_told() {
    let run = |wait_us| {
        report(&run_of(5, |index| match index {
            3 => frozen(wait_us).with(|trace| trace.conditions.longest_lag = Micros(80_000)),
            _ => good(300_000, 20_000),
        }))
    };
    let report = run(2_000_000);
    assert_eq!(raised(&report, ReaderLag).effect, Effect::Hide);
    let record = &report.requests[3];
    assert_eq!(
        (record.stalls, &record.longest_stall_reason),
        (Some(1), &None)
    );
    close(record.longest_stall_us.unwrap_or_default() as f64, 2e6, 1e3);
    assert!(record.struck.iter().all(|s| s.metric != "longest_stall_us"));
    // Gaps, and what else a late stamp moves, go as before.
    assert_eq!(report.summary.chunk_gap_us.n, 4 * 59);
    assert_eq!(record.fluid_wpm_reason.as_deref(), Some("invalidated"));
    let fact = &report.verdict.facts[2];
    assert_eq!(fact.value, "none in 4 of 5 answers");
    assert!(fact.range.starts_with("longest 2.0"), "{}", fact.range);
    let said = &report.verdict.sentence;
    assert!(said.contains("1 made your reader wait"), "{said}");
    // The longest is known, but it stands for no other answer.
    assert_eq!(
        report.summary.longest_stall_us.max,
        record.longest_stall_us.map(|us| us as f64)
    );
    assert_eq!(report.summary.longest_stall_us.n, 4);

    // 80 ms of lag and the 100 ms that anyone notices.
    assert_eq!(run(180_100).requests[3].stalls, Some(1));
    let doubtful = run(179_900);
    let record = &doubtful.requests[3];
    assert_eq!((record.stalls, record.longest_stall_us), (None, None));
    assert!(record.struck.iter().any(|s| s.metric == "longest_stall_us"));
    assert_eq!(doubtful.verdict.facts[2].value, "none in 4 answers");
    let said = &doubtful.verdict.sentence;
    let wanted = "none of 4 whose flow is known made your reader wait";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn freezes_that_lag_may_have_made_are_not_counted_beside_a_certain_one() {
    let twice = |lag| {
        let read_us = 30 * 252_101;
        let request = frozen(2_000_000)
            .words(30, 300_000 + 2 * read_us + 2_000_000 + 150_000, 20_000)
            .usage(90, Some(0))
            .with(|trace| trace.conditions.longest_lag = Micros(lag));
        report(&[request.done()])
    };
    assert_eq!(twice(0).requests[0].stalls, Some(2));
    let report = twice(80_000);
    let record = &report.requests[0];
    assert_eq!(record.stalls, Some(1));
    let replay = Timeline::of_record(record, "", Wpm(238.0)).map(|t| t.stalls().len());
    assert_eq!(replay, Some(1));
    let picture = reader(record, 238.0, 100).map(|picture| {
        let wait = picture.paths.iter().find(|(class, _)| *class == "wait");
        wait.map_or(0, |(_, path)| path.matches('M').count())
    });
    assert_eq!(picture, Ok(1));
}

#[test]
fn certain_freezes_of_a_busy_computer_do_not_speak_for_the_answers_it_hides() {
    let report = report(&run_of(20, |index| {
        let request = if index <= 12 {
            frozen(2_000_000)
        } else {
            good(300_000, 20_000)
        };
        request.with(|trace| trace.conditions.longest_lag = Micros(80_000))
    }));
    let fact = &report.verdict.facts[2];
    assert_eq!(fact.value, "in at least 12 of 20 answers");
    assert!(
        fact.range.ends_with("; 8 answers could not be judged"),
        "{}",
        fact.range
    );
    assert_eq!((fact.step, &fact.struck), (None, &None));
    let said = &report.verdict.sentence;
    assert!(
        said.contains("at least 12 of 20 made your reader wait"),
        "{said}"
    );
    let chat = &report.verdict.scores[0];
    assert_eq!(chat.inputs[2].value_reason.as_deref(), Some("invalidated"));
}

#[test]
fn reader_lag_of_a_hidden_tab_is_its_slowed_timer() {
    let report = third(|trace| {
        trace.conditions.hidden = true;
        trace.conditions.longest_lag = Micros(900_000);
    });
    silent(&report, ReaderLag);
}

#[test]
fn reader_lag_before_the_run() {
    let run = |us| {
        let mut calibration = calibration();
        calibration.loop_lag_p99 = Some(Micros(us));
        report_of(&plan(), &run_of(5, |_| good(300_000, 20_000)), &calibration)
    };
    assert_eq!(raised(&run(15_001), ReaderLag).effect, Effect::Note);
    silent(&run(15_000), ReaderLag);
}

#[test]
fn tab_hidden() {
    let hidden = third(|trace| trace.conditions.hidden = true);
    let caution = raised(&hidden, TabHidden);
    assert_eq!(
        (caution.effect, caution.requests.as_slice()),
        (Effect::Note, &[3][..])
    );
    assert_eq!(hidden.requests[3].cautions, [TabHidden]);
    assert_eq!(hidden.summary.n, 5);
    silent(&third(|_| {}), TabHidden);
}

#[test]
fn tab_frozen() {
    let frozen = third(|trace| trace.conditions.frozen = true);
    assert_eq!(raised(&frozen, TabFrozen).effect, Effect::Exclude);
    assert_eq!(frozen.summary.n, 4);
    close(frozen.summary.success_rate.unwrap(), 1.0, 1e-12);
    silent(&third(|_| {}), TabFrozen);
}

#[test]
fn clock_jump() {
    let jumped = third(|trace| trace.conditions.clock_jump = true);
    assert_eq!(raised(&jumped, ClockJump).effect, Effect::Exclude);
    assert_eq!(jumped.requests[3].excluded_by, Some(ClockJump));
    silent(&third(|_| {}), ClockJump);
}
