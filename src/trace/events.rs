//! The output events of one request, held once by all that is made from it.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::OutputEvent;

/// Output events in order of arrival. A clone shares them, so that the record of a request costs no copy of its stream: a big
/// run has a million. They are only copied when a shared list is changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Events(Arc<Vec<OutputEvent>>);

impl Deref for Events {
    type Target = Vec<OutputEvent>;

    fn deref(&self) -> &Vec<OutputEvent> {
        &self.0
    }
}

impl DerefMut for Events {
    fn deref_mut(&mut self) -> &mut Vec<OutputEvent> {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Vec<OutputEvent>> for Events {
    fn from(events: Vec<OutputEvent>) -> Self {
        Events(Arc::new(events))
    }
}

impl FromIterator<OutputEvent> for Events {
    fn from_iter<I: IntoIterator<Item = OutputEvent>>(events: I) -> Self {
        Vec::from_iter(events).into()
    }
}

impl<'a> IntoIterator for &'a Events {
    type Item = &'a OutputEvent;
    type IntoIter = std::slice::Iter<'a, OutputEvent>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Serialize for Events {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Events {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
