//! Push decoders: bytes in, frames out. Any way of cutting the bytes gives the same frames.

mod bare_json;
mod decoder;
mod json_array;
mod json_lines;
pub mod sse;

use std::borrow::Cow;

pub use decoder::Decoder;
pub use sse::SseDecoder;

/// Receives frames. Not a type parameter, so that each decoder is in the page only once.
pub type Sink<'s> = dyn FnMut(Frame<'_>) + 's;

/// The mark some programs put at the start of a text. It says nothing.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// One message of the stream, borrowed from the bytes that brought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Which field or position in the stream the payload came from.
    pub kind: FrameKind<'a>,
    /// The payload, without framing.
    pub data: &'a str,
    /// False for the last message of a body that ended before the message did.
    pub terminated: bool,
}

/// Where the payload of a frame was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind<'a> {
    /// An SSE event with its `event:` name, if it has one.
    Event(Option<&'a str>),
    /// A line whose field is `error:`; old llama.cpp servers send errors so.
    ErrorField,
    /// JSON outside any field: servers and proxies write errors into the stream like this.
    BareJson,
    /// A line of JSON lines, or an element of a JSON array.
    Item,
}

/// How the messages of a body are set apart. What a body really is decides its first byte that is not blank: these are
/// the ways in which a body that begins with `{` or `[` is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events. A body that begins with `{` or `[` is one plain JSON value.
    Sse,
    /// One JSON object in each line.
    JsonLines,
    /// Server-sent events, or one JSON array whose elements come one by one.
    SseOrArray,
}

/// Bounds on what a decoder keeps in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest line, and longest payload of one event, in bytes.
    pub max_event_bytes: usize,
}

impl Limits {
    /// Whether a line may be so long.
    fn check_line(self, length: usize) -> Result<(), DecodeError> {
        let limit = self.max_event_bytes;
        if length > limit {
            return Err(DecodeError::LineTooLong { limit });
        }
        Ok(())
    }
}

impl Default for Limits {
    /// 16 MiB: a 10 MB event (an image as base64, a whole document as one delta) still passes.
    fn default() -> Self {
        Limits {
            max_event_bytes: 16 << 20,
        }
    }
}

/// Why a decoder gave up. It stays in that state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A line is longer than the limit.
    #[error("a line is longer than {limit} bytes")]
    LineTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// The data lines of one event, or one piece of bare JSON, add up to more than the limit.
    #[error("an event is longer than {limit} bytes")]
    EventTooLong {
        /// The limit in bytes.
        limit: usize,
    },
}

/// Text of a payload; bytes that are not UTF-8 become U+FFFD, as the standard wants it.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    // The plain check is several times faster than the lossy one, and nearly always enough.
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}
