//! One answer against its reader: words that have arrived, words that were read, and the times she had to wait.

use std::fmt::Write;

use super::scale::{Scale, grid, step};
use super::{BOTTOM, LEFT, RIGHT, TOP, Tick};
use crate::perception::NOTICEABLE_STALL;
use crate::protocol::Channel;
use crate::report::RequestRecord;

/// Paths and labels of the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReaderChart {
    /// Words that have arrived, as steps.
    pub text: String,
    /// Words that were read.
    pub reader: String,
    /// Noticed waits as `(left, width)`.
    pub waits: Vec<(f64, f64)>,
    /// Vertical lines: seconds since the request was sent.
    pub seconds: Vec<Tick>,
    /// Horizontal lines: words.
    pub words: Vec<Tick>,
    /// Where the text's label stands: on its last step.
    pub text_end: (f64, f64),
    /// Where the reader's label stands: in the middle of her line.
    pub reader_middle: (f64, f64),
}

/// A word with its times in µs: when it arrived, and when the reader came to it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Word {
    arrived: f64,
    read: f64,
    /// The reader waited this long for it.
    late: f64,
}

/// Lays out an answer for a reader of `wpm` words a minute. `None` with fewer than two words, or without a pace.
#[must_use]
pub fn reader(record: &RequestRecord, wpm: f64) -> Option<ReaderChart> {
    let words = follow(record, wpm)?;
    let (first, last) = (words.first()?, words.last()?);
    let count = f64::from(u32::try_from(words.len()).unwrap_or(u32::MAX));
    let end = last.read.max(last.arrived) / 1e6;
    let x = Scale::new(end, LEFT, RIGHT);
    let rows = grid(count, step(count, 4));
    let y = Scale::new(rows.last().copied().unwrap_or(count), BOTTOM, TOP);
    let mut chart = ReaderChart::default();
    let (mut text, mut read) = (String::new(), String::new());
    // Writing to a string does not fail.
    let _ = write!(text, "M{:.1} {:.1}", x.at(first.arrived / 1e6), y.at(0.0));
    let _ = write!(read, "M{:.1} {:.1}", x.at(first.read / 1e6), y.at(0.0));
    let mut arrived = first.arrived;
    for (i, word) in (1u32..).zip(&words) {
        if word.arrived > arrived {
            let _ = write!(text, "H{:.1}", x.at(word.arrived / 1e6));
            arrived = word.arrived;
        }
        let _ = write!(text, "V{:.1}", y.at(f64::from(i)));
        if word.late > 0.0 {
            let _ = write!(read, "H{:.1}", x.at(word.read / 1e6));
        }
        let _ = write!(
            read,
            "L{:.1} {:.1}",
            x.at(word.read / 1e6),
            y.at(f64::from(i))
        );
        if word.late >= noticeable() {
            let (from, to) = (x.at((word.read - word.late) / 1e6), x.at(word.read / 1e6));
            chart.waits.push((from, to - from));
        }
    }
    let _ = write!(text, "H{:.1}", x.at(end));
    chart.text = text;
    chart.reader = read;
    chart.seconds = grid_ticks(end, 6, &x, "s");
    chart.words = rows
        .iter()
        .map(|n| Tick {
            at: y.at(*n),
            label: format!("{n:.0}"),
        })
        .collect();
    chart.text_end = (x.at(last.arrived / 1e6), y.at(count));
    if let (Some(middle), Some(at)) = (
        words.get(words.len() / 2),
        u32::try_from(words.len() / 2).ok(),
    ) {
        chart.reader_middle = (x.at(middle.read / 1e6), y.at(f64::from(at)));
    }
    Some(chart)
}

/// Grid of whole seconds that stays inside the plot.
fn grid_ticks(end: f64, lines: u32, x: &Scale, unit: &str) -> Vec<Tick> {
    let step = step(end, lines);
    let decimals = match step {
        s if s >= 1.0 => 0,
        s if s >= 0.1 => 1,
        _ => 2,
    };
    grid(end, step)
        .into_iter()
        .filter(|s| *s <= end)
        .map(|s| Tick {
            at: x.at(s),
            label: format!("{s:.decimals$} {unit}"),
        })
        .collect()
}

/// The reader's rule of the report (`perception`), with the times kept: the next word is read one pace after the one
/// before, or when it arrives, whichever is later.
#[allow(clippy::cast_precision_loss)] // times below 2^53 µs
fn follow(record: &RequestRecord, wpm: f64) -> Option<Vec<Word>> {
    if wpm <= 0.0 {
        return None;
    }
    let pace = (60_000_000.0 / wpm).round();
    let mut words: Vec<Word> = Vec::new();
    for (event, count) in record.events.iter().zip(&record.event_words) {
        if event.3 != Channel::Answer {
            continue;
        }
        let arrived = event.0 as f64;
        for _ in 0..*count {
            let (read, late) = match words.last() {
                None => (arrived, 0.0),
                Some(before) => {
                    let due = before.read + pace;
                    (due.max(arrived), (arrived - due).max(0.0))
                }
            };
            words.push(Word {
                arrived,
                read,
                late,
            });
        }
    }
    (words.len() >= 2).then_some(words)
}

#[allow(clippy::cast_precision_loss)] // a tenth of a second
fn noticeable() -> f64 {
    NOTICEABLE_STALL.0 as f64
}
