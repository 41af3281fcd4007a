//! Times, and the window of a speed: what lies in it, and answers that have none.

use proptest::prelude::*;
use tokenpace::missing::{Measured, Missing};
use tokenpace::trace::{FailureKind, NetworkTiming, OutcomeKind};
use tokenpace::units::Micros;

use crate::traces::*;
use crate::{measure, tps};

#[test]
fn a_plain_json_body_has_an_end_and_no_speed() {
    let metrics = measure(
        request()
            .read(800_000)
            .answer(400, 80)
            .usage(100, Some(0))
            .closed(810_000)
            .with(|trace| trace.plain_json = true),
    );
    assert_eq!(metrics.e2e, Ok(Micros(810_000)));
    assert_eq!(metrics.ttft, Err(Missing::NotStreamed));
    assert_eq!(metrics.ttfa, Err(Missing::NotStreamed));
    assert_eq!(metrics.tps, Err(Missing::NotStreamed));
    assert_eq!(metrics.wpm, Err(Missing::NotStreamed));
    close(metrics.e2e_per_token.unwrap().0, 8_100.0, 1e-9);
}

#[test]
fn a_tool_only_answer_has_a_first_token_and_no_first_word() {
    let metrics = measure(
        request()
            .read(300_000)
            .tool(20)
            .read(400_000)
            .tool(20)
            .usage(10, Some(0)),
    );
    assert_eq!(metrics.ttft, Ok(Micros(300_000)));
    assert_eq!(metrics.ttfa, Err(Missing::NoAnswer));
    assert_eq!(metrics.wpm, Err(Missing::NoAnswer));
    assert_eq!(metrics.answer_tps, Err(Missing::NoAnswer));
    close(tps(&metrics), 50.0, 1e-9);
}

#[test]
fn tool_arguments_take_their_share_of_the_answer_speed() {
    // 40 answer and 40 tool characters share 20 tokens.
    let metrics = measure(
        request()
            .read(100_000)
            .answer(20, 4)
            .read(200_000)
            .answer(20, 4)
            .read(300_000)
            .tool(40)
            .usage(20, Some(0)),
    );
    close(metrics.answer_tps.unwrap().0, 50.0, 1e-9);
}

#[test]
fn a_failed_request_has_no_number_even_if_text_came() {
    let metrics = measure(fixture_a().with(|trace| trace.outcome = OutcomeKind::StreamError));
    fn failed<T>(value: &Measured<T>) -> bool {
        matches!(value, Err(Missing::Failed(OutcomeKind::StreamError)))
    }
    assert!(failed(&metrics.ttft) && failed(&metrics.ttfa) && failed(&metrics.e2e));
    assert!(failed(&metrics.tps) && failed(&metrics.tpot) && failed(&metrics.wpm));
    let blocked = measure(request().failed(OutcomeKind::Blocked, FailureKind::FetchRejected));
    assert_eq!(blocked.ttft, Err(Missing::Failed(OutcomeKind::Blocked)));
    assert_eq!(blocked.coalesced_share, None);
}

#[test]
fn reads_with_the_same_stamp_are_outside_the_window_alike() {
    // A clock of 1 ms gives two reads one stamp.
    let metrics = measure(
        request()
            .read(500_000)
            .counted(20, 5)
            .read(500_000)
            .counted(20, 5)
            .read(600_000)
            .counted(20, 5),
    );
    close(metrics.first_stamp_tokens.unwrap(), 10.0, 1e-9);
    close(tps(&metrics), 50.0, 1e-9);
    assert_eq!(metrics.chunk_gaps_us, [0, 100_000]);
}

#[test]
fn the_wait_before_the_request_left_is_told_apart() {
    let network = |request_start| {
        fixture_a().with(move |trace| {
            trace.network = Some(NetworkTiming {
                fetch_start: Some(Micros(200)),
                request_start,
                ..NetworkTiming::default()
            });
        })
    };
    let readable = measure(network(Some(Micros(30_200))));
    assert_eq!(readable.pre_request, Some(Micros(30_000)));
    assert_eq!(readable.ttft_from_request_start, Ok(Micros(169_800)));
    let opaque = measure(network(None));
    assert_eq!(opaque.pre_request, None);
    assert!(matches!(
        opaque.ttft_from_request_start,
        Err(Missing::MissingInput(_))
    ));
    assert_eq!(opaque.ttft, Ok(Micros(200_000)));
}

#[test]
fn words_that_came_with_the_first_stamp_are_not_in_the_pace() {
    let metrics = measure(
        request()
            .read(100_000)
            .answer(8, 2)
            .read(1_100_000)
            .answer(4, 1),
    );
    close(metrics.wpm.unwrap().0, 60.0, 1e-9);
    let none_later = measure(
        request()
            .read(100_000)
            .answer(8, 2)
            .read(200_000)
            .answer(4, 0),
    );
    assert_eq!(none_later.wpm, Err(Missing::TooShort));
}

/// Reads of a few answer pieces: gap before the read, characters of each piece.
fn reads() -> impl Strategy<Value = Vec<(u64, Vec<u32>)>> {
    let pieces = prop::collection::vec(1_u32..12, 1..4);
    prop::collection::vec((1_u64..80_000, pieces), 3..40)
}

fn stream(reads: &[(u64, Vec<u32>)]) -> Request {
    let mut at = 100_000;
    let mut request = request();
    for (gap, pieces) in reads {
        at += gap;
        request = request.read(at);
        for chars in pieces {
            request = request.answer(*chars, 1);
        }
    }
    request
}

proptest! {
    /// How a server cuts the text of one read into events tells nothing of its speed.
    #[test]
    fn cutting_the_events_of_a_read_changes_no_speed(reads in reads()) {
        let whole: Vec<(u64, Vec<u32>)> = reads
            .iter()
            .map(|(gap, pieces)| (*gap, vec![pieces.iter().sum()]))
            .collect();
        let chars: u32 = reads.iter().flat_map(|(_, pieces)| pieces).sum();
        // Two characters a token: apportioned in both, unless the events happen to be as many as the tokens.
        let usage = (chars / 2).max(1);
        let (cut, whole) = (
            measure(stream(&reads).usage(usage, Some(0))),
            measure(stream(&whole).usage(usage, Some(0))),
        );
        prop_assert_eq!(&cut.ttft, &whole.ttft);
        prop_assert_eq!(&cut.e2e, &whole.e2e);
        prop_assert_eq!(&cut.chunk_gaps_us, &whole.chunk_gaps_us);
        if cut.tokens.placement == whole.tokens.placement {
            prop_assert!((tps(&cut) - tps(&whole)).abs() <= 1e-6 * tps(&whole));
        }
    }

    /// Every speed is positive and finite, whatever comes.
    #[test]
    fn no_number_is_ever_out_of_this_world(reads in reads(), usage in 0_u32..5_000, reasoning in prop::option::of(0_u32..6_000)) {
        let metrics = measure(stream(&reads).usage(usage, reasoning));
        for value in [
            metrics.tps.map(|tps| tps.0),
            metrics.tpot.map(|tpot| tpot.0),
            metrics.answer_tps.map(|tps| tps.0),
            metrics.wpm.map(|wpm| wpm.0),
            metrics.e2e_per_token.map(|per| per.0),
        ].into_iter().flatten() {
            prop_assert!(value.is_finite() && value > 0.0, "{}", value);
        }
    }
}
