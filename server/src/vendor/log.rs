//! What the simulated vendor did and when: the truth that a measuring client is compared with.
//!
//! Instants are microseconds after the request's arrival, on the monotonic clock.
//!
//! - *Arrival* is the moment at which the request's head was read and parsed. Not included: the network, the accept queue
//!   of the operating system, and the preflight, which is a request of its own (counted under `preflights`).
//! - `headers_us` and `sent_us` are taken when the HTTP layer fetches the bytes in order to write them, a few
//!   microseconds before the system call. Each event is written by itself. Not included: that system call, the socket's
//!   send buffer, and the network. If the client reads too slowly and the buffer is full, the HTTP layer does not fetch
//!   the next event, so its stamp is late as well.
//!
//! Neither keys nor prompts nor answers are kept. The log is bounded: the oldest requests go first.
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;

pub use super::record::{End, EventKind};
use super::record::{Preflight, Record};

/// Requests that are kept.
const MAX_REQUESTS: usize = 2_000;

/// Characters of a model's name that are kept: more than any description needs.
const MAX_NAME: usize = 300;

#[derive(Debug, Default)]
struct State {
    requests: VecDeque<Arc<Mutex<Record>>>,
    requests_total: u64,
    preflights: VecDeque<Preflight>,
    preflights_total: u64,
}

/// What `GET /sim/log` answers.
#[derive(Debug, Serialize)]
pub struct Snapshot {
    now_ms: f64,
    requests_total: u64,
    preflights_total: u64,
    preflights: Vec<Preflight>,
    requests: Vec<Record>,
}

/// The log of one server.
#[derive(Debug, Default)]
pub struct Log {
    state: Mutex<State>,
}

impl Log {
    /// Notes a request that has just arrived.
    pub fn arrived(&self, method: &str, path: &str) -> Entry {
        let arrived = Instant::now();
        let arrived_ms = epoch_ms();
        let mut state = lock(&self.state);
        state.requests_total += 1;
        let seq = state.requests_total;
        let id = format!("chatcmpl-sim-{seq}");
        let record = Record::new(seq, id.clone(), method, path, arrived_ms);
        let record = Arc::new(Mutex::new(record));
        push_bounded(&mut state.requests, Arc::clone(&record));
        Entry(Arc::new(Recorder {
            seq,
            id,
            arrived,
            arrived_ms,
            record,
            claimed: AtomicBool::new(false),
        }))
    }

    /// Notes a preflight.
    pub fn preflight(&self, path: &str) {
        let mut state = lock(&self.state);
        state.preflights_total += 1;
        let preflight = Preflight {
            seq: state.preflights_total,
            at_ms: epoch_ms(),
            path: path.to_owned(),
        };
        push_bounded(&mut state.preflights, preflight);
    }

    /// The newest `last` requests and preflights, oldest first; all that are kept if `None`.
    pub fn snapshot(&self, last: Option<usize>) -> Snapshot {
        let last = last.unwrap_or(MAX_REQUESTS);
        let state = lock(&self.state);
        Snapshot {
            now_ms: epoch_ms(),
            requests_total: state.requests_total,
            preflights_total: state.preflights_total,
            preflights: newest(&state.preflights, last).cloned().collect(),
            requests: newest(&state.requests, last)
                .map(|record| lock(record).clone())
                .collect(),
        }
    }

    /// Forgets all requests and preflights. Numbers go on, so that ids stay unique.
    pub fn clear(&self) {
        let mut state = lock(&self.state);
        state.requests.clear();
        state.preflights.clear();
    }
}

/// The log's handle for one request; the request is over when the last clone is dropped.
#[derive(Debug, Clone)]
pub struct Entry(Arc<Recorder>);

#[derive(Debug)]
struct Recorder {
    seq: u64,
    id: String,
    arrived: Instant,
    arrived_ms: f64,
    record: Arc<Mutex<Record>>,
    claimed: AtomicBool,
}

impl Entry {
    /// The request's number, from 1 on.
    pub fn seq(&self) -> u64 {
        self.0.seq
    }

    /// The id that the answer's chunks carry.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// When the request arrived.
    pub fn arrived(&self) -> Instant {
        self.0.arrived
    }

