//! Paths of many points. What shares a column one unit wide cannot be told apart on a screen, so only its lowest and its
//! highest point are drawn: a path has the same length whatever the run, and no peak is lost.

use std::fmt::Write;

use super::{BOTTOM, Point, TOP};

/// How a row of points is drawn.
#[derive(Clone, Copy, PartialEq)]
pub enum Shape {
    /// Straight from one to the next.
    Line,
    /// Level until the next, then up or down to it; begins at this height.
    Steps(f64),
    /// An upright stroke for each, from this height.
    Bars(f64),
    /// A dot for each: no length, round ends.
    Dots,
}

/// Points from left to right, of which the lowest and the highest of each column are kept, as they came.
#[derive(Default)]
pub struct Thin {
    kept: Vec<Point>,
    /// Where the points of the column at hand begin in `kept`: one or two.
    column: usize,
}

impl Thin {
    /// Takes the next point.
    pub fn push(&mut self, point: Point) {
        let same = |other: &Point| (other.x.floor() - point.x.floor()).abs() < 0.5;
        match self.kept.get(self.column..) {
            Some([only]) if same(only) => {
                if (only.y - point.y).abs() < f64::EPSILON {
                    return;
                }
            }
            Some([a, b]) if same(a) => {
                let (low, high) = (a.y.min(b.y), a.y.max(b.y));
                if point.y >= low && point.y <= high {
                    return;
                }
                // The one that is no longer an extreme makes room.
                let second = (point.y < low) != (a.y < b.y);
                self.kept.remove(self.column + usize::from(second));
            }
            _ => self.column = self.kept.len(),
        }
        self.kept.push(point);
    }

    /// What was kept.
    #[must_use]
    pub fn done(self) -> Vec<Point> {
        self.kept
    }
}

/// The path of the points.
#[must_use]
pub fn draw(points: &[Point], shape: Shape) -> String {
    let mut path = String::new();
    for (i, Point { x, y, .. }) in points.iter().enumerate() {
        match shape {
            Shape::Line => put(&mut path, if i == 0 { 'M' } else { 'L' }, &[*x, *y]),
            Shape::Steps(from) => {
                if i == 0 {
                    put(&mut path, 'M', &[*x, from]);
                } else {
                    put(&mut path, 'H', &[*x]);
                }
                put(&mut path, 'V', &[*y]);
            }
            Shape::Bars(from) => {
                put(&mut path, 'M', &[*x, from]);
                put(&mut path, 'V', &[*y]);
            }
            Shape::Dots => {
                put(&mut path, 'M', &[*x, *y]);
                path.push_str("h0");
            }
        }
    }
    path
}

/// Adds an area over the whole height of the plot.
pub fn area(path: &mut String, left: f64, right: f64) {
    put(path, 'M', &[left, TOP]);
    put(path, 'H', &[right]);
    put(path, 'V', &[BOTTOM]);
    put(path, 'H', &[left]);
}

/// A number as [`put`] writes it, on its own.
#[must_use]
pub fn number(value: f64) -> String {
    let mut text = String::new();
    put_number(&mut text, value);
    text
}

/// Adds a command with its numbers, in tenths of a unit. By whole numbers: that is several times faster than the general way
/// to write a fraction. Negative numbers become zero; the view box has none.
pub fn put(path: &mut String, command: char, numbers: &[f64]) {
    path.push(command);
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            path.push(' ');
        }
        put_number(path, *number);
    }
}

fn put_number(path: &mut String, number: f64) {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // saturates; a view box is small
    let tenths = (number * 10.0).round() as u32;
    // Writing to a string does not fail.
    let _ = match tenths % 10 {
        0 => write!(path, "{}", tenths / 10),
        rest => write!(path, "{}.{rest}", tenths / 10),
    };
}
