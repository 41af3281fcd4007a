//! Which request is sent next, and for how long the run lasted.

use tokenpace::schedule::{Queue, WallTime};
use tokenpace::trace::Phase;

use crate::{ms, plan};

#[test]
fn practice_comes_first_and_numbers_run_through() {
    let mut queue = Queue::new(&plan(2, 3, 8));
    assert_eq!(
        (queue.lanes(Phase::Warmup), queue.lanes(Phase::Measured)),
        (2, 3)
    );
    let warmup: Vec<u32> = std::iter::from_fn(|| queue.take(Phase::Warmup)).collect();
    let measured: Vec<u32> = std::iter::from_fn(|| queue.take(Phase::Measured)).collect();
    assert_eq!(
        (warmup, measured, queue.sent()),
        (vec![0, 1], vec![2, 3, 4], 5)
    );
}

#[test]
fn no_lane_opens_for_a_phase_without_requests() {
    assert_eq!(Queue::new(&plan(0, 3, 2)).lanes(Phase::Warmup), 0);
}

#[test]
fn nothing_starts_after_stop() {
    let mut queue = Queue::new(&plan(0, 3, 1));
    assert_eq!(queue.take(Phase::Measured), Some(0));
    queue.stop();
    assert_eq!(
        (
            queue.take(Phase::Measured),
            queue.sent(),
            queue.is_stopped()
        ),
        (None, 1, true)
    );
}

#[test]
fn wall_time_goes_from_the_first_send_to_the_last_close() {
    let mut wall = WallTime::default();
    assert_eq!(wall.get(), None);
    wall.add(ms(200), ms(900));
    wall.add(ms(100), ms(500));
    assert_eq!(wall.get(), Some(ms(800)));
}

#[test]
fn nothing_more_is_sent_once_given_up() {
    let mut queue = Queue::new(&plan(2, 4, 1));
    assert_eq!(queue.take(Phase::Warmup), Some(0));
    queue.give_up();
    assert_eq!(queue.take(Phase::Warmup), None);
    assert!(!queue.is_stopped(), "the user did not stop it");
}
