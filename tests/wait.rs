//! Where the wait went, from traces to the report.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use proptest::prelude::*;
use tokenpace::cautions::Run;
use tokenpace::missing::{CautionKind, Missing};
use tokenpace::report::Report;
use tokenpace::session::wait as words;
use tokenpace::trace::{NetworkTiming, OutcomeKind, Phase, Trace};
use tokenpace::units::Micros;
use tokenpace::wait::{How, Known, Part, WaitSplit, split};
use traces::*;

const PAGE: &str = "https://page.example";

/// Splits the requests of a run, cautions applied.
fn splits(traces: &[Trace]) -> (Known, Vec<Result<WaitSplit, Missing>>) {
    let (plan, calibration) = (plan(), calibration());
    let mut run = Run::new(&plan, traces, &calibration, PAGE);
    run.examine();
    let known = Known::of(&run);
    let splits = run.requests.iter().map(|r| split(r, &known)).collect();
    (known, splits)
}

fn with_floor(request: Request, floor: Known) -> WaitSplit {
    let (plan, calibration) = (plan(), calibration());
    let traces = [request.done()];
    let run = Run::new(&plan, &traces, &calibration, PAGE);
    split(&run.requests[0], &floor).unwrap()
}

fn us(split: &WaitSplit) -> Vec<Option<u64>> {
    split
        .parts
        .iter()
        .map(|part| part.time.ok().map(|time| time.0))
        .collect()
}

fn how(split: &WaitSplit, part: Part) -> How {
    split.parts[part as usize].how
}

fn hidden(request: Request) -> Request {
    request.with(|trace| trace.network = None)
}

fn timing(request: Request, fetch: u64, start: u64) -> Request {
    request.with(|trace| {
        trace.network = Some(NetworkTiming {
            protocol: Some("h2".to_owned()),
            fetch_start: Some(Micros(fetch)),
            request_start: Some(Micros(start)),
            ..NetworkTiming::default()
        });
    })
}

#[test]
fn x_split() {
    let floor = Known {
        floor: Some(Micros(40_000)),
        set_up: None,
    };
    let split = with_floor(hidden(fixture_b()), floor);
    assert_eq!(
        us(&split),
        [
            None,
            None,
            Some(40_000),
            Some(260_000),
            Some(200_000),
            Some(290_000)
        ]
    );
    assert_eq!(split.up_to(Part::Answer), Micros(790_000));
    assert_eq!(how(&split, Part::NetworkFloor), How::Inferred);
    // What is taken from an inferred time is inferred, and what is unknown lies in it.
    let server = &split.parts[Part::ServerWait as usize];
    assert_eq!(server.how, How::Inferred);
    assert_eq!(server.holds, [Part::ClientQueue, Part::SetUp]);
}

#[test]
fn what_the_server_lets_us_read_is_measured() {
    let split = with_floor(timing(fixture_b(), 1_000, 31_000), Known::default());
    assert_eq!(
        us(&split),
        [
            Some(1_000),
            Some(30_000),
            None,
            Some(269_000),
            Some(200_000),
            Some(290_000)
        ]
    );
    assert_eq!(how(&split, Part::SetUp), How::Measured);
    assert_eq!(how(&split, Part::ServerWait), How::Measured);
    assert_eq!(
        split.parts[Part::ServerWait as usize].holds,
        [Part::NetworkFloor]
    );
}

#[test]
fn hidden_thinking_is_named_in_the_servers_wait() {
    let split = with_floor(fixture_c(), Known::default());
    let server = &split.parts[Part::ServerWait as usize];
    assert!(server.holds.contains(&Part::Thinking));
    assert_eq!(us(&split)[Part::Thinking as usize], Some(0));
}

/// The first practice request took 90 ms longer to its headers than the second; the server hides why.
fn opaque_run(idle: u64) -> Vec<Trace> {
    let practice = |index: u32, headers: u64| {
        hidden(good(headers + 100_000, 20_000))
            .with(|trace| {
                trace.index = index;
                trace.phase = Phase::Warmup;
                trace.headers = Some(Micros(headers));
                trace.conditions.idle_before = (index > 0).then_some(Micros(1_000));
            })
            .done()
    };
    let measured = hidden(good(150_000, 20_000)).with(|trace| {
        trace.index = 2;
        trace.conditions.idle_before = Some(Micros(idle));
    });
    vec![practice(0, 140_000), practice(1, 50_000), measured.done()]
}

