//! Reads the browser's Resource Timing entries. They appear in this realm only, some time after the body ended.

use std::cell::RefCell;

use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::PerformanceResourceTiming;

use super::clock::Clock;
use crate::schedule::{Entries, Entry};
use crate::trace::NetworkTiming;
use crate::units::Micros;

/// Room for entries between two collections; browsers keep 250 if not asked, and drop the rest.
const BUFFER_ENTRIES: u32 = 2_500;
/// Waits for an entry, in ms. Together short enough that nobody notices; no request waits for them. The first is long enough
/// for the next request to be on its way: to read entries in the moment it leaves would make it late.
const WAITS_MS: [u32; 2] = [20, 75];

/// The entries of one address that no request has claimed yet.
pub struct ResourceTimings {
    url: String,
    entries: RefCell<Entries>,
}

impl ResourceTimings {
    /// Starts with an empty buffer.
    pub fn new(clock: &Clock, url: &str) -> Self {
        let performance = clock.performance();
        performance.set_resource_timing_buffer_size(BUFFER_ENTRIES);
        performance.clear_resource_timings();
        ResourceTimings {
            url: url.to_owned(),
            entries: RefCell::default(),
        }
    }

    /// What the browser tells of the request sent at `sent`, whose body ended at `closed`. `None` if no entry came.
    pub async fn of(&self, clock: &Clock, sent: Micros, closed: Micros) -> Option<NetworkTiming> {
        for wait_ms in WAITS_MS {
            TimeoutFuture::new(wait_ms).await;
            self.collect(clock);
            if let Some(entry) = self.entries.borrow_mut().claim(sent, closed) {
                return Some(entry.since_send(sent));
            }
        }
        None
    }

    /// Moves what is there out of the browser's buffer, so that it can't fill up.
    fn collect(&self, clock: &Clock) {
        let performance = clock.performance();
        let mut entries = self.entries.borrow_mut();
        for entry in performance.get_entries_by_type("resource") {
            let entry: PerformanceResourceTiming = entry.unchecked_into();
            if entry.name() == self.url {
                entries.add(plain(&entry));
            }
        }
        performance.clear_resource_timings();
    }
}

fn plain(entry: &PerformanceResourceTiming) -> Entry {
    let at = Micros::from_millis;
    Entry {
        start: at(entry.start_time()),
        response_end: at(entry.response_end()),
        fetch_start: at(entry.fetch_start()),
        connect_start: at(entry.connect_start()),
        connect_end: at(entry.connect_end()),
        request_start: at(entry.request_start()),
        response_start: at(final_headers(entry).unwrap_or_else(|| entry.response_start())),
        protocol: entry.next_hop_protocol(),
    }
}

/// `finalResponseHeadersStart` is newer than the bindings; `responseStart` may be that of an interim 103.
fn final_headers(entry: &PerformanceResourceTiming) -> Option<f64> {
    js_sys::Reflect::get(entry, &JsValue::from_str("finalResponseHeadersStart"))
        .ok()?
        .as_f64()
        .filter(|at| *at > 0.0)
}
