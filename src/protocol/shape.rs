//! The short way for the common event. Within one reply nearly all events are alike but for a few values: the piece of
//! text, a count, a time. Which ones these are is learnt from the stream itself: a value that differed between two events
//! of the same build is a hole, and all that surrounds the holes has to be the same, byte for byte. Then the event is the
//! learnt one with other values in its holes, and only these are read.

use std::borrow::Cow;

use memchr::memchr;

use super::{Channel, Json};

/// The build of the last event that was learnt.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// Its text.
    text: String,
    /// What it says; `None`: nothing learnt. Values in holes are those of the event that was opened last.
    event: Option<Json>,
    /// Where its values stand.
    values: Vec<Value>,
    holes: Vec<Hole>,
    plain: Plain,
}

/// Whether the text in one hole is all that an event of the learnt build says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Plain {
    /// Not looked at yet.
    #[default]
    Unknown,
    No,
    /// The hole with the text, and where the text belongs.
    Text(usize, Channel),
}

/// A value that may differ from event to event: a string, a number, or a list of such as are no strings. `true`, `false`
/// and `null` are part of the build.
#[derive(Clone, Copy, Debug)]
struct Value {
    start: usize,
    end: usize,
    varies: bool,
}

/// A value that does differ.
#[derive(Debug)]
struct Hole {
    start: usize,
    end: usize,
    /// Which child it is at each level.
    path: Vec<usize>,
    /// An event that was opened had another value here than the learnt one.
    changed: bool,
}

impl Shape {
    /// What an event says that has the learnt build; `None` for any other.
    pub(super) fn open(&mut self, data: &str) -> Option<&Json> {
        let event = self.event.as_mut()?;
        let (mut rest, mut from) = (data, 0);
        for hole in &mut self.holes {
            rest = rest.strip_prefix(self.text.get(from..hole.start)?)?;
            let (value, after) = rest.split_at_checked(length(rest)?)?;
            fill(child(event, &hole.path)?, value)?;
            hole.changed |= self.text.get(hole.start..hole.end) != Some(value);
            rest = after;
            from = hole.end;
        }
        if rest != self.text.get(from..)? {
            return None;
        }
        if self.plain == Plain::Unknown {
            self.close_unchanged();
        }
        self.event.as_ref()
    }

    /// Closes the holes whose value is the learnt one: what differed from one reply to the next stays the same within one.
    /// Where the same value came twice by chance, the next event doesn't open and is learnt anew.
    fn close_unchanged(&mut self) {
        self.holes.retain(|hole| hole.changed);
        for value in &mut self.values {
            value.varies &= self.holes.iter().any(|hole| hole.start == value.start);
        }
    }

