//! What the worker decides without a browser.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use tokenpace::plan::{AddressSpace, Endpoint, Plan, Workload};
use tokenpace::protocol::ApiFormat;
use tokenpace::schedule::{
    Backoff, Entries, Entry, Expired, HEARTBEAT, Heartbeat, Queue, Refusals, Throttle, WallTime,
    Watchdog, clock_jumped, clock_step, lag_p99, prompt_of,
};
use tokenpace::trace::recorder::{Recorder, RequestInfo, TimeLimit};
use tokenpace::trace::{Failure, FailureKind, Phase, Stage, Trace};
use tokenpace::units::{EpochMillis, Micros, Wpm};

fn plan(warmup: u32, requests: u32, concurrency: u32) -> Plan {
    Plan {
        provider: "Custom".to_owned(),
        format: ApiFormat::default(),
        endpoint: Endpoint {
            base_url: "https://h.example/v1".to_owned(),
            url: "https://h.example/v1/chat/completions".to_owned(),
            origin: "https://h.example".to_owned(),
            host: "h.example".to_owned(),
            address_space: AddressSpace::Public,
        },
        model: "m".to_owned(),
        workload: Workload::Own,
        prompt: "Say hello.".to_owned(),
        max_output_tokens: 16,
        requests,
        concurrency,
        warmup,
        timeout: Micros::from_secs(60),
        reading_speed: Wpm(238.0),
        nonce: true,
        exact_length: None,
        until_stable: None,
        extra_headers: Vec::new(),
        extra_fields: None,
        target: tokenpace::plan::Target::default(),
    }
}

const fn ms(ms: u64) -> Micros {
    Micros(ms * 1000)
}

mod queue {
    use super::*;

    #[test]
    fn practice_comes_first_and_numbers_run_through() {
        let mut queue = Queue::new(&plan(2, 3, 8));
        assert_eq!(
            (queue.lanes(Phase::Warmup), queue.lanes(Phase::Measured)),
            (2, 3)
        );
        let warmup: Vec<u32> = std::iter::from_fn(|| queue.take(Phase::Warmup)).collect();
        let measured: Vec<u32> = std::iter::from_fn(|| queue.take(Phase::Measured)).collect();
        assert_eq!(
            (warmup, measured, queue.sent()),
            (vec![0, 1], vec![2, 3, 4], 5)
        );
    }

    #[test]
    fn no_lane_opens_for_a_phase_without_requests() {
        assert_eq!(Queue::new(&plan(0, 3, 2)).lanes(Phase::Warmup), 0);
    }

    #[test]
    fn nothing_starts_after_stop() {
        let mut queue = Queue::new(&plan(0, 3, 1));
        assert_eq!(queue.take(Phase::Measured), Some(0));
        queue.stop();
        assert_eq!(
            (
                queue.take(Phase::Measured),
                queue.sent(),
                queue.is_stopped()
            ),
            (None, 1, true)
        );
    }

    #[test]
    fn wall_time_goes_from_the_first_send_to_the_last_close() {
        let mut wall = WallTime::default();
        assert_eq!(wall.get(), None);
        wall.add(ms(200), ms(900));
        wall.add(ms(100), ms(500));
        assert_eq!(wall.get(), Some(ms(800)));
    }
}

mod backoff {
    use super::*;

    /// A request that ended with this status, or whose `fetch` was rejected.
    fn reply(status: Option<u16>, retry_after: Option<&str>) -> Trace {
        let mut recorder = Recorder::new(RequestInfo {
            index: 0,
            phase: Phase::Measured,
            sent_at: EpochMillis(0.0),
            in_flight: 1,
            idle_before: None,
            format: ApiFormat::default(),
            max_output_tokens: 16,
            limits: Default::default(),
        });
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
}

mod calibration {
    use super::*;

    #[test]
    fn the_step_is_the_smallest_difference_that_is_one() {
        let readings = [100, 100, 200, 200, 400, 500].map(Micros);
        assert_eq!(clock_step(readings), Some(Micros(100)));
        assert_eq!(clock_step([Micros(5), Micros(5)]), None);
        assert_eq!(clock_step([]), None);
    }

