//! Answers of which something cannot be told: no stream, no text, no times, no counts.

use tokenpace::report::{Answer, Report, Tone};
use tokenpace::units::Micros;

use crate::traces::*;
use crate::{change, quick, says, shows};

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
