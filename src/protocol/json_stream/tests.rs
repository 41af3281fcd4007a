use proptest::prelude::*;

use super::*;
use crate::decode::{Decoder, Limits};
use crate::protocol::ApiFormat;

/// The signals that a dialect gives for these events, with or without what was learnt from earlier ones.
pub(in crate::protocol) fn signals_by<D: Dialect + Default + 'static>(
    events: &[&str],
    short_way: bool,
) -> Vec<String> {
    LONG_WAY.set(!short_way);
    let mut adapter = JsonStream::<D>::default();
    let mut out = Vec::new();
    for data in events {
        let frame = Frame {
            kind: FrameKind::Item,
            data,
            terminated: true,
        };
        adapter.frame(frame, &mut |signal| out.push(format!("{signal:?}")));
    }
    LONG_WAY.set(false);
    out
}

/// Pieces of text on two channels, each with a count.
#[derive(Debug, Default)]
struct Plain;

impl Dialect for Plain {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        for (key, channel) in [("a", Channel::Answer), ("r", Channel::Reasoning)] {
            if let Some(Json::String(text)) = event.get(key) {
                sink(Signal::Output {
                    channel,
                    text: Cow::Borrowed(text),
                    tokens: Some(1),
                });
            }
        }
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        self.event(reply, sink);
    }
}

fn signals(events: &[&str]) -> Vec<String> {
    readable(signals_by::<Plain>(events, true))
}

/// Text and count of pieces of output, other signals as they are.
fn readable(signals: Vec<String>) -> Vec<String> {
    let piece = |signal: &String| {
        let (_, rest) = signal.split_once("text: \"")?;
        let (text, rest) = rest.split_once("\", tokens: Some(")?;
        let (count, _) = rest.split_once(')')?;
        Some(format!("{text} {count}"))
    };
    signals
        .into_iter()
        .map(|signal| piece(&signal).unwrap_or(signal))
        .collect()
}

#[test]
fn a_character_split_over_two_events_comes_with_the_second() {
    assert_eq!(
        signals(&[
            r#"{"a":"Hi \ud83d"}"#,
            r#"{"r":"hm"}"#,
            r#"{"a":"\ude00"}"#,
            r#"{"a":"\ud83d"}"#,
            r#"{"a":"\ude00!"}"#,
            r#"{"a":"\ud83d"}"#,
            r#"{"a":"x"}"#,
        ]),
        ["Hi  1", "hm 1", "😀 1", "😀! 2", "\u{FFFD}x 2"]
    );
}

#[test]
fn numbers_that_json_lacks_cost_no_event() {
    assert_eq!(signals(&[r#"{"p":[NaN,-Infinity],"a":"x"}"#]), ["x 1"]);
    assert_eq!(signals(&["{\"a\":\"a\nb\"}"]), ["a\\nb 1"]);
    assert_eq!(signals(&["{NaN", "no"]), ["NotUnderstood"; 2]);
}

#[test]
fn the_short_way_is_taken() {
    let mut adapter = JsonStream::<Plain>::default();
    let events = [r#"{"a":"x","n":1}"#, r#"{"a":"y","n":2}"#, r#"{"n":3}"#];
    for data in events {
        adapter
            .reader
            .event(&mut adapter.dialect, data, &mut |_| {});
    }
    assert!(adapter.reader.shape.open(r#"{"a":"é\n","n":30}"#).is_some());
}

proptest! {
    #[test]
    fn the_short_way_gives_the_signals_of_the_long_one(
        events in prop::collection::vec(
            (
                prop::sample::select(&[r#"{"a":"@"}"#, r#"{"a":"@","n":1}"#, r#"{"r":"@","a":""}"#, "@"][..]),
                prop::sample::select(&["", "x", "yz", "\\n", "\\ud83d", "\\ude00", "\\ud83d\\ude00", "\\x", "\t", "\"", "é"][..]),
            ),
            1..16,
        ),
    ) {
        let events: Vec<String> = events.iter().map(|(event, text)| event.replace('@', text)).collect();
        let events: Vec<&str> = events.iter().map(String::as_str).collect();
        prop_assert_eq!(signals_by::<Plain>(&events, true), signals_by::<Plain>(&events, false));
    }
}

/// The signals of a recorded body in a format.
fn recorded(format: ApiFormat, body: &[u8], short_way: bool) -> Vec<String> {
    LONG_WAY.set(!short_way);
    let mut adapter = format.adapter();
    let mut out = Vec::new();
    let mut frames = |frame: Frame<'_>| {
        adapter.frame(frame, &mut |signal| out.push(format!("{signal:?}")));
    };
    let mut decoder = Decoder::new(format.format().framing, Limits::default());
    decoder.feed(body, &mut frames).unwrap();
    decoder.finish(&mut frames).unwrap();
    LONG_WAY.set(false);
    out
}

#[test]
fn the_short_way_gives_the_signals_of_the_long_one_for_every_recording() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/recordings");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let body = std::fs::read(&path).unwrap();
        for &format in ApiFormat::ALL {
            let ways = [true, false].map(|short| recorded(format, &body, short));
            assert_eq!(ways[0], ways[1], "{} as {format:?}", path.display());
        }
    }
}

#[test]
fn a_body_is_repaired_alike() {
    let mut out = Vec::new();
    JsonStream::<Plain>::boxed().body(r#"{"a":"x\ud83d","p":NaN}"#, &mut |signal| {
        out.push(format!("{signal:?}"));
    });
    assert_eq!(out.len(), 1);
    assert!(out[0].contains("\"x\""), "{out:?}");
}