    /// The text of an event that has the learnt build and says nothing else (see [`note_plain`](Self::note_plain)).
    /// `None` for any other, and for a text that is empty.
    pub(super) fn plain_text<'a>(&self, data: &'a str) -> Option<(Channel, Cow<'a, str>)> {
        let Plain::Text(text_hole, channel) = self.plain else {
            return None;
        };
        let (mut rest, mut from) = (data, 0);
        let mut text = None;
        for (number, hole) in self.holes.iter().enumerate() {
            rest = rest.strip_prefix(self.text.get(from..hole.start)?)?;
            let length = if number == text_hole {
                let (length, escaped) = string_length(rest.as_bytes())?;
                text = Some(if escaped {
                    Cow::Owned(serde_json::from_str(rest.get(..length)?).ok()?)
                } else {
                    Cow::Borrowed(rest.get(1..length - 1)?)
                });
                length
            } else {
                simple_length(rest.as_bytes())?
            };
            rest = rest.get(length..)?;
            from = hole.end;
        }
        let text = text.filter(|text| !text.is_empty() && Some(rest) == self.text.get(from..))?;
        Some((channel, text))
    }

    /// Whether it is still to be found out what events of the learnt build say.
    pub(super) fn is_plain_unknown(&self) -> bool {
        self.plain == Plain::Unknown && !self.holes.is_empty()
    }

    /// Takes to heart what the event that was just opened said: nothing but a text, which lies at `address` in memory,
    /// on this channel; or, with `None`, something else. Values of the keys in `quiet` say nothing; where any other
    /// differs from event to event, these have to be read in full.
    pub(super) fn note_plain(&mut self, said: Option<(*const u8, Channel)>, quiet: &[&str]) {
        self.plain = said
            .and_then(|(address, channel)| {
                let event = self.event.as_ref()?;
                let mut found = None;
                for (number, hole) in self.holes.iter().enumerate() {
                    let (key, value) = value_at(event, &hole.path)?;
                    match value {
                        Json::String(text) if text.as_ptr() == address && !text.is_empty() => {
                            found = Some(Plain::Text(number, channel));
                        }
                        _ if quiet.contains(&key) => {}
                        _ => return None,
                    }
                }
                found
            })
            .unwrap_or(Plain::No);
    }

    /// Learns from an event that had to be parsed.
    pub(super) fn learn(&mut self, data: &str, event: Json) {
        self.plain = Plain::Unknown;
        let mut values = Vec::with_capacity(self.values.len());
        walk(data, &mut |start, end, _| {
            values.push(Value {
                start,
                end,
                varies: false,
            });
        });
        if self.builds(data, &values) {
            for (new, old) in values.iter_mut().zip(&self.values) {
                let same = data.get(new.start..new.end) == self.text.get(old.start..old.end);
                new.varies = old.varies || !same;
            }
        }
        self.holes.clear();
        let mut number = 0;
        walk(data, &mut |start, end, path| {
            if values.get(number).is_some_and(|value| value.varies) {
                let path = path.to_vec();
                self.holes.push(Hole {
                    start,
                    end,
                    path,
                    changed: false,
                });
            }
            number += 1;
        });
        self.values = values;
        self.text.clear();
        self.text.push_str(data);
        self.event = Some(event);
    }

    /// Whether what was learnt is the same but for its values.
    fn builds(&self, data: &str, values: &[Value]) -> bool {
        let (mut here, mut there) = (0, 0);
        let alike = values.iter().zip(&self.values).all(|(new, old)| {
            let gaps = data.get(here..new.start) == self.text.get(there..old.start);
            (here, there) = (new.end, old.end);
            gaps
        });
        alike && values.len() == self.values.len() && data.get(here..) == self.text.get(there..)
    }
}

/// Length of the value at the start of a text. Where there is none, or a broken one, the result is `None` or too much to
/// be JSON.
fn length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'"' => {
            let mut at = 1;
            loop {
                at += bytes
                    .get(at..)?
                    .iter()
                    .position(|b| matches!(b, b'"' | b'\\'))?;
                match bytes.get(at)? {
                    b'"' => return Some(at + 1),
                    _ => at += 2,
                }
            }
        }
        b'[' => memchr(b']', bytes).map(|end| end + 1),
        _ => bytes.iter().position(|&byte| !is_numeric(byte)),
    }
}

fn is_numeric(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
}

/// Puts a value into its place; `None` if it is no JSON.
fn fill(place: &mut Json, value: &str) -> Option<()> {
    let bytes = value.as_bytes();
    // The usual values need no parser: a string that stands there as it is, and a small whole number.
    match (&mut *place, bytes) {
        (Json::String(text), [b'"', inner @ .., b'"'])
            if inner.iter().all(|&byte| byte >= b' ' && byte != b'\\') =>
        {
            text.clear();
            text.push_str(value.get(1..=inner.len())?);
        }
        (_, [b'1'..=b'9', ..]) if bytes.len() <= 9 && bytes.iter().all(u8::is_ascii_digit) => {
            let digits = bytes.iter().map(|&digit| u32::from(digit - b'0'));
            *place = Json::from(digits.fold(0, |number, digit| number * 10 + digit));
        }
        _ => *place = serde_json::from_str(value).ok()?,
    }
    Some(())
}

