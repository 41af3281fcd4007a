//! The wait for the first word of every measured request, in order of sending.

use super::path::{Shape, draw, put, thin};
use super::{BOTTOM, Columns, LEFT, LINE, Picture, Point, RIGHT, TOP, Value, axis_time, float};
use crate::format;
use crate::report::{Report, RequestRecord};
use crate::trace::{OutcomeKind, Phase};
use crate::units::Micros;

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
    let tick_us = report.environment.clock_tick_us;
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
    let y = chart.rows(longest, &axis_time);
    if y.reaches(FLOW_US) {
        chart.limit(y.at(FLOW_US), "1 s keeps the flow of thought");
    }
    let slot = (RIGHT - LEFT) / float(measured.len().max(1) as u64);
    let every = numbers_step(measured.len());
    let (mut shown, mut crosses) = (Vec::new(), Vec::new());
    for (i, record) in (0u32..).zip(&measured) {
        let x = LEFT + (f64::from(i) + 0.5) * slot;
        let number = record.index + 1;
        if i == 0 || number.is_multiple_of(every) {
            chart.label("tick", (x, BOTTOM + LINE), "middle", number.to_string());
        }
        let number = Value::Count(number.into());
        if let Some(us) = wait(record) {
            let values = [number, Value::Time(us), Value::None];
            shown.push(Point {
                x,
                y: y.at(us),
                values,
            });
        } else if record.outcome != OutcomeKind::Ok {
            let values = [number, Value::Word("none, it failed"), Value::None];
            crosses.push(Point {
                x,
                y: ABOVE,
                values,
            });
        }
    }
    let time = format::duration_at_tick(longest, Micros(tick_us));
    chart.said = match (crosses.len(), shown.len()) {
        (0, 1) => ["The first word of the one answer took ", &time, "."].concat(),
        (0, n) => format!(
            "Each dot is one answer, {n} in order of sending. The longest wait for a first word was {time}."
        ),
        (f, n) => format!(
            "{} in order of sending, and above them, as crosses, {}. The longest wait was {time}.",
            format::counted(n, "answer"),
            format::counted(f, "failed request"),
        ),
    };
    let shown = thin(&mut shown.into_iter());
    let crosses = thin(&mut crosses.into_iter());
    chart.paths.push(("spots", draw(&shown, Shape::Dots)));
    chart.paths.push(("dot-failed", draw_crosses(&crosses)));
    chart.points = shown;
    chart.points.extend(crosses);
    crate::order::sort(&mut chart.points, |a, b| a.x.total_cmp(&b.x));
    Ok(chart)
}

/// A number under every n-th dot, so that about ten fit.
fn numbers_step(count: usize) -> u32 {
    [
        (10, 1),
        (50, 5),
        (100, 10),
        (200, 20),
        (500, 50),
        (1_000, 100),
    ]
    .into_iter()
    .find(|(most, _)| count <= *most)
    .map_or(500, |(_, every)| every)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_ten_numbers_stand_under_any_count() {
        for (count, every) in [(5, 1), (10, 1), (20, 5), (60, 10), (300, 50), (2_000, 500)] {
            assert_eq!(numbers_step(count), every, "{count}");
        }
    }
}
