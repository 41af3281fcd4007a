use proptest::prelude::*;

use super::*;
use crate::decode::{Decoder, Frame, Framing, Limits};

fn parsed(text: &str) -> Option<Json> {
    serde_json::from_str(text).ok()
}

/// A shape that has seen these events.
fn learnt(events: &[&str]) -> Shape {
    let mut shape = Shape::default();
    for event in events {
        shape.learn(event, parsed(event).unwrap(), &[]);
    }
    shape
}

const FIRST: &str = r#"{"n":1, "c":[{"t":"Hi","l":[1]}],"f":null,"p":-0.5}"#;
const SECOND: &str = r#"{"n":2, "c":[{"t":"you","l":[]}],"f":null,"p":1e3}"#;

#[test]
fn only_values_that_differed_may_differ() {
    let mut shape = learnt(&[FIRST, SECOND]);
    for alike in [
        FIRST,
        SECOND,
        r#"{"n":0, "c":[{"t":"","l":[7,8]}],"f":null,"p":0}"#,
        r#"{"n":123456789012, "c":[{"t":"\"\n\ud83d\ude00é","l":[ 1 ]}],"f":null,"p":-1.25}"#,
        r#"{"n":7, "c":[{"t":"\\\/\b\f\t\r\n\"","l":[]}],"f":null,"p":2}"#,
    ] {
        assert_eq!(shape.open(alike), parsed(alike).as_ref(), "{alike}");
        assert!(parsed(alike).is_some());
    }
    for other in [
        r#"{"n":1, "c":[{"t":"Hi","l":[1]}],"f":"stop","p":-0.5}"#,
        r#"{"n":1,"c":[{"t":"Hi","l":[1]}],"f":null,"p":-0.5}"#,
        r#"{"n":1, "c":[{"t":"Hi","l":[1]}],"f":null,"p":-0.5} "#,
        r#"{"n":"1", "c":[{"t":"Hi","l":[1]}],"f":null,"p":-}"#,
        r#"{"n":01, "c":[{"t":"Hi","l":[1]}],"f":null,"p":1}"#,
        r#"{"n":1, "c":[{"t":"\x","l":[1]}],"f":null,"p":1}"#,
        r#"{"n":1, "c":[{"t":"\ud83d","l":[1]}],"f":null,"p":1}"#,
        r#"{"n":1, "c":[{"t":"Hi","l":[1,]}],"f":null,"p":1}"#,
        r#"{"n":1, "c":[{"t":"Hi","l":[NaN]}],"f":null,"p":1}"#,
        r#"{"n":1, "c":[{"t":"Hi"#,
        "{\"n\":1, \"c\":[{\"t\":\"a\tb\",\"l\":[1]}],\"f\":null,\"p\":1}",
        "",
    ] {
        assert!(shape.open(other).is_none(), "{other}");
    }
}

#[test]
fn nothing_opens_before_anything_was_learnt() {
    assert!(Shape::default().open(FIRST).is_none());
    assert!(Shape::default().open("").is_none());
    let mut once = learnt(&[FIRST]);
    assert!(once.open(FIRST).is_some());
    assert!(once.open(SECOND).is_none());
}

#[test]
fn another_build_replaces_the_learnt_one() {
    let other = r#"{"other":"build"}"#;
    let mut shape = learnt(&[FIRST, SECOND, other]);
    assert!(shape.open(FIRST).is_none());
    assert!(shape.open(other).is_some());
}

#[test]
fn recorded_events_mostly_open_and_say_what_parsing_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/recordings");
    let (mut opened, mut all) = (0, 0);
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let framing = match path.extension().and_then(std::ffi::OsStr::to_str) {
            Some("ndjson") => Framing::JsonLines,
            Some("sse" | "json") => Framing::SseOrArray,
            _ => continue,
        };
        let mut shape = Shape::default();
        let mut event = |frame: Frame<'_>| {
            let parsed = parsed(frame.data);
            all += usize::from(parsed.is_some());
            if let Some(event) = shape.open(frame.data) {
                assert_eq!(Some(event), parsed.as_ref(), "{}", frame.data);
                opened += 1;
            } else if let Some(event) = parsed {
                shape.learn(frame.data, event, &[]);
            }
        };
        let mut decoder = Decoder::new(framing, Limits::default());
        decoder
            .feed(&std::fs::read(&path).unwrap(), &mut event)
            .unwrap();
        decoder.finish(&mut event).unwrap();
    }
    assert!(opened * 4 > all * 3, "{opened} of {all} events opened");
}

