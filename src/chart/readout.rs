//! What a picture says of one of its points, in a sentence and in a table, and how the keyboard goes from one to the next.

use super::path::put;
use super::{BOTTOM, Picture, Point, TOP};
use crate::format;
use crate::units::{Micros, TokensPerSecond};

/// A value behind a point.
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Value {
    /// There is none, or the table has no such column.
    #[default]
    None,
    /// A time in µs.
    Time(f64),
    /// A speed in tok/s.
    Speed(f64),
    /// A whole number.
    Count(u64),
    /// A share of one.
    Share(f64),
}

/// How points are read out: a heading for each value, and the words around them.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Columns {
    /// Headings of the table.
    pub heads: &'static [&'static str],
    /// The sentence: each text stands before the value of the same place, the last one after all of them.
    pub words: &'static [&'static str],
    /// Step of the clock that measured the times, µs.
    pub tick_us: u64,
}

impl Picture {
    /// The row of the table for a point. Empty if there is no such point.
    #[must_use]
    pub fn row(&self, at: u32) -> Vec<String> {
        let values = self
            .points
            .get(at as usize)
            .map_or(&[] as &[Value], |p| &p.values);
        let columns = values.iter().take(self.columns.heads.len());
        columns.map(|value| self.text(*value)).collect()
    }

    /// What is said of a point: "Request 7: first word after 420 ms". Empty if there is no such point.
    #[must_use]
    pub fn sentence(&self, at: u32) -> String {
        let mut said = String::new();
        let row = self.row(at);
        for (i, words) in self.columns.words.iter().enumerate() {
            said.push_str(words);
            said.push_str(row.get(i).map_or("", String::as_str));
        }
        said
    }

    /// A value in words.
    pub(super) fn text(&self, value: Value) -> String {
        match value {
            Value::None => "none".to_owned(),
            Value::Time(us) => format::duration_exact_to(us, Micros(self.columns.tick_us)),
            Value::Speed(tps) => format::speed(TokensPerSecond(tps)),
            Value::Count(n) => format::grouped(n),
            Value::Share(share) => format::percent(share),
        }
    }

    /// The point nearest to a place, going by the distance from the left. `None` without points.
    #[must_use]
    pub fn nearest(&self, x: f64) -> Option<u32> {
        let after = self.points.partition_point(|p| p.x < x);
        let away = |at: usize| self.points.get(at).map(|p| (p.x - x).abs());
        let before = after.checked_sub(1);
        let at = match (before.and_then(away), away(after)) {
            (Some(left), Some(right)) if right < left => Some(after),
            (None, Some(_)) => Some(after),
            _ => before,
        };
        u32::try_from(at?).ok()
    }

    /// Where a key leads from the point at `at`. `None` if the key means nothing here. Up and down go by tenths.
    #[must_use]
    pub fn after_key(&self, key: &str, at: Option<u32>) -> Option<u32> {
        let count = u32::try_from(self.points.len()).ok()?;
        let last = count.checked_sub(1)?;
        let leap = count.div_ceil(10);
        let to = match (key, at) {
            ("End", _) => last,
            ("Home", _) | ("ArrowRight" | "ArrowLeft" | "ArrowUp" | "ArrowDown", None) => 0,
            ("ArrowRight", Some(at)) => at + 1,
            ("ArrowLeft", Some(at)) => at.saturating_sub(1),
            ("ArrowUp", Some(at)) => at + leap,
            ("ArrowDown", Some(at)) => at.saturating_sub(leap),
            _ => return None,
        };
        Some(to.min(last))
    }

    /// Path that marks a point: a line over the whole height, and a ring.
    #[must_use]
    pub fn mark(&self, at: u32) -> Option<String> {
        let Point { x, y, .. } = self.points.get(at as usize)?;
        let mut path = String::new();
        put(&mut path, 'M', &[*x, TOP]);
        put(&mut path, 'V', &[BOTTOM]);
        put(&mut path, 'M', &[x - 5.0, *y]);
        path.push_str("a5 5 0 1 0 10 0a5 5 0 1 0 -10 0");
        Some(path)
    }
}
