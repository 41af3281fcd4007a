//! Makes a payload that is almost JSON into JSON: servers written in Python send `NaN`, and servers that cut text
//! between UTF-16 units send half a surrogate pair. A strict parser would lose the whole event.

use std::borrow::Cow;

use super::Channel;

/// Distance from a lone surrogate to the private-use character that stands in for it until [`SurrogateJoiner`] sees it.
const STAND_IN: u32 = 0x10_0000;

/// The payload with `NaN` and infinities as `null`, raw control characters in strings escaped, and lone surrogate
/// escapes as stand-in characters.
#[must_use]
pub(super) fn repaired(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_string = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        if in_string {
            match c {
                '\\' => taken = escape(rest, &mut out),
                '\0'..='\x1f' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
                _ => {
                    in_string = c != '"';
                    out.push(c);
                }
            }
        } else if let Some(word) = ["NaN", "-Infinity", "Infinity"]
            .into_iter()
            .find(|word| rest.starts_with(word))
        {
            taken = word.len();
            out.push_str("null");
        } else {
            in_string = c == '"';
            out.push(c);
        }
        rest = &rest[taken..];
    }
    out
}

/// Copies the escape at the start of `rest`; gives the number of bytes read.
fn escape(rest: &str, out: &mut String) -> usize {
    match unit(rest) {
        Some(high @ 0xD800..=0xDBFF) => match unit(&rest[6..]) {
            Some(0xDC00..=0xDFFF) => {
                out.push_str(&rest[..12]);
                12
            }
            _ => stand_in(high, out),
        },
        Some(low @ 0xDC00..=0xDFFF) => stand_in(low, out),
        _ => {
            let taken = rest.chars().take(2).map(char::len_utf8).sum();
            out.push_str(&rest[..taken]);
            taken
        }
    }
}

fn stand_in(surrogate: u16, out: &mut String) -> usize {
    out.push(
        char::from_u32(STAND_IN + u32::from(surrogate)).unwrap_or(char::REPLACEMENT_CHARACTER),
    );
    6
}

/// The UTF-16 unit of a `\uXXXX` escape at the start of the text.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u16::from_str_radix(digits, 16).ok()
}

/// Puts pairs together whose halves came in two events of one channel.
#[derive(Debug, Default)]
struct SurrogateJoiner {
    /// First half that waits for its second.
    high: Option<u16>,
}

impl SurrogateJoiner {
    /// A half is waiting, so the next piece must pass through [`join`](Self::join).
    fn waiting(&self) -> bool {
        self.high.is_some()
    }

    /// The text of one piece without stand-ins. A half at its end is kept back for the next piece; any other half
    /// becomes U+FFFD. The result may be empty: half a character is no readable output yet.
    fn join(&mut self, piece: &str) -> String {
        let mut out = String::with_capacity(piece.len());
        for c in piece.chars() {
            match surrogate(c) {
                Some(high @ 0xD800..=0xDBFF) => self.replace_pending(high.into(), &mut out),
                Some(low) => match self.high.take() {
                    Some(high) => out.extend(
                        char::decode_utf16([high, low])
                            .map(|pair| pair.unwrap_or(char::REPLACEMENT_CHARACTER)),
                    ),
                    None => out.push(char::REPLACEMENT_CHARACTER),
                },
                None => {
                    self.replace_pending(None, &mut out);
                    out.push(c);
                }
            }
        }
        out
    }

    fn replace_pending(&mut self, next: Option<u16>, out: &mut String) {
        if std::mem::replace(&mut self.high, next).is_some() {
            out.push(char::REPLACEMENT_CHARACTER);
        }
    }
}

/// Half characters that wait for their other half, by channel.
#[derive(Debug, Default)]
pub(super) struct Joiners {
    /// The payload at hand was repaired, so its texts may hold stand-ins.
    pub(super) repaired: bool,
    answer: SurrogateJoiner,
    reasoning: SurrogateJoiner,
}

impl Joiners {
    /// Text with split characters put together. Payloads that needed no repair pass untouched.
    pub(super) fn join<'a>(&mut self, channel: Channel, text: Cow<'a, str>) -> Cow<'a, str> {
        let joiner = match channel {
            Channel::Answer => &mut self.answer,
            Channel::Reasoning => &mut self.reasoning,
            Channel::Tool | Channel::Refusal if self.repaired => {
                return Cow::Owned(SurrogateJoiner::default().join(&text));
            }
            Channel::Tool | Channel::Refusal => return text,
        };
        if !text.is_empty() && (self.repaired || joiner.waiting()) {
            return Cow::Owned(joiner.join(&text));
        }
        text
    }
}

fn surrogate(c: char) -> Option<u16> {
    let unit = u16::try_from(u32::from(c).checked_sub(STAND_IN)?).ok()?;
    (0xD800..=0xDFFF).contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_json_lacks_become_null() {
        assert_eq!(
            repaired(r#"{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN"}"#),
            r#"{"a":null,"b":[null,null],"c":"NaN"}"#
        );
    }

    #[test]
    fn whole_pairs_and_other_escapes_stay() {
        let json = r#"{"a":"\ud83d\ude00 \\ud83d \" \u00e9"}"#;
        assert_eq!(repaired(json), json);
    }

    #[test]
    fn halves_are_joined_over_pieces_or_replaced() {
        let mut joiner = SurrogateJoiner::default();
        let piece = |json: &str| serde_json::from_str::<String>(&repaired(json)).unwrap();
        assert_eq!(joiner.join(&piece(r#""Hi \ud83d""#)), "Hi ");
        assert!(joiner.waiting());
        assert_eq!(joiner.join(&piece(r#""\ude00 there""#)), "😀 there");
        assert_eq!(joiner.join(&piece(r#""\ude00""#)), "\u{FFFD}");
        assert_eq!(joiner.join(&piece(r#""\ud83d""#)), "");
        assert_eq!(joiner.join("x"), "\u{FFFD}x");
        assert!(!joiner.waiting());
    }
}
