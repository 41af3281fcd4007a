//! API formats: what to send, and what the frames of the answer mean.

mod anthropic;
mod cohere;
mod detect;
mod format;
mod gemini;
mod json;
mod json_stream;
mod llama_cpp;
mod ollama;
mod openai_chat;
mod openai_completions;
mod openai_responses;
mod repair;
mod request;
mod sglang;
mod shape;
mod tally;
mod tgi;
mod unknown_text;
mod vendor_error;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::decode::Frame;
use crate::units::Micros;

pub use detect::detect;
pub use format::{ApiFormat, Format};
pub use json::Json;
pub(crate) use json::decimal;
pub use request::{AuthScheme, RequestParts, retry_with};

/// Reads the frames of one reply in one API format. One adapter serves one request.
pub trait Adapter {
    /// Tells what one message of a stream says.
    fn frame(&mut self, frame: Frame<'_>, sink: &mut dyn FnMut(Signal<'_>));

    /// Tells what a whole plain JSON body says: a reply that was not streamed, or an error.
    fn body(&mut self, text: &str, sink: &mut dyn FnMut(Signal<'_>));
}

/// Channel on which a piece of output came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Text the user reads.
    Answer,
    /// Thinking, in full or as a summary.
    Reasoning,
    /// Arguments of a tool call.
    Tool,
    /// The model's refusal.
    Refusal,
}

/// What one frame says. A frame may give several signals, or none.
#[derive(Clone, Debug, PartialEq)]
pub enum Signal<'a> {
    /// A non-empty piece of output.
    Output {
        /// Where it belongs.
        channel: Channel,
        /// The piece; never empty.
        text: Cow<'a, str>,
        /// Tokens in it, if the server counts each event.
        tokens: Option<u32>,
    },
    /// The reasoning that comes is a summary of the real one.
    ReasoningSummarised,
    /// A tool call was named. It makes an answer without text a success.
    ToolNamed,
    /// The reply holds more answers than the one that is read: its counts are of all of them.
    SeveralAnswers,
    /// Token counts so far; later values of a field replace earlier ones.
    Usage(Usage),
    /// The generation ended for this reason.
    Finish(Cow<'a, str>),
    /// The vendor reports an error.
    Error(VendorError),
    /// The stream's terminator (`[DONE]` or the format's final event).
    End,
    /// The vendor's own id of this answer, to quote in a ticket.
    ResponseId(Cow<'a, str>),
    /// Times the server measured itself, shown beside ours and never mixed in.
    ServerTiming(ServerTiming),
    /// The payload is not in this format.
    NotUnderstood,
}

/// Token counts as the vendor reports them, normalised. Each field is the last value seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub prompt: Option<u32>,
    /// All generated tokens, reasoning included.
    pub total_output: Option<u32>,
    /// Reasoning tokens within `total_output`, never more than it.
    pub reasoning: Option<u32>,
    /// Prompt tokens served from a cache.
    pub cached: Option<u32>,
}

/// An error in the vendor's words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VendorError {
    /// The vendor's type or code, if any.
    pub kind: Option<String>,
    /// The vendor's message; may be empty.
    pub message: String,
    /// Status named inside the body (as opposed to the HTTP status).
    pub status: Option<u16>,
}

/// Times reported by the server itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ServerTiming {
    /// Time in the vendor's queue.
    pub queue: Option<Micros>,
    /// Time loading the model.
    pub load: Option<Micros>,
    /// Time reading the prompt.
    pub prompt: Option<Micros>,
    /// Time generating.
    pub generation: Option<Micros>,
    /// Time for the whole request.
    pub total: Option<Micros>,
    /// Generation speed in tokens per second, as the server states it.
    pub tokens_per_second: Option<f64>,
}
