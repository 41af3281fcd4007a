//! The short way for the common event. Within one reply nearly all events are alike but for a few values: the piece of
//! text, a count, a time. Which ones these are is learnt from the stream itself: a value that differed between two events
//! of the same build is a hole, and all that surrounds the holes has to be the same, byte for byte. Then the event is the
//! learnt one with other values in its holes, and only these are read.

mod value;

use std::borrow::Cow;

use super::{Channel, Json};
use value::{fill, fill_list, is_number, length, simple_length, text_of, walk};

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
    /// Its value says nothing (see [`learn`](Shape::learn)): a number in it stays unread.
    quiet: bool,
    /// The text of a list as it was put into the event last.
    list: String,
    /// An event that was opened had another value here than the learnt one.
    changed: bool,
}

impl Shape {
    /// What an event says that has the learnt build; `None` for any other.
    pub(super) fn open(&mut self, data: &str) -> Option<&Json> {
        let event = self.event.as_mut()?;
        let is_new = self.plain == Plain::Unknown;
        let (mut rest, mut from) = (data, 0);
        for hole in &mut self.holes {
            rest = rest.strip_prefix(self.text.get(from..hole.start)?)?;
            let (value, after) = rest.split_at_checked(length(rest)?)?;
            let place = child(event, &hole.path)?;
            if hole.quiet && is_number(value) {
                // Nobody asks for it.
            } else if value.starts_with('[') {
                fill_list(place, &mut hole.list, value)?;
            } else {
                fill(place, value)?;
            }
            hole.changed |= is_new && self.text.get(hole.start..hole.end) != Some(value);
            rest = after;
            from = hole.end;
        }
        if rest != self.text.get(from..)? {
            return None;
        }
        if is_new {
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
                let length = length(rest)?;
                text = Some(text_of(rest.get(..length)?)?);
                length
            } else {
                simple_length(rest)?
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
    /// on this channel; or, with `None`, something else. Where a value differs from event to event that is not quiet, these
    /// have to be read in full.
    pub(super) fn note_plain(&mut self, said: Option<(*const u8, Channel)>) {
        self.plain = said
            .and_then(|(address, channel)| {
                let event = self.event.as_ref()?;
                let mut found = None;
                for (number, hole) in self.holes.iter().enumerate() {
                    let (_, value) = value_at(event, &hole.path)?;
                    match value {
                        Json::String(text) if text.as_ptr() == address && !text.is_empty() => {
                            found = Some(Plain::Text(number, channel));
                        }
                        _ if hole.quiet => {}
                        _ => return None,
                    }
                }
                found
            })
            .unwrap_or(Plain::No);
    }

    /// Learns from an event that had to be parsed. Values of the keys in `quiet` say nothing.
    pub(super) fn learn(&mut self, data: &str, event: Json, quiet: &[&str]) {
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
                let value = data.get(start..end).unwrap_or_default();
                let list = if value.starts_with('[') { value } else { "" };
                self.holes.push(Hole {
                    start,
                    end,
                    path: path.to_vec(),
                    quiet: value_at(&event, path).is_some_and(|(key, _)| quiet.contains(&key)),
                    list: list.to_owned(),
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

#[cfg(test)]
mod tests;
