//! The replay shows what was measured: the same waits, the same words, nothing that had not come yet.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use proptest::prelude::*;
use tokenpace::missing::CautionKind;
use tokenpace::perception::{NOTICEABLE_STALL, Pace, stalls_of};
use tokenpace::replay::{Mood, Piece, Timeline, extremes};
use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::{Micros, Wpm};
use traces::{good, report, request, run_of};

/// A word each tenth of a second.
const QUICK: Wpm = Wpm(600.0);

fn pieces(parts: &[(u64, &str, u32)]) -> (Vec<Piece>, String) {
    let pieces = parts
        .iter()
        .map(|(ms, text, words)| Piece {
            at: Micros(ms * 1_000),
            chars: u32::try_from(text.chars().count()).unwrap(),
            words: *words,
        })
        .collect();
    (pieces, parts.iter().map(|(_, text, _)| *text).collect())
}

fn timeline(parts: &[(u64, &str, u32)], wpm: Wpm) -> Timeline {
    let (pieces, text) = pieces(parts);
    Timeline::new(&pieces, &text, wpm).unwrap()
}

/// Three words at once, then nothing for 700 ms.
fn stutter() -> Timeline {
    timeline(
        &[
            (500, "Hello, brave", 2),
            (500, " new", 1),
            (1_500, " wor", 0),
            (1_520, "ld.", 1),
        ],
        QUICK,
    )
}

fn said(timeline: &Timeline, ms: u64) -> (String, String, String, Mood) {
    let moment = timeline.at(Micros(ms * 1_000));
    (
        moment.read.to_owned(),
        moment.word.to_owned(),
        moment.ahead.to_owned(),
        moment.mood,
    )
}

fn is(read: &str, word: &str, ahead: &str, mood: Mood) -> (String, String, String, Mood) {
    (read.to_owned(), word.to_owned(), ahead.to_owned(), mood)
}

#[test]
fn the_reader_follows_the_text_word_by_word() {
    let t = stutter();
    let wait = Mood::Waiting(Micros(720_000));
    assert_eq!(said(&t, 0), is("", "", "", Mood::Before));
    assert_eq!(said(&t, 499), is("", "", "", Mood::Before));
    assert_eq!(said(&t, 500), is("", "Hello", ", brave new", Mood::Reading));
    assert_eq!(said(&t, 600), is("Hello, ", "brave", " new", Mood::Reading));
    assert_eq!(said(&t, 799), is("Hello, brave ", "new", "", Mood::Reading));
    assert_eq!(said(&t, 800), is("Hello, brave new", "", "", wait));
    assert_eq!(said(&t, 1_510), is("Hello, brave new", "", " wor", wait));
    assert_eq!(
        said(&t, 1_520),
        is("Hello, brave new ", "world", ".", Mood::Reading)
    );
    assert_eq!(
        said(&t, 1_620),
        is("Hello, brave new world.", "", "", Mood::Done)
    );
    assert_eq!(t.end(), Micros(1_620_000));
    assert!(!t.is_neutral());
}

#[test]
fn the_first_word_stands_where_the_tables_have_it() {
    // The first piece is no whole word: "Hel", 20 ms later "lo".
    let t = timeline(&[(500, "Hel", 0), (520, "lo, world", 2)], QUICK);
    assert_eq!(t.first_word(), Micros(500_000));
    assert_eq!(said(&t, 499), is("", "", "", Mood::Before));
    assert_eq!(said(&t, 500), is("", "Hel", "", Mood::Reading));
    assert_eq!(said(&t, 520), is("", "Hello", ", world", Mood::Reading));
    assert_eq!(said(&t, 620), is("Hello, ", "world", "", Mood::Reading));
    let moment = t.at(Micros(510_000));
    assert_eq!((moment.words_read, moment.words_ahead), (0, 0));
    // Her pace still counts from the whole word, as in the statistics.
    assert_eq!(t.end(), Micros(720_000));

    // Blanks and marks before the first letter are text as well, and thinking is none.
    let request = request()
        .read(100_000)
        .reasoning(9)
        .read(480_000)
        .answer(2, 0)
        .words(20, 500_000, 20_000);
    let report = report(&[request.usage(25, Some(3)).done()]);
    let record = &report.requests[0];
    let t = Timeline::of_record(record, "", Wpm(238.0)).unwrap();
    assert_eq!(Some(t.first_word().0), record.ttfa_us);
    assert_eq!(record.ttfa_us, Some(480_000));
}

#[test]
fn words_are_counted_as_they_come_and_as_they_are_read() {
    let t = stutter();
    let counts = |ms: u64| {
        let moment = t.at(Micros(ms * 1_000));
        (moment.words_read, moment.words_ahead, moment.waits)
    };
    assert_eq!(counts(499), (0, 0, 0));
    assert_eq!(counts(500), (0, 2, 0));
    assert_eq!(counts(650), (1, 1, 0));
    assert_eq!(counts(900), (3, 0, 1));
    assert_eq!(counts(1_600), (3, 0, 1));
    assert_eq!(counts(9_000), (4, 0, 1));
}

