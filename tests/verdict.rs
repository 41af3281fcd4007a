//! The verdict, word for word: right, grammatical, short, and honest about small runs.

mod traces;

use tokenpace::report::{Answer, Fact, Report, Tone};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use tokenpace::units::Micros;
use traces::*;

/// Sentence and tone, after the rules that hold for all of them.
#[track_caller]
fn says(report: &Report, tone: Tone, sentence: &str) {
    assert_eq!(report.verdict.sentence, sentence);
    assert_eq!(report.verdict.tone, tone);
    let words = report.verdict.sentence.split_whitespace().count();
    assert!(words <= 30, "{words} words");
    assert!(!sentence.contains('!') && !sentence.to_lowercase().contains("token"));
}

#[track_caller]
fn shows(report: &Report, name: &str, value: &str, range: &str, word: &str, step: Option<u8>) {
    let fact: &Fact = report
        .verdict
        .facts
        .iter()
        .find(|fact| fact.name == name)
        .unwrap_or_else(|| panic!("no fact {name}"));
    assert_eq!(
        (
            fact.value.as_str(),
            fact.range.as_str(),
            fact.word.as_str(),
            fact.step
        ),
        (value, range, word, step)
    );
}

/// Answers that begin between 300 and 490 ms and come at 3,000 words a minute.
fn quick(n: u32) -> Vec<Trace> {
    run_of(n, |index| {
        good(300_000 + u64::from(index % 20) * 10_000, 20_000)
    })
}

fn change(mut traces: Vec<Trace>, change: impl Fn(&mut Trace)) -> Vec<Trace> {
    for trace in traces.iter_mut().skip(1) {
        change(trace);
    }
    traces
}

#[test]
fn twenty_quick_answers() {
    let report = report(&quick(20));
    says(
        &report,
        Tone::Good,
        "In 3 of 4 answers the first word comes within 0.5 seconds (likely 0.4 to 0.5); after that, none of 20 made your reader wait.",
    );
    shows(
        &report,
        "first_word",
        "395 ms",
        "350–440 ms, likely range of the median",
        "flow of thought kept",
        Some(4),
    );
    shows(
        &report,
        "pace",
        "13× your reader",
        "all but the slowest 1 in 4 of 20 answers reach this",
        "headroom",
        Some(5),
    );
    shows(
        &report,
        "freezes",
        "none in 20 answers",
        "no wait of 0.1 s or more",
        "steady",
        Some(5),
    );
}

#[test]
fn three_hundred_answers_speak_of_the_last_one_in_a_hundred() {
    says(
        &report(&quick(300)),
        Tone::Good,
        "In 99 of 100 answers the first word comes within 0.5 seconds (likely 0.4 seconds or more); after that, none of 300 made your reader wait.",
    );
}

