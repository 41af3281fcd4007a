//! The step of the clock, and the lateness of the worker.

use tokenpace::schedule::{HEARTBEAT, Heartbeat, clock_jumped, clock_step, lag_p99};
use tokenpace::units::{EpochMillis, Micros};

use crate::ms;

#[test]
fn the_step_is_the_smallest_difference_that_is_one() {
    let readings = [100, 100, 200, 200, 400, 500].map(Micros);
    assert_eq!(clock_step(readings), Some(Micros(100)));
    assert_eq!(clock_step([Micros(5), Micros(5)]), None);
    assert_eq!(clock_step([]), None);
}

#[test]
fn p99_is_the_nearest_rank() {
    let samples = |n: u64| (1..=n).rev().map(Micros).collect::<Vec<_>>();
    assert_eq!(lag_p99(samples(45)), Some(Micros(45)));
    assert_eq!(lag_p99(samples(100)), Some(Micros(99)));
    assert_eq!(lag_p99(samples(200)), Some(Micros(198)));
    assert_eq!(lag_p99(Vec::new()), None);
}

#[test]
fn lateness_is_what_exceeds_the_period() {
    let mut heart = Heartbeat::new(ms(0), false);
    assert_eq!(heart.beat(ms(50)).late, Micros::ZERO);
    assert_eq!(heart.so_far(ms(130)).late, ms(30));
    assert_eq!(heart.beat(ms(120)).late, ms(20));
    assert_eq!(heart.beat(ms(160)).late, Micros::ZERO);
    assert_eq!(
        heart.beat(Micros(160_000 + HEARTBEAT.0 + 1)).late,
        Micros(1)
    );
}

#[test]
fn a_hidden_page_is_not_blamed_for_slow_timers() {
    let mut heart = Heartbeat::new(ms(0), false);
    heart.visibility(true);
    heart.visibility(false);
    assert_eq!(heart.beat(ms(1_000)).late, Micros::ZERO);
    assert_eq!(heart.beat(ms(1_100)).late, ms(50));
}

#[test]
fn a_long_silence_means_the_browser_paused_us() {
    for (hidden, limit) in [(false, ms(5_000)), (true, ms(90_000))] {
        let heart = Heartbeat::new(ms(0), hidden);
        assert!(!heart.so_far(limit).frozen);
        assert!(heart.so_far(Micros(limit.0 + 1)).frozen);
    }
}

#[test]
fn clocks_that_part_by_more_than_a_second_jumped() {
    let jumped = |after| clock_jumped(EpochMillis(5_000.0), EpochMillis(after), ms(2_000));
    assert!(!jumped(7_000.0) && !jumped(8_000.0) && !jumped(6_000.0));
    assert!(jumped(8_000.5) && jumped(5_999.5));
}