#[test]
fn without_the_text_neutral_words_come_at_the_same_times() {
    let (pieces, text) = pieces(&[
        (500, "Hello, brave", 2),
        (500, " new", 1),
        (1_500, " wor", 0),
        (1_520, "ld.", 1),
    ]);
    let neutral = Timeline::new(&pieces, "", QUICK).unwrap();
    assert!(neutral.is_neutral());
    assert_eq!(neutral.unit(), "word");
    assert!(neutral.stalls() == stutter().stalls());
    let end = neutral.at(neutral.end()).read.to_owned();
    assert_eq!(end.chars().count(), text.chars().count());
    assert_eq!(end.split(' ').count(), 4);
    // A text of another length is not the one that was measured.
    assert!(Timeline::new(&pieces, "Hello", QUICK).unwrap().is_neutral());
}

#[test]
fn times_and_characters_are_enough() {
    let t = Timeline::of_chars(&[(Micros(300_000), 60), (Micros(3_000_000), 60)], QUICK).unwrap();
    assert_eq!(t.len(), 20);
    assert_eq!(t.stalls().len(), 1);
    assert_eq!(t.stalls()[0].until, Micros(3_000_000));
    assert_eq!(t.at(Micros(2_000_000)).words_read, 10);
    assert!(Timeline::of_chars(&[], QUICK).is_none());
    assert!(Timeline::of_chars(&[(Micros(5), 60)], Wpm(0.0)).is_none());
    let huge = [(Micros(5), u32::MAX), (Micros(6), u32::MAX)];
    assert!(Timeline::of_chars(&huge, QUICK).is_none());
}

#[test]
fn chinese_is_read_by_character() {
    let parts = [(100, "你好,世", 4), (200, "界", 1)];
    let t = timeline(&parts, QUICK);
    assert_eq!(t.unit(), "character");
    assert_eq!(t.at(Micros(250_000)).word, "好");
    let (pieces, _) = pieces(&parts);
    let neutral = Timeline::new(&pieces, "", QUICK).unwrap();
    assert_eq!(neutral.at(Micros(250_000)).word, "〇");
}

#[test]
fn a_page_turns_when_the_reader_has_read_it() {
    let text = "The quick brown fox jumps over it. ".repeat(40);
    let (pieces, text) = pieces(&[(100, text.trim_end(), 280)]);
    let t = Timeline::new(&pieces, &text, QUICK).unwrap();
    let mut seen = String::new();
    let mut pages = 0;
    let mut last = String::new();
    for ms in (100..=t.end().0 / 1_000).step_by(50) {
        let moment = t.at(Micros(ms * 1_000));
        let shown = [moment.read, moment.word, moment.ahead].concat();
        let shown = shown.trim().to_owned();
        assert!(shown.len() <= 400, "{}", shown.len());
        assert!(
            shown.starts_with(|c: char| c.is_ascii_alphabetic()),
            "{shown}"
        );
        if shown != last {
            pages += 1;
            seen.push_str(&shown);
            seen.push(' ');
            last = shown;
        }
    }
    assert!(pages >= 4);
    assert_eq!(seen.trim_end(), text, "every page once, and nothing lost");
}

#[test]
fn steps_go_from_moment_to_moment_in_both_directions() {
    let walk = |sides: &[Timeline], from: Micros, forward| {
        let mut seen = Vec::new();
        let mut at = from;
        loop {
            let next = Timeline::step(sides, at, forward);
            if next == at {
                return seen;
            }
            seen.push(next);
            at = next;
        }
    };
    // A quarter, the first word, the first wait (which is half of it all), three quarters, the end.
    let sides = [stutter()];
    let forward = [405_000, 500_000, 800_000, 1_215_000, 1_620_000].map(Micros);
    assert_eq!(walk(&sides, Micros::ZERO, true), forward);
    let back = [1_215_000, 810_000, 500_000, 405_000, 0].map(Micros);
    assert_eq!(walk(&sides, sides[0].end(), false), back);

    let many: Vec<(Micros, u32)> = (0..2_000).map(|i| (Micros(i * 500_000), 6)).collect();
    let slow = [Timeline::of_chars(&many, QUICK).unwrap()];
    assert!(slow[0].stalls().len() > 1_000);
    assert!(walk(&slow, Micros::ZERO, true).len() <= 100);
    assert_eq!(Timeline::step(&[], Micros::ZERO, true), Micros::ZERO);
}

