//! The gaps between the deliveries of one answer, each where it ended.

use super::path::{Shape, Thin, draw};
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
    // Each delivery but the first: when it came, and the gap before it.
    let mut found: Vec<(f64, f64)> = Vec::new();
    let (mut read, mut before, mut longest) = (None, 0, (0.0, 0.0));
    for event in &record.events {
        let at = event.at.0;
        if read == Some(event.read) {
            continue;
        }
        if read.is_some() {
            let gap = (float(at), float(at.saturating_sub(before)));
            found.push(gap);
            if gap.1 > longest.1 {
                longest = gap;
            }
        }
        (read, before) = (Some(event.read), at);
    }
    let Some((end, _)) = found.last().copied() else {
        return Err([
            "Request ",
            &number,
            " came in one piece: there are no gaps in it.",
        ]
        .concat());
    };
    let (at, longest) = longest;
    let mut chart = Picture {
        columns: Columns {
            heads: &["Time since the request", "Gap before this delivery"],
            words: &["After ", ": a gap of "],
            tick_us,
        },
        ..Picture::default()
    };
    let y = chart.rows(longest, PLOT, &axis_time);
    let x = Scale::new(end, LEFT, RIGHT);
    chart.below(end, &x, &axis_time);
    let noticed = float(NOTICEABLE_STALL.0);
    if y.reaches(noticed) {
        chart.limit(y.at(noticed), "0.1 s: a pause is noticed");
    }
    let mut points = Thin::default();
    for (at, us) in &found {
        points.push(Point {
            x: x.at(*at),
            y: y.at(*us),
            values: [Value::Time(*at), Value::Time(*us), Value::None],
        });
    }
    chart.points = points.done();
    chart.said = [
        "Request ",
        &number,
        " came in ",
        &format::grouped(found.len() as u64 + 1),
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
