//! Building blocks for reading vendors' JSON in one pass: every type here accepts any valid JSON and reads as "absent"
//! where the shape is not the expected one. Strings are borrowed from the payload wherever they hold no escapes.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Accepts every scalar as the type's default.
macro_rules! ignore_scalars {
    ($($kind:ident),*) => { $(ignore_scalars!(@ $kind);)* };
    (@ unit) => { fn visit_unit<E>(self) -> Result<Self::Value, E> { Ok(Default::default()) } };
    (@ bool) => { fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> { Ok(Default::default()) } };
    (@ number) => {
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> { Ok(Default::default()) }
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> { Ok(Default::default()) }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@ str) => { fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> { Ok(Default::default()) } };
}
/// Accepts an array as the type's default.
macro_rules! ignore_seq {
    () => {
        fn visit_seq<A: serde::de::SeqAccess<'de>>(
            self,
            mut seq: A,
        ) -> Result<Self::Value, A::Error> {
            while seq.next_element::<serde::de::IgnoredAny>()?.is_some() {}
            Ok(Default::default())
        }
    };
}
/// Accepts an object as the type's default.
macro_rules! ignore_map {
    () => {
        fn visit_map<A: serde::de::MapAccess<'de>>(
            self,
            mut map: A,
        ) -> Result<Self::Value, A::Error> {
            while map
                .next_entry::<serde::de::IgnoredAny, serde::de::IgnoredAny>()?
                .is_some()
            {}
            Ok(Default::default())
        }
    };
}

/// Defines a struct that reads the named keys of an object and skips the rest. The last of repeated keys wins.
macro_rules! lax_object {
    ($(#[$doc:meta])* struct $name:ident<$lt:lifetime> {
        $($(#[$field_doc:meta])* $key:literal => $field:ident: $type:ty,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Default)]
        pub(super) struct $name<$lt> {
            /// The value was an object at all.
            pub(super) given: bool,
            $($(#[$field_doc])* pub(super) $field: $type,)*
            life: std::marker::PhantomData<&$lt ()>,
        }

        impl $crate::protocol::lax::Given for $name<'_> {
            fn given(&self) -> bool {
                self.given
            }
        }

        impl<'de: $lt, $lt> serde::Deserialize<'de> for $name<$lt> {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                struct Lax<$lt>(std::marker::PhantomData<&$lt ()>);
                impl<'de: $lt, $lt> serde::de::Visitor<'de> for Lax<$lt> {
                    type Value = $name<$lt>;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("any JSON")
                    }
                    $crate::protocol::lax::ignore_scalars!(unit, bool, number, str);
                    $crate::protocol::lax::ignore_seq!();
                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                        let mut out = $name { given: true, ..Default::default() };
                        while let Some(key) = map.next_key::<$crate::protocol::lax::Key<'de>>()? {
                            match &*key.0 {
                                $($key => out.$field = map.next_value()?,)*
                                _ => { map.next_value::<serde::de::IgnoredAny>()?; }
                            }
                        }
                        Ok(out)
                    }
                }
                from.deserialize_any(Lax(std::marker::PhantomData))
            }
        }
    };
}
pub(super) use {ignore_map, ignore_scalars, ignore_seq, lax_object};

/// Tells an object that was there from one that was not.
pub(super) trait Given {
    /// The value was an object.
    fn given(&self) -> bool;
}

/// An object that most payloads lack: boxed, so that the common ones stay small and cheap to move.
#[derive(Debug)]
pub(super) struct Rare<T>(pub(super) Option<Box<T>>);

impl<T> Default for Rare<T> {
    fn default() -> Self {
        Rare(None)
    }
}

impl<T> Rare<T> {
    /// The object, if it was there.
    pub(super) fn get(&self) -> Option<&T> {
        self.0.as_deref()
    }
}

impl<'de, T: Given + Deserialize<'de>> Deserialize<'de> for Rare<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let value = Option::<T>::deserialize(from)?;
        Ok(Rare(value.filter(Given::given).map(Box::new)))
    }
}

/// A key, borrowed unless it holds escapes.
pub(super) struct Key<'a>(pub(super) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Lax;
        impl<'de> Visitor<'de> for Lax {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }
            fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(s)))
            }
            fn visit_str<E>(self, s: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(s.to_owned())))
            }
        }
        from.deserialize_str(Lax)
    }
}

/// A value as far as scalars go. The types below are read through this one, so that the page has only one copy of the code
/// that reads any JSON into a scalar.
enum Scalar<'a> {
    Nothing,
    True,
    Natural(u64),
    Negative(i64),
    Fraction(f64),
    Text(Cow<'a, str>),
    /// An object or a list, and whether it holds anything.
    Filled(bool),
}