#[test]
fn the_longest_freeze_is_the_worst_and_the_slowest_first_word_decides_among_equals() {
    let traces = run_of(5, |i| match i {
        2 => request()
            .words(20, 300_000, 20_000)
            .words(20, 9_000_000, 20_000)
            .usage(40, None),
        3 => good(250_000, 20_000),
        4 => good(2_000_000, 20_000),
        5 => good(200_000, 20_000).failed(OutcomeKind::HttpError, FailureKind::RateLimited),
        _ => good(400_000, 20_000),
    });
    let mut records = report(&traces).requests;
    let picked = |records: &[_]| extremes(records).map(|(b, w)| (b.index, w.index));
    assert_eq!(picked(&records), Some((3, 2)));
    records.retain(|r| r.index != 2);
    assert_eq!(picked(&records), Some((3, 4)));
    // What the statistics leave out is not shown as typical of the run either.
    records[1].excluded_by = Some(CautionKind::ReaderLag);
    records[2].excluded_by = Some(CautionKind::ReaderLag);
    assert_eq!(picked(&records), Some((4, 4)));
    records.truncate(1);
    assert_eq!(picked(&records), None, "a practice request is none");
}

#[test]
fn waits_that_nobody_notices_decide_nothing() {
    // 90 ms late at one word, but the faster start.
    let traces = run_of(2, |i| match i {
        1 => request()
            .words(2, 200_000, 1_000)
            .words(20, 200_000 + 2 * 252_101 + 90_000, 20_000)
            .usage(22, None),
        _ => good(400_000, 20_000),
    });
    let report = report(&traces);
    let (best, worst) = extremes(&report.requests).unwrap();
    assert!(
        best.longest_stall_us
            .is_some_and(|us| us > 0 && us < 100_000)
    );
    assert_eq!((best.index, worst.index), (1, 2));
}

#[test]
fn answers_without_trustworthy_freezes_are_left_out() {
    let records = report(&run_of(3, |i| match i {
        // The computer was too busy to say when the words came.
        1 => good(100_000, 20_000).with(|t| t.conditions.longest_lag = Micros(60_000)),
        // All in one piece: one long wait for the first word, and none after it.
        2 => request().read(4_000_000).answer(40, 8).usage(10, Some(0)),
        _ => good(400_000, 20_000),
    }))
    .requests;
    assert_eq!(records[1].longest_stall_us, None);
    let (best, worst) = extremes(&records).unwrap();
    assert_eq!((best.index, worst.index), (3, 2));
}

#[test]
fn two_equal_answers_are_both_shown() {
    let records = report(&run_of(2, |_| good(400_000, 20_000))).requests;
    let (best, worst) = extremes(&records).unwrap();
    assert_eq!((best.index, worst.index), (1, 2));
}

#[test]
fn a_record_gives_the_waits_it_reports() {
    let stutter = request()
        .words(10, 500_000, 20_000)
        .words(10, 9_000_000, 20_000)
        .words(5, 20_000_000, 10_000);
    let report = report(&[stutter.usage(25, None).closed(21_000_000).done()]);
    let record = &report.requests[0];
    let wpm = Wpm(report.plan.reading_speed_wpm);
    let t = Timeline::of_record(record, "", wpm).unwrap();
    assert_eq!(t.len(), record.answer_words as usize);
    assert_eq!(t.stalls().len(), record.stalls.unwrap() as usize);
    let longest = t.stalls().iter().map(|s| s.until.0 - s.from.0).max();
    assert_eq!(longest, record.longest_stall_us);
}

proptest! {
    #[test]
    fn any_answer_has_the_waits_of_the_statistics(
        parts in prop::collection::vec((0_u64..900_000, 1_u32..30, 0_u32..4), 2..60), wpm in 60_u32..1_500,
    ) {
        let mut at = 0;
        let pieces: Vec<Piece> = parts.into_iter().map(|(gap, chars, words)| {
            at += gap;
            Piece { at: Micros(at), chars, words: words.min(chars) }
        }).collect();
        let wpm = Wpm(f64::from(wpm));
        let groups = || pieces.iter().map(|p| (p.at, p.words));
        let Some(t) = Timeline::new(&pieces, "", wpm) else {
            prop_assert!(groups().all(|(_, words)| words == 0));
            return Ok(());
        };
        prop_assert_eq!(t.len(), pieces.iter().map(|p| p.words as usize).sum::<usize>());
        if let Some(stalls) = stalls_of(groups(), Pace::of(wpm)) {
            prop_assert_eq!(t.stalls().len(), stalls.count as usize);
            let longest = t.stalls().iter().map(|s| s.until.0 - s.from.0).max();
            prop_assert_eq!(longest, Some(stalls.longest.0).filter(|us| *us >= NOTICEABLE_STALL.0));
        }
        // Nothing is on show before it came, and the reader never goes back.
        let mut before = 0;
        for time in (0..=t.end().0).step_by(usize::try_from(t.end().0 / 50 + 1).unwrap()) {
            let moment = t.at(Micros(time));
            let come: u32 = pieces.iter().filter(|p| p.at.0 <= time).map(|p| p.chars).sum();
            let shown = [moment.read, moment.word, moment.ahead].concat();
            prop_assert!(shown.chars().count() <= come as usize);
            prop_assert!(moment.words_read >= before);
            before = moment.words_read;
        }
        prop_assert_eq!(t.at(t.end()).words_read, t.len());
    }
}
