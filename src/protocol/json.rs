//! JSON of any shape, for the few places where a vendor's words have to be looked for. The tree of serde_json would bring
//! its ordered map into the page; objects here are short lists and keep their order.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // JSON's own words
pub enum Json {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// An object of these fields.
    pub fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
        Json::Object(fields.map(|(key, value)| (key.to_owned(), value)).into())
    }

    /// The value of an object's field. As everywhere in JSON the last of equal keys counts.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().rev().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The value behind these keys, each inside the one before.
    #[must_use]
    pub fn at(&self, path: &[&str]) -> Option<&Json> {
        path.iter().try_fold(self, |value, key| value.get(key))
    }

    /// The text of a field, if it is a string that is not empty. `" "`, `"\n"` and `"0"` are not empty.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(Json::String(text)) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// The word in a field: its text, or a number or `true` as JSON writes them. For names that some server numbers.
    #[must_use]
    pub fn word(&self, key: &str) -> Option<Cow<'_, str>> {
        match self.get(key)? {
            value @ (Json::Number(_) | Json::Bool(true)) => Some(Cow::Owned(value.to_string())),
            _ => self.text(key).map(Cow::Borrowed),
        }
    }

    /// The number in a field, also one sent as a string.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<f64> {
        self.get(key)?.as_number()
    }

    fn as_number(&self) -> Option<f64> {
        match self {
            Json::Number(number) => number.as_f64(),
            Json::String(text) => decimal(text),
            _ => None,
        }
    }

    /// The count in a field, also one sent as a fraction or a string: rounded, `None` if negative or beyond `u32`.
    #[must_use]
    pub fn count(&self, key: &str) -> Option<u32> {
        let value = self.get(key)?;
        if let Json::Number(number) = value
            && let Some(whole) = number.as_u64()
        {
            return u32::try_from(whole).ok();
        }
        let n = value.as_number()?.round();
        // In range by the test before the cast.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        (0.0..=f64::from(u32::MAX)).contains(&n).then_some(n as u32)
    }

    /// The entries of a field that is a list; none if it isn't one.
    #[must_use]
    pub fn items(&self, key: &str) -> &[Json] {
        match self.get(key) {
            Some(Json::Array(items)) => items,
            _ => &[],
        }
    }

    /// Whether a field is there and not null.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| *value != Json::Null)
    }

    /// Whether the value says anything: not null, false, 0, `""`, `{}` or `[]`. "error": 0 is how some servers say that
    /// there is none.
    #[must_use]
    pub fn is_filled(&self) -> bool {
        match self {
            Json::Null | Json::Bool(false) => false,
            Json::Bool(true) => true,
            Json::Number(n) => n.as_f64() != Some(0.0),
            Json::String(s) => !s.is_empty(),
            Json::Array(items) => !items.is_empty(),
            Json::Object(fields) => !fields.is_empty(),
        }
    }

    /// Takes a field out of an object.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        match self {
            Json::Object(fields) => {
                let at = fields.iter().rposition(|(k, _)| k == key)?;
                Some(fields.remove(at).1)
            }
            _ => None,
        }
    }

    /// Adds a field to an object; other values stay as they are.
    pub fn insert(&mut self, key: &str, value: Json) {
        if let Json::Object(fields) = self {
            fields.push((key.to_owned(), value));
        }
    }

    /// The first entry of a list.
    #[must_use]
    pub fn first(&self) -> Option<&Json> {
        match self {
            Json::Array(items) => items.first(),
            _ => None,
        }
    }
}

/// A number in text, as JSON writes numbers; `None` for anything else. By the JSON parser, because the standard library's
/// `parse` would bring large tables of its own.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    serde_json::from_str(text.trim()).ok()
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::String(text.to_owned())
    }
}

impl From<u32> for Json {
    fn from(number: u32) -> Self {
        Json::Number(number.into())
    }
}

/// As compact JSON.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => to.serialize_unit(),
            Json::Bool(value) => to.serialize_bool(*value),
            Json::Number(value) => value.serialize(to),
            Json::String(value) => to.serialize_str(value),
            Json::Array(items) => to.collect_seq(items),
            Json::Object(fields) => to.collect_map(fields.iter().map(|(key, value)| (key, value))),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Json;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON")
            }
            fn visit_unit<E>(self) -> Result<Json, E> {
                Ok(Json::Null)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
                Ok(Json::Bool(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
                Ok(Json::Number(value.into()))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
                Ok(Json::Number(value.into()))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
                Ok(serde_json::Number::from_f64(value).map_or(Json::Null, Json::Number))
            }
            fn visit_str<E>(self, value: &str) -> Result<Json, E> {
                Ok(Json::from(value))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Json::Array(items))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Json::Object(fields))
            }
        }
        from.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_json_is_read_and_written_as_it_was() {
        let text = r#"{"b":[1,-2,0.5,"x\n",null,true],"a":{}}"#;
        let json: Json = serde_json::from_str(text).unwrap();
        assert_eq!(json.to_string(), text);
        assert_eq!(json.get("b").and_then(Json::first), Some(&Json::from(1)));
    }

    #[test]
    fn fields_are_read_by_what_they_hold() {
        let json: Json = serde_json::from_str(
            r#"{"a":{"b":{"c":" "}},"empty":"","n":12.4,"s":"7","bad":-1,"list":[1],"null":null,"yes":true}"#,
        )
        .unwrap();
        assert_eq!(
            json.at(&["a", "b"]).and_then(|b| b.text("c")),
            Some(" "),
            "a blank is text"
        );
        assert_eq!(json.at(&["a", "x", "c"]), None);
        assert_eq!(json.text("empty"), None);
        assert_eq!(json.text("n"), None);
        assert_eq!(json.word("n").as_deref(), Some("12.4"));
        assert_eq!(json.word("s").as_deref(), Some("7"));
        assert_eq!(json.word("yes").as_deref(), Some("true"));
        assert_eq!(json.word("list"), None);
        assert_eq!(json.number("n"), Some(12.4));
        assert_eq!(json.number("s"), Some(7.0));
        assert_eq!(json.count("n"), Some(12));
        assert_eq!(json.count("s"), Some(7));
        assert_eq!(json.count("bad"), None);
        assert_eq!(json.count("list"), None);
        assert_eq!(json.items("list"), [Json::from(1)]);
        assert!(json.items("a").is_empty());
        assert!(json.has("empty") && !json.has("null") && !json.has("gone"));
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let mut json: Json = serde_json::from_str(r#"{"a":1,"a":2}"#).unwrap();
        assert_eq!(json.get("a"), Some(&Json::from(2)));
        assert_eq!(json.remove("a"), Some(Json::from(2)));
        json.insert("b", Json::Null);
        assert_eq!(json.to_string(), r#"{"a":1,"b":null}"#);
    }
}
