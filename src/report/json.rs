//! The report as text: one field a line, lists on one line. Events in the indented form of serde_json would take six lines
//! each and most of the file.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::Report;

/// The report as JSON, ready to save.
#[must_use]
pub fn to_json(report: &Report) -> String {
    let mut text = Text::default();
    let mut serializer = Serializer::with_formatter(&mut text, FieldLines::default());
    // Can't fail: every map key is a string, and memory takes all that is written.
    let written = report.serialize(&mut serializer);
    debug_assert!(written.is_ok());
    String::from_utf8(text.0).unwrap_or_default()
}

/// Where the text goes. A `Vec` as it is would be inlined at each of the hundreds of places that write a field.
#[derive(Default)]
struct Text(Vec<u8>);

impl Write for Text {
    #[inline(never)]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    #[inline(never)]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Breaks lines between the fields of objects only.
#[derive(Default)]
struct FieldLines {
    depth: usize,
    has_field: bool,
}

impl FieldLines {
    fn new_line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        for _ in 0..self.depth {
            writer.write_all(b"  ")?;
        }
        Ok(())
    }
}

impl Formatter for FieldLines {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.has_field = false;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.has_field {
            self.new_line(writer)?;
        }
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.new_line(writer)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_field = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_take_one_line_without_blanks() {
        let value = serde_json::json!({"a": [[1, 2, null, "answer"], [3, 4]], "b": {"c": [5, 6]}});
        let mut text = Text::default();
        let mut serializer = Serializer::with_formatter(&mut text, FieldLines::default());
        value.serialize(&mut serializer).unwrap();
        assert_eq!(
            String::from_utf8(text.0).unwrap(),
            "{\n  \"a\": [[1,2,null,\"answer\"],[3,4]],\n  \"b\": {\n    \"c\": [5,6]\n  }\n}"
        );
    }
}
