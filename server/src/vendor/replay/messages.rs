//! Cuts a recorded body where its format's own messages end. Nothing is added, changed or lost.
use std::ops::Range;

/// How the messages of a body are set apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events: a blank line ends each.
    Sse,
    /// One JSON value a line.
    Lines,
    /// The elements of one JSON array, or a single JSON value.
    Json,
}

impl Framing {
    /// `Content-Type` of such a body.
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Sse => "text/event-stream; charset=utf-8",
            Self::Lines => "application/x-ndjson",
            Self::Json => "application/json; charset=utf-8",
        }
    }
}

/// Where the messages of a body stand, in order and without gaps.
pub fn split(framing: Framing, body: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut ends = match framing {
        Framing::Sse => event_ends(body),
        Framing::Lines => ends_after(body, |byte| byte == b'\n'),
        Framing::Json => element_ends(body),
    };
    if ends.last() != Some(&body.len()) && !body.is_empty() {
        ends.push(body.len());
    }
    let mut from = 0;
    ends.into_iter()
        .map(move |end| std::mem::replace(&mut from, end)..end)
}

fn ends_after(body: &[u8], is_end: impl Fn(u8) -> bool) -> Vec<usize> {
    let marks = body.iter().enumerate().filter(|(_, byte)| is_end(**byte));
    marks.map(|(at, _)| at + 1).collect()
}

/// An event ends after a blank line; further blank lines go with the next event.
fn event_ends(body: &[u8]) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut line_start = 0;
    let mut has_content = false;
    while let Some(length) = body[line_start..]
        .iter()
        .position(|byte| matches!(byte, b'\n' | b'\r'))
    {
        let at = line_start + length;
        let crlf = body[at..].starts_with(b"\r\n");
        line_start = at + if crlf { 2 } else { 1 };
        if length > 0 {
            has_content = true;
        } else if std::mem::take(&mut has_content) {
            ends.push(line_start);
        }
    }
    ends
}

/// The elements of an array end with their closing brackets; what comes before an element goes with it.
fn element_ends(body: &[u8]) -> Vec<usize> {
    if !body.trim_ascii_start().starts_with(b"[") {
        return Vec::new();
    }
    let mut ends = Vec::new();
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in body.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    ends.push(at + 1);
                }
            }
            _ => {}
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(framing: Framing, body: &str) -> Vec<&str> {
        split(framing, body.as_bytes())
            .map(|range| &body[range])
            .collect()
    }

    #[test]
    fn events_end_with_their_blank_line_whatever_ends_a_line() {
        assert_eq!(
            messages(
                Framing::Sse,
                "data: a\n\nevent: x\ndata: b\n\n\n: c\n\ndata: d"
            ),
            [
                "data: a\n\n",
                "event: x\ndata: b\n\n",
                "\n: c\n\n",
                "data: d"
            ]
        );
        assert_eq!(
            messages(Framing::Sse, "data: a\r\n\r\ndata: b\r\rdata: c\r\n"),
            ["data: a\r\n\r\n", "data: b\r\r", "data: c\r\n"]
        );
    }

    #[test]
    fn lines_keep_their_ends() {
        assert_eq!(
            messages(Framing::Lines, "{\"a\":1}\r\n{\"b\":2}\n{}"),
            ["{\"a\":1}\r\n", "{\"b\":2}\n", "{}"]
        );
    }

    #[test]
    fn array_elements_end_with_their_brackets() {
        assert_eq!(
            messages(
                Framing::Json,
                "[{\"a\":[{}],\"b\":\"}\\\"]\"}\r\n,\r\n{\"c\":1}\r\n]"
            ),
            [
                "[{\"a\":[{}],\"b\":\"}\\\"]\"}",
                "\r\n,\r\n{\"c\":1}",
                "\r\n]"
            ]
        );
        assert_eq!(
            messages(Framing::Json, "{\"error\":{\"code\":404}}\n"),
            ["{\"error\":{\"code\":404}}\n"]
        );
    }

    #[test]
    fn an_empty_body_has_no_messages() {
        assert!(messages(Framing::Sse, "").is_empty());
    }
}
