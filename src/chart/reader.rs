//! One answer against its reader: words that have arrived, words that were read, and the times she had to wait.

use super::path::{Shape, Thin, area, draw, put};
use super::scale::Scale;
use super::{
    BOTTOM, Columns, LEFT, PLOT, Picture, Point, RIGHT, Value, axis_count, axis_time, float,
};
use crate::cautions::{Metric, certain_stall, title};
use crate::format;
use crate::missing::{CautionKind, Missing};
use crate::perception::{Follower, Pace};
use crate::protocol::Channel;
use crate::report::{Report, RequestRecord};
use crate::trace::{OutcomeKind, Phase};
use crate::units::Wpm;

/// A word with its times in µs: when it arrived, and when the reader came to it.
struct Word {
    arrived: f64,
    read: f64,
    /// The reader waited this long for it.
    late: f64,
}

/// The answer that tells most, of those whose waits are valid: the one with the longest wait of its reader, or if nobody waited
/// the slowest text. One that is left out stands back behind those that count. The first if no reader could follow any. `None`
/// without answers.
#[must_use]
pub fn most_telling(report: &Report) -> Option<u32> {
    let answers = answers(report);
    let counts = answers
        .iter()
        .any(|r| is_valid(r) && r.excluded_by.is_none());
    let followed = || {
        let valid = answers.iter().filter(|r| is_valid(r));
        valid.filter(|r| !counts || r.excluded_by.is_none())
    };
    let worst = followed().max_by_key(|r| r.longest_stall_us);
    let drawn = || answers.iter().find(|r| spoiled_by(r).is_none());
    let mut shown = worst.or_else(drawn).or(answers.first())?;
    if shown.stalls == Some(0) {
        for answer in followed() {
            if answer.wpm.unwrap_or(f64::MAX) < shown.wpm.unwrap_or(f64::MAX) {
                shown = answer;
            }
        }
    }
    Some(shown.index)
}

/// What keeps its text from being shown as it came: a caution that takes the pace away, or the whole answer; or it was no
/// stream. A new connection spoils the first wait alone.
fn spoiled_by(record: &RequestRecord) -> Option<CautionKind> {
    let left_out = record
        .excluded_by
        .filter(|kind| *kind != CautionKind::ColdConnection);
    let struck = || {
        let pace = Metric::Wpm.key();
        let struck = record.struck.iter().find(|s| s.metric == pace);
        struck.map(|struck| struck.caution)
    };
    // A link carries the reason and the cautions, not what was struck.
    let named = || {
        let mut kinds = record.cautions.iter().copied();
        let taken = record.wpm_reason.as_deref() == Some("invalidated");
        kinds.find(|kind| taken && *kind != CautionKind::ReaderLag)
    };
    let in_one_piece = Missing::NotStreamed.code();
    left_out.or_else(struck).or_else(named).or_else(|| {
        let reason = record.longest_stall_reason.as_deref();
        (reason == Some(in_one_piece)).then_some(CautionKind::NotStreamed)
    })
}

/// Its reader's waits are known.
fn is_valid(record: &RequestRecord) -> bool {
    record.longest_stall_us.is_some() && spoiled_by(record).is_none()
}

/// Measured answers that worked.
#[must_use]
pub fn answers(report: &Report) -> Vec<&RequestRecord> {
    let all = report.requests.iter();
    all.filter(|r| r.phase == Phase::Measured && r.outcome == OutcomeKind::Ok)
        .collect()
}

/// Lays out an answer for a reader of `wpm` words a minute.
///
/// # Errors
/// A sentence, with fewer than two words or without a pace, and for an answer whose pace was not measured: a reader would race a
/// stream that nobody saw.
pub fn reader(record: &RequestRecord, wpm: f64, tick_us: u64) -> Result<Picture, String> {
    let number = format::grouped(u64::from(record.index) + 1);
    if let Some(kind) = spoiled_by(record) {
        let why = title(kind).get();
        return Err([
            "Request ",
            &number,
            " can't be shown with a reader. ",
            why,
            ".",
        ]
        .concat());
    }
    lay_out(record, wpm, tick_us, &number).ok_or_else(|| {
        [
            "Request ",
            &number,
            " has no text that a reader could follow.",
        ]
        .concat()
    })
}

