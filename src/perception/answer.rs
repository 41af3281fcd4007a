//! The answer as a reader meets it: words in groups, each group at the time of the read that completed it.

use crate::missing::{Measured, Missing};
use crate::protocol::Channel;
use crate::trace::{OutcomeKind, OutputEvent, Trace};
use crate::units::Micros;

fn events(trace: &Trace) -> impl Iterator<Item = &OutputEvent> {
    trace
        .events
        .iter()
        .filter(|event| event.channel == Channel::Answer)
}

/// Words of the answer with the times at which they came; groups may be empty.
pub(super) fn words(trace: &Trace) -> impl Iterator<Item = (Micros, u32)> {
    events(trace).map(|event| (event.at, event.words))
}

/// There is an answer, and it came over time.
pub(super) fn is_streamed(trace: &Trace) -> Measured<()> {
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
