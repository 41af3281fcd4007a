//! How much memory a saved report takes while it is opened. A program of its own, because it counts what is allocated.

#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "helpers of tests fail as tests do"
)]

mod links;
mod traces;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use tokenpace::report::{open_from, to_json};

/// The system's allocator with its bytes counted.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::SeqCst) + layout.size();
        MOST.fetch_max(now, Ordering::SeqCst);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::SeqCst);
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes that opening takes at most beyond what it gives, and those that it gives.
fn opening(requests: u32) -> (usize, usize) {
    let mut plan = traces::plan();
    plan.requests = requests;
    let traces = traces::run_of(requests, |_| {
        traces::request()
            .words(500, 300_000, 20_000)
            .usage(500, None)
    });
    let json = to_json(&links::report(&plan, &traces)).into_bytes();
    let before = NOW.load(Ordering::SeqCst);
    MOST.store(before, Ordering::SeqCst);
    let opened = open_from(json.as_slice(), json.len() as u64, &mut |_| ()).unwrap();
    let after = NOW.load(Ordering::SeqCst);
    let most = MOST.load(Ordering::SeqCst);
    assert!(opened.1.len() >= requests as usize);
    (most - after, after - before)
}

#[test]
fn beyond_its_traces_a_large_report_takes_what_a_small_one_takes() {
    let (few, of_few) = opening(20);
    let (many, of_many) = opening(320);
    assert!(of_many > 15 * of_few, "{of_few} {of_many}");
    // One request's tree and the buffer, and what the list of traces holds while it grows.
    assert!(few < 1 << 20 && many < 1 << 20, "{few} {many}");
}
