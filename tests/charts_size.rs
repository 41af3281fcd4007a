//! A picture costs the same to draw whatever the run: what is too close to tell apart is thinned, and no extreme is lost.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;

use proptest::prelude::*;
use tokenpace::chart::path::{Shape, Thin, draw, put};
use tokenpace::chart::{
    Picture, Point, Value, gaps::gaps, position::position, reader::reader, spread::ttft,
};
use tokenpace::report::{Report, RequestRecord};
use traces::{good, report, request, run_of};

const FEW: u64 = 500;
const MANY: u64 = 50_000;
/// The longest wait of the long answer, µs.
const STALL: u64 = 3_000_000;

/// An answer of `n` words 12 ms apart on the whole, with one long wait in it.
fn answer(n: u64) -> RequestRecord {
    let mut at = 200_000;
    let grown = (0..n).fold(request(), |r, i| {
        at += if i == n * 3 / 5 {
            STALL
        } else {
            4_000 + i * 7_919 % 16_000
        };
        r.read(at).answer(5, 1)
    });
    let tokens = u32::try_from(n).unwrap();
    report(&[grown.usage(tokens, Some(0)).done()])
        .requests
        .into_iter()
        .next()
        .unwrap()
}

fn spread_of(n: u64) -> Report {
    let mut all = report(&run_of(2, |i| good(u64::from(i) * 100_000, 20_000)));
    let template = all.requests[1].clone();
    all.requests = (0..n)
        .map(|i| {
            let mut record = template.clone();
            record.ttft_us = Some(50_000 + i * 7_919 % 900_000);
            record
        })
        .collect();
    all
}

/// What the browser gets to draw.
fn drawn(chart: &Picture) -> usize {
    chart.paths.iter().map(|(_, d)| d.len()).sum::<usize>() + chart.labels.len() * 40
}

#[test]
fn fifty_thousand_points_draw_at_most_three_times_as_much_as_five_hundred() {
    let (few, many) = (answer(FEW), answer(MANY));
    let pairs = [
        (reader(&few, 238.0, 100), reader(&many, 238.0, 100)),
        (gaps(&few, 100), gaps(&many, 100)),
        (position(&few), position(&many)),
        (ttft(&spread_of(FEW)), ttft(&spread_of(MANY))),
    ];
    for (few, many) in pairs {
        let (few, many) = (few.unwrap(), many.unwrap());
        assert!(
            drawn(&many) <= 3 * drawn(&few),
            "{}: {} {}",
            many.said,
            drawn(&many),
            drawn(&few)
        );
        assert!(many.points.len() <= 2 * 485, "two for each column at most");
    }
}

#[test]
fn a_stall_in_fifty_thousand_gaps_is_still_seen() {
    let record = answer(MANY);
    let longest = record.longest_gap_us.unwrap();
    assert_eq!(longest, STALL);
    let chart = gaps(&record, 100).unwrap();
    assert!(
        chart
            .points
            .iter()
            .any(|p| p.values[1] == Value::Time(STALL as f64))
    );
}

fn point(x: f64, y: f64) -> Point {
    Point {
        x,
        y,
        values: [Value::None; 3],
    }
}

proptest! {
    #[test]
    fn each_column_keeps_its_extremes(mut places in prop::collection::vec((0.0..40.0f64, 0.0..9.0f64), 1..400)) {
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        let all: Vec<Point> = places.iter().map(|(x, y)| point(*x, *y)).collect();
        let mut thin = Thin::default();
        all.iter().for_each(|point| thin.push(*point));
        let kept = thin.done();
        prop_assert!(kept.is_sorted_by_key(|p| p.x));
        for column in 0..40 {
            let of = |points: &[Point]| -> Vec<f64> {
                let here = points.iter().filter(|p| (f64::from(column)..f64::from(column + 1)).contains(&p.x));
                here.map(|p| p.y).collect()
            };
            let (before, after) = (of(&all), of(&kept));
            prop_assert!(after.len() <= 2);
            for pick in [f64::min, f64::max] {
                prop_assert_eq!(before.iter().copied().reduce(pick), after.iter().copied().reduce(pick));
            }
        }
    }

    #[test]
    fn the_nearest_point_is_the_nearest(xs in prop::collection::vec(0.0..500.0f64, 1..50), at in -50.0..600.0f64) {
        let mut xs = xs;
        xs.sort_by(f64::total_cmp);
        let chart = Picture { points: xs.iter().map(|x| point(*x, 0.0)).collect(), ..Picture::default() };
        let found = xs[chart.nearest(at).unwrap() as usize];
        let least = xs.iter().map(|x| (x - at).abs()).reduce(f64::min).unwrap();
        prop_assert!((found - at).abs() <= least);
    }
}

#[test]
fn keys_go_from_point_to_point_and_stop_at_the_ends() {
    let chart = Picture {
        points: (0..30).map(|i| point(f64::from(i), 0.0)).collect(),
        ..Picture::default()
    };
    for (key, from, to) in [
        ("ArrowRight", None, Some(0)),
        ("ArrowRight", Some(4), Some(5)),
        ("ArrowRight", Some(29), Some(29)),
        ("ArrowLeft", Some(0), Some(0)),
        ("ArrowUp", Some(4), Some(7)),
        ("ArrowDown", Some(4), Some(1)),
        ("Home", Some(4), Some(0)),
        ("End", None, Some(29)),
        ("Tab", Some(4), None),
    ] {
        assert_eq!(chart.after_key(key, from), to, "{key} {from:?}");
    }
    assert_eq!(Picture::default().after_key("Home", None), None);
    assert_eq!(Picture::default().nearest(3.0), None);
    assert!(chart.mark(29).is_some() && chart.mark(30).is_none());
}

#[test]
fn paths_hold_tenths() {
    let mut path = String::new();
    put(&mut path, 'M', &[1.04, 20.0]);
    put(&mut path, 'H', &[-3.0]);
    assert_eq!(path, "M1 20H0");
    let points = [point(1.0, 5.26), point(2.0, 4.0)];
    assert_eq!(draw(&points, Shape::Line), "M1 5.3L2 4");
    assert_eq!(draw(&points, Shape::Steps(9.0)), "M1 9V5.3H2V4");
    assert_eq!(draw(&points, Shape::Bars(9.0)), "M1 9V5.3M2 9V4");
    assert_eq!(draw(&points, Shape::Dots), "M1 5.3h0M2 4h0");
}
