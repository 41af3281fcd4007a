//! Single limits, each passed, failed or open.

use tokenpace::report::{Answer, Report};
use tokenpace::trace::{FailureKind, OutcomeKind};

use crate::traces::*;
use crate::{failing, quick};

fn answer(report: &Report, name: &str) -> (Answer, String) {
    let judgement = report
        .verdict
        .judgements
        .iter()
        .find(|j| j.name == name)
        .unwrap_or_else(|| panic!("no judgement {name}"));
    (judgement.answer, judgement.evidence.clone())
}

#[test]
fn limits_are_judged_by_early_stopping() {
    assert_eq!(
        answer(&report(&quick(58)), "first_word_1s"),
        (
            Answer::NotEnoughData,
            "58 of 58 judged, 0 over the limit; 1 more needed if none of them is over".to_owned()
        )
    );
    assert_eq!(
        answer(&report(&quick(59)), "first_word_1s"),
        (Answer::Pass, "59 of 59 judged, 0 over the limit".to_owned())
    );
    let slow = report(&run_of(60, |index| {
        good(if index <= 7 { 1_001_101 } else { 1_000_000 }, 20_000)
    }));
    assert_eq!(
        answer(&slow, "first_word_1s"),
        (Answer::Fail, "60 of 60 judged, 7 over the limit".to_owned())
    );
}

#[test]
fn mlperf_limits_need_their_own_confidence() {
    let run = |n| report(&run_of(n, |_| good(450_000, 40_000)));
    for name in ["mlperf_interactive_ttft", "mlperf_interactive_tpot"] {
        assert_eq!(answer(&run(459), name).0, Answer::Pass);
        assert_eq!(answer(&run(458), name).0, Answer::NotEnoughData);
    }
    let slower = report(&run_of(459, |_| good(451_101, 40_019)));
    assert_eq!(answer(&slower, "mlperf_interactive_ttft").0, Answer::Fail);
    assert_eq!(answer(&slower, "mlperf_interactive_tpot").0, Answer::Fail);
}

#[test]
fn failures_count_as_over_and_short_answers_are_left_out() {
    let traces = run_of(20, |index| match index {
        1 | 2 => request().failed(OutcomeKind::HttpError, FailureKind::ServerError),
        3 => fixture_a(),
        _ => good(300_000, 20_000),
    });
    assert_eq!(
        answer(&report(&traces), "speed_10_tps"),
        (
            Answer::NotEnoughData,
            "17 of 20 judged, 0 over the limit; 2 failed and count as over; 1 without this number; \
             105 more needed if none of them is over"
                .to_owned()
        )
    );
    let all_failed = failing(5, OutcomeKind::HttpError, |_| FailureKind::ServerError);
    assert_eq!(answer(&all_failed, "first_word_1s").0, Answer::Fail);
    assert_eq!(answer(&report(&[]), "first_word_1s").0, Answer::NotJudged);
}
