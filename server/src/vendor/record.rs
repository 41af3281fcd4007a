//! One request in the log, as data.
use serde::{Serialize, Serializer};

/// Events of one request that are kept; later ones are counted in `events_dropped`.
const MAX_EVENTS: usize = 4_096;

/// What an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    /// A comment that keeps the connection alive.
    Ping,
    /// The role-only first event.
    Role,
    /// A piece of visible thinking.
    Reasoning,
    /// A piece of the answer.
    Answer,
    /// The finish reason.
    Finish,
    /// The token counts.
    Usage,
    /// The terminator.
    Done,
    /// An error inside the stream.
    Error,
    /// A whole answer in one body.
    Body,
    /// A message of a recording, whatever it says.
    Message,
}

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// It goes on.
    Open,
    /// The body ended as it was meant to; its last bytes were handed to the socket.
    Complete,
    /// The server broke the connection on purpose.
    Cut,
    /// The client went away first.
    ClientGone,
}

/// One request. Serialised as an object; an event as `[sent_us, kind, tokens]`.
#[derive(Debug, Clone, Serialize)]
pub struct Record {
    seq: u64,
    id: String,
    method: String,
    path: String,
    /// The model that was asked for, once the body was understood.
    pub model: Option<String>,
    arrived_ms: f64,
    /// HTTP status of the answer.
    pub status: Option<u16>,
    /// When the headers left, microseconds after arrival.
    pub headers_us: Option<u64>,
    events: Vec<Event>,
    events_dropped: u64,
    end: End,
    ended_us: Option<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Event {
    sent_us: u64,
    kind: EventKind,
    tokens: u32,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.sent_us, self.kind, self.tokens).serialize(serializer)
    }
}

/// One preflight.
#[derive(Debug, Clone, Serialize)]
pub struct Preflight {
    /// Its number, from 1 on.
    pub seq: u64,
    /// When it arrived, ms since 1970.
    pub at_ms: f64,
    /// The path it asked about.
    pub path: String,
}

impl Record {
    /// A request that has just arrived, `arrived_ms` after 1970 began.
    pub fn new(seq: u64, id: String, method: &str, path: &str, arrived_ms: f64) -> Self {
        Self {
            seq,
            id,
            method: method.to_owned(),
            path: path.to_owned(),
            model: None,
            arrived_ms,
            status: None,
            headers_us: None,
            events: Vec::new(),
            events_dropped: 0,
            end: End::Open,
            ended_us: None,
        }
    }

    /// Adds events that left in one write, `sent_us` after arrival, each with its tokens.
    pub fn add_events(&mut self, sent_us: u64, events: &[(EventKind, u32)]) {
        for &(kind, tokens) in events {
            if self.events.len() < MAX_EVENTS {
                self.events.push(Event {
                    sent_us,
                    kind,
                    tokens,
                });
            } else {
                self.events_dropped += 1;
            }
        }
    }

    /// Notes the end, `now_us` after arrival; the first note counts.
    pub fn finish(&mut self, end: End, now_us: u64) {
        if self.end == End::Open {
            self.end = end;
            self.ended_us = Some(now_us);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_capped() {
        let mut record = Record::new(1, "id".to_owned(), "POST", "/", 0.0);
        for _ in 0..MAX_EVENTS + 7 {
            record.add_events(5, &[(EventKind::Answer, 1)]);
        }
        let shown = serde_json::to_value(&record).unwrap();
        assert_eq!(shown["events"].as_array().unwrap().len(), MAX_EVENTS);
        assert_eq!(shown["events"][0], serde_json::json!([5, "answer", 1]));
        assert_eq!(shown["events_dropped"], 7);
    }
}
