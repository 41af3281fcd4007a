//! Server-sent events, by the rules of <https://html.spec.whatwg.org/multipage/server-sent-events.html>, plus what LLM
//! servers and the proxies before them add: errors in a field named `error`, JSON outside any field, and a last event
//! that lost its blank line.
//!
//! Lines are found in bytes and decoded whole, so a character cut by two reads stays whole. A payload is borrowed from
//! the read that brought it; only a line that spans reads, or an event of several `data` lines, is copied.

use std::mem;

use memchr::memchr2;

use super::bare_json::BareJson;
use super::{BOM, DecodeError, Frame, FrameKind, Limits, Sink, text};

/// Push decoder of one response body.
#[derive(Debug, Default)]
pub struct SseDecoder {
    limits: Limits,
    /// Bytes of the leading BOM seen so far; `None` once the question is settled.
    bom: Option<usize>,
    /// The last line ended with CR: an LF that comes next belongs to it.
    skip_lf: bool,
    /// A line whose end has not come yet.
    line: Vec<u8>,
    event: Event,
    json: Option<BareJson>,
    body: BodyKind,
    comments: u32,
    failed: Option<DecodeError>,
}

/// What the first line that is not blank tells of the whole body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyKind {
    /// Nothing but blanks so far.
    #[default]
    Blank,
    /// Fields and comments.
    Stream,
    /// Begins with `{` or `[`: a plain JSON reply, or JSON lines.
    Json,
    /// Begins with `<`: a page. Nothing of it is decoded.
    Html,
}

/// The event that is being collected.
#[derive(Debug, Default)]
struct Event {
    name: String,
    /// Joined data lines; `None` until the first one, which makes an empty `data:` differ from no data.
    data: Option<String>,
}

