//! What a reader notices, from traces to the report.

mod traces;

use proptest::prelude::*;
use tokenpace::missing::CautionKind;
use tokenpace::perception::{Pace, Words, fluid_pace, fluidity, quality, stalls};
use tokenpace::stats::Percent;
use tokenpace::units::{Micros, Wpm};
use traces::*;

#[test]
fn a_fast_stream_feels_as_fast_as_its_reader() {
    // Fixture A has one token a word and streams at 25 tok/s.
    let report = report(&run_of(1, |_| fixture_a()));
    let record = &report.requests[1];
    close(record.tokens_per_word.unwrap(), 1.0, 1e-9);
    close(record.perceived_tps.unwrap(), 238.0 / 60.0, 1e-9);
    close(record.fluidity_index.unwrap(), 1.0, 1e-9);
    // The first word came before the ideal second, the others before their reader.
    close(record.reader_qoe.unwrap(), 1.0, 1e-9);
    // Every gap is 40 ms: a reader of 40 ms a word never waits, and one word in ten may be late.
    assert!(record.fluid_wpm.unwrap() >= 1_500.0);
}

#[test]
fn a_slow_stream_feels_as_slow_as_it_is() {
    let record = &report(&run_of(1, |_| good(300_000, 500_000))).requests[1];
    close(record.perceived_tps.unwrap(), 2.0, 1e-9);
    assert!(record.fluidity_index.unwrap() < 0.6);
    assert!(record.reader_qoe.unwrap() < 0.7);
    close(record.fluid_wpm.unwrap(), 120.0, 15.0);
}

#[test]
fn where_the_answers_own_ratio_is_unknown_the_table_stands_in() {
    // Thinking is streamed, but its part of the total is not told.
    let record = &report(&run_of(1, |_| fixture_b().usage(50, None))).requests[1];
    assert_eq!(record.tokens_per_word, None);
    assert_eq!(
        record.tokens_per_word_reason.as_deref(),
        Some("hidden_reasoning")
    );
    close(record.perceived_tps.unwrap(), 238.0 * 1.219 / 60.0, 1e-9);
}

#[test]
fn an_answer_in_one_piece_has_no_flow() {
    let record = &report(&run_of(1, |_| {
        request().read(4_000_000).answer(40, 8).usage(10, Some(0))
    }))
    .requests[1];
    assert_eq!(
        record.fluidity_index_reason.as_deref(),
        Some("not_streamed")
    );
    assert_eq!(record.fluid_wpm_reason.as_deref(), Some("not_streamed"));
    assert_eq!(record.reader_qoe_reason.as_deref(), Some("not_streamed"));
}

#[test]
fn reasons_are_those_of_the_request() {
    let reason = |request: Request| {
        let report = report(&run_of(1, |_| request.clone()));
        report.requests[1].fluidity_index_reason.clone().unwrap()
    };
    assert_eq!(reason(request()), "no_output");
    assert_eq!(reason(request().read(5).reasoning(4)), "no_answer");
    assert_eq!(
        reason(request().read(5).answer(4, 1).read(9).answer(1, 0)),
        "too_short"
    );
}

#[test]
fn a_busy_computer_takes_the_readers_numbers_away() {
    let report = report(&run_of(6, |_| {
        good(300_000, 20_000).with(|t| t.conditions.longest_lag = Micros(60_000))
    }));
    assert!(
        report
            .cautions
            .iter()
            .any(|c| c.kind == CautionKind::ReaderLag)
    );
    let summary = &report.summary;
    for hidden in [
        &summary.starvation_us,
        &summary.stalls,
        &summary.rebuffer_ratio,
        &summary.fluidity_index,
        &summary.reader_qoe,
        &summary.fluid_wpm,
        &summary.fluid_tps,
    ] {
        assert_eq!(hidden.reason.as_deref(), Some("invalidated"));
    }
    assert_eq!(summary.perceived_tps.n, 6);
}

#[test]
fn scores_have_their_percentiles_on_the_low_side() {
    // Two answers of twelve flow badly.
    let summary = report(&run_of(12, |index| match index {
        2 | 3 => good(300_000, 600_000),
        _ => good(300_000, 20_000),
    }))
    .summary;
    let index = &summary.fluidity_index;
    close(index.max.unwrap(), 1.0, 1e-9);
    assert!(index.min.unwrap() < 0.5);
    close(index.p50.unwrap(), 1.0, 1e-9);
    assert_eq!(index.p90, None);
    let (low, high) = index.range(Percent::P50);
    assert!(low.unwrap() <= high.unwrap());
    assert_eq!(summary.stalls.max, Some(59.0));
    assert!(summary.rebuffer_ratio.max.unwrap() > 0.5);
}

#[test]
fn readers_kept_up_with_need_a_slow_side() {
    let share = |n, gap| {
        let summary = report(&run_of(n, |_| good(300_000, gap))).summary;
        (summary.readers_kept_up, summary.readers_kept_up_reason)
    };
    assert_eq!(share(10, 20_000), (None, Some("too_few".to_owned())));
    close(share(11, 20_000).0.unwrap(), 1.0, 1e-6);
    // One word each 262 ms is the median reader's pace.
    close(share(11, 262_009).0.unwrap(), 0.5, 0.001);
    let by_character = report(&run_of(11, |_| {
        (0..30)
            .fold(request(), |request, i| {
                request.read(300_000 + 20_000 * i).answer(2, 2)
            })
            .usage(60, Some(0))
    }));
    assert_eq!(
        by_character.summary.readers_kept_up_reason.as_deref(),
        Some("missing_input")
    );
}

proptest! {
    #[test]
    fn starvation_of_any_trace_is_its_largest_lateness(
        reads in prop::collection::vec((1_u64..900_000, 0_u32..4), 2..60), wpm in 60_u32..1_500,
    ) {
        let mut at = 0;
        let mut request = request();
        let mut words = Vec::new();
        for (gap, count) in reads {
            at += gap;
            request = request.read(at).answer(4 * count + 1, count);
            words.extend((0..count).map(|_| at));
        }
        let trace = request.done();
        let pace = Pace::of(Wpm(f64::from(wpm)));
        if words.len() < 2 {
            prop_assert!(Words::of(&trace).and_then(|words| stalls(&words, pace)).is_err());
            return Ok(());
        }
        let lateness = words.iter().zip(0..).map(|(at, i)| {
            at.saturating_sub(words[0] + i * pace.time().0)
        });
        let text = Words::of(&trace).unwrap();
        let found = stalls(&text, pace).unwrap();
        prop_assert_eq!(found.starvation, Micros(lateness.max().unwrap()));
        // Nothing to wait for means that every word was in time, and the other way round.
        let score = quality(&text, pace).unwrap().0;
        prop_assert!(score > 0.0 && score <= 1.0 + 1e-12);
        prop_assert!((0.0..=1.0).contains(&fluidity(&text, pace).unwrap().0));
        if let Ok(fastest) = fluid_pace(&text) {
            prop_assert!(fastest.time() > Micros::ZERO);
        }
    }
}
