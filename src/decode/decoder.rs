//! The decoder of a body whose framing is known only in part: what it really is, its first byte tells.

use super::json_array::JsonArrayDecoder;
use super::json_lines::JsonLinesDecoder;
use super::sse::BodyKind;
use super::{BOM, DecodeError, Framing, Limits, Sink, SseDecoder};

/// Push decoder of one response body in a format with this [`Framing`].
#[derive(Debug)]
pub struct Decoder {
    framing: Framing,
    limits: Limits,
    /// The search for the first byte that is not blank; `None` once it was found, or where it decides nothing.
    start: Option<Start>,
    by: By,
    failed: Option<DecodeError>,
}

/// The decoder that does the work.
#[derive(Debug)]
enum By {
    /// Also for all that is neither JSON lines nor an array: plain JSON and pages.
    Sse(SseDecoder),
    Lines(JsonLinesDecoder),
    Array(JsonArrayDecoder),
}

/// How far the bytes before the first one of meaning were seen.
#[derive(Debug, Default)]
struct Start {
    /// Bytes of a leading BOM so far.
    bom: usize,
    /// A blank came, so a BOM can't.
    blank: bool,
}

impl Start {
    /// Place of the first byte that is neither blank nor of a leading BOM. Half a BOM is text; the byte behind it is found.
    fn find(&mut self, bytes: &[u8]) -> Option<usize> {
        bytes.iter().position(|byte| {
            if !self.blank && BOM.get(self.bom) == Some(byte) {
                self.bom += 1;
                return false;
            }
            if self.has_half_bom() || !byte.is_ascii_whitespace() {
                return true;
            }
            self.blank = true;
            false
        })
    }

    fn has_half_bom(&self) -> bool {
        (1..BOM.len()).contains(&self.bom)
    }
}

impl Decoder {
    /// A decoder for one body.
    #[must_use]
    pub fn new(framing: Framing, limits: Limits) -> Self {
        Decoder {
            framing,
            limits,
            start: (framing != Framing::Sse).then(Start::default),
            by: By::Sse(SseDecoder::new(limits)),
            failed: None,
        }
    }

    /// Comment lines so far. They show that the server is alive and are nothing else.
    #[must_use]
    pub fn comments(&self) -> u32 {
        match &self.by {
            By::Sse(decoder) => decoder.comments(),
            By::Lines(_) | By::Array(_) => 0,
        }
    }

    /// What kind of body this is, as far as can be told yet.
    #[must_use]
    pub fn body_kind(&self) -> BodyKind {
        match &self.by {
            By::Sse(decoder) => decoder.body_kind(),
            By::Lines(_) | By::Array(_) => BodyKind::Json,
        }
    }

    /// Takes the bytes of one read and hands every message that is complete now to `sink`.
    ///
    /// # Errors
    /// If a message is over the limit. Messages before it were handed over; nothing after it will be.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let bytes = self.choose(bytes);
        let result = match &mut self.by {
            By::Sse(decoder) => decoder.feed(bytes, sink),
            By::Lines(decoder) => decoder.feed(bytes, sink),
            By::Array(decoder) => decoder.feed(bytes, sink),
        };
        self.failed = result.err();
        result
    }

    /// Ends the body: hands over a message that was not ended, marked as such.
    ///
    /// # Errors
    /// If the body failed before, or its last line makes a message too long.
    pub fn finish(&mut self, sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        match &mut self.by {
            By::Sse(decoder) => decoder.finish(sink),
            By::Lines(decoder) => decoder.finish(sink),
            By::Array(decoder) => decoder.finish(sink),
        }
    }

    /// Picks the decoder by the first byte of meaning, and gives the bytes it has not seen. Until that byte came the SSE
    /// decoder got all of them: if it is picked it has missed nothing, and the others need no blanks.
    fn choose<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some(mut start) = self.start.take() else {
            return bytes;
        };
        let Some(at) = start.find(bytes) else {
            self.start = Some(start);
            return bytes;
        };
        let rest = &bytes[at..];
        self.by = match (self.framing, rest.first()) {
            _ if start.has_half_bom() => return bytes,
            (Framing::JsonLines, Some(b'{')) => By::Lines(JsonLinesDecoder::new(self.limits)),
            (Framing::SseOrArray, Some(b'[')) => By::Array(JsonArrayDecoder::new(self.limits)),
            _ => return bytes,
        };
        rest
    }
}
