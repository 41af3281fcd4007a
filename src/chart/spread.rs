//! How a number spreads over all answers: a stroke for each on the axis, above it the share of answers up to there, behind
//! it the bands in which people judge it.

use super::path::{Shape, Thin, area, draw, put};
use super::scale::{Scale, grid, step};
use super::{
    BOTTOM, Columns, LEFT, Picture, Point, RIGHT, TOP, Value, axis_count, axis_time, counted, float,
};
use crate::format;
use crate::order::sorted;
use crate::report::{Report, RequestRecord};
use crate::stats::{Percent, percentile};
use crate::units::{Micros, TokensPerSecond, Wpm};
use crate::verdict::bands::{SpeedBand, WaitBand};

/// Height of the strokes, and of the room for them below the curve.
const STROKE: f64 = 14.0;
/// Room that a letter takes in the type of narrow screens, and from one row of letters to the next.
const LETTER: f64 = 7.2;
const ROW: f64 = 15.0;
/// Lower edges of the bands of a wait, µs.
const WAITS: [f64; 5] = [0.0, 100_000.0, 200_000.0, 1_000_000.0, 10_000_000.0];
/// Lower edges of the bands of a speed, tok/s.
const SPEEDS: [f64; 5] = [0.0, 10.0, 20.0, 25.0, 30.0];

/// What is spread, and how it is named.
struct Kind {
    get: fn(&RequestRecord) -> Option<f64>,
    edges: [f64; 5],
    band: fn(f64) -> &'static str,
    value: fn(f64) -> Value,
    /// The sentence's first words, after the number of answers.
    said: &'static str,
    columns: Columns,
}

/// Times to first token. The other side of the result has a sentence for a picture that cannot be drawn.
///
/// # Errors
/// Fewer than two answers with a value have no spread.
pub fn ttft(report: &Report) -> Result<Picture, String> {
    let kind = Kind {
        get: |r| r.ttft_us.map(float),
        edges: WAITS,
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole µs
        band: |us| WaitBand::of(Micros(us.round() as u64)).word(),
        value: Value::Time,
        said: ": the first sign of life took ",
        columns: Columns {
            heads: &["Request", "TTFT", "Answers that took no longer"],
            words: &["Request ", ": ", ". That long or less: ", " of answers"],
            tick_us: report.exact_to_us(),
        },
    };
    spread(report, &kind, &[&axis_time])
}

/// Streaming speeds, the slow side on the left.
///
/// # Errors
/// Fewer than two answers with a value have no spread.
pub fn tps(report: &Report) -> Result<Picture, String> {
    let kind = Kind {
        get: |r| r.tps,
        edges: SPEEDS,
        band: |tps| SpeedBand::of(TokensPerSecond(tps)).word(),
        value: Value::Speed,
        said: ": the text came at ",
        columns: Columns {
            heads: &["Request", "TPS", "Answers that were no faster"],
            words: &["Request ", ": ", ". That slow or slower: ", " of answers"],
            tick_us: report.exact_to_us(),
        },
    };
    let tokens = |tps: f64| [&axis_count(tps), " tok/s"].concat();
    match middle_ratio(report) {
        Some(per_word) => {
            let words = |tps: f64| format::words_per_minute(Wpm(tps * 60.0 / per_word));
            spread(report, &kind, &[&tokens, &words])
        }
        None => spread(report, &kind, &[&tokens]),
    }
}

/// Tokens for each word, of the answer in the middle.
fn middle_ratio(report: &Report) -> Option<f64> {
    let mut ratios: Vec<f64> = counted(report)
        .iter()
        .filter_map(|r| r.tokens_per_word)
        .collect();
    crate::order::sort_numbers(&mut ratios);
    ratios.get(ratios.len() / 2).copied().filter(|r| *r > 0.0)
}

