//! Times, token counts and speeds of one request: the worked examples of the method, named after them.

mod traces;

use proptest::prelude::*;
use tokenpace::metrics::{OutputLength, Placement, RequestMetrics, Thinking, TokenSource};
use tokenpace::missing::{Measured, Missing};
use tokenpace::trace::{FailureKind, NetworkTiming, OutcomeKind};
use tokenpace::units::Micros;
use traces::*;

fn measure(request: Request) -> RequestMetrics {
    RequestMetrics::of(&request.done())
}

fn tps(metrics: &RequestMetrics) -> f64 {
    metrics.tps.as_ref().map_or(0.0, |tps| tps.0)
}

#[test]
fn x_a() {
    let trace = fixture_a().done();
    assert_eq!(trace.headers, Some(Micros(118_000)));
    assert_eq!(trace.first_byte, Some(Micros(120_000)));
    let metrics = RequestMetrics::of(&trace);
    assert_eq!(metrics.ttft, Ok(Micros(200_000)));
    assert_eq!(metrics.ttfa, Ok(Micros(200_000)));
    assert_eq!(metrics.thinking, Ok(Micros::ZERO));
    assert_eq!(metrics.e2e, Ok(Micros(600_000)));
    close(tps(&metrics), 25.0, 1e-9);
    close(metrics.first_stamp_tokens.unwrap(), 1.0, 1e-9);
    assert_eq!(metrics.tokens.placement, Some(Placement::OnePerEvent));
}

#[test]
fn x_a_close() {
    assert_eq!(measure(fixture_a()).close_tail, Some(Micros(15_000)));
}

#[test]
fn x_a_e2e() {
    let per_token = measure(fixture_a()).e2e_per_token.unwrap().0;
    close(per_token, 54_545.0, 0.5);
    close(1e6 / per_token, 18.33, 0.005);
}

#[test]
fn x_a_wpm() {
    close(measure(fixture_a()).wpm.unwrap().0, 1_500.0, 1e-9);
}

#[test]
fn x_b() {
    let metrics = measure(fixture_b());
    assert_eq!(metrics.ttft, Ok(Micros(300_000)));
    assert_eq!(metrics.ttfa, Ok(Micros(500_000)));
    assert_eq!(metrics.thinking, Ok(Micros(200_000)));
    close(tps(&metrics), 100.0, 1e-9);
    close(metrics.thinking_tps.unwrap().0, 100.0, 1e-9);
    close(metrics.answer_tps.unwrap().0, 100.0, 1e-9);
    assert_eq!(metrics.tokens.thinking, Thinking::Streamed);
    assert_eq!(metrics.tokens.hidden, Some(0));
}

#[test]
fn x_b_wrong() {
    // All tokens over the answer's window alone.
    let wrong = 50.0 / 0.29;
    close(wrong, 172.4, 0.05);
    assert!((tps(&measure(fixture_b())) - wrong).abs() > 70.0);
}

#[test]
fn x_c() {
    let trace = fixture_c().done();
    assert_eq!(trace.events.iter().map(|e| e.chars).sum::<u32>(), 838);
    let metrics = RequestMetrics::of(&trace);
    assert_eq!(metrics.tokens.counted, Ok(190.0));
    assert_eq!(metrics.tokens.thinking, Thinking::Hidden);
    assert_eq!(metrics.tokens.hidden, Some(4_160));
    assert_eq!(metrics.tokens.placement, Some(Placement::Apportioned));
    close(metrics.tokens_per_event.unwrap(), 1.056, 0.001);
    close(metrics.first_stamp_tokens.unwrap(), 0.907, 0.0005);
    close(tps(&metrics), 49.76, 0.005);
    close(metrics.chars_per_token.unwrap(), 4.41, 0.005);
    assert_eq!(metrics.thinking_tps, Err(Missing::HiddenReasoning));
    close(metrics.answer_tps.unwrap().0, 49.76, 0.005);
}

