//! Limits of time.

use tokenpace::schedule::{Expired, Watchdog};
use tokenpace::trace::recorder::TimeLimit;

use crate::ms;

#[test]
fn before_the_first_byte_only_the_total_limit_holds() {
    let watchdog = Watchdog::new(ms(100), ms(60_000));
    assert_eq!(watchdog.expired(ms(60_099)), None);
    assert_eq!(
        watchdog.expired(ms(60_100)),
        Some(Expired::Limit(TimeLimit::Total))
    );
}

#[test]
fn silence_within_the_body_is_limited() {
    let mut watchdog = Watchdog::new(ms(0), ms(600_000));
    watchdog.read(ms(1_000));
    assert_eq!(watchdog.expired(ms(30_999)), None);
    assert_eq!(
        watchdog.expired(ms(31_000)),
        Some(Expired::Limit(TimeLimit::Idle))
    );
    watchdog.read(ms(30_999));
    assert_eq!(watchdog.expired(ms(31_000)), None);
}

#[test]
fn a_complete_reply_cannot_time_out_any_more() {
    let mut watchdog = Watchdog::new(ms(0), ms(1_000));
    watchdog.complete(ms(900));
    assert_eq!(watchdog.expired(ms(1_399)), None);
    assert_eq!(watchdog.expired(ms(1_400)), Some(Expired::Drained));
}

#[test]
fn a_server_that_goes_on_sending_does_not_prolong_the_wait() {
    let mut watchdog = Watchdog::new(ms(0), ms(1_000));
    for now in (900..1_400).step_by(20) {
        watchdog.read(ms(now));
        watchdog.complete(ms(now));
    }
    assert_eq!(watchdog.expired(ms(1_400)), Some(Expired::Drained));
}
