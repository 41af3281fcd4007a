//! The pictures show what the numbers say.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use tokenpace::chart::first_words::first_words;
use tokenpace::chart::gaps::gaps;
use tokenpace::chart::reader::{most_telling, reader};
use tokenpace::chart::spread::{tps, ttft};
use tokenpace::chart::{BOTTOM, LEFT, Picture, RIGHT, TOP};
use tokenpace::report::Report;
use tokenpace::session::table::{Column, Order, sorted};
use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::Micros;
use traces::{Request, close, good, report, request, run_of};

fn refused() -> Request {
    good(1, 1).failed(OutcomeKind::HttpError, FailureKind::RateLimited)
}

fn path<'a>(chart: &'a Picture, class: &str) -> &'a str {
    &chart.paths.iter().find(|(of, _)| *of == class).unwrap().1
}

fn labels<'a>(chart: &'a Picture, class: &str) -> Vec<&'a str> {
    let of_class = chart.labels.iter().filter(|label| label.class == class);
    of_class.map(|label| label.text.as_str()).collect()
}

/// Everything drawn is inside the plot, but for the crosses above it.
fn assert_inside(chart: &Picture) {
    for (class, d) in &chart.paths {
        for part in d.split(|c: char| c.is_ascii_alphabetic()) {
            for number in part.split_whitespace() {
                let value: f64 = number.parse().unwrap();
                let is_length = value == 0.0;
                assert!(
                    is_length || (5.0..=RIGHT + 0.1).contains(&value),
                    "{class}: {d}"
                );
            }
        }
    }
    for point in &chart.points {
        assert!((LEFT..=RIGHT).contains(&point.x) && point.y <= BOTTOM);
    }
    assert!(chart.points.is_sorted_by_key(|point| point.x));
}

/// Left and right edges of the areas of a path.
fn areas(d: &str) -> Vec<(f64, f64)> {
    let number = |text: &str| text.trim().parse::<f64>().unwrap();
    d.split('M')
        .skip(1)
        .map(|area| {
            let mut parts = area.split(['H', 'V', ' ']);
            (number(parts.next().unwrap()), number(parts.nth(1).unwrap()))
        })
        .collect()
}

fn stutter() -> Report {
    let stutter = request()
        .words(10, 500_000, 20_000)
        .words(10, 9_000_000, 20_000)
        .words(5, 20_000_000, 10_000);
    report(&[stutter.usage(25, None).closed(21_000_000).done()])
}

#[test]
fn every_measured_request_has_its_mark() {
    let traces = run_of(8, |i| match i % 4 {
        3 => refused(),
        _ => good(200_000 + u64::from(i) * 50_000, 20_000),
    });
    let report = report(&traces);
    let chart = first_words(&report).unwrap();
    assert_inside(&chart);
    assert_eq!(path(&chart, "spots").matches('M').count(), 6);
    assert_eq!(
        path(&chart, "dot-failed").matches('M').count(),
        4,
        "a cross has two strokes"
    );
    assert!(chart.said.contains("6 answers") && chart.said.contains("2 failed requests"));
    assert!(
        labels(&chart, "limit-label").is_empty(),
        "half a second stays below the one-second line"
    );
    assert_eq!(
        chart.row(0),
        ["2", "250 ms"],
        "the number is that of the table of requests"
    );
    assert_eq!(chart.sentence(2), "Request 4, first word: none");
}

#[test]
fn a_run_without_a_first_word_has_a_sentence_instead() {
    let report = report(&run_of(2, |_| refused()));
    assert!(first_words(&report).is_err());
    assert!(ttft(&report).is_err() && tps(&report).is_err());
    assert_eq!(most_telling(&report), None);
}

#[test]
fn the_shaded_times_are_the_reports_waits() {
    let report = stutter();
    let record = &report.requests[0];
    let chart = reader(record, report.plan.reading_speed_wpm, 100).unwrap();
    assert_inside(&chart);
    let areas = areas(path(&chart, "wait"));
    assert_eq!(areas.len(), record.stalls.unwrap() as usize);
    assert!(areas.len() >= 2);
    // The axis tells how wide a second is.
    let last = chart
        .labels
        .iter()
        .rfind(|label| label.text.ends_with(" s"))
        .unwrap();
    let seconds: f64 = last.text.trim_end_matches(" s").parse().unwrap();
    let drawn: f64 = areas.iter().map(|(from, to)| to - from).sum();
    let lost = record.starvation_us.unwrap() as f64 / 1e6;
    close(drawn / ((last.x - LEFT) / seconds), lost, 0.03);
    assert!(
        chart
            .said
            .starts_with("Request 2 made its reader wait 2 times, at most "),
        "{}",
        chart.said
    );
}

