//! Framing of JSON lines and JSON arrays, and the choice between them and server-sent events by the first byte.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use support::{OwnedFrame, OwnedKind, frames_of};
use tokenpace::decode::sse::BodyKind;
use tokenpace::decode::{DecodeError, Decoder, Framing, Limits};

/// Frames, which are the same however the text is cut in two.
fn at_every_cut(framing: Framing, body: &str) -> Vec<OwnedFrame> {
    let body = body.as_bytes();
    let (whole, _) = frames_of(framing, [body]);
    for cut in 0..=body.len() {
        let (halves, _) = frames_of(framing, [&body[..cut], &body[cut..]]);
        assert_eq!(halves, whole, "cut at {cut}");
    }
    assert_eq!(frames_of(framing, body.chunks(1)).0, whole, "byte by byte");
    whole
}

fn lines(body: &str) -> Vec<OwnedFrame> {
    at_every_cut(Framing::JsonLines, body)
}

fn array(body: &str) -> Vec<OwnedFrame> {
    at_every_cut(Framing::SseOrArray, body)
}

fn item(data: &str) -> OwnedFrame {
    OwnedFrame {
        kind: OwnedKind::Item,
        data: data.to_owned(),
        terminated: true,
    }
}

fn unterminated(frame: OwnedFrame) -> OwnedFrame {
    OwnedFrame {
        terminated: false,
        ..frame
    }
}

fn bare(data: &str) -> OwnedFrame {
    OwnedFrame {
        kind: OwnedKind::BareJson,
        ..item(data)
    }
}

