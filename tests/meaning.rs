//! What the results page says beside the numbers: struck-out values, the weight of cautions, what too few answers can't
//! settle, where the wait went, and a target that is judged again.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;
mod urls;

use tokenpace::missing::CautionKind;
use tokenpace::plan::{Field, FieldError, NumberError, PlanDraft, Target, target};
use tokenpace::report::{Effect as Takes, Report, Severity};
use tokenpace::session::percentiles::{Cell, Row, reader_rows, rows};
use tokenpace::session::{Effect, Focus, Msg, Phase, State, limits, update, wait};
use tokenpace::stats::Percent;
use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::{Micros, MicrosPerToken, TokensPerSecond};
use tokenpace::wire::FromWorker;
use traces::*;

/// Twenty pieces in two deliveries, after 0.5 s and 1 s.
fn held_back() -> Request {
    let half = |request: Request| (0..10).fold(request, |request, _| request.answer(4, 1));
    let request = half(request().read(500_000));
    half(request.read(1_000_000)).usage(20, Some(0))
}

fn row(rows: Vec<Row>, key: &str) -> Row {
    rows.into_iter().find(|row| row.key == key).unwrap()
}

fn kinds(report: &Report) -> Vec<CautionKind> {
    report.cautions.iter().map(|caution| caution.kind).collect()
}

#[test]
fn what_a_caution_hides_is_kept_with_the_caution() {
    let report = report(&run_of(5, |_| held_back()));
    let first = &report.requests[1];
    assert_eq!(first.ttft_us, None);
    let ttft = first.struck.iter().find(|s| s.metric == "ttft_us").unwrap();
    assert_eq!(
        (ttft.value, ttft.caution),
        (500_000.0, CautionKind::BufferedUpstream)
    );
    let struck = &report.summary.struck;
    let ttft = struck.iter().find(|s| s.metric == "ttft_us").unwrap();
    assert_eq!(ttft.values.p50, Some(500_000.0));
    // The whole time is valid, so nothing of it is struck out.
    assert!(struck.iter().all(|s| s.metric != "e2e_us"));
    let shown = row(rows(&report.summary, 100), "ttft_us");
    assert_eq!(shown.struck, Some(CautionKind::BufferedUpstream));
    assert_eq!(shown.cells[0], Cell::Value("500 ms".to_owned()));
    let valid = row(rows(&report.summary, 100), "e2e_us");
    assert_eq!(valid.struck, None);
    let pace = row(reader_rows(&report.summary, 100), "wpm");
    assert_eq!(pace.struck, Some(CautionKind::BufferedUpstream));
    let gaps = row(rows(&report.summary, 100), "chunk_gap_us");
    assert_eq!(gaps.cells[0], Cell::Value("500 ms".to_owned()));
}

#[test]
fn a_hidden_fact_is_struck_out_and_not_judged() {
    let facts = report(&run_of(5, |_| held_back())).verdict.facts;
    for fact in &facts {
        let struck = fact.struck.as_ref().unwrap();
        assert_eq!(struck.caution, CautionKind::BufferedUpstream);
        assert_eq!((fact.step, fact.word.as_str()), (None, ""));
        // Who knows nothing of struck-out values sees none.
        assert_eq!(fact.value, "not known");
        assert_ne!(struck.value, "not known");
    }
    assert_eq!(facts[0].struck.as_ref().unwrap().value, "500 ms");
}

#[test]
fn one_valid_value_is_enough_to_strike_out_no_more_than_the_others() {
    let report = report(&run_of(5, |index| match index {
        1 => good(300_000, 20_000),
        _ => held_back(),
    }));
    assert_eq!(report.summary.ttft_us.n, 1);
    assert_eq!(row(rows(&report.summary, 100), "ttft_us").struck, None);
    assert!(!report.requests[2].struck.is_empty() && report.requests[1].struck.is_empty());
}

#[test]
fn numbers_of_requests_that_are_left_out_are_struck_out_if_no_others_are_there() {
    let report = report(&run_of(1, |_| {
        good(300_000, 20_000).with(|trace| trace.conditions.frozen = true)
    }));
    assert_eq!(report.summary.n, 0);
    let shown = row(rows(&report.summary, 100), "ttft_us");
    assert_eq!(shown.struck, Some(CautionKind::TabFrozen));
    let struck = report.verdict.facts[0].struck.as_ref().unwrap();
    assert_eq!(struck.caution, CautionKind::TabFrozen);
}

#[test]
fn a_clean_run_strikes_nothing_out() {
    let report = report(&run_of(20, |_| good(300_000, 20_000)));
    assert_eq!(report.summary.struck, []);
    assert!(report.requests.iter().all(|r| r.struck.is_empty()));
}

#[test]
fn a_reply_held_back_is_not_called_right_elsewhere() {
    let report = report(&run_of(5, |_| held_back()));
    let found = kinds(&report);
    assert!(found.contains(&CautionKind::BufferedUpstream));
    for other in [
        CautionKind::Coalesced,
        CautionKind::NotStreamed,
        CautionKind::ShortOutput,
        CautionKind::MultiTokenEvents,
    ] {
        assert!(!found.contains(&other), "{other:?}");
    }
}

