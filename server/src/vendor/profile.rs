//! How one simulated model behaves, as data.
//!
//! Times are milliseconds, fractions allowed. A model of the table in [`super::models`] and a model described in its name
//! ([`super::custom`]) are both a [`Profile`].

/// A range of token counts, both ends included, from which each request draws one. A drawn count grows to the end of
/// its sentence; a range of one number is exact.
pub type Span = (u32, u32);

/// The behaviour of a model. [`Profile::PLAIN`] is a model without jitter or quirks; others differ from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Profile {
    /// When the response headers leave, after arrival.
    pub headers_ms: f64,
    /// When the role-only first event leaves; `None` sends none. Never later than the first output.
    pub role_ms: Option<f64>,
    /// When the first output event leaves (hidden thinking comes on top).
    pub ttft_ms: f64,
    /// From one output event to the next.
    pub gap_ms: f64,
    /// Tokens in an output event.
    pub per_event: u32,
    /// Standard deviation of the logarithm of the factor on `ttft_ms` and on each gap; 0 is exact.
    pub jitter: f64,
    /// Now and then a gap is longer.
    pub pause: Pause,
    /// Tokens of visible thinking before the answer.
    pub thinking: Span,
    /// Tokens of thinking that are counted but never sent.
    pub hidden: Span,
    /// Silence for each hidden token.
    pub hidden_ms: f64,
    /// Tokens of the answer, if no limit cuts it.
    pub answer: Span,
    /// From the last output event to finish, usage and terminator.
    pub tail_ms: f64,
    /// Prompt tokens that the usage reports as cached.
    pub cached: u32,
    /// When the usage event is sent.
    pub usage: UsagePolicy,
    /// Whether the finish event is sent.
    pub finish: bool,
    /// Whether the terminator `[DONE]` is sent.
    pub done: bool,
    /// Keep-alive comments before the first output, evenly spread.
    pub pings: u32,
    /// How events become writes.
    pub delivery: Delivery,
    /// How the stream ends.
    pub ending: Ending,
    /// What is wrong with the bytes.
    pub spoil: Spoil,
}

impl Profile {
    /// 100 tokens, the first after 200 ms, then one every 20 ms, exactly; everything else as the protocol says.
    pub const PLAIN: Self = Self {
        headers_ms: 0.0,
        role_ms: Some(0.0),
        ttft_ms: 200.0,
        gap_ms: 20.0,
        per_event: 1,
        jitter: 0.0,
        pause: Pause::None,
        thinking: (0, 0),
        hidden: (0, 0),
        hidden_ms: 0.0,
        answer: (100, 100),
        tail_ms: 0.0,
        cached: 0,
        usage: UsagePolicy::Asked,
        finish: true,
        done: true,
        pings: 0,
        delivery: Delivery::Each,
        ending: Ending::Proper,
        spoil: Spoil::Nothing,
    };
}

/// Longer gaps between output events.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pause {
    /// None.
    None,
    /// Each gap is longer with this probability, by a time drawn evenly from `from_ms` to `to_ms`.
    Sometimes {
        /// Probability of a pause, 0 to 1.
        chance: f64,
        /// Shortest pause.
        from_ms: f64,
        /// Longest pause.
        to_ms: f64,
    },
    /// One pause of `ms` before output event number `before` (the first is 0; a pause before it delays it).
    Once {
        /// Index of the output event behind the pause.
        before: u32,
        /// Length of the pause.
        ms: f64,
    },
}

/// When the usage event is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsagePolicy {
    /// Never.
    Never,
    /// When the request asks for it.
    Asked,
    /// Always.
    Always,
}

/// How events become writes to the socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// Each event by itself.
    Each,
    /// Groups of so many output events share one write, at the time of the group's first; the mean speed stays.
    Bursts(u32),
    /// The whole stream in one write, when its last event is due: a gateway that buffers.
    Whole,
}

/// How a stream ends. Numbers count output events that were sent before; an answer with fewer ends properly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// As the protocol says.
    Proper,
    /// It goes on for ever, whatever limit was asked for.
    Never,
    /// An error event under HTTP 200, then the end of the body, without terminator.
    ErrorEvent(u32),
    /// The connection breaks: the client sees a network error.
    Break(u32),
    /// The body ends properly in the middle of an event.
    HalfEvent(u32),
    /// Nothing more comes, and the connection stays open.
    Silence(u32),
}

/// What is wrong with the bytes of answer events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spoil {
    /// Nothing.
    Nothing,
    /// Some texts hold bytes that are not UTF-8.
    Utf8,
    /// Payloads are not JSON.
    Json,
    /// The first answer event holds a text of this many bytes.
    Size(usize),
}
