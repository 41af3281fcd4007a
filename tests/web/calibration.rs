//! The clock, and how late the event loop is.

use tokenpace::units::Micros;
use tokenpace::web::engine::calibrate;
use tokenpace::web::engine::clock::Clock;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
async fn it_finds_plausible_values() {
    let clock = Clock::of_this_realm().unwrap();
    let before = clock.now();
    let found = calibrate(&clock, || false).await;
    let took = clock.now().since(before).unwrap();
    assert!(
        (Micros(1)..=Micros(2_000)).contains(&found.clock_tick),
        "{found:?}"
    );
    assert!(
        found.loop_lag_p99.is_some_and(|lag| lag < took),
        "{found:?}"
    );
    assert!(took > Micros(300_000), "{took:?}");
}

#[wasm_bindgen_test]
async fn a_hidden_page_has_no_lateness() {
    let clock = Clock::of_this_realm().unwrap();
    assert_eq!(calibrate(&clock, || true).await.loop_lag_p99, None);
}

#[wasm_bindgen_test]
fn the_clock_and_the_calendar_agree() {
    let clock = Clock::of_this_realm().unwrap();
    assert!((clock.epoch(clock.now()).0 - js_sys::Date::now()).abs() < 1_000.0);
}