impl<'de> Scalar<'de> {
    #[inline(never)]
    fn read<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Lax;
        impl<'de> Visitor<'de> for Lax {
            type Value = Scalar<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON")
            }
            fn visit_unit<E>(self) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Nothing)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Scalar<'de>, E> {
                Ok(if value { Scalar::True } else { Scalar::Nothing })
            }
            fn visit_u64<E>(self, n: u64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Natural(n))
            }
            fn visit_i64<E>(self, n: i64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Negative(n))
            }
            fn visit_f64<E>(self, n: f64) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Fraction(n))
            }
            fn visit_borrowed_str<E>(self, s: &'de str) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Borrowed(s)))
            }
            fn visit_str<E>(self, s: &str) -> Result<Scalar<'de>, E> {
                Ok(Scalar::Text(Cow::Owned(s.to_owned())))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Scalar<'de>, A::Error> {
                let mut filled = false;
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    filled = true;
                }
                Ok(Scalar::Filled(filled))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
                let mut filled = false;
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                    filled = true;
                }
                Ok(Scalar::Filled(filled))
            }
        }
        from.deserialize_any(Lax)
    }
}

/// A string; a number reads as its digits, anything else as absent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Text<'a>(pub(super) Option<Cow<'a, str>>);

impl<'a> Text<'a> {
    /// The string, unless it is absent or empty. `" "`, `"\n"` and `"0"` are not empty.
    pub(super) fn non_empty(self) -> Option<Cow<'a, str>> {
        self.0.filter(|s| !s.is_empty())
    }

    /// The string, if it stands in the payload as it is.
    pub(super) fn borrowed(&self) -> Option<&'a str> {
        match self.0 {
            Some(Cow::Borrowed(text)) => Some(text),
            _ => None,
        }
    }

    /// The same as [`non_empty`](Self::non_empty), without taking it.
    pub(super) fn as_str(&self) -> Option<&str> {
        self.0.as_deref().filter(|s| !s.is_empty())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Text(match Scalar::read(from)? {
            Scalar::Text(text) => Some(text),
            Scalar::Natural(n) => Some(Cow::Owned(n.to_string())),
            Scalar::Negative(n) => Some(Cow::Owned(n.to_string())),
            Scalar::Fraction(n) => Some(Cow::Owned(n.to_string())),
            Scalar::Nothing | Scalar::True | Scalar::Filled(_) => None,
        }))
    }
}

/// A number in text, as JSON writes numbers; `None` for anything else. By the JSON parser, because the standard library's
/// `parse` would bring large tables of its own.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    serde_json::from_str(text.trim()).ok()
}

/// A number, also one sent as a string; anything else, and anything not finite, is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Number(pub(super) Option<f64>);

impl Number {
    /// The number as a count: rounded, absent if negative or beyond `u32`.
    pub(super) fn count(self) -> Option<u32> {
        let n = self.0?.round();
        // In range by the test before the cast.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        (0.0..=f64::from(u32::MAX)).contains(&n).then_some(n as u32)
    }
}

impl<'de> Deserialize<'de> for Number {
    #[allow(clippy::cast_precision_loss)] // counts and times are far below 2^53
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Number(match Scalar::read(from)? {
            Scalar::Natural(n) => Some(n as f64),
            Scalar::Negative(n) => Some(n as f64),
            Scalar::Fraction(n) => Some(n),
            Scalar::Text(text) => decimal(&text),
            Scalar::Nothing | Scalar::True | Scalar::Filled(_) => None,
        }))
    }
}

/// Whether a field holds something: not null, false, 0, `""`, `{}` or `[]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Presence(pub(super) bool);

impl<'de> Deserialize<'de> for Presence {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Presence(match Scalar::read(from)? {
            Scalar::Nothing => false,
            Scalar::Text(text) => !text.is_empty(),
            Scalar::Filled(filled) => filled,
            // "error": 0 is how some servers say that there is none.
            Scalar::Natural(n) => n != 0,
            Scalar::Fraction(n) => n != 0.0,
            Scalar::True | Scalar::Negative(_) => true,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_as_integers_floats_and_strings() {
        let count = |json: &str| serde_json::from_str::<Number>(json).unwrap().count();
        assert_eq!(count("12"), Some(12));
        assert_eq!(count("12.0"), Some(12));
        assert_eq!(count("\"12\""), Some(12));
        assert_eq!(count("-1"), None);
        assert_eq!(count("null"), None);
        assert_eq!(count("{\"a\":[1]}"), None);
        assert_eq!(count("1e300"), None);
    }

    #[test]
    fn an_empty_container_is_absent() {
        let given = |json: &str| serde_json::from_str::<Presence>(json).unwrap().0;
        assert!(
            !given("0")
                && !given("0.0")
                && !given("null")
                && !given("{}")
                && !given("[]")
                && !given("\"\"")
                && !given("false")
        );
        assert!(given("{\"a\":null}") && given("[0]") && given("\"x\"") && given("1"));
    }
}
