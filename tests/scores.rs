//! What the endpoint is good for, from traces to the report.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use tokenpace::plan::Target;
use tokenpace::report::{Grade, Report, Score};
use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::TokensPerSecond;
use tokenpace::verdict::scores::UseCase;
use traces::*;

fn score(report: &Report, use_case: UseCase) -> &Score {
    report
        .verdict
        .scores
        .iter()
        .find(|score| score.use_case == use_case)
        .unwrap()
}

/// Twelve answers of 60 tokens: first word after 0.85 s, then 50 tok/s.
fn twelve() -> Report {
    report(&run_of(12, |_| good(850_000, 20_000)))
}

#[test]
fn every_use_has_its_score() {
    let report = twelve();
    assert_eq!(report.verdict.scores.len(), 7);
    let chat = score(&report, UseCase::Chat);
    assert_eq!(chat.grade, Some(Grade::Good));
    assert_eq!(chat.limited_by.as_deref(), Some("first word"));
    assert_eq!(chat.inputs[0].value, Some(850_000.0));
    close(chat.inputs[1].value.unwrap(), 50.0, 1e-9);
    let long = score(&report, UseCase::LongRead);
    assert_eq!((long.grade, &long.limited_by), (Some(Grade::Great), &None));
    // 3,000 wpm for a reader of 238.
    close(long.inputs[1].value.unwrap(), 3_000.0 / 238.0, 1e-9);
    let code = score(&report, UseCase::Code);
    assert_eq!(code.grade, Some(Grade::Good));
    let voice = score(&report, UseCase::VoiceTurn);
    assert_eq!(voice.grade, Some(Grade::Poor));
    assert!(voice.note.contains("speaking"));
    // 0.85 s and 59 gaps of 20 ms.
    let agent = score(&report, UseCase::AgentStep);
    assert_eq!(agent.grade, Some(Grade::Good));
    assert_eq!(agent.inputs[0].value, Some(2_030_000.0));
    assert_eq!(
        agent.note,
        "10 such steps in a row take 20 seconds at p50, 20 seconds at p75."
    );
    assert_eq!(
        score(&report, UseCase::Autocomplete).limited_by.as_deref(),
        Some("time to the finished answer")
    );
}

#[test]
fn a_chain_of_steps_names_its_percentiles() {
    let note = |n| {
        // 59 gaps of 20 ms after the first word, so 1.28, 1.38, … seconds.
        let report = report(&run_of(n, |i| good(u64::from(i) * 100_000, 20_000)));
        score(&report, UseCase::AgentStep).note.clone()
    };
    let wanted = "10 such steps in a row take 18 seconds at p50, 21 seconds at p75.";
    assert_eq!(note(12), wanted);
    assert_eq!(note(5), "10 such steps in a row take 15 seconds at p50.");
    assert_eq!(note(4), "");
}

#[test]
fn the_voice_has_a_reader_of_its_own() {
    // One word each 320 ms: 187 wpm, enough for speech and too slow for the reader.
    let report = report(&run_of(12, |_| good(100_000, 320_000)));
    let voice = score(&report, UseCase::VoiceTurn);
    assert_eq!(voice.grade, Some(Grade::Fair));
    assert_eq!(voice.inputs[2].value, Some(0.0));
    assert!(score(&report, UseCase::Chat).inputs[2].value.unwrap() > 50_000.0);
}

#[test]
fn below_eleven_answers_there_is_no_word() {
    let report = report(&run_of(10, |_| good(300_000, 20_000)));
    for score in &report.verdict.scores {
        assert_eq!(score.grade, None, "{}", score.label);
    }
    let reason = score(&report, UseCase::Chat).reason.as_deref();
    assert_eq!(reason, Some("needs 11 answers, the run has 10"));
}

#[test]
fn a_missing_number_leaves_its_uses_blank_and_the_others_alone() {
    let report = report(&run_of(12, |_| {
        good(300_000, 20_000).with(|trace| trace.usage = None)
    }));
    let chat = score(&report, UseCase::Chat);
    assert_eq!(chat.grade, None);
    assert_eq!(
        chat.reason.as_deref(),
        Some("streaming speed: tokens not reported")
    );
    assert!(score(&report, UseCase::LongRead).grade.is_some());
    assert!(score(&report, UseCase::AgentStep).grade.is_some());
}

#[test]
fn short_answers_get_no_speed_and_autocomplete_needs_none() {
    let report = report(&run_of(12, |_| {
        request().words(20, 90_000, 5_000).usage(20, Some(0))
    }));
    let chat = score(&report, UseCase::Chat);
    assert_eq!(chat.inputs[1].value_reason.as_deref(), Some("too_short"));
    assert_eq!(chat.grade, None);
    assert_eq!(
        score(&report, UseCase::Autocomplete).grade,
        Some(Grade::Great)
    );
}

