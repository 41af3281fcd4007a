//! Push decoders: bytes in, frames out. Any way of cutting the bytes gives the same frames.

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
}
