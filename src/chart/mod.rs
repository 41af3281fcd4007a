//! Numbers become pictures here: SVG geometry, the sentence above it, and what the read-out and the table behind it say.
//! Nothing in it knows a DOM. Every picture has the same form, so that the page draws all of them in one way.

pub mod dots;
pub mod first_words;
pub mod gaps;
pub mod path;
pub mod position;
pub mod reader;
pub mod readout;
pub mod scale;
pub mod spread;

pub use readout::{Columns, Value};

use crate::format;
use crate::report::{Report, RequestRecord};
use crate::units::Micros;
use path::put;
use scale::{Scale, grid, step};

/// Width of a picture, in units of its view box.
pub const WIDTH: f64 = 560.0;
/// Left edge of the plot.
pub const LEFT: f64 = 66.0;
/// Right edge of the plot.
pub const RIGHT: f64 = WIDTH - 14.0;
/// Upper edge of the plot.
pub const TOP: f64 = 22.0;
/// Lower edge of the plot.
pub const BOTTOM: f64 = 230.0;
/// The plot from bottom to top.
const PLOT: (f64, f64) = (BOTTOM, TOP);
/// From the lower edge of the plot to the numbers below it, and from one line of them to the next.
const LINE: f64 = 17.0;

/// A picture with all that is written in, above and behind it.
#[derive(Clone, Default, PartialEq)]
pub struct Picture {
    /// What it shows, in a sentence.
    pub said: String,
    /// Lines of numbers below the plot.
    pub lines: u8,
    /// One path for each series, with its class; later ones lie on top.
    pub paths: Vec<(&'static str, String)>,
    /// Texts in the picture.
    pub labels: Vec<Label>,
    /// Points that can be read out, from left to right.
    pub points: Vec<Point>,
    /// How points are read out.
    pub columns: Columns,
}

/// A text in a picture.
#[derive(Clone, PartialEq)]
pub struct Label {
    /// Its class.
    pub class: &'static str,
    /// Where it stands: from the left.
    pub x: f64,
    /// Where it stands: the foot of the letters.
    pub y: f64,
    /// SVG's `text-anchor`: which part of it stands at `x`.
    pub anchor: &'static str,
    /// What it says.
    pub text: String,
}

/// A place in a picture with the values behind it.
#[derive(Clone, Copy, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// One for each column of the table, in their order.
    pub values: [Value; 3],
}

impl Picture {
    /// Height of the view box.
    #[must_use]
    pub fn height(&self) -> f64 {
        BOTTOM + 10.0 + LINE * f64::from(self.lines)
    }

    fn label(
        &mut self,
        class: &'static str,
        (x, y): (f64, f64),
        anchor: &'static str,
        text: String,
    ) {
        self.labels.push(Label {
            class,
            x,
            y,
            anchor,
            text,
        });
    }

    /// Horizontal lines from zero up to the first round number that is not below `max`, which lies at `top`, with `name`
    /// beside them.
    fn rows(&mut self, max: f64, (bottom, top): (f64, f64), name: &dyn Fn(f64) -> String) -> Scale {
        let values = grid(max, step(max, 4));
        let y = Scale::new(values.last().copied().unwrap_or(max), bottom, top);
        let mut lines = String::new();
        for value in values {
            let at = y.at(value);
            put(&mut lines, 'M', &[LEFT, at]);
            put(&mut lines, 'H', &[RIGHT]);
            self.label("tick", (LEFT - 8.0, at + 4.0), "end", named(value, name));
        }
        self.paths.push(("grid", lines));
        y
    }

    /// One line of round numbers up to `max` below the plot.
    fn below(&mut self, max: f64, x: &Scale, name: &dyn Fn(f64) -> String) {
        self.lines += 1;
        let y = BOTTOM + LINE * f64::from(self.lines);
        for value in grid(max, step(max, 4)).into_iter().filter(|v| *v <= max) {
            // A text in the middle of the right edge would reach over it.
            let (at, anchor) = match x.at(value) {
                at if at > RIGHT - 14.0 => (WIDTH, "end"),
                at => (at, "middle"),
            };
            self.label("tick", (at, y), anchor, named(value, name));
        }
    }

    /// A dashed line across the picture, with what it means.
    fn limit(&mut self, y: f64, text: &'static str) {
        let mut line = String::new();
        put(&mut line, 'M', &[LEFT, y]);
        put(&mut line, 'H', &[RIGHT]);
        self.paths.push(("limit", line));
        self.label("limit-label", (RIGHT, y - 5.0), "end", text.to_owned());
    }
}

/// Requests that the statistics are made of: measured, good, and left out by no caution.
#[must_use]
pub fn counted(report: &Report) -> Vec<&RequestRecord> {
    let mut answers = reader::answers(report);
    answers.retain(|r| r.excluded_by.is_none());
    answers
}

/// Nothing has no unit.
fn named(value: f64, name: &dyn Fn(f64) -> String) -> String {
    if value > 0.0 {
        name(value)
    } else {
        "0".to_owned()
    }
}

/// A time on an axis: "200 ms", "1.5 s".
fn axis_time(us: f64) -> String {
    if us < 999_500.0 {
        return format::duration_exact_to(us, Micros(1_000));
    }
    let text = format!("{:.1}", us / 1e6);
    [text.strip_suffix(".0").unwrap_or(&text), " s"].concat()
}

/// A whole number on an axis.
fn axis_count(n: f64) -> String {
    format!("{n:.0}")
}

/// A number of the report as one that can be drawn. Exact below 2^53 µs, which is 285 years.
#[allow(clippy::cast_precision_loss)]
const fn float(n: u64) -> f64 {
    n as f64
}
