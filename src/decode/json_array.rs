//! A JSON array whose elements are handed over one by one, each when its closing brace arrives.

use std::mem;

use memchr::memchr2;

use super::{DecodeError, Frame, FrameKind, Limits, Sink, text};

/// Bytes that mean something in a value outside strings: a table is faster than to compare with each of them.
const MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let mut at = 0;
    while at < 6 {
        marks[b"\"{}[],"[at] as usize] = true;
        at += 1;
    }
    marks
};

/// Push decoder of a body that begins with `[`.
#[derive(Debug)]
pub(super) struct JsonArrayDecoder {
    limits: Limits,
    place: Place,
    /// Open braces and brackets of the element at hand.
    depth: usize,
    /// The element at hand, as far as earlier reads brought it.
    element: Vec<u8>,
}

/// Where the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before an element: blanks, commas and the array's own brackets mean nothing.
    Between,
    /// In an element, outside strings.
    Value,
    /// In a string.
    Text,
    /// In a string, after a backslash.
    Escape,
}

impl JsonArrayDecoder {
    pub(super) fn new(limits: Limits) -> Self {
        JsonArrayDecoder {
            limits,
            place: Place::Between,
            depth: 0,
            element: Vec::new(),
        }
    }

    pub(super) fn feed(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        // Where the element at hand begins in these bytes.
        let mut from = 0;
        let mut at = 0;
        while at < bytes.len() {
            match self.place {
                Place::Between => {
                    at += length(&bytes[at..], |byte| {
                        byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b'}' | b',')
                    });
                    if at < bytes.len() {
                        from = at;
                        self.depth = 0;
                        self.place = Place::Value;
                    }
                }
                Place::Value => {
                    at += length(&bytes[at..], |byte| !MARKS[usize::from(byte)]);
                    let Some(byte) = bytes.get(at) else { break };
                    match byte {
                        b'"' => self.place = Place::Text,
                        b'{' | b'[' => self.depth += 1,
                        // The end of an element that is no container.
                        _ if self.depth == 0 => {
                            self.complete(&bytes[from..at], sink)?;
                            continue;
                        }
                        b',' => {}
                        _ => self.depth -= 1,
                    }
                    at += 1;
                    if self.depth == 0 && matches!(byte, b'}' | b']') {
                        self.complete(&bytes[from..at], sink)?;
                    }
                }
                Place::Text => match memchr2(b'"', b'\\', &bytes[at..]) {
                    Some(found) => {
                        at += found + 1;
                        self.place = if bytes[at - 1] == b'"' {
                            Place::Value
                        } else {
                            Place::Escape
                        };
                    }
                    None => break,
                },
                Place::Escape => {
                    at += 1;
                    self.place = Place::Text;
                }
            }
        }
        if self.place != Place::Between {
            self.check(bytes.len() - from)?;
            self.element.extend_from_slice(&bytes[from..]);
        }
        Ok(())
    }

    /// Hands over what the body left unfinished. Where a server gives up inside an element and prints an error behind it,
    /// the error begins a line of its own, at the margin.
    pub(super) fn finish(&mut self, sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        if self.place == Place::Between {
            return Ok(());
        }
        self.place = Place::Between;
        let element = mem::take(&mut self.element);
        let element = text(element.trim_ascii_end());
        let (element, behind) = match element.rfind("\n{") {
            Some(at) => (&element[..at], Some(&element[at + 1..])),
            None => (&*element, None),
        };
        sink(Frame {
            kind: FrameKind::Item,
            data: element,
            terminated: false,
        });
        if let Some(data) = behind {
            sink(Frame {
                kind: FrameKind::BareJson,
                data,
                terminated: data.ends_with('}'),
            });
        }
        Ok(())
    }

    fn check(&self, more: usize) -> Result<(), DecodeError> {
        let limit = self.limits.max_event_bytes;
        if self.element.len() + more > limit {
            return Err(DecodeError::EventTooLong { limit });
        }
        Ok(())
    }

    /// The element at hand ends with these bytes.
    fn complete(&mut self, last: &[u8], sink: &mut Sink<'_>) -> Result<(), DecodeError> {
        self.check(last.len())?;
        self.place = Place::Between;
        let mut emit = |bytes: &[u8]| {
            sink(Frame {
                kind: FrameKind::Item,
                data: &text(bytes.trim_ascii_end()),
                terminated: true,
            });
        };
        if self.element.is_empty() {
            emit(last);
        } else {
            self.element.extend_from_slice(last);
            emit(&self.element);
            self.element.clear(); // keeps its capacity for the next element
        }
        Ok(())
    }
}

/// How many bytes at the start are of this kind.
fn length(bytes: &[u8], is: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .position(|&byte| !is(byte))
        .unwrap_or(bytes.len())
}
