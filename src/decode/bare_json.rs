//! JSON that stands in a stream outside any field, perhaps pretty-printed over many lines.

use super::{DecodeError, Frame, FrameKind, Limits, Sink, text};

/// Collects the lines of one JSON value and knows when it is complete.
#[derive(Debug, Default)]
pub(super) struct BareJson {
    /// The lines so far, joined by LF.
    text: String,
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl BareJson {
    /// Whether a line outside a field opens a JSON object or array.
    pub(super) fn opens(line: &[u8]) -> bool {
        matches!(line.trim_ascii_start().first(), Some(b'{' | b'['))
    }

    /// Whether a line cannot belong to a JSON value: a line of JSON never begins with a letter and a colon.
    pub(super) fn ended_by(line: &[u8]) -> bool {
        let name = line.iter().take_while(|b| b.is_ascii_lowercase()).count();
        line.get(name) == Some(&b':')
    }

    /// Takes a line of the value that is open, or of one that begins with it, and tells of the value once it is complete.
    pub(super) fn take(
        open: &mut Option<Self>,
        line: &[u8],
        limits: Limits,
        sink: &mut Sink<'_>,
    ) -> Result<(), DecodeError> {
        let json = open.get_or_insert_default();
        let limit = limits.max_event_bytes;
        if json.text.len() + 1 + line.len() > limit {
            return Err(DecodeError::EventTooLong { limit });
        }
        if json.push(&text(line)) {
            Self::end(open, true, sink);
        }
        Ok(())
    }

    /// The value that is open, if there is one, won't be completed any more.
    pub(super) fn give_up(open: &mut Option<Self>, sink: &mut Sink<'_>) {
        Self::end(open, false, sink);
    }

    fn end(open: &mut Option<Self>, terminated: bool, sink: &mut Sink<'_>) {
        if let Some(json) = open.take() {
            sink(Frame {
                kind: FrameKind::BareJson,
                data: &json.text,
                terminated,
            });
        }
    }

    /// Takes one more line. True if the value is complete now.
    pub(super) fn push(&mut self, line: &str) -> bool {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
        for byte in line.bytes() {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_string => self.escaped = true,
                b'"' => self.in_string = !self.in_string,
                b'{' | b'[' if !self.in_string => self.depth += 1,
                b'}' | b']' if !self.in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        // A raw line end inside a string is not JSON; the string ends here at the latest.
        self.in_string = false;
        self.escaped = false;
        self.depth == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pretty_printed_object_is_complete_at_its_last_brace() {
        let mut json = BareJson::default();
        assert!(!json.push("{"));
        assert!(!json.push(r#"  "a": "}\"}","#));
        assert!(!json.push(r#"  "b": [1, {}]"#));
        assert!(json.push("}"));
    }

    #[test]
    fn only_a_field_ends_it_early() {
        assert!(BareJson::ended_by(b"data: x"));
        assert!(BareJson::ended_by(b": comment"));
        assert!(!BareJson::ended_by(br#"  "data": 1"#));
        assert!(!BareJson::ended_by(b"true"));
    }
}