#[test]
fn without_permission_to_read_the_practice_pair_tells_of_the_set_up() {
    let (known, found) = splits(&opaque_run(1_000));
    assert_eq!(known.set_up, Some(Micros(90_000)));
    assert_eq!(known.floor, None);
    let first = found[0].as_ref().unwrap();
    assert_eq!(us(first)[Part::SetUp as usize], Some(90_000));
    assert_eq!(how(first, Part::SetUp), How::Inferred);
    // A warm request may have had to ask for permission again or not: unknown, not zero.
    for warm in &found[1..] {
        let set_up = &warm.as_ref().unwrap().parts[Part::SetUp as usize];
        assert_eq!(set_up.time, Err(Missing::MissingInput("request_start")));
        assert_eq!(set_up.how, How::Unknown);
    }
    // After a pause it had to.
    let (_, found) = splits(&opaque_run(6_000_000));
    let after_a_pause = found[2].as_ref().unwrap();
    assert_eq!(us(after_a_pause)[Part::SetUp as usize], Some(90_000));
}

#[test]
fn a_pair_that_tells_nothing_gives_nothing() {
    let mut traces = opaque_run(1_000);
    traces[1].headers = Some(Micros(200_000));
    assert_eq!(splits(&traces).0.set_up, None);
    traces[1].headers = Some(Micros(50_000));
    traces[0].outcome = OutcomeKind::Timeout;
    assert_eq!(splits(&traces).0.set_up, None);
    assert_eq!(splits(&traces[2..]).0.set_up, None);
}

#[test]
fn the_floor_is_the_shortest_exchange_without_a_model() {
    let handshake = |request: Request, us: u64| {
        request.with(|trace| {
            let network = trace.network.as_mut().unwrap();
            network.connect_start = Some(Micros(1_000));
            network.connect_end = Some(Micros(1_000 + us));
        })
    };
    let floor = |requests: Vec<Request>| {
        let traces: Vec<Trace> = requests
            .into_iter()
            .zip(0..)
            .map(|(request, index)| request.with(|trace| trace.index = index).done())
            .collect();
        splits(&traces).0.floor
    };
    let cold = handshake(timing(good(300_000, 20_000), 100, 90_000), 60_000);
    let preflight = timing(good(300_000, 20_000), 100, 35_100);
    let warm = timing(good(300_000, 20_000), 100, 300);
    assert_eq!(floor(vec![cold.clone()]), Some(Micros(60_000)));
    assert_eq!(
        floor(vec![cold.clone(), preflight, warm.clone()]),
        Some(Micros(35_000))
    );
    // A fifth of a millisecond is no exchange with a server.
    assert_eq!(floor(vec![warm.clone()]), None);
    // With all connections busy a long wait may be a queue.
    let queued =
        timing(good(300_000, 20_000), 100, 35_100).with(|trace| trace.conditions.in_flight = 6);
    assert_eq!(floor(vec![cold, queued]), Some(Micros(60_000)));
}

#[test]
fn a_request_the_browser_held_back_has_no_split() {
    let traces = run_of(1, |_| {
        hidden(good(300_000, 20_000)).with(|trace| trace.conditions.in_flight = 8)
    });
    let (_, found) = splits(&traces);
    assert_eq!(
        found[1],
        Err(Missing::Invalidated(CautionKind::ClientQueued))
    );
    // Before the caution takes its TTFT away, the queue is unknown and not nothing.
    let split = with_floor(
        timing(good(300_000, 20_000), 100, 80_000).with(|trace| {
            trace.conditions.in_flight = 8;
            trace.network.as_mut().unwrap().protocol = Some("http/1.1".to_owned());
        }),
        Known::default(),
    );
    assert_eq!(us(&split)[..2], [None, Some(79_900)]);
    assert_eq!(split.parts[Part::SetUp as usize].holds, [Part::ClientQueue]);
}

fn middle(report: &Report) -> (u32, u64) {
    let wait = report.summary.wait.as_ref().unwrap();
    (wait.index, wait.parts.iter().filter_map(|p| p.us).sum())
}

#[test]
fn the_middle_answer_speaks_for_the_run() {
    let report = report(&run_of(5, |index| {
        good(100_000 * u64::from((index * 3) % 5 + 1), 20_000)
    }));
    // First words after 400, 200, 500, 300 and 100 ms; 59 gaps of 20 ms follow.
    assert_eq!(middle(&report), (4, 300_000 + 59 * 20_000));
    assert_eq!(report.summary.wait.as_ref().unwrap().of, 5);
    let record = &report.requests[4];
    assert_eq!(
        record.wait.as_ref(),
        report.summary.wait.as_ref().map(|wait| &wait.parts)
    );
}