#[test]
fn each_line_is_a_message_and_blank_ones_are_none() {
    let expected = [item(r#"{"a":"é😀"}"#), item(r#"{"b":2}"#)];
    for body in [
        "{\"a\":\"é😀\"}\n{\"b\":2}\n",
        "{\"a\":\"é😀\"}\r\n\r\n{\"b\":2}\r\n",
        "\u{FEFF}\n \n{\"a\":\"é😀\"}\n\n  {\"b\":2} \n\n",
    ] {
        assert_eq!(lines(body), expected, "{body:?}");
    }
}

#[test]
fn a_last_line_without_its_end_is_handed_over_as_such() {
    assert_eq!(
        lines("{\"a\":1}\n{\"b\":"),
        [item(r#"{"a":1}"#), unterminated(item(r#"{"b":"#))]
    );
    assert_eq!(lines("{\"a\":1}"), [unterminated(item(r#"{"a":1}"#))]);
}

#[test]
fn json_printed_over_many_lines_is_one_message() {
    let error = "{\n  \"error\": {\n    \"message\": \"no } \\\" here\"\n  }\n}";
    assert_eq!(lines(error), [bare(error)]);
    assert_eq!(
        lines(&format!("{{\"a\":1}}\n{error}\n{{\"b\":2}}\n")),
        [item(r#"{"a":1}"#), bare(error), item(r#"{"b":2}"#)]
    );
    let cut = &error[..error.len() - 1];
    assert_eq!(lines(cut), [unterminated(bare(cut.trim_end()))]);
}

#[test]
fn a_cut_line_costs_no_other_line() {
    assert_eq!(
        lines("{\"a\":\n{\"b\":2}\n{\"c\":{\n{\"d\":4}\n"),
        [
            item(r#"{"a":"#),
            item(r#"{"b":2}"#),
            unterminated(bare(r#"{"c":{"#)),
            item(r#"{"d":4}"#)
        ]
    );
}

#[test]
fn elements_of_an_array_come_one_by_one() {
    let expected = [item(r#"{"a":"[{\"é😀,]\\"}"#), item("{\n \"b\": [1, {}]}")];
    for body in [
        "[{\"a\":\"[{\\\"é😀,]\\\\\"},{\n \"b\": [1, {}]}]",
        "\u{FEFF} [{\"a\":\"[{\\\"é😀,]\\\\\"}\r\n,\r\n{\n \"b\": [1, {}]}\n]\n",
        "[{\"a\":\"[{\\\"é😀,]\\\\\"}\n{\n \"b\": [1, {}]}",
    ] {
        assert_eq!(array(body), expected, "{body:?}");
    }
    assert_eq!(array("[ ]\n"), []);
    assert_eq!(
        array("[1, \"a,]\" ,null]"),
        [item("1"), item("\"a,]\""), item("null")]
    );
}

#[test]
fn an_element_is_handed_over_with_its_closing_brace() {
    let mut decoder = Decoder::new(Framing::SseOrArray, Limits::default());
    let mut seen = 0;
    decoder
        .feed(br#"[{"a":{"b":"}"}"#, &mut |_| seen += 1)
        .unwrap();
    decoder.feed(b"}", &mut |_| seen += 1).unwrap();
    assert_eq!(seen, 1, "neither comma nor bracket has come");
}

#[test]
fn an_error_behind_an_array_or_a_cut_element_is_kept() {
    let error = "{\n  \"error\": {\n    \"code\": 503\n  }\n}";
    assert_eq!(
        array(&format!("[{{\"a\":1}}\n]\n{error}\n")),
        [item(r#"{"a":1}"#), item(error)]
    );
    for cut in [r#"{"a":{"b":"c"#, r#"{"a":{"b":"c""#] {
        assert_eq!(
            array(&format!("[{cut}\n{error}\n")),
            [unterminated(item(cut)), bare(error)],
        );
    }
    assert_eq!(array("[{\"a\":"), [unterminated(item(r#"{"a":"#))]);
}

#[test]
fn the_first_byte_that_says_anything_chooses() {
    let kinds = |framing, body: &str| -> Vec<_> {
        at_every_cut(framing, body)
            .into_iter()
            .map(|frame| frame.kind)
            .collect()
    };
    use Framing::{JsonLines, Sse, SseOrArray};
    let object = "\u{FEFF}\n {\"a\":1}\n";
    assert_eq!(kinds(Sse, object), [OwnedKind::BareJson]);
    assert_eq!(kinds(JsonLines, object), [OwnedKind::Item]);
    assert_eq!(kinds(SseOrArray, object), [OwnedKind::BareJson]);
    let list = " [{\"a\":1}]";
    assert_eq!(kinds(Sse, list), [OwnedKind::BareJson]);
    assert_eq!(kinds(JsonLines, list), [OwnedKind::BareJson]);
    assert_eq!(kinds(SseOrArray, list), [OwnedKind::Item]);
    let event = "\u{FEFF}\n\ndata: {\"a\":1}\n\n";
    for framing in [Sse, JsonLines, SseOrArray] {
        assert_eq!(kinds(framing, event), [OwnedKind::Event(None)]);
        assert_eq!(kinds(framing, "<html>{}</html>\n{}\n"), []);
        assert_eq!(kinds(framing, " \n "), []);
    }
    // Half a byte-order mark is text, and the line no JSON.
    let mut decoder = Decoder::new(JsonLines, Limits::default());
    for piece in [&b"\xEF\xBB"[..], b"{}\n"] {
        decoder.feed(piece, &mut |_| {}).unwrap();
    }
    assert_eq!(decoder.body_kind(), BodyKind::Stream);
}

#[test]
fn messages_have_a_limit() {
    let limits = Limits {
        max_event_bytes: 20,
    };
    let long = "x".repeat(30);
    for (framing, body, error) in [
        (
            Framing::JsonLines,
            format!("{{}}\n{{\"a\":\"{long}\"}}\n"),
            DecodeError::LineTooLong { limit: 20 },
        ),
        (
            Framing::JsonLines,
            format!("{{}}\n{{\n{}", "  \"a\": 1,\n".repeat(4)),
            DecodeError::EventTooLong { limit: 20 },
        ),
        (
            Framing::SseOrArray,
            format!("[{{}},{{\"a\":\"{long}\"}}]"),
            DecodeError::EventTooLong { limit: 20 },
        ),
    ] {
        for read in [1, 7, 1000] {
            let mut decoder = Decoder::new(framing, limits);
            let mut seen = 0;
            let mut failed = Ok(());
            for piece in body.as_bytes().chunks(read) {
                failed = failed.and(decoder.feed(piece, &mut |_| seen += 1));
            }
            assert_eq!(failed, Err(error), "{framing:?} in reads of {read}");
            assert_eq!(decoder.finish(&mut |_| seen += 1), Err(error));
            assert_eq!(seen, 1);
        }
    }
}

#[test]
fn small_reads_of_a_large_message_cost_no_more_than_its_bytes() {
    let text = "x".repeat(4 << 20);
    for (framing, body) in [
        (Framing::JsonLines, format!("{{\"a\":\"{text}\"}}\n")),
        (Framing::SseOrArray, format!("[{{\"a\":\"{text}\"}}]")),
    ] {
        let start = Instant::now();
        let (frames, _) = frames_of(framing, body.as_bytes().chunks(16));
        assert_eq!(frames.len(), 1);
        // Reading all of it anew for each of 260,000 reads takes minutes.
        assert!(start.elapsed() < Duration::from_secs(10), "{framing:?}");
    }
}

/// What bodies are made of, whole and broken.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\\"",
    "\n",
    "\r\n",
    "\n{",
    " ",
    "1",
    "null",
    "é😀",
    "{\"a\":1}\n",
    "{\"a\":[{\"b\":\"c\"}]}",
    "data: x\n\n",
    "\u{FEFF}",
    "<",
];

fn body() -> impl Strategy<Value = String> {
    let start = prop::sample::select(&["", "{", "[", "\u{FEFF}[", "{\"a\":1}\n", "\n [{"][..]);
    let rest = prop::collection::vec(prop::sample::select(PIECES), 0..40);
    (start, rest).prop_map(|(start, rest)| format!("{start}{}", rest.concat()))
}

proptest! {
    #[test]
    fn any_cut_gives_the_same_frames(
        framing in prop::sample::select(&[Framing::JsonLines, Framing::SseOrArray][..]),
        body in body(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let bytes = body.as_bytes();
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        at.push(bytes.len());
        at.sort_unstable();
        let mut from = 0;
        let pieces: Vec<&[u8]> = at
            .into_iter()
            .map(|to| &bytes[std::mem::replace(&mut from, to)..to])
            .collect();
        prop_assert_eq!(frames_of(framing, pieces), frames_of(framing, [bytes]));
    }

    #[test]
    fn a_list_of_values_comes_back_however_it_is_written(
        texts in prop::collection::vec("[a-z\"\\\\{}\\[\\],\n é]{0,12}", 1..8),
        between in prop::sample::select(&[",", "\r\n,\r\n", ", ", "\n,\n"][..]),
    ) {
        let values: Vec<String> = texts
            .iter()
            .map(|text| serde_json::json!({ "a": [text, { "b": text }] }).to_string())
            .collect();
        let got = |framing, body: &str| -> Vec<String> {
            let (frames, _) = frames_of(framing, body.as_bytes().chunks(3));
            frames.into_iter().map(|frame| frame.data).collect()
        };
        let array = format!("[{}]", values.join(between));
        prop_assert_eq!(&got(Framing::SseOrArray, &array), &values);
        prop_assert_eq!(&got(Framing::JsonLines, &values.join("\n")), &values);
    }
}
