//! The short way for the common event. Within one reply nearly all events are equal but for two strings: the piece of
//! text, and at some vendors a padding. What surrounds them, the envelope, is learnt from an event that was parsed;
//! an event with the same envelope, byte for byte, is the same JSON with another text and needs no parsing again.

use std::borrow::Cow;

use crate::protocol::Channel;
use crate::protocol::lax::Text;

/// The bytes around the variable strings of the last plain event.
#[derive(Debug, Default)]
pub(super) struct Envelope {
    /// What stands before, between and after the variable strings, their quotes included. Empty: nothing learnt.
    gaps: Vec<String>,
    /// Which of the strings is the text.
    text_at: usize,
    channel: Option<Channel>,
}

impl Envelope {
    /// Learns from an event whose only meaning was `text` on `channel`. Both strings must be slices of `data` that hold
    /// no escapes, which is what a parser that borrows hands out.
    pub(super) fn learn(
        &mut self,
        data: &str,
        channel: Channel,
        text: &str,
        padding: Option<&str>,
    ) {
        self.channel = None;
        let Some(text) = span(data, text) else { return };
        let padding = match padding.map(|padding| span(data, padding)) {
            None => None,
            Some(Some(padding)) => Some(padding),
            Some(None) => return,
        };
        self.text_at = usize::from(padding.is_some_and(|padding| padding < text));
        let mut spans = [Some(text), padding];
        if self.text_at == 1 {
            spans.reverse();
        }
        self.gaps
            .resize_with(1 + spans.iter().flatten().count(), String::new);
        let mut from = 0;
        for (gap, (start, end)) in self.gaps.iter_mut().zip(spans.into_iter().flatten()) {
            let Some(bytes) = data.get(from..start) else {
                return;
            };
            gap.clear();
            gap.push_str(bytes);
            from = end;
        }
        if let (Some(gap), Some(rest)) = (self.gaps.last_mut(), data.get(from..)) {
            gap.clear();
            gap.push_str(rest);
            self.channel = Some(channel);
        }
    }

    /// The text of an event in the learnt envelope, `None` for any other event.
    pub(super) fn open<'a>(&self, data: &'a str) -> Option<(Channel, Cow<'a, str>)> {
        let channel = self.channel?;
        let (head, gaps) = self.gaps.split_first()?;
        let mut rest = data.strip_prefix(head.as_str())?;
        let mut text = None;
        for (n, gap) in gaps.iter().enumerate() {
            let literal = Literal::at(rest)?;
            let after = rest.get(literal.length..)?;
            if n == self.text_at {
                let start = data.len() - rest.len();
                text = Some(literal.decoded(data, start)?);
            } else if literal.escaped {
                return None;
            }
            rest = after.strip_prefix(gap.as_str())?;
        }
        if rest.is_empty() {
            text.map(|text| (channel, text))
        } else {
            None
        }
    }
}

/// Place of a slice within the text it was cut from, if it is a whole string literal there.
fn span(data: &str, slice: &str) -> Option<(usize, usize)> {
    let start = (slice.as_ptr() as usize).checked_sub(data.as_ptr() as usize)?;
    let end = start.checked_add(slice.len())?;
    let bytes = data.as_bytes();
    let quoted = bytes.get(start.checked_sub(1)?) == Some(&b'"') && bytes.get(end) == Some(&b'"');
    (quoted && data.get(start..end) == Some(slice)).then_some((start, end))
}

/// The inside of a string literal.
struct Literal {
    length: usize,
    escaped: bool,
}

impl Literal {
    /// The literal whose first character stands at the start of `text`; its closing quote must be there.
    fn at(text: &str) -> Option<Literal> {
        let bytes = text.as_bytes();
        let mut escaped = false;
        let mut at = 0;
        loop {
            match *bytes.get(at)? {
                b'"' => {
                    return Some(Literal {
                        length: at,
                        escaped,
                    });
                }
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

    /// Its value, from the literal's place in the event.
    fn decoded<'a>(&self, data: &'a str, start: usize) -> Option<Cow<'a, str>> {
        let end = start + self.length;
        if self.escaped {
            let quoted = data.get(start.checked_sub(1)?..=end)?;
            serde_json::from_str::<Text<'a>>(quoted).ok()?.0
        } else {
            data.get(start..end).map(Cow::Borrowed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = r#"{"a":1,"c":"The","z":[2],"p":"abc"}"#;

    fn learnt() -> Envelope {
        let mut envelope = Envelope::default();
        envelope.learn(FIRST, Channel::Answer, &FIRST[12..15], Some(&FIRST[30..33]));
        envelope
    }

    fn open(data: &str) -> Option<String> {
        learnt().open(data).map(|(_, text)| text.into_owned())
    }

    #[test]
    fn only_the_two_strings_may_differ() {
        assert_eq!(open(FIRST).as_deref(), Some("The"));
        assert_eq!(
            open(r#"{"a":1,"c":" capital","z":[2],"p":""}"#).as_deref(),
            Some(" capital")
        );
        assert_eq!(
            open(r#"{"a":1,"c":"","z":[2],"p":""}"#).as_deref(),
            Some("")
        );
        assert_eq!(
            open(r#"{"a":1,"c":"\"\n","z":[2],"p":"x"}"#).as_deref(),
            Some("\"\n")
        );
        for other in [
            r#"{"a":2,"c":"The","z":[2],"p":"abc"}"#,
            r#"{"a":1,"c":"The","z":[3],"p":"abc"}"#,
            r#"{"a":1,"c":"The","z":[2],"p":"abc"} "#,
            r#"{"a":1,"c":"The","z":[2],"p":"a\nc"}"#,
            r#"{"a":1,"c":"\ud83d","z":[2],"p":"abc"}"#,
            r#"{"a":1,"c":"\x","z":[2],"p":"abc"}"#,
            r#"{"a":1,"c":"The"#,
            "{\"a\":1,\"c\":\"T\ne\",\"z\":[2],\"p\":\"abc\"}",
            "",
        ] {
            assert_eq!(open(other), None, "{other}");
        }
    }

    #[test]
    fn a_padding_may_come_first() {
        let mut envelope = Envelope::default();
        let data = r#"{"p":"x","c":"Hi"}"#;
        envelope.learn(data, Channel::Reasoning, &data[14..16], Some(&data[6..7]));
        let (channel, text) = envelope.open(r#"{"p":"yyy","c":"You"}"#).unwrap();
        assert_eq!((channel, &*text), (Channel::Reasoning, "You"));
    }

    #[test]
    fn nothing_is_learnt_from_a_text_that_stands_elsewhere() {
        let mut envelope = Envelope::default();
        envelope.learn(FIRST, Channel::Answer, "The", None);
        assert!(envelope.open(FIRST).is_none());
    }
}