    #[test]
    fn p99_is_the_nearest_rank() {
        let samples = |n: u64| (1..=n).rev().map(Micros).collect::<Vec<_>>();
        assert_eq!(lag_p99(samples(45)), Some(Micros(45)));
        assert_eq!(lag_p99(samples(100)), Some(Micros(99)));
        assert_eq!(lag_p99(samples(200)), Some(Micros(198)));
        assert_eq!(lag_p99(Vec::new()), None);
    }
}

mod heartbeat {
    use super::*;

    #[test]
    fn lateness_is_what_exceeds_the_period() {
        let mut heart = Heartbeat::new(ms(0), false);
        assert_eq!(heart.beat(ms(50)).late, Micros::ZERO);
        assert_eq!(heart.so_far(ms(130)).late, ms(30));
        assert_eq!(heart.beat(ms(120)).late, ms(20));
        assert_eq!(heart.beat(ms(160)).late, Micros::ZERO);
        assert_eq!(
            heart.beat(Micros(160_000 + HEARTBEAT.0 + 1)).late,
            Micros(1)
        );
    }

    #[test]
    fn a_hidden_page_is_not_blamed_for_slow_timers() {
        let mut heart = Heartbeat::new(ms(0), false);
        heart.visibility(true);
        heart.visibility(false);
        assert_eq!(heart.beat(ms(1_000)).late, Micros::ZERO);
        assert_eq!(heart.beat(ms(1_100)).late, ms(50));
    }

    #[test]
    fn a_long_silence_means_the_browser_paused_us() {
        for (hidden, limit) in [(false, ms(5_000)), (true, ms(90_000))] {
            let heart = Heartbeat::new(ms(0), hidden);
            assert!(!heart.so_far(limit).frozen);
            assert!(heart.so_far(Micros(limit.0 + 1)).frozen);
        }
    }

    #[test]
    fn clocks_that_part_by_more_than_a_second_jumped() {
        let jumped = |after| clock_jumped(EpochMillis(5_000.0), EpochMillis(after), ms(2_000));
        assert!(!jumped(7_000.0) && !jumped(8_000.0) && !jumped(6_000.0));
        assert!(jumped(8_000.5) && jumped(5_999.5));
    }
}

mod watchdog {
    use super::*;

    #[test]
    fn before_the_first_byte_only_the_total_limit_holds() {
        let watchdog = Watchdog::new(ms(100), ms(60_000));
        assert_eq!(watchdog.expired(ms(60_099)), None);
        assert_eq!(
            watchdog.expired(ms(60_100)),
            Some(Expired::Limit(TimeLimit::Total))
        );
    }

    #[test]
    fn silence_within_the_body_is_limited() {
        let mut watchdog = Watchdog::new(ms(0), ms(600_000));
        watchdog.read(ms(1_000));
        assert_eq!(watchdog.expired(ms(30_999)), None);
        assert_eq!(
            watchdog.expired(ms(31_000)),
            Some(Expired::Limit(TimeLimit::Idle))
        );
        watchdog.read(ms(30_999));
        assert_eq!(watchdog.expired(ms(31_000)), None);
    }

    #[test]
    fn a_complete_reply_cannot_time_out_any_more() {
        let mut watchdog = Watchdog::new(ms(0), ms(1_000));
        watchdog.complete(ms(900));
        assert_eq!(watchdog.expired(ms(1_399)), None);
        assert_eq!(watchdog.expired(ms(1_400)), Some(Expired::Drained));
    }

    #[test]
    fn a_server_that_goes_on_sending_does_not_prolong_the_wait() {
        let mut watchdog = Watchdog::new(ms(0), ms(1_000));
        for now in (900..1_400).step_by(20) {
            watchdog.read(ms(now));
            watchdog.complete(ms(now));
        }
        assert_eq!(watchdog.expired(ms(1_400)), Some(Expired::Drained));
    }
}

mod progress {
    use super::*;

    #[test]
    fn at_most_ten_messages_a_second_pass() {
        let mut throttle = Throttle::default();
        let passed = (0..1_000).filter(|at| throttle.pass(ms(*at))).count();
        assert_eq!(passed, 10);
    }
}

mod nonce {
    use super::*;