#[test]
fn x_c_wrong() {
    // Without the reported amount the same count must not become a speed.
    close((4_350.0 - 0.907) / 3.8, 1_144.5, 0.1);
    let metrics = measure(fixture_c().usage(4_350, None));
    close(838.0 / 4_350.0, 0.19, 0.005);
    assert_eq!(metrics.tokens.counted, Err(Missing::HiddenReasoning));
    assert_eq!(metrics.tps, Err(Missing::HiddenReasoning));
    assert_eq!(metrics.tpot, Err(Missing::HiddenReasoning));
    assert_eq!(metrics.e2e_per_token, Err(Missing::HiddenReasoning));
    assert!(metrics.wpm.is_ok());
}

#[test]
fn x_d() {
    let metrics = measure(fixture_d());
    close(tps(&metrics), 100.0, 1e-9);
    close(metrics.tpot.as_ref().unwrap().0, 10_000.0, 1e-9);
    close(metrics.first_stamp_tokens.unwrap(), 10.0, 1e-9);
    assert_eq!(metrics.tokens.source, TokenSource::PerEvent);
    assert_eq!(metrics.tokens.total, Some(40));
}

#[test]
fn x_d_wrong() {
    // N - 1 over the window.
    close(39.0 / 0.3, 130.0, 1e-9);
    assert!(tps(&measure(fixture_d())) < 130.0);
}

#[test]
fn x_e() {
    let metrics = measure(fixture_e());
    close(metrics.first_stamp_tokens.unwrap(), 10.0, 1e-9);
    close(tps(&metrics), 100.0, 1e-9);
    close(metrics.tokens_per_event.unwrap(), 5.0, 1e-9);
    close(metrics.coalesced_share.unwrap(), 0.5, 1e-9);
}

#[test]
fn x_e_wrong() {
    // Only the first event left out, although the second shares its stamp.
    close(15.0 / 0.1, 150.0, 1e-9);
    assert!(tps(&measure(fixture_e())) < 150.0);
}

#[test]
fn x_none() {
    let seven_in_one = request().read(500_000).answer(28, 6).usage(7, None);
    assert_eq!(measure(seven_in_one).tps, Err(Missing::NotStreamed));
    let one_token = request().read(500_000).answer(4, 1).usage(1, None);
    assert_eq!(measure(one_token).tps, Err(Missing::OneToken));
    let nothing = measure(request().usage(0, None));
    assert_eq!(nothing.tps, Err(Missing::NoOutput));
    assert_eq!(nothing.ttft, Err(Missing::NoOutput));
    assert_eq!(nothing.e2e, Err(Missing::NoOutput));
    let two_in_one_read = request()
        .read(500_000)
        .answer(12, 2)
        .answer(12, 2)
        .usage(6, None);
    assert_eq!(measure(two_in_one_read).tps, Err(Missing::NotStreamed));
}

#[test]
fn x_tps_s1() {
    // 500 tokens, first at 0.2 s, last at 2.3 s.
    let mut request = request();
    for i in 0..500_u64 {
        request = request.read(200_000 + 2_100_000 * i / 499).answer(4, 1);
    }
    close(tps(&measure(request.usage(500, Some(0)))), 237.6, 0.05);
}

#[test]
fn x_tpot_s1() {
    let mut request = request();
    for i in 0..500_u64 {
        request = request.read(200_000 + 2_100_000 * i / 499).answer(4, 1);
    }
    let tpot = measure(request.usage(500, Some(0))).tpot.unwrap().0;
    close(tpot, 4_208.4, 0.05);
}

#[test]
fn x_rate() {
    for (gap_us, speed) in [(40_000, 25.0), (50_000, 20.0)] {
        let metrics = measure(good(100_000, gap_us));
        close(metrics.tpot.as_ref().unwrap().0, gap_us as f64, 1e-6);
        close(tps(&metrics), speed, 1e-9);
    }
}