#[test]
fn the_read_out_tells_words_that_came_and_words_that_were_read() {
    let report = stutter();
    let chart = reader(&report.requests[0], 238.0, 100).unwrap();
    assert_eq!(
        chart.sentence(0),
        "After 500 ms, words arrived: 1, words read: 1"
    );
    let last = u32::try_from(chart.points.len()).unwrap() - 1;
    assert_eq!(chart.row(last)[1], "25");
    let at_nine = (0..=last)
        .find(|at| chart.row(*at)[0].starts_with("9."))
        .unwrap();
    let [came, read] = [1, 2].map(|i| chart.row(at_nine)[i].parse::<u32>().unwrap());
    assert!(
        came >= 11 && read == 11,
        "ten were read while nothing came: {came} {read}"
    );
}

#[test]
fn a_text_that_stays_ahead_has_no_shaded_time() {
    let report = report(&[good(200_000, 20_000).done()]);
    let chart = reader(&report.requests[0], 238.0, 100).unwrap();
    assert_eq!(path(&chart, "wait"), "");
    assert_eq!(chart.said, "Request 2 never made its reader wait.");
    assert!(
        reader(&report.requests[0], 0.0, 100).is_err(),
        "no pace, no reader"
    );
}

#[test]
fn the_answer_shown_first_is_the_one_that_made_its_reader_wait_or_else_the_slowest() {
    let paces = |slow| {
        report(&run_of(5, move |i| {
            good(200_000, if i == 3 { slow } else { 20_000 })
        }))
    };
    assert_eq!(most_telling(&paces(400_000)), Some(3));
    assert_eq!(most_telling(&paces(60_000)), Some(3));
}

/// A gateway held the text back and let it go in two deliveries.
fn held_back() -> Request {
    let read = |request: Request, at| (0..30).fold(request.read(at), |r, _| r.answer(4, 1));
    read(read(request(), 4_000_000), 9_000_000).usage(60, Some(0))
}

#[test]
fn a_reader_races_no_stream_that_was_not_measured() {
    let report = report(&run_of(4, |i| match i {
        // The longest wait of all, and none that was measured.
        1 => held_back(),
        2 => request().read(4_000_000).answer(40, 8).usage(10, Some(0)),
        3 => good(200_000, 400_000).with(|trace| trace.conditions.frozen = true),
        _ => good(200_000, 20_000),
    }));
    assert_eq!(most_telling(&report), Some(4));
    let said = |i: usize| reader(&report.requests[i], 238.0, 100).err();
    let wanted = "Request 2 can't be shown with a reader. Something on the way holds text back.";
    assert_eq!(said(1).as_deref(), Some(wanted));
    let wanted = "Request 3 can't be shown with a reader. The answer came in one piece.";
    assert_eq!(said(2).as_deref(), Some(wanted));
    let wanted = "Request 4 can't be shown with a reader. The browser paused this tab.";
    assert_eq!(said(3).as_deref(), Some(wanted));
    assert_eq!(said(4), None);
}

#[test]
fn a_busy_computer_leaves_the_text_and_takes_the_claim() {
    let busy = |request: Request| {
        report(&[request
            .with(|trace| trace.conditions.longest_lag = Micros(80_000))
            .done()])
    };
    let steady = busy(good(200_000, 20_000));
    let chart = reader(&steady.requests[0], 238.0, 100).unwrap();
    assert_eq!(path(&chart, "wait"), "");
    let wanted = "Request 2 was read by a busy computer, so it is not known whether it made its reader wait.";
    assert_eq!(chart.said, wanted);
    assert_eq!(most_telling(&steady), Some(1));
    // What held the text back counts more than that, also where what was struck is not known.
    let mut record = busy(held_back()).requests.remove(0);
    assert!(reader(&record, 238.0, 100).is_err());
    record.struck.clear();
    assert!(reader(&record, 238.0, 100).is_err_and(|said| said.contains("holds text back")));
}

#[test]
fn where_all_are_held_back_a_sentence_stands_for_the_picture() {
    let report = report(&run_of(3, |_| held_back()));
    assert_eq!(most_telling(&report), Some(1));
    assert!(reader(&report.requests[1], 238.0, 100).is_err());
}

#[test]
fn an_answer_on_a_new_connection_stands_back_but_was_measured() {
    let cold = |n| {
        report(&run_of(n, |i| {
            let request = good(200_000, if i == 1 { 400_000 } else { 20_000 });
            request.with(|trace| {
                let network = trace.network.as_mut().unwrap();
                if i == 1 {
                    (network.connect_start, network.connect_end) =
                        (Some(Micros(100)), Some(Micros(50_000)));
                }
            })
        }))
    };
    assert_eq!(most_telling(&cold(2)), Some(2));
    assert_eq!(most_telling(&cold(1)), Some(1));
    assert!(reader(&cold(1).requests[1], 238.0, 100).is_ok());
}