fn lay_out(record: &RequestRecord, wpm: f64, tick_us: u64, number: &str) -> Option<Picture> {
    let words = follow(record, wpm)?;
    let (middle, last) = (words.get(words.len() / 2)?, words.last()?);
    let count = float(words.len() as u64);
    let end = last.read.max(last.arrived);
    let mut chart = Picture {
        columns: Columns {
            heads: &["Time since the request", "Words arrived", "Words read"],
            words: &["After ", ", words arrived: ", ", words read: "],
            tick_us,
        },
        ..Picture::default()
    };
    chart.said = match record.stalls.zip(record.longest_stall_us) {
        Some((stalls @ 1.., longest)) => [
            "Request ",
            number,
            " made its reader wait ",
            &format::counted(stalls as usize, "time"),
            ", at most ",
            &chart.text(Value::Time(float(longest))),
            ". The shaded times are those waits.",
        ]
        .concat(),
        Some(_) => ["Request ", number, " never made its reader wait."].concat(),
        None => [
            "Request ",
            number,
            " was read by a busy computer, so it is not known whether it made its reader wait.",
        ]
        .concat(),
    };
    let y = chart.rows(count, PLOT, &axis_count);
    let x = Scale::new(end, LEFT, RIGHT);
    chart.below(end, &x, &axis_time);
    let noticed = float(certain_stall(&record.conditions).0);
    chart.paths.push(("wait", shade(&words, &x, noticed)));

    let (mut arrivals, mut reading) = (Thin::default(), Thin::default());
    let mut done = 0;
    for (before, word) in (0u64..).zip(&words) {
        while words
            .get(done)
            .is_some_and(|other| other.read <= word.arrived)
        {
            done += 1;
        }
        let (at, values) = (y.at(float(before + 1)), [Value::None; 3]);
        arrivals.push(Point {
            x: x.at(word.arrived),
            y: at,
            values: [
                Value::Time(word.arrived),
                Value::Count(before + 1),
                Value::Count(done as u64),
            ],
        });
        let x = x.at(word.read);
        // A late word: level until it comes, then up.
        if word.late > 0.0 || before == 0 {
            let y = y.at(float(before));
            reading.push(Point { x, y, values });
        }
        reading.push(Point { x, y: at, values });
    }
    chart.points = arrivals.done();
    let mut text = draw(&chart.points, Shape::Steps(BOTTOM));
    put(&mut text, 'H', &[RIGHT]);
    chart.paths.push(("line-text", text));
    let reading = draw(&reading.done(), Shape::Line);
    chart.paths.push(("line-reader", reading));

    let arrived = (x.at(last.arrived) + 8.0, y.at(count) - 7.0);
    let half = float(words.len() as u64 / 2);
    let read = (x.at(middle.read) + 12.0, y.at(half) + 14.0);
    for (class, (left, foot), widest, text) in [
        ("line-label", arrived, 130.0, "words that arrived"),
        ("line-label reader-label", read, 90.0, "words read"),
    ] {
        chart.label(
            class,
            (left.min(RIGHT - widest), foot),
            "start",
            text.to_owned(),
        );
    }
    Some(chart)
}

/// The noticed waits as areas. What touches is one area, and none is thinner than a hair.
fn shade(words: &[Word], x: &Scale, noticed: f64) -> String {
    let mut areas: Vec<(f64, f64)> = Vec::new();
    for word in words.iter().filter(|w| w.late >= noticed) {
        let (from, to) = (x.at(word.read - word.late), x.at(word.read));
        match areas.last_mut() {
            Some((_, end)) if from - *end < 0.5 => *end = to,
            _ => areas.push((from, to)),
        }
    }
    let mut path = String::new();
    for (from, to) in areas {
        area(&mut path, from, to.max(from + 1.0));
    }
    path
}

/// Every word with the time its reader comes to it.
fn follow(record: &RequestRecord, wpm: f64) -> Option<Vec<Word>> {
    if wpm <= 0.0 {
        return None;
    }
    let mut reader = Follower::new(Pace::of(Wpm(wpm)));
    let mut words: Vec<Word> = Vec::new();
    for event in &record.events {
        if event.channel != Channel::Answer {
            continue;
        }
        for _ in 0..event.words {
            let (ready, read) = reader.take(event.at);
            words.push(Word {
                arrived: float(event.at.0),
                read: float(read.0),
                late: float(read.0 - ready.0),
            });
        }
    }
    (words.len() >= 2).then_some(words)
}