impl SseDecoder {
    /// A decoder for one body.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        SseDecoder {
            limits,
            bom: Some(0),
            ..SseDecoder::default()
        }
    }

    /// Comment lines so far. They show that the server is alive and are nothing else.
    #[must_use]
    pub fn comments(&self) -> u32 {
        self.comments
    }

    /// What kind of body this is, as far as can be told yet.
    #[must_use]
    pub fn body_kind(&self) -> BodyKind {
        self.body
    }

    /// Takes the bytes of one read and hands every message that is complete now to `sink`.
    ///
    /// # Errors
    /// If a line or event is over the limit. Messages before it were handed over; nothing after it will be.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let bom = self.after_bom(bytes);
        let result = self.lines(&bytes[bom..], sink);
        self.failed = result.err();
        result
    }

    /// Ends the body: hands over a message that was not ended, marked as such.
    ///
    /// # Errors
    /// If the body failed before, or its last line makes an event too long.
    pub fn finish(&mut self, sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.settle_bom();
        let line = mem::take(&mut self.line);
        if !line.is_empty() {
            self.take_line(&line, false, false, sink)?;
        }
        BareJson::give_up(&mut self.json, sink);
        self.event.dispatch(false, sink);
        Ok(())
    }

    /// Number of bytes of this read that belong to a leading BOM.
    fn after_bom(&mut self, bytes: &[u8]) -> usize {
        let Some(seen) = self.bom else { return 0 };
        let missing = &BOM[seen..];
        let n = missing
            .iter()
            .zip(bytes)
            .take_while(|(a, b)| a == b)
            .count();
        if n == missing.len() {
            self.bom = None;
        } else if n == bytes.len() {
            self.bom = Some(seen + n);
        } else {
            self.settle_bom();
            return 0;
        }
        n
    }

    /// What looked like the start of a BOM was text.
    fn settle_bom(&mut self) {
        if let Some(seen) = self.bom.take() {
            self.line.extend_from_slice(&BOM[..seen]);
        }
    }

    fn lines(&mut self, mut rest: &[u8], sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        if self.skip_lf && !rest.is_empty() {
            self.skip_lf = false;
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        }
        while let Some(end) = memchr2(b'\n', b'\r', rest) {
            let head = &rest[..end];
            let cr = rest[end] == b'\r';
            rest = &rest[end + 1..];
            if cr {
                match rest.first() {
                    Some(b'\n') => rest = &rest[1..],
                    Some(_) => {}
                    None => self.skip_lf = true,
                }
            }
            // The blank line of an event mostly follows at once; then its data need no copy.
            let blank_next = matches!(rest.first(), Some(b'\n' | b'\r'));
            if self.line.is_empty() {
                self.limits.check_line(head.len())?;
                self.take_line(head, true, blank_next, sink)?;
            } else {
                self.limits.check_line(self.line.len() + head.len())?;
                let mut line = mem::take(&mut self.line);
                line.extend_from_slice(head);
                let result = self.take_line(&line, true, blank_next, sink);
                line.clear();
                self.line = line; // keeps its capacity for the next line
                result?;
            }
        }
        self.limits.check_line(self.line.len() + rest.len())?;
        if self.body != BodyKind::Html {
            self.line.extend_from_slice(rest);
        }
        Ok(())
    }

    /// Takes a line without its end. `ended` is false for the rest of a body that stops inside a line.
    fn take_line(
        &mut self,
        line: &[u8],
        ended: bool,
        blank_next: bool,
        sink: &mut Sink<'_>,
    ) -> Result<(), DecodeError> {
        if line.is_empty() && self.json.is_none() {
            self.event.dispatch(true, sink);
            return Ok(());
        }
        if self.body == BodyKind::Blank {
            self.body = match line.trim_ascii_start().first() {
                None => BodyKind::Blank,
                Some(b'<') => BodyKind::Html,
                Some(b'{' | b'[') => BodyKind::Json,
                Some(_) => BodyKind::Stream,
            };
        }
        if self.body == BodyKind::Html {
            return Ok(());
        }
        if self.json.is_some() || BareJson::opens(line) {
            if !BareJson::ended_by(line) {
                return BareJson::take(&mut self.json, line, self.limits, sink);
            }
            BareJson::give_up(&mut self.json, sink);
        }
        let (name, value) = match memchr::memchr(b':', line) {
            Some(0) => {
                self.comments = self.comments.saturating_add(1);
                return Ok(());
            }
            Some(colon) => {
                let value = &line[colon + 1..];
                (&line[..colon], value.strip_prefix(b" ").unwrap_or(value))
            }
            None => (line, &[][..]),
        };
        match name {
            b"data" => return self.take_data(value, blank_next, sink),
            b"event" => {
                self.event.name.clear();
                self.event.name.push_str(&text(value));
            }
            b"error" => sink(Frame {
                kind: FrameKind::ErrorField,
                data: &text(value),
                terminated: ended,
            }),
            // `id` and `retry` serve reconnection, which a measured request never does; others mean nothing.
            _ => {}
        }
        Ok(())
    }

    fn take_data(
        &mut self,
        value: &[u8],
        blank_next: bool,
        sink: &mut Sink<'_>,
    ) -> Result<(), DecodeError> {
        let value = text(value);
        match &mut self.event.data {
            None if blank_next => {
                // The blank line itself finds no data and only resets the name.
                sink(self.event.frame(&value, true));
            }
            None => self.event.data = Some(value.into_owned()),
            Some(data) => {
                let limit = self.limits.max_event_bytes;
                if data.len() + 1 + value.len() > limit {
                    return Err(DecodeError::EventTooLong { limit });
                }
                data.push('\n');
                data.push_str(&value);
            }
        }
        Ok(())
    }
}

impl Event {
    fn frame<'a>(&'a self, data: &'a str, terminated: bool) -> Frame<'a> {
        let name = (!self.name.is_empty()).then_some(self.name.as_str());
        Frame {
            kind: FrameKind::Event(name),
            data,
            terminated,
        }
    }

    fn dispatch(&mut self, terminated: bool, sink: &mut Sink<'_>) {
        if let Some(data) = self.data.take() {
            sink(self.frame(&data, terminated));
        }
        self.name.clear();
    }
}
