//! Speed by position: whether one answer slows down as it grows.

use super::path::{Shape, draw};
use super::{BOTTOM, Columns, LEFT, LINE, PLOT, Picture, Point, RIGHT, Value, axis_count};
use crate::format;
use crate::metrics::position::{Piece, growth, windows};
use crate::protocol::Channel;
use crate::report::RequestRecord;
use crate::stats::{SLOPE_FROM, Slope, slowdown};

/// Lays out the speeds of an answer's windows.
///
/// # Errors
/// A sentence, if its speed is not known or it is too short.
pub fn position(record: &RequestRecord) -> Result<Picture, String> {
    let number = format::grouped(u64::from(record.index) + 1);
    let growth = grown(record).unwrap_or_default();
    let windows = windows(&growth);
    let Some(((_, total), fastest)) = growth
        .last()
        .zip(windows.iter().map(|w| w.speed.0).reduce(f64::max))
    else {
        return Err([
            "Request ",
            &number,
            " has no speed that can be told by position.",
        ]
        .concat());
    };
    if *total < SLOPE_FROM {
        return Err([
            "Request ",
            &number,
            " is too short, with ",
            &tokens(*total),
            ". From 500 on it can be told whether an answer slows down as it grows.",
        ]
        .concat());
    }
    let mut chart = Picture {
        lines: 1,
        columns: Columns {
            heads: &["From token", "To token", "Speed"],
            words: &["Tokens ", " to ", ": "],
            tick_us: 1,
        },
        ..Picture::default()
    };
    let y = chart.rows(fastest, PLOT, &axis_count);
    let slot = (RIGHT - LEFT) / f64::from(u32::try_from(windows.len()).unwrap_or(u32::MAX));
    for (i, window) in (0u32..).zip(&windows) {
        let (x, tps) = (LEFT + (f64::from(i) + 0.5) * slot, window.speed.0);
        let name = if i == 0 { "start to " } else { "to " };
        let name = [name, &format::grouped(whole(window.to))].concat();
        chart.label("tick", (x, BOTTOM + LINE), "middle", name);
        let values = [
            Value::Count(whole(window.from)),
            Value::Count(whole(window.to)),
            Value::Speed(tps),
        ];
        chart.points.push(Point {
            x,
            y: y.at(tps),
            values,
        });
        let above = (x, y.at(tps) - 6.0);
        chart.label("line-label", above, "middle", chart.text(Value::Speed(tps)));
    }
    let ends = windows.first().zip(windows.last());
    let ends = ends.filter(|_| windows.len() > 1).map(|(a, b)| {
        let speed = |tps| chart.text(Value::Speed(tps));
        [
            ", from ",
            &speed(a.speed.0),
            " at the start to ",
            &speed(b.speed.0),
            " at its end",
        ]
        .concat()
    });
    chart.said = [
        "Request ",
        &number,
        &trend(slowdown(&growth).ok(), &ends.unwrap_or_default()),
    ]
    .concat();
    chart
        .paths
        .push(("columns", draw(&chart.points, Shape::Bars(BOTTOM))));
    Ok(chart)
}

/// What the slope says, with the speeds at both ends.
fn trend(slope: Option<Slope>, ends: &str) -> String {
    let Some(slope) = slope else {
        return [
            " came in too few pieces to tell whether it slows down",
            ends,
            ".",
        ]
        .concat();
    };
    let word = match slope {
        Slope { low, .. } if low > 0.0 => " slows down as it grows",
        Slope { high, .. } if high < 0.0 => " speeds up as it grows",
        _ => " does not clearly slow down or speed up",
    };
    // Three digits at most, and two decimals only in a range that is narrower than a tenth of a millisecond.
    let decimals = match slope.low.abs().max(slope.high.abs()) {
        us if us < 9_995.0 && slope.high - slope.low < 100.0 => 2,
        us if us < 99_950.0 => 1,
        _ => 0,
    };
    let ms = |us: f64| format!("{:+.decimals$}", us / 1_000.0);
    [
        word,
        ends,
        ". Each 1,000 tokens change the time per token by ",
        &ms(slope.middle),
        " ms (likely range ",
        &ms(slope.low),
        " to ",
        &ms(slope.high),
        ").",
    ]
    .concat()
}

/// Tokens of the answer after each read. `None` if its speed is not known.
fn grown(record: &RequestRecord) -> Option<Vec<(u64, f64)>> {
    record.tps?;
    let hidden = record.hidden_tokens.unwrap_or(0);
    let n = f64::from(record.output_tokens?.saturating_sub(hidden));
    // Thinking whose tokens are not in the stream is shown as a summary, or not at all.
    let mut counted = record
        .events
        .iter()
        .filter(|event| event.channel != Channel::Reasoning || hidden == 0)
        .map(|event| -> Piece { (event.at.0, event.read, event.chars, event.tokens) });
    Some(growth(&mut counted, n, record.placement?))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a count of tokens
fn whole(n: f64) -> u64 {
    n.round() as u64
}

fn tokens(n: f64) -> String {
    format::counted(usize::try_from(whole(n)).unwrap_or(usize::MAX), "token")
}
