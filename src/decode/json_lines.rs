//! JSON lines: one JSON object in each line. Servers and proxies also write errors into such a stream that are printed
//! over many lines.

use std::mem;

use memchr::memchr;

use super::bare_json::BareJson;
use super::{DecodeError, Frame, FrameKind, Limits, Sink, text};

/// Push decoder of a body that begins with `{`.
#[derive(Debug)]
pub(super) struct JsonLinesDecoder {
    limits: Limits,
    /// A line whose end has not come yet.
    line: Vec<u8>,
    /// A value printed over many lines, as far as it came.
    json: Option<BareJson>,
}

impl JsonLinesDecoder {
    pub(super) fn new(limits: Limits) -> Self {
        JsonLinesDecoder {
            limits,
            line: Vec::new(),
            json: None,
        }
    }

    pub(super) fn feed(&mut self, mut rest: &[u8], sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        while let Some(end) = memchr(b'\n', rest) {
            let head = &rest[..end];
            rest = &rest[end + 1..];
            self.limits.check_line(self.line.len() + head.len())?;
            if self.line.is_empty() {
                self.take_line(head, true, sink)?;
            } else {
                let mut line = mem::take(&mut self.line);
                line.extend_from_slice(head);
                let result = self.take_line(&line, true, sink);
                line.clear();
                self.line = line; // keeps its capacity for the next line
                result?;
            }
        }
        self.limits.check_line(self.line.len() + rest.len())?;
        self.line.extend_from_slice(rest);
        Ok(())
    }

    pub(super) fn finish(&mut self, sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        let line = mem::take(&mut self.line);
        self.take_line(&line, false, sink)?;
        BareJson::give_up(&mut self.json, sink);
        Ok(())
    }

    /// Takes a line without its LF. `ended` is false for the rest of a body that stops inside a line.
    fn take_line(
        &mut self,
        line: &[u8],
        ended: bool,
        sink: &mut Sink<'_>,
    ) -> Result<(), DecodeError> {
        let inner = line.trim_ascii();
        if inner.is_empty() {
            return Ok(());
        }
        if self.json.is_some() {
            if !is_whole_line(line) {
                return BareJson::take(&mut self.json, line, self.limits, sink);
            }
            BareJson::give_up(&mut self.json, sink);
        } else if opens_many(inner) {
            return BareJson::take(&mut self.json, line, self.limits, sink);
        }
        sink(Frame {
            kind: FrameKind::Item,
            data: &text(inner),
            terminated: ended,
        });
        Ok(())
    }
}

/// Whether a line opens a value printed over many: printers break the line behind a bracket or a comma, and a line of
/// JSON lines ends with neither.
fn opens_many(line: &[u8]) -> bool {
    BareJson::opens(line) && matches!(line.last(), Some(b'{' | b'[' | b','))
}

/// Whether a line that comes while another value is open can only be one of JSON lines again: an object from the margin
/// on, complete in itself. It ends what a cut line left open.
fn is_whole_line(line: &[u8]) -> bool {
    line.starts_with(b"{") && BareJson::default().push(&text(line))
}
