//! A chat-completions stream as OpenAI sends it, made by rule: the same bytes on every machine.

pub mod formats;

use std::fmt::Write;

/// Size of one read. Browsers hand over bodies in pieces of a few KB to 64 KB.
pub const READ_BYTES: usize = 4096;

/// Text pieces with the mix of a real answer: mostly short ASCII words, some with escapes, some beyond ASCII.
const PIECES: &[&str] = &[
    "The",
    " capital",
    " of",
    " France",
    " is",
    " Paris",
    ".",
    " It",
    " lies",
    " on",
    " the",
    " Seine",
    ",",
    " and",
    " more",
    " than",
    " two",
    " million",
    " people",
    " live",
    " there",
    ".\\n\\n",
    "##",
    " Streaming",
    " speed",
    "\\n",
    " measured",
    " in",
    " tokens",
    " per",
    " second",
    " (",
    "TPS",
    ")",
    " \\\"",
    "quoted",
    "\\\"",
    " caf",
    "é",
    " –",
    " naïve",
    " 東京",
    " 😀",
    " const",
    " x",
    " =",
    " [",
    "1",
    "]",
    ";\\n",
    "   ",
    " return",
    " value",
    " because",
];

/// Events of one reply before the next one begins, with an id of its own.
const EVENTS_PER_REPLY: u32 = 500;

/// Whether events of one reply differ in more than text and padding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// They don't, as at nearly all vendors.
    Usual,
    /// Each has a fingerprint of its own: the worst case for a decoder that relies on their likeness.
    Varied,
}

/// A stream of at least this many bytes: replies one after the other, each with its role delta, text, finish and usage
/// chunk, closed by one `[DONE]`.
pub fn generate(bytes: usize, shape: Shape) -> String {
    let mut out = String::with_capacity(bytes + 1_000);
    let mut random = Random::new();
    let mut reply = 0;
    while out.len() < bytes {
        push_reply(&mut out, &mut random, reply, shape);
        reply += 1;
    }
    out.push_str("data: [DONE]\n\n");
    out
}

fn push_reply(out: &mut String, random: &mut Random, reply: u32, shape: Shape) {
    let head = format!(
        r#"{{"id":"chatcmpl-C2P2HtMJhPkWjQ2adKer{reply:08}","object":"chat.completion.chunk","created":{},"model":"gpt-4o-2024-08-06","service_tier":"default","system_fingerprint":"fp_07871e"#,
        1_754_688_929 + reply
    );
    let mut chunk = |choices: std::fmt::Arguments<'_>, usage: &str| {
        let padding = random.padding();
        let fingerprint = match shape {
            Shape::Usual => 0x2a_d8,
            Shape::Varied => random.next() & 0xffff,
        };
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "data: {head}{fingerprint:04x}\",\"choices\":[{choices}],\"usage\":{usage},\"obfuscation\":\"{padding}\"}}\n\n"
        );
    };
    chunk(
        format_args!(
            r#"{{"index":0,"delta":{{"role":"assistant","content":"","refusal":null}},"logprobs":null,"finish_reason":null}}"#
        ),
        "null",
    );
    for n in 0..EVENTS_PER_REPLY {
        let piece = PIECES[(n as usize * 7 + reply as usize) % PIECES.len()];
        chunk(
            format_args!(
                r#"{{"index":0,"delta":{{"content":"{piece}"}},"logprobs":null,"finish_reason":null}}"#
            ),
            "null",
        );
    }
    chunk(
        format_args!(r#"{{"index":0,"delta":{{}},"logprobs":null,"finish_reason":"stop"}}"#),
        "null",
    );
    chunk(
        format_args!(""),
        r#"{"prompt_tokens":14,"completion_tokens":500,"total_tokens":514,"prompt_tokens_details":{"cached_tokens":0,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0,"audio_tokens":0,"accepted_prediction_tokens":0,"rejected_prediction_tokens":0}}"#,
    );
}

/// Xorshift: no two runs differ.
struct Random(u64);

impl Random {
    fn new() -> Self {
        Random(0x9E37_79B9_7F4A_7C15)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 0 up to, not including, `end`.
    #[allow(clippy::cast_possible_truncation)] // the rest of a division by a usize is one
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// 1 to 15 letters and digits, as OpenAI pads its events.
    fn padding(&mut self) -> String {
        const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        let length = 1 + self.below(15);
        (0..length)
            .map(|_| char::from(LETTERS[self.below(LETTERS.len())]))
            .collect()
    }
}
