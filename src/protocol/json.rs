//! JSON of any shape, for the few places where a vendor's words have to be looked for. The tree of serde_json would bring
//! its ordered map into the page; objects here are short lists and keep their order.

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
    fn the_last_of_equal_keys_counts() {
        let mut json: Json = serde_json::from_str(r#"{"a":1,"a":2}"#).unwrap();
        assert_eq!(json.get("a"), Some(&Json::from(2)));
        assert_eq!(json.remove("a"), Some(Json::from(2)));
        json.insert("b", Json::Null);
        assert_eq!(json.to_string(), r#"{"a":1,"b":null}"#);
    }
}
