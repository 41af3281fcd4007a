//! The worked examples of the method, named after them.

use tokenpace::metrics::{Placement, RequestMetrics, Thinking, TokenSource};
use tokenpace::missing::Missing;
use tokenpace::units::Micros;

use crate::traces::*;
use crate::{measure, tps};

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