#[test]
fn streamed_thinking_is_judged_by_the_speed_of_the_answer() {
    // Thinking at 100 tok/s, then 60 words at 50 tok/s.
    let report = report(&run_of(12, |_| {
        let mut request = request();
        for i in 0..20 {
            request = request.read(100_000 + 10_000 * i).reasoning(4);
        }
        request.words(60, 310_000, 20_000).usage(80, Some(20))
    }));
    close(
        score(&report, UseCase::Chat).inputs[1].value.unwrap(),
        50.0,
        1e-6,
    );
}

#[test]
fn failures_cap_every_score() {
    let report = report(&run_of(20, |index| match index {
        4 | 9 | 14 => request().failed(OutcomeKind::HttpError, FailureKind::ServerError),
        _ => good(150_000, 20_000),
    }));
    let chat = score(&report, UseCase::Chat);
    assert_eq!(chat.grade, Some(Grade::Poor));
    assert_eq!(
        chat.limited_by.as_deref(),
        Some("share of answers that worked")
    );
}

#[test]
fn too_few_that_worked_decide_alone() {
    let run = |of, worked| {
        report(&run_of(of, |index| match index {
            i if i <= worked => good(150_000, 20_000),
            _ => request().failed(OutcomeKind::HttpError, FailureKind::ServerError),
        }))
    };
    // Half is below three in four, and ten answers are too few for a p75.
    let bad = run(20, 10);
    for score in &bad.verdict.scores {
        if score.use_case == UseCase::Batch {
            assert_eq!(score.grade, None, "nobody said what a batch needs");
            continue;
        }
        assert_eq!(score.grade, Some(Grade::Bad), "{}", score.label);
        let limit = score.limited_by.as_deref();
        assert_eq!(limit, Some("share of answers that worked"));
        assert_eq!(score.reason, None);
        assert!(score.inputs.iter().all(|input| input.value.is_none()));
    }
    // Three in four are poor at best, which a missing number might still make worse.
    assert_eq!(score(&run(12, 9), UseCase::Chat).grade, None);
    // One failure alone decides nothing.
    assert_eq!(score(&run(3, 2), UseCase::Chat).grade, None);
    assert_eq!(score(&run(3, 1), UseCase::Chat).grade, Some(Grade::Bad));
}

#[test]
fn batch_needs_a_wanted_speed() {
    let traces = run_of(12, |_| good(300_000, 20_000));
    let blank = report(&traces);
    let batch = score(&blank, UseCase::Batch);
    assert_eq!(batch.grade, None);
    assert_eq!(
        batch.inputs[0].value_reason.as_deref(),
        Some("missing_input")
    );
    assert!(batch.reason.as_deref().unwrap().contains("you need in all"));
    let total = blank.summary.aggregate_tps.unwrap();
    let grade = |needed: f64| {
        let plan = tokenpace::plan::Plan {
            target: Target {
                needed_tps: Some(TokensPerSecond(needed)),
                ..Target::default()
            },
            ..plan()
        };
        let report = report_of(&plan, &traces, &calibration());
        score(&report, UseCase::Batch).grade
    };
    assert_eq!(grade(total * 0.49), Some(Grade::Great));
    assert_eq!(grade(total * 0.69), Some(Grade::Good));
    assert_eq!(grade(total * 0.99), Some(Grade::Fair));
    assert_eq!(grade(total * 1.24), Some(Grade::Poor));
    assert_eq!(grade(total * 1.26), Some(Grade::Bad));
}

#[test]
fn speech_is_not_judged_by_characters() {
    // Sixty characters, each a "word" of its own.
    let report = report(&run_of(12, |_| {
        (0..60)
            .fold(request(), |request, i| {
                request.read(150_000 + 20_000 * i).answer(1, 1)
            })
            .usage(60, Some(0))
    }));
    let voice = score(&report, UseCase::VoiceTurn);
    assert_eq!(voice.grade, None);
    assert_eq!(
        voice.reason.as_deref(),
        Some("words per minute: not known for text that is read by the character")
    );
    assert!(score(&report, UseCase::Chat).grade.is_some());
}

#[test]
fn nothing_at_all_has_no_word_and_says_why() {
    let report = report(&[]);
    for score in &report.verdict.scores {
        assert_eq!(score.grade, None);
        assert!(score.reason.is_some(), "{}", score.label);
    }
}
