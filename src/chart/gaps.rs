//! The gaps between the deliveries of one answer, each where it ended.

use super::path::{Shape, draw, thin};
use super::scale::Scale;
use super::{BOTTOM, Columns, LEFT, PLOT, Picture, Point, RIGHT, Value, axis_time, float};
use crate::format;
use crate::perception::NOTICEABLE_STALL;
use crate::report::RequestRecord;

/// Lays out the gaps of an answer.
///
/// # Errors
/// A sentence, if all came in one delivery.
pub fn gaps(record: &RequestRecord, tick_us: u64) -> Result<Picture, String> {
    let number = format::grouped(u64::from(record.index) + 1);
    let mut arrivals: Vec<u64> = Vec::new();
    let mut read = None;
    for (event, of) in record.events.iter().zip(&record.event_reads) {
        if read.replace(*of) != Some(*of) {
            arrivals.push(event.0);
        }
    }
    let gap = |pair: &[u64]| match pair {
        [before, at] => (float(*at), float(at.saturating_sub(*before))),
        _ => (0.0, 0.0),
    };
    let longest = arrivals
        .windows(2)
        .map(gap)
        .reduce(|a, b| if b.1 > a.1 { b } else { a });
    let (Some((at, longest)), Some(end)) = (longest, arrivals.last()) else {
        return Err([
            "Request ",
            &number,
            " came in one piece: there are no gaps in it.",
        ]
        .concat());
    };
    let mut chart = Picture {
        columns: Columns {
            heads: &["Time since the request", "Gap before this delivery"],
            words: &["After ", ": a gap of "],
            tick_us,
        },
        ..Picture::default()
    };
    let y = chart.rows(longest, PLOT, &axis_time);
    let x = Scale::new(float(*end), LEFT, RIGHT);
    chart.below(float(*end), &x, &axis_time);
    let noticed = float(NOTICEABLE_STALL.0);
    if y.reaches(noticed) {
        chart.limit(y.at(noticed), "0.1 s: a pause is noticed");
    }
    chart.points = thin(&mut arrivals.windows(2).map(gap).map(|(at, us)| Point {
        x: x.at(at),
        y: y.at(us),
        values: [Value::Time(at), Value::Time(us), Value::None],
    }));
    chart.said = [
        "Request ",
        &number,
        " came in ",
        &format::grouped(arrivals.len() as u64),
        " deliveries. The longest gap between two was ",
        &chart.text(Value::Time(longest)),
        ", ",
        &chart.text(Value::Time(at)),
        " after the request.",
    ]
    .concat();
    chart
        .paths
        .push(("bars", draw(&chart.points, Shape::Bars(BOTTOM))));
    Ok(chart)
}