    /// When the request arrived, in whole seconds since 1970.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a time after 1970 in seconds fits"
    )]
    pub fn created(&self) -> u64 {
        (self.0.arrived_ms / 1_000.0) as u64
    }

    /// Notes which model was asked for.
    pub fn set_model(&self, model: &str) {
        lock(&self.0.record).model = Some(model.chars().take(MAX_NAME).collect());
    }

    /// Tells that a paced body will note the headers' time, the events and the end.
    pub fn claim(&self) {
        self.0.claimed.store(true, Ordering::Relaxed);
    }

    /// Notes the status of the answer; one without a paced body is over with that.
    pub fn answered(&self, status: u16) {
        lock(&self.0.record).status = Some(status);
        if !self.0.claimed.load(Ordering::Relaxed) {
            self.headers_left();
            self.ended(End::Complete);
        }
    }

    /// Notes that the response headers leave now.
    pub fn headers_left(&self) {
        lock(&self.0.record).headers_us = Some(self.0.now_us());
    }

    /// Notes that events leave now, in one write.
    pub fn sent(&self, events: &[(EventKind, u32)]) {
        let sent_us = self.0.now_us();
        lock(&self.0.record).add_events(sent_us, events);
    }

    /// Notes how the request ended; the first note counts.
    pub fn ended(&self, end: End) {
        self.0.ended(end);
    }
}

impl Recorder {
    fn now_us(&self) -> u64 {
        u64::try_from(self.arrived.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn ended(&self, end: End) {
        let now_us = self.now_us();
        lock(&self.record).finish(end, now_us);
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.ended(End::ClientGone);
    }
}

/// Milliseconds since 1970, with fractions.
fn epoch_ms() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64() * 1_000.0)
}

/// A thread that panicked while it held the lock left at worst an incomplete record.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn push_bounded<T>(ring: &mut VecDeque<T>, item: T) {
    if ring.len() == MAX_REQUESTS {
        ring.pop_front();
    }
    ring.push_back(item);
}

fn newest<T>(ring: &VecDeque<T>, last: usize) -> impl Iterator<Item = &T> {
    ring.iter().skip(ring.len().saturating_sub(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn shown(log: &Log, last: Option<usize>) -> Value {
        serde_json::to_value(log.snapshot(last)).unwrap()
    }

    #[test]
    fn a_dropped_handle_means_that_the_client_went_away() {
        let log = Log::default();
        let entry = log.arrived("POST", "/v1/chat/completions");
        entry.claim();
        entry.answered(200);
        assert_eq!(shown(&log, None)["requests"][0]["end"], "open");
        drop(entry.clone());
        assert_eq!(shown(&log, None)["requests"][0]["end"], "open");
        drop(entry);
        assert_eq!(shown(&log, None)["requests"][0]["end"], "client_gone");
    }

    #[test]
    fn the_first_end_counts() {
        let log = Log::default();
        let entry = log.arrived("POST", "/");
        entry.sent(&[(EventKind::Answer, 3), (EventKind::Done, 0)]);
        entry.ended(End::Complete);
        drop(entry);
        let request = &shown(&log, None)["requests"][0];
        assert_eq!(request["end"], "complete");
        assert_eq!(request["events"][0][1], "answer");
        assert_eq!(request["events"][0][2], 3);
        assert_eq!(request["events"][0][0], request["events"][1][0]);
    }

    #[test]
    fn it_is_bounded_and_can_be_cleared() {
        let log = Log::default();
        for _ in 0..MAX_REQUESTS + 5 {
            log.arrived("GET", "/v1/models");
            log.preflight("/v1/models");
        }
        let all = shown(&log, None);
        assert_eq!(all["requests"].as_array().unwrap().len(), MAX_REQUESTS);
        assert_eq!(all["requests"][0]["seq"], 6);
        assert_eq!(all["preflights"].as_array().unwrap().len(), MAX_REQUESTS);
        let two = shown(&log, Some(2));
        assert_eq!(two["requests"].as_array().unwrap().len(), 2);
        assert_eq!(two["requests"][1]["seq"], MAX_REQUESTS + 5);
        log.clear();
        let none = shown(&log, None);
        assert_eq!(none["requests"], json!([]));
        assert_eq!(none["preflights"], json!([]));
        assert_eq!(log.arrived("GET", "/").seq(), 2_006);
    }
}
