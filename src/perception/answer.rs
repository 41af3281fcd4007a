//! The answer as a reader meets it: words in groups, each group at the time of the read that completed it.

use crate::missing::{Measured, Missing};
use crate::protocol::Channel;
use crate::trace::{OutcomeKind, OutputEvent, Trace};
use crate::units::Micros;

/// Words of one answer that came over time, in groups with the time of each; none is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<(Micros, u32)>);

impl Words {
    /// The words of an answer, for all that follow it.
    ///
    /// # Errors
    /// `Failed`, `NoOutput`, `NoAnswer`, `NotStreamed` if the answer has one stamp only.
    pub fn of(trace: &Trace) -> Measured<Self> {
        is_streamed(trace)?;
        let mut groups = Vec::with_capacity(trace.events.len());
        groups.extend(
            events(trace)
                .filter(|event| event.words > 0)
                .map(|event| (event.at, event.words)),
        );
        Ok(Words(groups))
    }

    /// The groups in the order they came.
    pub(super) fn groups(&self) -> &[(Micros, u32)] {
        &self.0
    }

    /// There is a word to wait for after the first.
    ///
    /// # Errors
    /// `TooShort` with fewer than two words.
    pub(super) fn are_two(&self) -> Measured<()> {
        match self.0.as_slice() {
            [] | [(_, 1)] => Err(Missing::TooShort),
            _ => Ok(()),
        }
    }
}

fn events(trace: &Trace) -> impl Iterator<Item = &OutputEvent> {
    trace
        .events
        .iter()
        .filter(|event| event.channel == Channel::Answer)
}

/// There is an answer, and it came over time.
fn is_streamed(trace: &Trace) -> Measured<()> {
    if trace.outcome != OutcomeKind::Ok {
        return Err(Missing::Failed(trace.outcome));
    }
    if trace.events.is_empty() {
        return Err(Missing::NoOutput);
    }
    let mut times = events(trace).map(|event| event.at);
    let first = times.next().ok_or(Missing::NoAnswer)?;
    if trace.plain_json || times.all(|at| at == first) {
        return Err(Missing::NotStreamed);
    }
    Ok(())
}
