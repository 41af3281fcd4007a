//! How often the page is told.

use tokenpace::schedule::Throttle;

use crate::ms;

#[test]
fn at_most_ten_messages_a_second_pass() {
    let mut throttle = Throttle::default();
    let passed = (0..1_000).filter(|at| throttle.pass(ms(*at))).count();
    assert_eq!(passed, 10);
}