#[test]
fn x_apportion() {
    // 2, 6 and 12 characters, 10 tokens: 1, 3 and 6 tokens. The first one leaves 9 in the window.
    let metrics = measure(
        request()
            .read(100_000)
            .answer(2, 1)
            .read(200_000)
            .answer(6, 1)
            .read(1_000_000)
            .answer(12, 1)
            .usage(10, Some(0)),
    );
    assert_eq!(metrics.tokens.placement, Some(Placement::Apportioned));
    close(metrics.first_stamp_tokens.unwrap(), 1.0, 1e-9);
    close(tps(&metrics), 10.0, 1e-9);
}

#[test]
fn x_usage_gemini() {
    // 20 candidates and 100 thoughts make 120, of which the window holds 20.
    let metrics = measure(request().words(20, 100_000, 10_000).usage(120, Some(100)));
    assert_eq!(metrics.tokens.total, Some(120));
    assert_eq!(metrics.tokens.counted, Ok(20.0));
    close(tps(&metrics), 100.0, 1e-9);
}

#[test]
fn x_usage_xai() {
    // 2 completion and 340 reasoning tokens make 342.
    let metrics = measure(
        request()
            .read(100_000)
            .answer(4, 1)
            .read(200_000)
            .answer(4, 1)
            .usage(342, Some(340)),
    );
    assert_eq!(metrics.tokens.counted, Ok(2.0));
    close(tps(&metrics), 10.0, 1e-9);
}

#[test]
fn reasoning_never_exceeds_the_total() {
    let metrics = measure(request().words(5, 1_000, 1_000).usage(10, Some(99)));
    assert_eq!(metrics.tokens.reasoning, Some(10));
    assert_eq!(metrics.tokens.counted, Ok(0.0));
    assert_eq!(metrics.tps, Err(Missing::OneToken));
    assert_eq!(metrics.e2e_per_token, Err(Missing::OneToken));
}

#[test]
fn a_summary_counts_as_first_sign_but_not_as_tokens() {
    let summarised = |reasoning| {
        request()
            .read(100_000)
            .reasoning(40)
            .words(20, 500_000, 10_000)
            .usage(220, reasoning)
            .with(|trace| trace.reasoning_summarised = true)
    };
    let known = measure(summarised(Some(200)));
    assert_eq!(known.ttft, Ok(Micros(100_000)));
    assert_eq!(known.tokens.counted, Ok(20.0));
    close(tps(&known), 100.0, 1e-9);
    assert_eq!(known.thinking_tps, Err(Missing::HiddenReasoning));
    let unknown = measure(summarised(None));
    assert_eq!(unknown.tps, Err(Missing::HiddenReasoning));
    assert_eq!(unknown.tokens.hidden, None);
}

#[test]
fn without_counts_there_is_no_token_metric_but_words_stay() {
    let metrics = measure(fixture_a().with(|trace| trace.usage = None));
    assert_eq!(metrics.tokens.source, TokenSource::EventsOnly);
    assert_eq!(metrics.tps, Err(Missing::TokensUnknown));
    assert_eq!(metrics.tpot, Err(Missing::TokensUnknown));
    assert_eq!(metrics.tokens_per_event, None);
    close(metrics.wpm.unwrap().0, 1_500.0, 1e-9);
}

#[test]
fn an_event_without_a_count_spoils_the_sum() {
    let metrics = measure(fixture_d().read(900_000).answer(4, 1));
    assert_eq!(metrics.tokens.source, TokenSource::EventsOnly);
    assert_eq!(metrics.tokens.per_event_sum, None);
}

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
fn output_length_classes_have_their_edges() {
    let class = |n| OutputLength::of(n);
    assert_eq!(class(49.9), OutputLength::Short);
    assert_eq!(class(50.0), OutputLength::BelowWanted);
    assert_eq!(class(99.9), OutputLength::BelowWanted);
    assert_eq!(class(100.0), OutputLength::Fine);
    assert_eq!(class(500.0), OutputLength::Ideal);
    assert_eq!(
        measure(fixture_a()).output_length(),
        Some(OutputLength::Short)
    );
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