    #[test]
    fn l1_every_prompt_begins_differently() {
        let plan = plan(1, 2, 1);
        let prompts = [
            prompt_of(&plan, 0, Phase::Warmup, 7),
            prompt_of(&plan, 1, Phase::Measured, 7),
            prompt_of(&plan, 1, Phase::Measured, 8),
        ];
        assert_eq!(prompts[0], "[00000007-0]\n\nSay hello.");
        assert!(prompts[0] != prompts[1] && prompts[1] != prompts[2]);
    }

    #[test]
    fn without_nonce_only_practice_differs() {
        let plan = Plan {
            nonce: false,
            ..plan(1, 1, 1)
        };
        assert_eq!(prompt_of(&plan, 1, Phase::Measured, 7), "Say hello.");
        assert_ne!(prompt_of(&plan, 0, Phase::Warmup, 7), "Say hello.");
    }
}

mod entries {
    use super::*;

    fn entry(start: u64, response_end: u64) -> Entry {
        Entry {
            start: ms(start),
            response_end: ms(response_end),
            ..Entry::default()
        }
    }

    #[test]
    fn a_request_finds_the_entry_that_began_and_ended_with_it() {
        let mut entries = Entries::default();
        entries.add(entry(101, 900));
        entries.add(entry(100, 500));
        entries.add(entry(2_000, 2_500));
        assert_eq!(entries.claim(ms(100), ms(501)), Some(entry(100, 500)));
        assert_eq!(entries.claim(ms(100), ms(902)), Some(entry(101, 900)));
        assert_eq!(
            entries.claim(ms(100), ms(902)),
            None,
            "an entry is claimed once"
        );
    }

    #[test]
    fn an_entry_of_another_time_is_nobodys() {
        let mut entries = Entries::default();
        entries.add(entry(151, 900));
        assert_eq!(entries.claim(ms(100), ms(900)), None);
        assert_eq!(entries.claim(ms(154), ms(900)), None);
        assert_eq!(entries.claim(ms(153), ms(900)), Some(entry(151, 900)));
    }

    #[test]
    fn what_the_server_hides_is_unknown_and_never_zero() {
        let opaque = Entry {
            fetch_start: ms(100),
            ..entry(100, 500)
        };
        let network = opaque.since_send(ms(100));
        assert_eq!(network.fetch_start, Some(Micros::ZERO));
        assert_eq!(
            (network.request_start, network.response_start),
            (None, None)
        );
        assert_eq!((network.connect_start, network.protocol), (None, None));
    }

    #[test]
    fn a_reused_connection_was_not_connected() {
        let reused = Entry {
            fetch_start: ms(101),
            connect_start: ms(101),
            connect_end: ms(101),
            request_start: ms(102),
            response_start: ms(300),
            protocol: "h2".to_owned(),
            ..entry(100, 500)
        };
        let network = reused.since_send(ms(100));
        assert_eq!((network.connect_start, network.connect_end), (None, None));
        assert_eq!(
            (network.request_start, network.response_start),
            (Some(ms(2)), Some(ms(200)))
        );
        assert_eq!(network.protocol.as_deref(), Some("h2"));
        let fresh = Entry {
            connect_end: ms(130),
            ..reused
        }
        .since_send(ms(100));
        assert_eq!(
            (fresh.connect_start, fresh.connect_end),
            (Some(ms(1)), Some(ms(30)))
        );
    }
}

/// A request that failed in this way, or worked.
fn ended(kind: Option<FailureKind>) -> Trace {
    let mut trace = Recorder::new(RequestInfo {
        index: 0,
        phase: Phase::Measured,
        sent_at: EpochMillis(0.0),
        in_flight: 1,
        idle_before: None,
        format: ApiFormat::default(),
        max_output_tokens: 16,
        limits: Default::default(),
    })
    .finish();
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

#[test]
fn nothing_more_is_sent_once_given_up() {
    let mut queue = Queue::new(&plan(2, 4, 1));
    assert_eq!(queue.take(Phase::Warmup), Some(0));
    queue.give_up();
    assert_eq!(queue.take(Phase::Warmup), None);
    assert!(!queue.is_stopped(), "the user did not stop it");
}
