//! Values of some of the percentiles, written as an object.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::percentile::Percent;

/// A value for some of the percentiles: `{"p50": …, "p90": …}` in exports. There are five of them, so no map is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByPercent<T>([Option<T>; Percent::ALL.len()]);

impl<T> Default for ByPercent<T> {
    fn default() -> Self {
        ByPercent([const { None }; Percent::ALL.len()])
    }
}

impl<T: Copy> ByPercent<T> {
    /// The percentile's value, if it has one.
    #[must_use]
    pub fn get(&self, percent: Percent) -> Option<T> {
        self.0[percent as usize]
    }

    /// Gives a percentile its value.
    pub fn set(&mut self, percent: Percent, value: T) {
        self.0[percent as usize] = Some(value);
    }

    /// Changes every value.
    pub(super) fn map(&mut self, change: impl Fn(T) -> T) {
        self.0 = self.0.map(|value| value.map(&change));
    }
}

impl<T: Serialize> Serialize for ByPercent<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(Percent::ALL.into_iter().filter_map(|percent| {
            let value = self.0[percent as usize].as_ref()?;
            Some((percent.key(), value))
        }))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByPercent<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut found = BTreeMap::<String, T>::deserialize(from)?;
        Ok(ByPercent(
            Percent::ALL.map(|percent| found.remove(percent.key())),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_an_object_in_order_and_read_back() {
        let mut values = ByPercent::default();
        values.set(Percent::P90, None);
        values.set(Percent::P50, Some(2.5));
        let json = serde_json::to_string(&values).unwrap();
        assert_eq!(json, r#"{"p50":2.5,"p90":null}"#);
        let read: ByPercent<Option<f64>> = serde_json::from_str(&json).unwrap();
        assert_eq!(read.get(Percent::P50), Some(Some(2.5)));
        assert_eq!(read.get(Percent::P99), None);
    }
}