#[test]
fn a_spread_counts_up_to_all_answers() {
    let report = report(&run_of(10, |i| {
        good(u64::from(i) * 150_000, 30_000 + u64::from(i) * 4_000)
    }));
    let waits = ttft(&report).unwrap();
    assert_inside(&waits);
    assert_eq!(
        waits.said,
        "10 answers: the first sign of life took 150 ms to 1.50 s, in the middle 825 ms (flow of thought kept)."
    );
    assert_eq!(waits.row(0), ["2", "150 ms", "10 %"]);
    assert_eq!(waits.row(9), ["11", "1.50 s", "100 %"]);
    assert_eq!(
        path(&waits, "bars").matches('M').count(),
        10,
        "a stroke for each answer"
    );
    assert_eq!(
        labels(&waits, "limit-label"),
        [
            "imperceptible",
            "chat target",
            "flow of thought kept",
            "waiting"
        ]
    );

    let speeds = tps(&report).unwrap();
    assert_inside(&speeds);
    let slowest = report.summary.tps.min.unwrap();
    assert_eq!(
        speeds.row(0)[..2],
        ["11".to_owned(), format!("{slowest:.1} tok/s")],
        "the slow side is left"
    );
    let ticks = labels(&speeds, "tick");
    assert!(
        ticks.contains(&"20 tok/s") && ticks.contains(&"1,200 wpm"),
        "{ticks:?}"
    );
}

#[test]
fn band_names_do_not_lie_on_each_other() {
    let report = report(&run_of(6, |i| good(u64::from(i) * 2_000_000, 20_000)));
    let chart = ttft(&report).unwrap();
    let names: Vec<_> = chart
        .labels
        .iter()
        .filter(|label| label.class == "limit-label")
        .collect();
    assert_eq!(names.len(), 5);
    for (i, a) in names.iter().enumerate() {
        for b in &names[i + 1..] {
            let apart = |l: f64, text: &str, r: f64| l + text.len() as f64 * 7.0 <= r;
            assert!(
                (a.y - b.y).abs() > 12.0 || apart(a.x, &a.text, b.x) || apart(b.x, &b.text, a.x),
                "{} {}",
                a.text,
                b.text
            );
        }
    }
    assert!(
        names
            .iter()
            .all(|label| label.y < BOTTOM && label.y > TOP - 12.0)
    );
}

#[test]
fn requests_that_a_caution_leaves_out_are_in_no_spread() {
    let mut report = report(&run_of(6, |i| good(u64::from(i) * 100_000, 20_000)));
    report.requests[6].excluded_by = Some(tokenpace::missing::CautionKind::TabFrozen);
    assert!(
        ttft(&report)
            .unwrap()
            .said
            .starts_with("5 answers: the first sign of life took 100 ms to 500 ms")
    );
}

#[test]
fn one_answer_has_no_spread() {
    let said = ttft(&report(&run_of(1, |_| good(200_000, 20_000))))
        .err()
        .unwrap();
    assert_eq!(
        said,
        "1 answer: the first sign of life took 200 ms. One answer has no spread."
    );
}

#[test]
fn gaps_stand_where_they_ended() {
    let report = stutter();
    let record = &report.requests[0];
    let chart = gaps(record, 100).unwrap();
    assert_inside(&chart);
    assert_eq!(
        chart.said,
        "Request 2 came in 25 deliveries. The longest gap between two was 10.8 s, 20 s after the request."
    );
    let tallest = (0u32..)
        .zip(&chart.points)
        .min_by(|a, b| a.1.y.total_cmp(&b.1.y));
    let at = tallest.unwrap().0;
    assert_eq!(chart.sentence(at), "After 20 s: a gap of 10.8 s");
    assert_eq!(labels(&chart, "limit-label").len(), 1);
    let one_piece = request().read(300_000).answer(40, 8).usage(8, None);
    let one_piece =
        tokenpace::chart::gaps::gaps(&traces::report(&[one_piece.done()]).requests[0], 100);
    assert!(one_piece.is_err());
}

#[test]
fn requests_sort_by_any_column_and_missing_values_come_last() {
    // Position 0 is the practice request with its 900 ms.
    let traces = run_of(4, |i| match i {
        2 => refused(),
        i => good(500_000 - u64::from(i) * 100_000, 20_000),
    });
    let records = report(&traces).requests;
    let by = |column, descending| sorted(&records, Order { column, descending });
    assert_eq!(by(Column::Index, true), [4, 3, 2, 1, 0]);
    assert_eq!(by(Column::Ttft, false), [4, 3, 1, 0, 2]);
    assert_eq!(by(Column::Ttft, true), [0, 1, 3, 4, 2]);
    assert_eq!(by(Column::Outcome, true).first(), Some(&2));
}