#[test]
fn a_list_may_grow_and_shrink() {
    let event = |list: &str| format!(r#"{{"l":{list},"t":1}}"#);
    let mut shape = learnt(&[&event("[]"), &event("[1]")]);
    for list in [
        "[1,2]",
        "[1,2]",
        "[1,2,-3.5]",
        "[1,2,-3.5,null]",
        "[12]",
        "[12,7]",
        "[]",
        "[7]",
        "[7 ,8]",
    ] {
        let data = event(list);
        assert_eq!(shape.open(&data), parsed(&data).as_ref(), "{data}");
    }
    for broken in ["[7 ,8,]", "[7 ,8,,1]", "[7 ,8 1]", "[7 ,8,x]"] {
        assert!(shape.open(&event(broken)).is_none(), "{broken}");
    }
    let last = event("[7 ,8,9]");
    assert_eq!(shape.open(&last), parsed(&last).as_ref());
}

/// Values whole and broken, some of which are texts of others.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "\"[a-z ,:{}\\[\\]]{0,6}\"",
        4 => "[0-9]{1,12}",
        1 => "-?[0-9]{0,3}\\.?[0-9]{0,3}(e[0-9])?",
        2 => "\\[[0-9,]{0,5}\\]",
        3 => prop::sample::select(&[
            "\"\\n\\\"\"", "\"\\\\\\/\\b\\f\\t\\r\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\x\"", "\"a\tb\"", "\"東é😀\"", "\"", "null",
            "true", "{}", "[]", "[[]]", "[\"]\"]", "NaN", "",
        ][..]).prop_map(str::to_owned),
    ]
}

fn event() -> impl Strategy<Value = String> {
    let build = prop::sample::select(
        &[
            r#"{"id":"c","choices":[{"index":0,"delta":{"content":@},"finish_reason":null}],"n":%}"#,
            r#"{"p":%,"choices":[{"delta":{"content":@}}]}"#,
            r#"{"p":%,"p":@}"#,
            r#"{ "a" : @ , "b" : [ % , @ ] }"#,
            r#"[@,{"a":%}]"#,
            "@",
            "{@:%}",
        ][..],
    );
    (build, value(), value()).prop_map(|(build, a, b)| build.replace('@', &a).replace('%', &b))
}

proptest! {
    #[test]
    fn what_opens_says_what_parsing_says(events in prop::collection::vec(event(), 1..20)) {
        let mut shape = Shape::default();
        for data in &events {
            let parsed = parsed(data);
            if let Some(opened) = shape.open(data) {
                prop_assert_eq!(Some(opened), parsed.as_ref(), "{}", data);
            } else if let Some(parsed) = parsed {
                shape.learn(data, parsed, &[]);
                prop_assert!(shape.open(data).is_some(), "{}", data);
            }
        }
    }
}

#[test]
fn a_number_is_one_as_json_writes_it() {
    for text in [
        "0", "-0", "12", "-1.50", "1e5", "2.5E-10", "7e+1", "01", "-", "", "1.", ".5", "1e", "1e+",
        "+1", "1.2.3", "0x1", "1 ",
    ] {
        let json = serde_json::from_str::<Json>(text).is_ok() && text.trim() == text;
        assert_eq!(is_number(text), json, "{text}");
    }
}

#[test]
fn a_quiet_number_stays_unread_but_must_be_one() {
    let event = |n: &str| format!(r#"{{"n":{n},"t":"x{}"}}"#, n.len());
    let mut shape = Shape::default();
    for n in ["1", "-12"] {
        shape.learn(&event(n), parsed(&event(n)).unwrap(), &["n"]);
    }
    let opened = shape.open(&event("-0.5e1")).unwrap();
    assert_eq!(opened.get("n"), parsed(&event("-12")).unwrap().get("n"));
    assert_eq!(opened.text("t"), Some("x6"));
    assert!(shape.open(&event("-0.5e")).is_none());
}
