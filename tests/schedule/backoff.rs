//! When to pause, and when to give up.

use tokenpace::protocol::ApiFormat;
use tokenpace::schedule::{Backoff, Refusals};
use tokenpace::trace::recorder::{Recorder, RequestInfo};
use tokenpace::trace::{Failure, FailureKind, Phase, Stage, Trace};
use tokenpace::units::{EpochMillis, Micros};

use crate::ms;

fn recorder() -> Recorder {
    Recorder::new(RequestInfo {
        index: 0,
        phase: Phase::Measured,
        sent_at: EpochMillis(0.0),
        in_flight: 1,
        idle_before: None,
        format: ApiFormat::default(),
        max_output_tokens: 16,
        limits: Default::default(),
    })
}

/// A request that ended with this status, or whose `fetch` was rejected.
fn reply(status: Option<u16>, retry_after: Option<&str>) -> Trace {
    let mut recorder = recorder();
    match status {
        Some(status) => {
            recorder.headers(ms(1), status, Some("text/event-stream"), retry_after);
            let event = br#"data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}"#;
            recorder.chunk(ms(2), event);
            recorder.chunk(ms(2), b"\n\ndata: [DONE]\n\n");
            recorder.end(ms(3));
        }
        None => recorder.rejected(ms(3), "Failed to fetch"),
    }
    recorder.finish()
}

fn ok() -> Trace {
    reply(Some(200), None)
}

fn limited() -> Trace {
    reply(Some(429), None)
}

#[test]
fn the_vendors_word_counts() {
    for (header, pause) in [
        ("2", Some(ms(2_000))),
        (" 0.5 ", Some(ms(500))),
        ("3600", Some(ms(60_000))),
        ("0", None),
    ] {
        let mut backoff = Backoff::default();
        backoff.observe(ms(10), &reply(Some(429), Some(header)));
        assert_eq!(backoff.remaining(ms(10)), pause, "{header}");
    }
}

#[test]
fn without_it_pauses_double_to_a_limit_and_start_anew_after_a_success() {
    let mut backoff = Backoff::default();
    let mut now = ms(0);
    for seconds in [1, 2, 4, 8, 8] {
        backoff.observe(now, &limited());
        assert_eq!(backoff.remaining(now), Some(Micros::from_secs(seconds)));
        now = Micros(now.0 + Micros::from_secs(seconds).0);
        assert_eq!(backoff.remaining(now), None);
    }
    backoff.observe(now, &ok());
    backoff.observe(now, &limited());
    assert_eq!(backoff.remaining(now), Some(Micros::from_secs(1)));
}

#[test]
fn a_date_in_the_header_is_as_good_as_none() {
    let mut backoff = Backoff::default();
    backoff.observe(
        ms(0),
        &reply(Some(429), Some("Wed, 21 Oct 2026 07:28:00 GMT")),
    );
    assert_eq!(backoff.remaining(ms(0)), Some(Micros::from_secs(1)));
}

#[test]
fn lanes_that_are_refused_together_pause_once() {
    let mut backoff = Backoff::default();
    for at in 0..4 {
        backoff.observe(ms(at), &limited());
    }
    assert_eq!(backoff.remaining(ms(4)), Some(ms(996)));
}

#[test]
fn all_pauses_together_are_bounded() {
    let mut backoff = Backoff::default();
    let mut now = ms(0);
    let mut paused = 0;
    for _ in 0..100 {
        backoff.observe(now, &reply(Some(429), Some("50")));
        let pause = backoff.remaining(now).unwrap_or_default();
        paused += pause.0;
        now = Micros(now.0 + pause.0 + 1);
    }
    assert_eq!(Micros(paused), Micros::from_secs(180));
}

#[test]
fn o12_unreadable_failures_after_a_success_look_like_a_limit() {
    let mut backoff = Backoff::default();
    let blocked = reply(None, None);
    for _ in 0..3 {
        backoff.observe(ms(0), &blocked);
    }
    assert_eq!(
        backoff.remaining(ms(0)),
        None,
        "never worked: not a rate limit"
    );
    backoff.observe(ms(0), &ok());
    backoff.observe(ms(0), &blocked);
    assert_eq!(backoff.remaining(ms(0)), None);
    backoff.observe(ms(0), &blocked);
    assert_eq!(backoff.remaining(ms(0)), Some(Micros::from_secs(1)));
}

#[test]
fn other_failures_pause_nothing() {
    let mut backoff = Backoff::default();
    for status in [400, 401, 404, 500, 503] {
        backoff.observe(ms(0), &reply(Some(status), Some("9")));
    }
    assert_eq!(backoff.remaining(ms(0)), None);
}

/// A request that failed in this way, or worked.
fn ended(kind: Option<FailureKind>) -> Trace {
    let mut trace = recorder().finish();
    trace.failure = kind.map(|kind| Failure {
        stage: Stage::Headers,
        kind,
        message: String::new(),
        looks_like: None,
    });
    trace
}

#[test]
fn a_run_is_given_up_when_all_requests_fail_alike_and_waiting_mends_nothing() {
    use tokenpace::trace::FailureKind::{NotFound, RateLimited, Unauthorized};
    let after = |kinds: &[Option<FailureKind>]| {
        let mut refusals = Refusals::default();
        for kind in kinds {
            refusals.observe(&ended(*kind));
        }
        refusals.are_final()
    };
    assert!(!after(&[Some(Unauthorized); 4]));
    assert!(after(&[Some(Unauthorized); 5]));
    assert!(!after(&[Some(RateLimited); 9]), "a rate limit passes");
    let mut mixed = [Some(Unauthorized); 9];
    mixed[2] = Some(NotFound);
    assert!(!after(&mixed));
    mixed[2] = None;
    assert!(!after(&mixed), "one worked");
}
