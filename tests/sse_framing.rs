//! Framing of server-sent events: line ends, fields, characters and endings as servers and proxies really send them.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use support::{DONE, OwnedKind, event, finish, frames, payloads, record, summary, text};
use tokenpace::decode::sse::BodyKind;
use tokenpace::decode::{DecodeError, Limits, SseDecoder};
use tokenpace::trace::OutcomeKind;
use tokenpace::units::Micros;

/// Payloads however the text is cut in two.
fn payloads_at_every_cut(body: &[u8]) -> Vec<String> {
    let (whole, _) = frames([body]);
    for cut in 0..=body.len() {
        let (halves, _) = frames([&body[..cut], &body[cut..]]);
        assert_eq!(halves, whole, "cut at {cut}");
    }
    assert_eq!(frames(body.chunks(1)).0, whole, "byte by byte");
    whole.into_iter().map(|frame| frame.data).collect()
}

#[test]
fn s1_cr_lf_and_crlf_all_end_a_line_also_over_reads() {
    for end in ["\n", "\r\n", "\r"] {
        let body = format!("data: a{end}data: b{end}{end}data: c{end}{end}");
        assert_eq!(
            payloads_at_every_cut(body.as_bytes()),
            ["a\nb", "c"],
            "{end:?}"
        );
    }
    assert_eq!(
        payloads_at_every_cut(b"data: a\r\n\ndata: b\n\r\ndata: c\r\r"),
        ["a", "b", "c"]
    );
}

#[test]
fn s1_a_cr_at_the_end_of_a_read_delivers_at_once() {
    let mut decoder = SseDecoder::new(Limits::default());
    let mut seen = 0;
    decoder.feed(b"data: a\r\n\r", &mut |_| seen += 1).unwrap();
    assert_eq!(
        seen, 1,
        "the event is complete although its LF has not come"
    );
    decoder
        .feed(b"\ndata: b\r\n\r\n", &mut |_| seen += 1)
        .unwrap();
    assert_eq!(seen, 2);
}

#[test]
fn s2_a_crlf_server_delivers_as_it_sends() {
    let first = text("Hi").replace('\n', "\r\n");
    let rest = format!("{}{}{DONE}", text(" you"), finish("stop")).replace('\n', "\r\n");
    let trace = record(&[(200_000, &first), (900_000, &rest)]);
    assert_eq!(trace.events[0].at, Micros(200_000));
    assert_eq!(trace.events[1].at, Micros(900_000));
    assert_eq!(trace.outcome, OutcomeKind::Ok);
}

#[test]
fn s3_one_space_after_the_colon_is_optional_and_no_more_is_taken() {
    assert_eq!(
        payloads("data:a\n\ndata: b\n\ndata:  c \n\n"),
        ["a", "b", " c "]
    );
}

#[test]
fn s4_one_leading_bom_is_dropped_also_over_reads() {
    assert_eq!(payloads_at_every_cut(b"\xEF\xBB\xBFdata: a\n\n"), ["a"]);
    let (empty_first, _) = frames([&b""[..], b"\xEF\xBB", b"", b"\xBFdata: a\n\n"]);
    assert_eq!(empty_first.len(), 1);
}

#[test]
fn s4_a_second_bom_and_half_a_bom_are_text() {
    assert_eq!(
        payloads_at_every_cut(b"\xEF\xBB\xBF\xEF\xBB\xBFdata: a\n\n"),
        Vec::<String>::new()
    );
    assert_eq!(
        payloads_at_every_cut(b"\xEF\xBBdata: a\n\ndata: b\n\n"),
        ["b"]
    );
    assert_eq!(
        payloads_at_every_cut("data: a\n\ndata: \u{FEFF}b\n\n".as_bytes()),
        ["a", "\u{FEFF}b"]
    );
    assert_eq!(payloads_at_every_cut(b"\xEF\xBB"), Vec::<String>::new());
}

#[test]
fn s5_data_lines_join_an_empty_one_dispatches_the_last_name_wins() {
    assert_eq!(
        payloads_at_every_cut(b"data: a\ndata\ndata: b\n\n"),
        ["a\n\nb"]
    );
    assert_eq!(
        payloads_at_every_cut(b"data:\n\ndata\n\ndata:\ndata:\n\n"),
        ["", "", "\n"]
    );
    let body = b"event: x\nevent: y\ndata: a\n\ndata: b\n\nevent: z\n\ndata: c\n\n";
    payloads_at_every_cut(body);
    let (named, _) = frames([&body[..]]);
    let names: Vec<_> = named.iter().map(|frame| frame.kind.clone()).collect();
    let event = |name: Option<&str>| OwnedKind::Event(name.map(str::to_owned));
    assert_eq!(names, [event(Some("y")), event(None), event(None)]);
}

#[test]
fn s6_characters_cut_by_reads_stay_whole() {
    let body = text("東京 é 😀");
    let trace = {
        let mut recorder = support::recorder();
        recorder.headers(Micros(1), 200, None, None);
        for (n, byte) in body.bytes().enumerate() {
            recorder.chunk(Micros(n as u64), &[byte]);
        }
        recorder.finish()
    };
    assert_eq!(trace.answer, "東京 é 😀");
    assert_eq!(trace.events[0].chars, 6);
}