fn spread(
    report: &Report,
    kind: &Kind,
    axes: &[&dyn Fn(f64) -> String],
) -> Result<Picture, String> {
    let found: Vec<(u32, f64)> = counted(report)
        .iter()
        .filter_map(|r| Some((r.index, (kind.get)(r)?)))
        .collect();
    let order = sorted(found.len(), &|a, b| found[a].1.total_cmp(&found[b].1));
    let values: Vec<f64> = order.iter().map(|at| found[*at].1).collect();
    let answers = format::counted(values.len(), "answer");
    let mut chart = Picture {
        columns: kind.columns,
        ..Picture::default()
    };
    let text = |value| chart.text((kind.value)(value));
    let (Some(min), Some(max)) = (values.first(), values.last()) else {
        return Err("No answer has this number.".to_owned());
    };
    if values.len() < 2 {
        return Err([
            &answers,
            kind.said,
            &text(*max),
            ". One answer has no spread.",
        ]
        .concat());
    }
    let (low, high) = (text(*min), text(*max));
    let mut said = vec![&*answers, kind.said, &low, " to ", &high];
    let middle =
        percentile(&values, Percent::P50).filter(|_| values.len() >= Percent::P50.needs() as usize);
    let shown = middle.map(text).unwrap_or_default();
    if let Some(middle) = middle {
        said.extend([", in the middle ", &shown, " (", (kind.band)(middle), ")"]);
    }
    said.push(".");
    chart.said = said.concat();
    let top = grid(*max, step(*max, 4)).last().copied().unwrap_or(*max);
    let x = Scale::new(top, LEFT, RIGHT);
    let above = chart.bands(kind, top, &x);
    let y = chart.rows(1.0, (BOTTOM - STROKE - 4.0, above), &format::percent);
    for axis in axes {
        chart.below(top, &x, axis);
    }
    let n = float(values.len() as u64);
    let mut points = Thin::default();
    for (rank, at) in (1u64..).zip(order) {
        let (index, value) = found[at];
        let share = float(rank) / n;
        points.push(Point {
            x: x.at(value),
            y: y.at(share),
            values: [
                Value::Count(u64::from(index) + 1),
                (kind.value)(value),
                Value::Share(share),
            ],
        });
    }
    chart.points = points.done();
    let mut curve = draw(&chart.points, Shape::Steps(y.at(0.0)));
    put(&mut curve, 'H', &[RIGHT]);
    let mut strip = String::new();
    for point in &chart.points {
        put(&mut strip, 'M', &[point.x, BOTTOM - STROKE]);
        put(&mut strip, 'V', &[BOTTOM]);
    }
    chart.paths.push(("line-reader", curve));
    chart.paths.push(("bars", strip));
    Ok(chart)
}

impl Picture {
    /// Shades every other band, marks where each begins, and names it in the row below the last name that reaches so far, so
    /// that no mark crosses a name. Gives the upper edge of what is left for the curve.
    fn bands(&mut self, kind: &Kind, top: f64, x: &Scale) -> f64 {
        let (mut shades, mut lines) = (String::new(), String::new());
        let mut taken = [LEFT; 5];
        let mut rows = 1.0;
        for (i, from) in kind
            .edges
            .iter()
            .enumerate()
            .take_while(|(_, from)| **from < top)
        {
            let to = kind.edges.get(i + 1).copied().unwrap_or(top).min(top);
            let (left, right) = (x.at(*from), x.at(to));
            let word = (kind.band)((from + to) / 2.0);
            let length = float(word.len() as u64) * LETTER;
            // At the right edge a word ends where it would else begin.
            let begin = (left + 4.0).min(RIGHT - length);
            let row = taken
                .iter()
                .rposition(|end| *end > begin)
                .map_or(0, |over| over + 1);
            // A name for each band at most, so there is a row for it.
            taken[row] = begin + length + 8.0;
            let foot = TOP - 8.0 + ROW * float(row as u64);
            rows = f64::max(rows, float(row as u64) + 1.0);
            self.label("limit-label", (begin, foot), "start", word.to_owned());
            if i > 0 {
                put(&mut lines, 'M', &[left, foot - 9.0]);
                put(&mut lines, 'V', &[BOTTOM]);
            }
            if i % 2 == 1 {
                area(&mut shades, left, right);
            }
        }
        self.paths.push(("band", shades));
        self.paths.push(("limit", lines));
        TOP + ROW * (rows - 1.0) + 2.0
    }
}
