//! Misbehaviour: what a flaky model does by turns, spoilt bytes, and the page of a gateway.
use bytes::Bytes;

use super::generate::Signal;
use super::profile::Spoil;

/// What a flaky model does with one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Answers.
    Answer,
    /// HTTP 429 with `Retry-After`.
    RateLimited,
    /// HTTP 500.
    ServerError,
    /// An error event in the middle of the stream.
    ErrorEvent,
    /// A broken connection in the middle of the stream.
    Break,
}

impl Turn {
    /// The order, from the server's start on; then again.
    pub const ALL: [Self; 10] = [
        Self::Answer,
        Self::Answer,
        Self::RateLimited,
        Self::Answer,
        Self::ErrorEvent,
        Self::Answer,
        Self::ServerError,
        Self::Answer,
        Self::Break,
        Self::Answer,
    ];
}

/// Output events before a flaky model's error or cut.
pub const FLAKY_AFTER: u32 = 25;

/// Seconds in a flaky model's `Retry-After`.
pub const RETRY_AFTER_S: u32 = 2;

/// What a gateway answers when its session is over.
pub const LOGIN_PAGE: &str = "<!doctype html>\n<html lang=\"en\"><head><title>Sign in</title></head>\n<body><h1>Sign in</h1><p>Your session is over. \
Sign in to go on.</p></body></html>\n";

/// Every how many answer events [`Spoil::Utf8`] strikes.
const UTF8_EVERY: u64 = 5;

/// Holds the place of the bad bytes while a text is written down; it is for private use and in no other text.
const PLACEHOLDER: &str = "\u{e000}";

/// A stray byte and a sequence without its end.
const NOT_UTF8: &[u8] = b"\xff\xc3";

/// Spoils a signal before it is written down; `index` counts answer events from 0.
pub fn spoil_signal(spoil: Spoil, index: u64, signal: Signal) -> Signal {
    match (spoil, signal) {
        (Spoil::Size(bytes), Signal::Answer(text, tokens)) if index == 0 && !text.is_empty() => {
            Signal::Answer(text.repeat(bytes.div_ceil(text.len())), tokens)
        }
        (Spoil::Utf8, Signal::Answer(text, tokens)) if (index + 1).is_multiple_of(UTF8_EVERY) => {
            Signal::Answer(format!("{PLACEHOLDER}{text}"), tokens)
        }
        (_, signal) => signal,
    }
}

/// Spoils the bytes of an answer event after it was written down; `index` counts answer events from 0.
pub fn spoil_bytes(spoil: Spoil, index: u64, event: Bytes) -> Bytes {
    match spoil {
        Spoil::Utf8 => with_bad_bytes(event),
        Spoil::Json if index.is_multiple_of(2) => {
            format!("data: token number {index} of the answer\n\n").into()
        }
        Spoil::Json => [without_closing_braces(event.trim_ascii_end()), b"\n\n"]
            .concat()
            .into(),
        Spoil::Nothing | Spoil::Size(_) => event,
    }
}

fn with_bad_bytes(event: Bytes) -> Bytes {
    let place = event
        .windows(PLACEHOLDER.len())
        .position(|window| window == PLACEHOLDER.as_bytes());
    match place {
        Some(at) => [&event[..at], NOT_UTF8, &event[at + PLACEHOLDER.len()..]]
            .concat()
            .into(),
        None => event,
    }
}

fn without_closing_braces(bytes: &[u8]) -> &[u8] {
    let kept = bytes
        .iter()
        .rposition(|byte| *byte != b'}')
        .map_or(0, |last| last + 1);
    &bytes[..kept]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_spoilt_both_ways() {
        let event = Bytes::from_static(b"data: {\"a\":{\"content\":\"x\"}}\n\n");
        assert_eq!(
            spoil_bytes(Spoil::Json, 0, event.clone()),
            "data: token number 0 of the answer\n\n"
        );
        assert_eq!(
            spoil_bytes(Spoil::Json, 1, event.clone()),
            "data: {\"a\":{\"content\":\"x\"\n\n"
        );
        assert_eq!(spoil_bytes(Spoil::Nothing, 1, event.clone()), event);
    }

    #[test]
    fn every_fifth_text_is_not_utf8() {
        for index in 0..10 {
            let signal = spoil_signal(Spoil::Utf8, index, Signal::Answer(",".to_owned(), 1));
            let Signal::Answer(text, 1) = signal else {
                panic!("{signal:?}")
            };
            let event = Bytes::from(format!("data: {{\"a\":1,\"content\":\"{text}\"}}\n\n"));
            let spoilt = spoil_bytes(Spoil::Utf8, index, event.clone());
            if index == 4 || index == 9 {
                assert_eq!(
                    &spoilt[..],
                    b"data: {\"a\":1,\"content\":\"\xff\xc3,\"}\n\n"
                );
            } else {
                assert_eq!(spoilt, event);
            }
        }
    }

    #[test]
    fn a_huge_text_has_at_least_its_size() {
        let signal = spoil_signal(Spoil::Size(1_000), 0, Signal::Answer("abc".to_owned(), 1));
        assert!(matches!(signal, Signal::Answer(text, 1) if text.len() == 1_002));
    }

    #[test]
    fn six_turns_in_ten_answer() {
        assert_eq!(
            Turn::ALL
                .iter()
                .filter(|turn| **turn == Turn::Answer)
                .count(),
            6
        );
    }
}
