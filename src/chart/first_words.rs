//! The wait for the first word of every measured request, in order of sending.

use super::path::{Shape, Thin, draw, put};
use super::scale::step;
use super::{
    BOTTOM, Columns, LEFT, LINE, PLOT, Picture, Point, RIGHT, TOP, Value, axis_time, float,
};
use crate::format;
use crate::order::sorted;
use crate::report::{Report, RequestRecord};
use crate::trace::{OutcomeKind, Phase};

/// Where a wait begins to break the flow of thought (Nielsen), in µs.
const FLOW_US: f64 = 1_000_000.0;
/// Half the size of a cross.
const ARM: f64 = 3.5;
/// Height of the crosses: above the plot, because they never had a first word.
const ABOVE: f64 = TOP - 9.0;

/// Lays out the waits of the measured requests; cut-off ones are left out.
///
/// # Errors
/// A sentence, if no answer had a first word.
pub fn first_words(report: &Report) -> Result<Picture, String> {
    let tick_us = report.exact_to_us();
    let measured: Vec<&RequestRecord> = report
        .requests
        .iter()
        .filter(|r| r.phase == Phase::Measured && r.outcome != OutcomeKind::CutOff)
        .collect();
    let wait = |r: &RequestRecord| {
        r.ttfa_us
            .filter(|_| r.outcome == OutcomeKind::Ok)
            .map(float)
    };
    let Some(longest) = measured.iter().filter_map(|r| wait(r)).reduce(f64::max) else {
        return Err("No answer had a first word that could be timed.".to_owned());
    };
    let mut chart = Picture {
        lines: 1,
        columns: Columns {
            heads: &["Request", "First word"],
            words: &["Request ", ", first word: "],
            tick_us,
        },
        ..Picture::default()
    };
    let y = chart.rows(longest, PLOT, &axis_time);
    if y.reaches(FLOW_US) {
        chart.limit(y.at(FLOW_US), "1 s keeps the flow of thought");
    }
    let slot = (RIGHT - LEFT) / float(measured.len().max(1) as u64);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a small whole number
    let every = step(float(measured.len() as u64), 10).max(1.0) as u32;
    let (mut shown, mut crosses) = (Thin::default(), Thin::default());
    let (mut worked, mut failed) = (0, 0);
    for (i, record) in (0u32..).zip(&measured) {
        let x = LEFT + (f64::from(i) + 0.5) * slot;
        let number = record.index + 1;
        if i == 0 || number.is_multiple_of(every) {
            chart.label("tick", (x, BOTTOM + LINE), "middle", number.to_string());
        }
        let number = Value::Count(number.into());
        if let Some(us) = wait(record) {
            let values = [number, Value::Time(us), Value::None];
            worked += 1;
            shown.push(Point {
                x,
                y: y.at(us),
                values,
            });
        } else if record.outcome != OutcomeKind::Ok {
            let values = [number, Value::None, Value::None];
            failed += 1;
            crosses.push(Point {
                x,
                y: ABOVE,
                values,
            });
        }
    }
    let answers = format::counted(worked, "answer");
    let time = chart.text(Value::Time(longest));
    let failed = match failed {
        0 => String::new(),
        n => [
            ", above them as crosses ",
            &format::counted(n, "failed request"),
        ]
        .concat(),
    };
    chart.said = [
        &answers,
        " in order of sending",
        &failed,
        ". The longest wait for a first word was ",
        &time,
        ".",
    ]
    .concat();
    let (shown, crosses) = (shown.done(), crosses.done());
    chart.paths.push(("spots", draw(&shown, Shape::Dots)));
    chart.paths.push(("dot-failed", draw_crosses(&crosses)));
    let all = [shown, crosses].concat();
    let order = sorted(all.len(), &|a, b| all[a].x.total_cmp(&all[b].x));
    chart.points = order.into_iter().map(|at| all[at]).collect();
    Ok(chart)
}

fn draw_crosses(crosses: &[Point]) -> String {
    let mut path = String::new();
    for Point { x, y, .. } in crosses {
        let (l, r, t, b) = (x - ARM, x + ARM, y - ARM, y + ARM);
        put(&mut path, 'M', &[l, t, r, b]);
        put(&mut path, 'M', &[l, b, r, t]);
    }
    path
}