#[test]
fn freezes_that_a_caution_took_away_are_not_praised() {
    let mut traces = quick(20);
    // The first one is practice.
    for trace in traces.iter_mut().take(6) {
        trace.conditions.longest_lag = Micros(60_000);
    }
    let report = report(&traces);
    shows(
        &report,
        "freezes",
        "none in 15 answers",
        "5 answers could not be judged",
        "not known for all",
        None,
    );
    let wanted = "; of 15 whose flow is known none made your reader wait";
    let said = &report.verdict.sentence;
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn slow_and_uneven() {
    let traces = run_of(20, |index| {
        let mut request = request().words(30, 3_000_000 + u64::from(index) * 50_000, 20_000);
        // Three of four stop in the middle, for 9 s after the words before are read.
        let pause = if index % 4 == 0 { 0 } else { 9_000_000 };
        request = request.words(200, 9_000_000 + pause, 20_000);
        request.usage(230, Some(0))
    });
    let report = report(&traces);
    says(
        &report,
        Tone::Bad,
        "Slow to start and uneven: half of your users wait over 3.5 seconds for the first word; then 15 of 20 made your reader wait, at worst 7.4 seconds.",
    );
}

#[test]
fn quick_but_uneven() {
    let traces = run_of(20, |index| {
        let pause = if index % 4 == 0 { 9_000_000 } else { 0 };
        request()
            .words(30, 300_000, 20_000)
            .words(100, 1_500_000 + pause, 20_000)
            .usage(130, Some(0))
    });
    let report = report(&traces);
    says(
        &report,
        Tone::Mixed,
        "Uneven: in 3 of 4 answers the first word comes within 0.3 seconds; then 5 of 20 made your reader wait, at worst 2.6 seconds.",
    );
    shows(
        &report,
        "freezes",
        "none in 15 of 20 answers",
        "longest 2.64 s",
        "short pauses",
        Some(4),
    );
}

#[test]
fn slower_than_reading() {
    // A word every 0.4 s is 150 words a minute.
    let report = report(&run_of(20, |_| good(300_000, 400_000)));
    says(
        &report,
        Tone::Bad,
        "Slower than reading: in 3 of 4 answers the first word comes within 0.3 seconds; then the text comes slower than your reader reads.",
    );
    shows(
        &report,
        "pace",
        "0.6× your reader",
        "all but the slowest 1 in 4 of 20 answers reach this",
        "falls behind",
        Some(1),
    );
    shows(
        &report,
        "freezes",
        "in all 20 answers",
        "longest 148 ms",
        "short pauses",
        Some(4),
    );
}

#[test]
fn a_slow_tail_takes_good_away() {
    let report = report(&run_of(40, |index| {
        good(if index <= 6 { 4_500_000 } else { 400_000 }, 20_000)
    }));
    says(
        &report,
        Tone::Mixed,
        "1 in 10 answers starts only after 4.5 seconds (likely 0.4 to 4.5); after that, none of 40 made your reader wait.",
    );
}

#[test]
fn five_answers_promise_little() {
    let report = report(&quick(5));
    says(
        &report,
        Tone::NotEnoughData,
        "Too few answers to promise much. Of 5 seen, all started within 0.4 seconds; none made your reader wait.",
    );
    shows(
        &report,
        "first_word",
        "330 ms",
        "310–350 ms in 5 answers",
        "flow of thought kept",
        None,
    );
    shows(
        &report,
        "pace",
        "13× your reader",
        "slowest of 5 answers",
        "headroom",
        None,
    );
}

#[test]
fn six_answers_with_one_slow() {
    let report = report(&run_of(6, |index| {
        good(if index == 6 { 5_200_000 } else { 400_000 }, 20_000)
    }));
    says(
        &report,
        Tone::NotEnoughData,
        "Too few answers to promise much. Of 6 seen, half started within 0.4 seconds, all within 5.2 seconds; none made your reader wait.",
    );
}

#[test]
fn three_answers() {
    let report = report(&quick(3));
    says(
        &report,
        Tone::NotEnoughData,
        "Too few answers to promise much. Of 3 seen, all started within 0.4 seconds; none made your reader wait.",
    );
    shows(
        &report,
        "first_word",
        "310–330 ms",
        "3 answers, too few for a median",
        "flow of thought kept",
        None,
    );
}

#[test]
fn one_answer() {
    let report = report(&quick(1));
    says(
        &report,
        Tone::NotEnoughData,
        "One answer promises little: its first word came within 0.4 seconds, then your reader did not have to wait.",
    );
    shows(
        &report,
        "first_word",
        "310 ms",
        "one answer",
        "flow of thought kept",
        None,
    );
    shows(
        &report,
        "freezes",
        "none in the one answer",
        "no wait of 0.1 s or more",
        "steady",
        None,
    );
}

#[test]
fn one_answer_that_froze() {
    let traces = run_of(1, |_| {
        request()
            .read(200_000)
            .answer(4, 1)
            .read(3_000_000)
            .answer(4, 1)
    });
    let report = report(&traces);
    says(
        &report,
        Tone::NotEnoughData,
        "One answer promises little: its first word came within 0.2 seconds, then it came slower than your reader reads.",
    );
    shows(
        &report,
        "freezes",
        "in the one answer",
        "longest 2.55 s",
        "stops and starts",
        None,
    );
}

fn failing(n: u32, outcome: OutcomeKind, kind: impl Fn(u32) -> FailureKind) -> Report {
    report(&run_of(n, |index| request().failed(outcome, kind(index))))
}

#[test]
fn all_failed() {
    says(
        &failing(5, OutcomeKind::Blocked, |_| FailureKind::FetchRejected),
        Tone::Failed,
        "None of 5 requests worked: the browser got no reply it was allowed to read. Nothing can be said about speed.",
    );
    says(
        &failing(5, OutcomeKind::HttpError, |index| match index {
            1 => FailureKind::ServerError,
            _ => FailureKind::RateLimited,
        }),
        Tone::Failed,
        "None of 5 requests worked, most often because the server wants fewer requests. Nothing can be said about speed.",
    );
    let one = failing(1, OutcomeKind::HttpError, |_| FailureKind::Unauthorized);
    says(
        &one,
        Tone::Failed,
        "The only request failed: the server refused the key. Nothing can be said about speed.",
    );
    shows(
        &one,
        "first_word",
        "not known",
        "no answer in the statistics",
        "",
        None,
    );
    shows(
        &one,
        "pace",
        "not known",
        "no answer in the statistics",
        "",
        None,
    );
    shows(
        &one,
        "freezes",
        "not known",
        "no answer in the statistics",
        "",
        None,
    );
}

#[test]
fn all_failed_without_a_cause() {
    let traces = change(quick(3), |trace| {
        trace.outcome = OutcomeKind::Empty;
        trace.events.clear();
    });
    says(
        &report(&traces),
        Tone::Failed,
        "None of 3 requests worked: the answers were empty. Nothing can be said about speed.",
    );
}

#[test]
fn empty_answers_compete_as_a_cause() {
    let mixed = |empty: u32| {
        report(&run_of(5, move |index| {
            if index <= empty {
                request().with(|trace| trace.outcome = OutcomeKind::Empty)
            } else {
                request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
            }
        }))
    };
    says(
        &mixed(4),
        Tone::Failed,
        "None of 5 requests worked, most often because the answers were empty. Nothing can be said about speed.",
    );
    says(
        &mixed(1),
        Tone::Failed,
        "None of 5 requests worked, most often because the server had an error of its own. Nothing can be said about speed.",
    );
}

/// Every mix of size, failures, exclusions, waits and flow: nobody reads more than 30 words.
#[test]
fn no_sentence_is_too_long() {
    for n in [1, 2, 4, 9, 12, 20, 120] {
        for failed in [0, 3] {
            for doubtful in [0, 1] {
                for first_us in [30_000, 90_000, 5_200_000, 31_000_000] {
                    for flow in 0..5 {
                        let report = report(&run_of(n + failed + doubtful, |index| {
                            if index <= failed {
                                return request()
                                    .failed(OutcomeKind::HttpError, FailureKind::ServerError);
                            }
                            let first = first_us * if index % 3 == 0 { 10 } else { 1 };
                            let request = match flow {
                                0 => good(first, 20_000),
                                1 => good(first, 2_000_000),
                                2 => good(first, 20_000).read(first + 3_000_000).answer(4, 1),
                                3 => good(first, 20_000).with(|trace| trace.plain_json = true),
                                _ => good(first, 20_000)
                                    .with(|t| t.conditions.longest_lag = Micros(100_000)),
                            };
                            let frozen = index == n + failed + doubtful && doubtful > 0;
                            request.with(|trace| trace.conditions.frozen = frozen)
                        }));
                        let sentence = &report.verdict.sentence;
                        let words = sentence.split_whitespace().count();
                        assert!(words <= 30, "{words} words: {sentence}");
                        assert!(!sentence.contains("0 to "), "{sentence}");
                    }
                }
            }
        }
    }
}

#[test]
fn answers_that_were_left_out_were_seen_as_well() {
    let traces = run_of(8, |index| {
        good(300_000, 20_000).with(|trace| trace.conditions.frozen = index > 6)
    });
    says(
        &report(&traces),
        Tone::NotEnoughData,
        "Too few answers to promise much. Of 6 that could be timed, all started within 0.3 seconds; none made your reader wait.",
    );
}

#[test]
fn word_and_step_of_the_first_word_speak_of_one_value() {
    // Half of the answers start at once, the others after 12 s: judged is what 3 of 4 reach.
    let report = report(&run_of(20, |index| {
        good(if index <= 11 { 80_000 } else { 12_000_000 }, 20_000)
    }));
    let fact = &report.verdict.facts[0];
    assert_eq!((fact.word.as_str(), fact.step), ("attention lost", Some(1)));
    assert_eq!(fact.value, "80 ms");
}

#[test]
fn every_cause_gives_a_short_sentence() {
    use FailureKind::*;
    for kind in [
        FetchRejected,
        Unauthorized,
        NotFound,
        RateLimited,
        BadRequest,
        ServerError,
        UnexpectedStatus,
        VendorError,
        BodyBroken,
        EndedEarly,
        EmptyBody,
        HtmlPage,
        WrongFormat,
        TooLarge,
        IdleTimeout,
        TotalTimeout,
        OutputLimit,
    ] {
        let mixed = failing(5, OutcomeKind::StreamError, |index| {
            if index == 1 { StoppedByUser } else { kind }
        });
        assert!(
            mixed.verdict.sentence.split_whitespace().count() <= 30,
            "{kind:?}"
        );
        let error = mixed.requests[2].error.as_ref().unwrap();
        assert!(error.advice.len() > 20);
    }
}

#[test]
fn nothing_ended() {
    let traces = change(quick(3), |trace| trace.outcome = OutcomeKind::CutOff);
    // The practice request came to its end.
    let sentence = "No measured request came to its end, so there is nothing to judge yet.";
    says(&report(&traces), Tone::NotEnoughData, sentence);
    says(&report(&traces[..1]), Tone::NotEnoughData, sentence);
    let sentence = "No request came to its end, so there is nothing to judge yet.";
    says(&report(&traces[1..]), Tone::NotEnoughData, sentence);
    says(&report(&[]), Tone::NotEnoughData, sentence);
}

#[test]
fn all_left_out() {
    let cold = change(quick(1), |trace| {
        if let Some(network) = &mut trace.network {
            network.connect_start = Some(Micros(100));
            network.connect_end = Some(Micros(30_000));
        }
    });
    says(
        &report(&cold),
        Tone::NotEnoughData,
        "The one answer that worked was left out, because it also paid for a new connection. Run again for a verdict.",
    );
    let frozen = change(quick(4), |trace| trace.conditions.frozen = true);
    says(
        &report(&frozen),
        Tone::NotEnoughData,
        "Each of the 4 answers that worked was left out, because the browser paused the tab. Run again for a verdict.",
    );
}

#[test]
fn some_failed() {
    let partly = |n: u32, failed: u32| {
        report(&run_of(n, move |index| {
            if index <= failed {
                request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
            } else {
                good(300_000 + u64::from(index) * 10_000, 20_000)
            }
        }))
    };
    says(
        &partly(20, 3),
        Tone::Bad,
        "3 of 20 requests failed. In 3 of 4 answers the first word comes within 0.5 seconds (likely 0.4 to 0.5); after that, none of 17 made your reader wait.",
    );
    says(
        &partly(20, 1),
        Tone::Good,
        "1 of 20 requests failed. In 3 of 4 answers the first word comes within 0.5 seconds (likely 0.4 to 0.5); after that, none of 19 made your reader wait.",
    );
    says(
        &partly(7, 2),
        Tone::NotEnoughData,
        "2 of 7 requests failed. Too few answers to promise much. Of 5 seen, all started within 0.4 seconds; none made your reader wait.",
    );
    says(
        &partly(2, 1),
        Tone::NotEnoughData,
        "1 of 2 requests failed. One answer promises little: its first word came within 0.4 seconds, then your reader did not have to wait.",
    );
}

#[test]
fn hidden_thinking() {
    let report = report(&run_of(20, |_| fixture_c()));
    says(
        &report,
        Tone::Bad,
        "The model first thinks out of sight: half of your users wait over 21 seconds for the first word; after that, none of 20 made your reader wait.",
    );
    shows(
        &report,
        "first_word",
        "21 s",
        "21.0 s, likely range of the median",
        "attention lost",
        Some(1),
    );
}

#[test]
fn unknown_counts_change_nothing_for_a_reader() {
    let traces = change(quick(20), |trace| trace.usage = None);
    let unknown = report(&traces);
    assert_eq!(
        unknown.verdict.sentence,
        report(&quick(20)).verdict.sentence
    );
    assert_eq!(unknown.verdict.facts, report(&quick(20)).verdict.facts);
    let speed = &unknown.verdict.judgements[1];
    assert_eq!(
        (speed.name.as_str(), speed.answer),
        ("speed_10_tps", Answer::NotJudged)
    );
    assert_eq!(speed.evidence, "No answer gives this number");
}

fn whole(n: u32, at_us: u64) -> Report {
    report(&run_of(n, move |_| {
        request()
            .read(at_us)
            .answer(600, 100)
            .usage(130, Some(0))
            .with(|trace| trace.plain_json = true)
    }))
}

#[test]
fn not_streamed() {
    let report = whole(20, 6_150_000);
    says(
        &report,
        Tone::Bad,
        "The text comes in one piece: 3 of 4 answers are complete within 6.2 seconds, with nothing to read before.",
    );
    shows(
        &report,
        "first_word",
        "not known",
        "the answer came in one piece",
        "",
        None,
    );
    shows(
        &report,
        "pace",
        "not known",
        "the answer came in one piece",
        "",
        None,
    );
    says(
        &whole(3, 6_150_000),
        Tone::NotEnoughData,
        "The text comes in one piece: the 3 answers seen were complete within 6.2 seconds, with nothing to read before. Too few to promise more.",
    );
    says(
        &whole(1, 900_000),
        Tone::NotEnoughData,
        "The text comes in one piece: the one answer was complete within 1 second, with nothing to read before.",
    );
}

#[test]
fn held_back_on_the_way() {
    let report = report(&run_of(20, |_| {
        let request = (0..30).fold(request().read(4_000_000), |request, _| request.answer(4, 1));
        request.usage(30, Some(0))
    }));
    says(
        &report,
        Tone::Bad,
        "The text comes in one piece: 3 of 4 answers are complete within 4 seconds, with nothing to read before.",
    );
    shows(
        &report,
        "first_word",
        "not known",
        "a caution takes it away",
        "",
        None,
    );
}

#[test]
fn no_text_to_read() {
    let report = report(&run_of(20, |_| {
        request()
            .read(300_000)
            .tool(20)
            .read(900_000)
            .tool(20)
            .usage(60, Some(0))
    }));
    says(
        &report,
        Tone::Mixed,
        "Nothing came that your users could read: 3 of 4 answers are complete within 0.9 seconds.",
    );
    shows(
        &report,
        "first_word",
        "not known",
        "no visible answer text",
        "",
        None,
    );
}

#[test]
fn waits_that_cannot_be_told() {
    let traces = change(quick(20), |trace| {
        trace.network = None;
        trace.conditions.in_flight = 8;
    });
    says(
        &report(&traces),
        Tone::NotEnoughData,
        "The waits could not be measured in this run; the cautions below say why.",
    );
}

#[test]
fn flow_that_cannot_be_told() {
    let traces = change(quick(20), |trace| {
        trace.conditions.longest_lag = Micros(100_000)
    });
    says(
        &report(&traces),
        Tone::Good,
        "In 3 of 4 answers the first word comes within 0.5 seconds (likely 0.4 to 0.5); how evenly the text flows could not be measured.",
    );
}

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