#[test]
fn parts_too_short_to_tell_have_no_place_in_the_bar_and_no_zero_in_the_table() {
    // Queue 0.1 ms, set-up 0.2 ms, times good to 1.1 ms.
    let report = report(&run_of(1, |_| good(300_000, 20_000)));
    let parts = &report.summary.wait.as_ref().unwrap().parts;
    let exact_to = report.exact_to_us();
    let shown: Vec<Part> = parts
        .iter()
        .filter(|part| words::is_shown(part, exact_to))
        .map(|part| part.part)
        .collect();
    assert_eq!(
        shown,
        [Part::NetworkFloor, Part::ServerWait, Part::Answer],
        "what is unknown is not short"
    );
    let amounts: Vec<String> = parts.iter().map(|p| words::amount(p, exact_to)).collect();
    let short = "under 1 ms";
    assert_eq!(amounts, [short, short, "?", "300 ms", short, "1.18 s"]);
    // With a better clock the same parts have their numbers.
    assert!(words::is_shown(&parts[0], 5));
    assert_eq!(words::time(&parts[0], 5), "0.1 ms");
    assert_eq!(words::amount(&parts[4], 5), short, "no thinking at all");
    assert!(!words::is_shown(&parts[4], 5));
}

#[test]
fn tool_calls_have_their_first_sign_and_no_first_word() {
    let report = report(&run_of(3, |_| {
        request()
            .read(200_000)
            .tool(9)
            .read(400_000)
            .tool(9)
            .usage(12, Some(0))
    }));
    let wait = report.summary.wait.as_ref().unwrap();
    let unknown: Vec<Part> = wait
        .parts
        .iter()
        .filter(|part| part.us.is_none())
        .map(|part| part.part)
        .collect();
    assert_eq!(unknown, [Part::NetworkFloor, Part::Thinking, Part::Answer]);
    assert_eq!(middle(&report).1, 200_000);
}

#[test]
fn without_an_answer_the_reason_stands_there() {
    let summary = report(&[]).summary;
    assert_eq!(summary.wait, None);
    assert_eq!(summary.wait_reason.as_deref(), Some("no_success"));
    let plain = report(&run_of(2, |_| {
        good(300_000, 20_000).with(|trace| trace.plain_json = true)
    }));
    assert_eq!(plain.summary.wait_reason.as_deref(), Some("not_streamed"));
}

proptest! {
    #[test]
    fn the_parts_add_up(
        fetch in 0_u64..5_000, set_up in 0_u64..600_000, readable in any::<bool>(), entry in any::<bool>(),
        floor in prop::option::of(0_u64..400_000), pair in prop::option::of(1_u64..900_000),
        first in 1_000_u64..900_000, thinking in 0_u64..30, words in 1_u64..40, gap in 1_000_u64..90_000,
        idle in prop::option::of(0_u64..9_000_000),
    ) {
        let mut request = request();
        for i in 0..thinking {
            request = request.read(first + gap * i).reasoning(4);
        }
        let request = request
            .words(words, first + gap * thinking, gap)
            .usage(u32::try_from(thinking + words).unwrap(), Some(u32::try_from(thinking).unwrap()))
            .with(|trace| {
                trace.index = 0;
                trace.conditions.idle_before = idle.map(Micros);
                trace.network = entry.then(|| NetworkTiming {
                    fetch_start: Some(Micros(fetch)),
                    request_start: readable.then_some(Micros(fetch + set_up)),
                    ..NetworkTiming::default()
                });
            });
        let traces = [request.done()];
        let (plan, calibration) = (plan(), calibration());
        let run = Run::new(&plan, &traces, &calibration, PAGE);
        let known = Known { floor: floor.map(Micros), set_up: pair.map(Micros) };
        let split = split(&run.requests[0], &known).unwrap();
        let metrics = &run.requests[0].metrics;
        prop_assert_eq!(split.up_to(Part::ServerWait), metrics.ttft.unwrap());
        prop_assert_eq!(split.up_to(Part::Thinking), metrics.ttfa.unwrap());
        prop_assert_eq!(split.up_to(Part::Answer), metrics.e2e.unwrap());
        // An unknown part is named where its time lies, a known one nowhere.
        for part in &split.parts[..3] {
            let held = split.parts.iter().any(|other| other.holds.contains(&part.part));
            prop_assert_eq!(part.time.is_err(), held);
            prop_assert_eq!(part.time.is_err(), part.how == How::Unknown);
        }
    }
}
