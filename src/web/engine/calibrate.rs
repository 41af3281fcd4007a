//! What the clock and the event loop can do, measured before the first request.

use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::JsValue;

use super::clock::Clock;
use crate::schedule::{clock_step, lag_p99};
use crate::units::Micros;
use crate::wire::Calibration;

/// The clock is read in a busy loop for at most so long: twenty steps of the coarsest clock there is.
const BUSY: Micros = Micros(20_000);
/// So many differences show the smallest step; a fine clock need not be read for the whole time.
const STEPS_WANTED: usize = 400;
/// Timer whose lateness is sampled. Browsers round nested timers below 4 ms up.
const TIMER_MS: u32 = 8;
/// Enough samples for a p99 that is the largest of a quiet moment, in less than half a second.
const TIMER_SAMPLES: usize = 45;

/// Measures for about 0.4 s. Lateness is not measured while the page is hidden: browsers slow timers down then.
pub async fn calibrate(clock: &Clock, hidden: impl Fn() -> bool) -> Calibration {
    let clock_tick = clock_step(readings(clock)).unwrap_or_default();
    let mut lateness = Vec::with_capacity(TIMER_SAMPLES);
    let mut visible = !hidden();
    for _ in 0..TIMER_SAMPLES {
        if !visible {
            break;
        }
        let before = clock.now();
        TimeoutFuture::new(TIMER_MS).await;
        let waited = clock.now().since(before).unwrap_or_default();
        lateness.push(
            waited
                .since(Micros(u64::from(TIMER_MS) * 1000))
                .unwrap_or_default(),
        );
        visible = !hidden();
    }
    Calibration {
        clock_tick,
        cross_origin_isolated: is_isolated(),
        loop_lag_p99: if visible { lag_p99(lateness) } else { None },
    }
}

/// Readings in a row that differ from each other.
fn readings(clock: &Clock) -> Vec<Micros> {
    let start = clock.now();
    let mut readings = vec![start];
    loop {
        let now = clock.now();
        if readings.last() != Some(&now) {
            readings.push(now);
        }
        if readings.len() > STEPS_WANTED || now.since(start).is_none_or(|spent| spent >= BUSY) {
            return readings;
        }
    }
}

fn is_isolated() -> bool {
    js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("crossOriginIsolated"))
        .is_ok_and(|value| value.is_truthy())
}