#[test]
fn what_invalidates_comes_before_what_warns_and_notes_come_last() {
    let report = report(&run_of(20, |index| match index {
        1 => request().failed(OutcomeKind::HttpError, FailureKind::ServerError),
        2 => held_back(),
        3 => good(300_000, 20_000).with(|trace| trace.conditions.hidden = true),
        _ => good(300_000, 20_000),
    }));
    let weights: Vec<_> = report.cautions.iter().map(|c| c.severity).collect();
    assert!(weights.is_sorted(), "{weights:?}");
    assert_eq!(report.cautions[0].kind, CautionKind::BufferedUpstream);
    assert_eq!(report.cautions[1].kind, CautionKind::Failures);
    assert_eq!(weights[1], Severity::Warns);
    assert_eq!(weights.last(), Some(&Severity::Notes));
}

#[test]
fn many_failures_are_no_note() {
    let report = report(&run_of(20, |index| match index {
        1..=11 => request().failed(OutcomeKind::HttpError, FailureKind::ServerError),
        _ => good(300_000, 20_000),
    }));
    let first = &report.cautions[0];
    assert_eq!(
        (first.kind, first.effect, first.severity),
        (CautionKind::Failures, Takes::Note, Severity::Invalidates)
    );
    assert_eq!(first.title, "Most answers failed");
    assert_eq!(
        limits::judged(&report.summary),
        "9 of 20 answers counted, 11 failed"
    );
}

#[test]
fn too_few_answers_are_said_once() {
    let report = report(&run_of(20, |_| good(300_000, 20_000)));
    assert_eq!(
        limits::too_few(&report).unwrap(),
        "20 answers can't settle a 19-in-20 limit; 59 would, and 459 a 99-in-100 limit, \
         if no more of them are over it."
    );
    let judgement = &report.verdict.judgements[0];
    assert_eq!(
        (judgement.percent, judgement.needs),
        (Some(Percent::P95), Some(59))
    );
    assert_eq!(limits::judged(&report.summary), "20 of 20 answers counted");
}

#[test]
fn settled_limits_need_no_such_sentence() {
    let report = report(&run_of(60, |_| good(300_000, 20_000)));
    assert_eq!(limits::too_few(&report), None);
}

#[test]
fn the_biggest_part_of_the_wait_is_named() {
    let report = report(&run_of(5, |_| good(300_000, 20_000)));
    let middle = report.summary.wait.unwrap();
    assert_eq!(
        wait::biggest(&middle, 100).unwrap(),
        "The biggest part is the answer as it streams: 1.18 s of the 1.48 s of the one with the middle first word of 5 answers."
    );
    let unknown = middle.parts.iter().find(|part| part.us.is_none()).unwrap();
    assert_eq!(wait::time(unknown, 100), "?");
    assert_eq!(wait::known(unknown), "not known, and not zero");
}

fn draft(ttft: &str, tpot: &str, needed: &str) -> PlanDraft {
    PlanDraft {
        target_ttft_ms: ttft.to_owned(),
        target_tpot_ms: tpot.to_owned(),
        needed_tps: needed.to_owned(),
        target_share: "p90".to_owned(),
        ..PlanDraft::default()
    }
}

#[test]
fn fields_of_the_target_are_read_and_empty_ones_set_no_limit() {
    assert_eq!(
        target(&draft("450", " 40 ", "1500")).unwrap(),
        Target {
            ttft: Some(Micros(450_000)),
            tpot: Some(MicrosPerToken(40_000.0)),
            percent: Percent::P90,
            needed_tps: Some(TokensPerSecond(1_500.0)),
        }
    );
    assert_eq!(target(&PlanDraft::default()).unwrap(), Target::default());
    let faults = target(&draft("fast", "0", "-1")).unwrap_err();
    let fields: Vec<_> = faults.iter().map(FieldError::field).collect();
    assert_eq!(
        fields,
        [Field::TargetTtft, Field::TargetTpot, Field::NeededTps]
    );
    assert!(matches!(
        faults[0],
        FieldError::Number {
            error: NumberError::NotANumber { .. },
            ..
        }
    ));
}

fn over() -> State {
    let mut state = State::default();
    let mut send = |msg| update(&mut state, msg, &urls::RustUrls);
    send(Msg::Restore {
        draft: None,
        simulated_base_url: Some("http://localhost:8788/v1".to_owned()),
        page_is_https: false,
    });
    send(Msg::Submit {
        now: "2026-11-29T18:00:00.000Z".to_owned(),
    });
    for trace in run_of(3, |_| good(300_000, 20_000)) {
        let trace = postcard::to_allocvec(&trace).unwrap();
        send(Msg::Worker(FromWorker::Done { run: 1, trace }));
    }
    send(Msg::Worker(FromWorker::Finished {
        run: 1,
        stopped: false,
        stable: false,
        wall: None,
    }));
    state
}

#[test]
fn judging_again_changes_the_target_alone_and_sends_nothing() {
    let mut state = over();
    let before = state.run.clone().unwrap();
    state.draft.target_ttft_ms = "250".to_owned();
    let effects = update(&mut state, Msg::Rejudge, &urls::RustUrls);
    assert_eq!(effects, [Effect::Focus(Focus::Rejudge)]);
    let run = state.run.as_ref().unwrap();
    assert_eq!(run.plan.target.ttft, Some(Micros(250_000)));
    assert_eq!(run.revision, before.revision + 1);
    assert_eq!(run.traces, before.traces);
    assert_eq!(state.phase, Phase::Done);
}

#[test]
fn a_target_that_is_none_is_said_at_its_field() {
    let mut state = over();
    state.draft.target_tpot_ms = "quick".to_owned();
    let effects = update(&mut state, Msg::Rejudge, &urls::RustUrls);
    assert_eq!(effects, [Effect::Focus(Focus::Field(Field::TargetTpot))]);
    assert_eq!(state.phase, Phase::Done);
    assert_eq!(state.run.unwrap().plan.target, Target::default());
}