#[test]
fn s7_an_invalid_byte_is_replaced_and_the_stream_goes_on() {
    assert_eq!(
        payloads_at_every_cut(b"data: a\xFFb\n\ndata: \xE6\x9D\n\ndata: c\n\n"),
        ["a\u{FFFD}b", "\u{FFFD}", "c"]
    );
}

#[test]
fn s7_time_grows_with_the_length_not_with_its_square() {
    let time = |bytes: usize, piece: usize| {
        let mut body = b"data: ".to_vec();
        body.resize(bytes, b'x');
        body[bytes / 2] = 0xFF;
        body.extend_from_slice(b"\n\n");
        let start = Instant::now();
        let (frames, _) = frames(body.chunks(piece));
        assert_eq!(frames.len(), 1);
        start.elapsed()
    };
    // Quadratic work would need some 10^13 steps here, which is hours.
    assert!(time(4 << 20, 1) < Duration::from_secs(20));
}

#[test]
fn s8_a_last_event_without_its_blank_line_is_kept_and_marked() {
    for tail in ["data: b", "data: b\n"] {
        let (got, _) = frames([format!("data: a\n\n{tail}").as_bytes()]);
        assert_eq!(got.len(), 2);
        assert!(got[0].terminated && !got[1].terminated);
        assert_eq!(got[1].data, "b");
    }
    let trace = record(&[(
        1_000,
        &format!("{}{}", text("Hi"), finish("stop").trim_end()),
    )]);
    assert_eq!(trace.finish.as_deref(), Some("stop"));
    assert_eq!(trace.outcome, OutcomeKind::Ok);
}

#[test]
fn s9_a_body_may_end_without_a_terminator() {
    let trace = record(&[(1_000, &format!("{}{}", text("Hi"), finish("stop")))]);
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert_eq!(
        trace.closed,
        Some(Micros(2_000)),
        "closed when the body ended"
    );
}

#[test]
fn s10_comments_are_counted_and_never_parsed() {
    let body = format!(
        ": OPENROUTER PROCESSING\n\n:\n:keep-alive\n{}: {{\"error\":1}}\n{DONE}",
        text("Hi")
    );
    let got = support::of(&body);
    assert_eq!(got.comments, 4);
    assert_eq!(got.answer, "Hi");
    assert!(got.errors.is_empty() && got.not_understood == 0);
}

#[test]
fn s11_reads_have_no_relation_to_lines_or_events() {
    let body = format!("{}{}{}{DONE}", text("a"), text("b"), finish("stop"));
    let (first, second) = body.split_at(body.len() / 2 - 3);
    let trace = record(&[(100, first), (200, second)]);
    assert_eq!(trace.answer, "ab");
    assert_eq!(trace.bad_frames, 0);
}

#[test]
fn s14_empty_missing_and_null_choices_and_deltas_are_skipped() {
    for json in [
        r#"{"choices":[]}"#,
        r#"{"object":"chat.completion.chunk"}"#,
        r#"{"choices":null,"object":"chat.completion.chunk"}"#,
        r#"{"choices":[{"index":0,"delta":null}]}"#,
        r#"{"choices":[{"index":0}]}"#,
        r#"{"choices":[{"index":0,"delta":{}}]}"#,
        r#"{"choices":[],"prompt_filter_results":[{"prompt_index":0}]}"#,
        r#"{"choices":[null]}"#,
    ] {
        let got = support::of(&event(json));
        assert_eq!(got.not_understood, 0, "{json}");
        assert!(got.tokens.is_empty() && got.errors.is_empty(), "{json}");
    }
}

#[test]
fn unknown_fields_ids_and_retries_mean_nothing() {
    assert_eq!(
        payloads("id: 7\nretry: 10\nfoo: bar\ndata: a\nnocolon\n\n"),
        ["a"]
    );
}

#[test]
fn error_lines_and_bare_json_are_frames_of_their_own() {
    let body = b"data: a\n\nerror: {\"message\":\"x\"}\n\n{\"error\":\n  {\"message\": \"y}\"}\n}\ndata: b\n\n[1,\n2";
    let (got, _) = frames([&body[..]]);
    let kinds: Vec<_> = got.iter().map(|frame| &frame.kind).collect();
    let event = OwnedKind::Event(None);
    assert_eq!(
        kinds,
        [
            &event,
            &OwnedKind::ErrorField,
            &OwnedKind::BareJson,
            &event,
            &OwnedKind::BareJson
        ]
    );
    assert_eq!(got[2].data, "{\"error\":\n  {\"message\": \"y}\"}\n}");
    assert!(got[2].terminated && !got[4].terminated);
    payloads_at_every_cut(body);
}

#[test]
fn json_that_never_closes_does_not_swallow_the_stream() {
    assert_eq!(
        payloads_at_every_cut(b"{\"error\": \"unclosed\ndata: a\n\n: c\n{\n:c\n"),
        ["{\"error\": \"unclosed", "a", "{"]
    );
}

