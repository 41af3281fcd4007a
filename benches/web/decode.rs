//! The decoders as a page can call them, for the speed comparison in a browser. Each read is copied into wasm memory,
//! as the worker does it.

use tokenpace::decode::{Decoder, Frame, Limits};
use tokenpace::protocol::{Adapter, ApiFormat, Channel, Signal};
use wasm_bindgen::prelude::wasm_bindgen;

/// One pass over a stream.
#[wasm_bindgen]
pub struct Pass {
    decoder: Decoder,
    adapter: Box<dyn Adapter>,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    events: u32,
    text_utf16: usize,
}

impl Counts {
    fn frame(&mut self, adapter: &mut dyn Adapter, frame: Frame<'_>) {
        self.events += 1;
        adapter.frame(frame, &mut |signal| {
            if let Signal::Output {
                channel: Channel::Answer,
                text,
                ..
            } = signal
            {
                self.text_utf16 += text.encode_utf16().count();
            }
        });
    }
}

#[wasm_bindgen]
impl Pass {
    /// Starts a pass.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Pass {
        Pass {
            decoder: Decoder::new(ApiFormat::OpenAiChat.format().framing, Limits::default()),
            adapter: ApiFormat::OpenAiChat.adapter(),
            counts: Counts::default(),
        }
    }

    /// Takes one read. False once the decoder gave up.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        let (counts, adapter) = (&mut self.counts, &mut *self.adapter);
        self.decoder
            .feed(bytes, &mut |frame| counts.frame(adapter, frame))
            .is_ok()
    }

    /// Events so far.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn events(&self) -> u32 {
        self.counts.events
    }

    /// Length of the answer so far, as JavaScript counts it.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn text_utf16(&self) -> usize {
        self.counts.text_utf16
    }
}

impl Default for Pass {
    fn default() -> Self {
        Self::new()
    }
}
