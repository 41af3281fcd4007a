//! Fields of a saved report's JSON.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;

use crate::protocol::Json;
use crate::report::Named;
use crate::units::Micros;

/// Times in a file beyond this (35 years) are nonsense; below it sums can't overflow.
const MAX_MICROS: f64 = 1.1e15;

pub fn text_of(json: &Json, key: &str) -> String {
    json.text(key).unwrap_or_default().to_owned()
}

pub fn optional(json: &Json, key: &str) -> Option<String> {
    json.text(key).map(str::to_owned)
}

pub fn inner(json: &Json, outer: &str, key: &str) -> String {
    json.get(outer)
        .map(|json| text_of(json, key))
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

pub fn texts(json: Option<&Json>) -> Named {
    let mut map = Named::default();
    if let Some(Json::Object(fields)) = json {
        for (key, value) in fields {
            if let Json::String(value) = value {
                map.insert(key.clone(), value.clone());
            }
        }
    }
    map
}
