//! The JSON of a saved report, read as it comes: what is needed of it is kept, and each request becomes a trace at once.
//!
//! Beyond the traces this takes the tree of one request (some ten times its text, and gone before the next is read), the
//! few fields of a run that are needed, and one buffer. The verdict, cautions and all else is passed over. So a file of
//! 60 MB takes what its traces take; the tree of the whole would be ten times the file.

use std::fmt;
use std::io::{self, BufReader, Cursor, Read};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::counted::Counted;
use super::request::trace;
use super::{FileKind, ReadError};
use crate::protocol::Json;
use crate::trace::Trace;

/// Fields of the whole run that are needed.
const NEEDED: [&str; 6] = [
    "schema",
    "app",
    "created_at",
    "plan",
    "environment",
    "control",
];
/// Fields of the summary that are needed.
const NEEDED_OF_SUMMARY: [&str; 2] = ["wall_us", "stopped_because"];

/// Bytes asked of the source at once.
const BUFFER: usize = 64 << 10;

/// Some programs put this in front of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Bytes that tell what a file is that isn't JSON.
const HEAD: u64 = 16;

/// What is needed of a file.
pub struct Found {
    /// Fields of the whole run, and `summary` as far as it is needed.
    pub run: Json,
    /// The requests; `None` if there is no list of them, or one of them can't be read.
    pub traces: Option<Vec<Trace>>,
}

/// Reads one JSON value to the end of the source.
///
/// # Errors
/// When the source fails, is too long or is not JSON.
pub fn parse<R: Read>(source: &mut Counted<'_, R>) -> Result<Found, ReadError> {
    let mut found = Found {
        run: Json::Object(Vec::new()),
        traces: None,
    };
    let head = head_of(source).map_err(|_| ReadError::Unreadable)?;
    let parsed = fill(Cursor::new(&head).chain(&mut *source), &mut found);
    // The parser only sees the end of the bytes.
    if source.is_beyond() {
        return Err(ReadError::TooLarge);
    }
    match parsed {
        Ok(()) => Ok(found),
        Err(error) if error.is_io() => Err(ReadError::Unreadable),
        Err(_) => Err(match head.trim_ascii_start() {
            [b'{' | b'[', ..] => ReadError::NotJson,
            head => FileKind::of(head).map_or(ReadError::NotAReport, ReadError::Other),
        }),
    }
}

fn fill(source: impl Read, found: &mut Found) -> serde_json::Result<()> {
    let mut parser =
        serde_json::Deserializer::from_reader(BufReader::with_capacity(BUFFER, source));
    Skip(found).deserialize(&mut parser)?;
    parser.end()
}

/// The first bytes of a source, without a mark and white space, either of which JSON may begin with.
fn head_of(source: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mark = BYTE_ORDER_MARK.len() as u64;
    source.by_ref().take(mark).read_to_end(&mut head)?;
    if head == BYTE_ORDER_MARK {
        head.clear();
    }
    while head.trim_ascii_start().is_empty() {
        head.clear();
        if source.by_ref().take(HEAD).read_to_end(&mut head)? == 0 {
            break;
        }
    }
    source.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// A place in the file, and what is kept of what stands there. Whatever isn't expected there is passed over.
trait Place {
    fn list<'de, A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error>
    where
        Self: Sized,
    {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn object<'de, A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error>
    where
        Self: Sized,
    {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

impl Place for &mut Found {
    fn object<'de, A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(key) = object.next_key::<String>()? {
            // As everywhere in JSON the last of equal keys counts.
            self.run.remove(&key);
            match key.as_str() {
                "requests" => {
                    self.traces = None;
                    object.next_value_seed(Skip(&mut self.traces))?;
                }
                "summary" => {
                    let mut summary = Fields::of(&NEEDED_OF_SUMMARY);
                    object.next_value_seed(Skip(&mut summary))?;
                    self.run.insert(&key, summary.found);
                }
                needed if NEEDED.contains(&needed) => {
                    let value = object.next_value()?;
                    self.run.insert(&key, value);
                }
                _ => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// Most requests of a file: ten times as many as the largest run has.
const MAX_REQUESTS: usize = 20_000;

/// The list of requests.
impl Place for &mut Option<Vec<Trace>> {
    fn list<'de, A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut traces = Some(Vec::new());
        while let Some(request) = list.next_element::<Json>()? {
            match (trace(&request), &mut traces) {
                (Some(trace), Some(traces)) if traces.len() < MAX_REQUESTS => traces.push(trace),
                // One that can't be read spoils all, but the file may yet turn out to be something else.
                _ => traces = None,
            }
        }
        *self = traces;
        Ok(())
    }
}

/// An object of which some fields are kept.
struct Fields {
    needed: &'static [&'static str],
    found: Json,
}

impl Fields {
    fn of(needed: &'static [&'static str]) -> Self {
        Fields {
            needed,
            found: Json::Object(Vec::new()),
        }
    }
}

impl Place for &mut Fields {
    fn object<'de, A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(key) = object.next_key::<String>()? {
            if self.needed.contains(&key.as_str()) {
                self.found.remove(&key);
                self.found.insert(&key, object.next_value()?);
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// Reads a value into its place.
struct Skip<P>(P);

impl<'de, P: Place> DeserializeSeed<'de> for Skip<P> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de, P: Place> Visitor<'de> for Skip<P> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }
    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }
    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }
    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }
    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }
    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        self.0.list(list)
    }
    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<(), A::Error> {
        self.0.object(object)
    }
}
