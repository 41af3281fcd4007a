//! Texts by name. The standard library's map is three kilobytes of code for each type that it holds, and these are few.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Texts in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named(Vec<(String, String)>);

impl Named {
    /// Sets the text of a name.
    pub fn insert(&mut self, name: String, text: String) {
        match self.0.iter().position(|(known, _)| *known >= name) {
            Some(at) if self.0[at].0 == name => self.0[at].1 = text,
            Some(at) => self.0.insert(at, (name, text)),
            None => self.0.push((name, text)),
        }
    }

    /// The names with their texts.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&String, &String)> {
        self.0.iter().map(|(name, text)| (name, text))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl FromIterator<(String, String)> for Named {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(texts: I) -> Self {
        let mut named = Named::default();
        for (name, text) in texts {
            named.insert(name, text);
        }
        named
    }
}

impl From<Named> for Vec<(String, String)> {
    fn from(named: Named) -> Self {
        named.0
    }
}

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = Named;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("texts by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
                let mut named = Named::default();
                while let Some((name, text)) = map.next_entry()? {
                    named.insert(name, text);
                }
                Ok(named)
            }
        }
        from.deserialize_map(Texts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order_and_the_last_text_counts() {
        let texts = [("b", "1"), ("a", "2"), ("c", "3"), ("b", "4")];
        let named: Named = texts
            .into_iter()
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .collect();
        let json = serde_json::to_string(&named).unwrap();
        assert_eq!(json, r#"{"a":"2","b":"4","c":"3"}"#);
        assert_eq!(serde_json::from_str::<Named>(&json).unwrap(), named);
        let bytes = postcard::to_allocvec(&named).unwrap();
        assert_eq!(postcard::from_bytes::<Named>(&bytes).unwrap(), named);
    }
}
