//! Fields of a saved report's JSON.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;

use crate::names;
use crate::plan::MOST_BYTES;
use crate::protocol::Json;
use crate::report::Named;
use crate::units::Micros;

/// Times in a file beyond this (35 years) are nonsense; below it sums can't overflow.
const MAX_MICROS: f64 = 1.1e15;

/// Most names that a list or a map of them may have: no run of ours has a tenth of them.
pub const MAX_NAMES: usize = 100;

/// A prompt or an answer, which are their own line breaks and all.
pub fn text_of(json: &Json, key: &str) -> String {
    json.text(key).unwrap_or_default().to_owned()
}

/// What is shown in a line; empty if it isn't there.
pub fn name_of(json: &Json, key: &str) -> String {
    names::clean(json.text(key).unwrap_or_default())
}

/// The same for an address and its like.
pub fn long_name_of(json: &Json, key: &str) -> String {
    names::line(json.text(key).unwrap_or_default(), MOST_BYTES)
}

/// What a vendor says, as long as a trace keeps it.
pub fn said(json: &Json, key: &str) -> Option<String> {
    json.text(key).map(names::said)
}

/// What must not stand in a text of several lines.
pub fn steers(c: char) -> bool {
    names::is_invisible(c) || (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A message, which may have several lines.
pub fn message_of(json: &Json, key: &str) -> String {
    let text = json.text(key).unwrap_or_default().replace(steers, "");
    if text.chars().nth(names::MAX_SAID).is_some() {
        names::said(&text)
    } else {
        text
    }
}

/// A time in RFC 3339; empty if it is none.
pub fn moment(json: &Json, key: &str) -> String {
    let is_moment = |time: &&str| {
        (16..40).contains(&time.len())
            && time
                .bytes()
                .all(|b| b.is_ascii_digit() || b"-:.+TZ".contains(&b))
    };
    json.text(key)
        .filter(is_moment)
        .unwrap_or_default()
        .to_owned()
}

pub fn inner(json: &Json, outer: &str, key: &str) -> String {
    json.get(outer)
        .map(|json| name_of(json, key))
        .unwrap_or_default()
}

pub fn micros(json: &Json, key: &str) -> Option<Micros> {
    json.number(key).map(to_micros)
}

// In range by the clamp before the cast.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub fn to_micros(number: f64) -> Micros {
    Micros(number.clamp(0.0, MAX_MICROS).round() as u64)
}

pub fn flag(json: &Json, key: &str) -> bool {
    json.get(key) == Some(&Json::Bool(true))
}

/// A name of one of our closed lists.
pub fn named<'de, T: Deserialize<'de>>(json: &'de Json, key: &str) -> Option<T> {
    let name: StrDeserializer<'de, serde_json::Error> = json.text(key)?.into_deserializer();
    T::deserialize(name).ok()
}

/// Texts by name, each at most so many characters long.
pub fn texts(json: Option<&Json>, most: usize) -> Named {
    let mut map = Named::default();
    if let Some(Json::Object(fields)) = json {
        for (key, value) in fields.iter().take(MAX_NAMES) {
            let key = names::clean(key);
            if let (Json::String(value), false) = (value, key.is_empty()) {
                map.insert(key, names::line(value, most));
            }
        }
    }
    map
}
