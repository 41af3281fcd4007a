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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Channel;
    use crate::units::Micros;

    fn event(us: u64) -> OutputEvent {
        OutputEvent {
            at: Micros(us),
            read: 1,
            channel: Channel::Answer,
            chars: 4,
            words: 1,
            tokens: None,
        }
    }

    #[test]
    fn a_clone_shares_its_events_until_one_is_changed() {
        let mut events = Events::from(vec![event(1), event(2)]);
        let record = events.clone();
        assert!(std::ptr::eq(events.as_slice(), record.as_slice()));
        events.push(event(3));
        assert_eq!((events.len(), record.len()), (3, 2));
        assert_ne!(events, record);
    }

    #[test]
    fn they_travel_as_a_list() {
        let events = Events::from(vec![event(1), event(2)]);
        let bytes = postcard::to_allocvec(&events).unwrap();
        assert_eq!(bytes, postcard::to_allocvec(&*events).unwrap());
        assert_eq!(postcard::from_bytes::<Events>(&bytes).unwrap(), events);
    }
}