#[test]
fn the_first_byte_that_is_no_blank_tells_the_kind_of_body() {
    let kind = |body: &str| {
        let mut decoder = SseDecoder::new(Limits::default());
        decoder.feed(body.as_bytes(), &mut |_| {}).unwrap();
        decoder.finish(&mut |_| {}).unwrap();
        decoder.body_kind()
    };
    assert_eq!(kind(""), BodyKind::Blank);
    assert_eq!(kind("\n \r\n"), BodyKind::Blank);
    assert_eq!(kind("\n: hello\n"), BodyKind::Stream);
    assert_eq!(kind("data: x"), BodyKind::Stream);
    assert_eq!(kind("\n  {\"a\":1}"), BodyKind::Json);
    assert_eq!(kind("[{\"a\":1}]"), BodyKind::Json);
    assert_eq!(kind("\r\n <!doctype html>\n<p>data: x\n\n"), BodyKind::Html);
}

#[test]
fn an_html_page_gives_no_frames() {
    assert!(payloads("<html>\ndata: {\"choices\":[]}\n\n{\n").is_empty());
}

#[test]
fn a_ten_megabyte_event_passes_and_the_limit_is_a_typed_error() {
    let big = text(&"x".repeat(10_000_000));
    let got = summary(big.as_bytes().chunks(65_536));
    assert_eq!(got.answer.len(), 10_000_000);

    let mut decoder = SseDecoder::new(Limits {
        max_event_bytes: 100,
    });
    let mut seen = 0;
    decoder.feed(b"data: a\n\n", &mut |_| seen += 1).unwrap();
    let error = decoder.feed(&[b'x'; 101], &mut |_| seen += 1).unwrap_err();
    assert_eq!(error, DecodeError::LineTooLong { limit: 100 });
    assert_eq!(
        decoder.feed(b"\ndata: b\n\n", &mut |_| seen += 1),
        Err(error),
        "it stays so"
    );
    assert_eq!(decoder.finish(&mut |_| seen += 1), Err(error));
    assert_eq!(seen, 1);

    let mut decoder = SseDecoder::new(Limits {
        max_event_bytes: 100,
    });
    let lines = "data: 0123456789\n".repeat(10);
    assert_eq!(
        decoder.feed(lines.as_bytes(), &mut |_| {}),
        Err(DecodeError::EventTooLong { limit: 100 })
    );
}

/// What frames are made of, whole and broken.
const PIECES: &[&[u8]] = &[
    b"data: ",
    b"data:",
    b"data",
    b"event: x",
    b"event: x\ndata: y\n\n",
    b"error: y",
    b":",
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\n",
    b" ",
    b"{",
    b"}",
    b"[",
    b"\"",
    b"\\",
    b"\xEF\xBB\xBF",
    b"\xEF",
    "😀".as_bytes(),
    b"\xF0\x9F",
    b"\xFF",
    b"[DONE]",
    br#"{"choices":[{"delta":{"content":"a"}}]}"#,
    b"<",
    b"abc",
];

/// Bytes made of what frames are made of, so that cuts fall into interesting places.
fn stream_bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(PIECES);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn cut(bytes: &[u8], cuts: &[prop::sample::Index]) -> Vec<Vec<u8>> {
    let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    at.push(bytes.len());
    at.sort_unstable();
    let mut from = 0;
    at.into_iter()
        .map(|to| bytes[std::mem::replace(&mut from, to)..to].to_vec())
        .collect()
}

proptest! {
    #[test]
    fn any_cut_gives_the_same_frames_and_signals(
        bytes in stream_bytes(),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let pieces = cut(&bytes, &cuts);
        let cut = || pieces.iter().map(Vec::as_slice);
        prop_assert_eq!(frames(cut()), frames([&bytes[..]]));
        prop_assert_eq!(summary(cut()), summary([&bytes[..]]));
    }

    #[test]
    fn arbitrary_bytes_never_panic_and_never_grow(
        reads in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..20),
    ) {
        let limit = 256;
        let mut decoder = SseDecoder::new(Limits { max_event_bytes: limit });
        let mut adapter = tokenpace::protocol::ApiFormat::OpenAiChat.adapter();
        let mut longest = 0;
        for read in &reads {
            let _ = decoder.feed(read, &mut |frame| {
                longest = longest.max(frame.data.len());
                adapter.frame(frame, &mut |_| {});
                adapter.body(frame.data, &mut |_| {});
            });
        }
        // A byte that is not UTF-8 becomes three.
        prop_assert!(longest <= 3 * limit);

        let mut recorder = support::recorder();
        recorder.headers(Micros(1), 200, None, None);
        for (n, read) in reads.iter().enumerate() {
            recorder.chunk(Micros(n as u64), read);
        }
        recorder.end(Micros(1_000));
        let trace = recorder.finish();
        let sent: usize = reads.iter().map(Vec::len).sum();
        prop_assert!(trace.bytes <= sent as u64);
    }
}