/// Length of the string at the start, its quotes included, and whether there are escapes in it.
fn string_length(bytes: &[u8]) -> Option<(usize, bool)> {
    let mut escaped = false;
    let mut at = 1;
    bytes.first().filter(|&&byte| byte == b'"')?;
    loop {
        match *bytes.get(at)? {
            b'"' => return Some((at + 1, escaped)),
            b'\\' => {
                escaped = true;
                at += 2;
            }
            // Raw control characters are not JSON.
            0..=0x1f => return None,
            _ => at += 1,
        }
    }
}

/// Length of the value at the start, if it is one that needs no parser: a string without escapes, a natural number.
fn simple_length(bytes: &[u8]) -> Option<usize> {
    match bytes.first()? {
        b'"' => string_length(bytes)
            .filter(|(_, escaped)| !escaped)
            .map(|(length, _)| length),
        b'0' => Some(1),
        b'1'..=b'9' => bytes.iter().position(|byte| !byte.is_ascii_digit()),
        _ => None,
    }
}

/// The value at this path, and the key it or its list has.
fn value_at<'a>(json: &'a Json, path: &[usize]) -> Option<(&'a str, &'a Json)> {
    path.iter()
        .try_fold(("", json), |(key, json), &at| match json {
            Json::Object(fields) => fields.get(at).map(|(key, value)| (key.as_str(), value)),
            Json::Array(items) => items.get(at).map(|item| (key, item)),
            _ => None,
        })
}

/// The child at this path.
fn child<'a>(json: &'a mut Json, path: &[usize]) -> Option<&'a mut Json> {
    path.iter().try_fold(json, |json, &at| match json {
        Json::Object(fields) => fields.get_mut(at).map(|(_, value)| value),
        Json::Array(items) => items.get_mut(at),
        _ => None,
    })
}

/// Tells start, end and path of each value of a text that is JSON.
fn walk(text: &str, found: &mut dyn FnMut(usize, usize, &[usize])) {
    let bytes = text.as_bytes();
    let mut path = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' => path.push(0),
            b'[' if !is_plain_list(&bytes[at..]) => path.push(0),
            b'}' | b']' => {
                path.pop();
            }
            b',' => {
                if let Some(child) = path.last_mut() {
                    *child += 1;
                }
            }
            b'"' | b'[' | b'-' | b'0'..=b'9' => {
                let Some(length) = text.get(at..).and_then(length) else {
                    return;
                };
                let end = at + length;
                if !is_key(&bytes[end..]) {
                    found(at, end, &path);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Whether a list holds neither strings nor other lists or objects.
fn is_plain_list(bytes: &[u8]) -> bool {
    let end = memchr(b']', bytes).unwrap_or(0);
    let mut inner = bytes[..end].iter().skip(1);
    end > 0 && !inner.any(|byte| matches!(byte, b'"' | b'[' | b'{'))
}

/// Whether what stood before these bytes was a key.
fn is_key(after: &[u8]) -> bool {
    after.trim_ascii_start().first() == Some(&b':')
}

#[cfg(test)]
mod tests {
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
            shape.learn(event, parsed(event).unwrap());
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
                    shape.learn(frame.data, event);
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

    /// Values whole and broken, some of which are texts of others.
    fn value() -> impl Strategy<Value = String> {
        prop_oneof![
            4 => "\"[a-z ,:{}\\[\\]]{0,6}\"",
            4 => "[0-9]{1,12}",
            1 => "-?[0-9]{0,3}\\.?[0-9]{0,3}(e[0-9])?",
            1 => "\\[[0-9,]{0,5}\\]",
            3 => prop::sample::select(&[
                "\"\\n\\\"\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\x\"", "\"a\tb\"", "\"東é😀\"", "\"", "null",
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
                    shape.learn(data, parsed);
                    prop_assert!(shape.open(data).is_some(), "{}", data);
                }
            }
        }
    }
}
