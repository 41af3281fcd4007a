//! Times of one request.

use super::layout::Layout;
use crate::missing::{CautionKind, Measured, Missing};
use crate::protocol::Channel;
use crate::trace::{OutputEvent, Trace};
use crate::units::Micros;

/// TTFT: send to the first output of any kind. A plain JSON body has none: nothing was streamed.
pub(super) fn ttft(trace: &Trace, layout: &Layout, basis: &Measured<()>) -> Measured<Micros> {
    (*basis)?;
    if trace.plain_json {
        return Err(Missing::NotStreamed);
    }
    let first = layout.output.first.ok_or(Missing::NoOutput)?;
    whole_before(trace, |_| true)?;
    Ok(first)
}

/// TTFA: send to the first visible answer text.
pub(super) fn ttfa(trace: &Trace, layout: &Layout, basis: &Measured<()>) -> Measured<Micros> {
    (*basis)?;
    let first = layout.answer.first.ok_or(Missing::NoAnswer)?;
    if trace.plain_json {
        return Err(Missing::NotStreamed);
    }
    whole_before(trace, |event| event.channel == Channel::Answer)?;
    Ok(first)
}

const UNREADABLE: Missing = Missing::Invalidated(CautionKind::UnreadableFrames);

/// Refuses the time of the first such event if a frame before it could not be read: that may have held it.
fn whole_before(trace: &Trace, such: fn(&OutputEvent) -> bool) -> Measured<()> {
    match (trace.bad_span, trace.events.iter().position(such)) {
        (Some(span), Some(first)) if span.first <= first => Err(UNREADABLE),
        _ => Ok(()),
    }
}

/// Refuses the time of the last output if a frame after it could not be read.
pub(super) fn whole_after_last(trace: &Trace) -> Measured<()> {
    match trace.bad_span {
        Some(span) if span.last >= trace.events.len() => Err(UNREADABLE),
        _ => Ok(()),
    }
}

/// Visible thinking: TTFA - TTFT.
pub(super) fn thinking(ttft: &Measured<Micros>, ttfa: &Measured<Micros>) -> Measured<Micros> {
    let (ttft, ttfa) = ((*ttft)?, (*ttfa)?);
    ttfa.since(ttft).ok_or(Missing::NoAnswer)
}

/// E2E latency: send to the last counted output, without the usage and finish tail; for a plain JSON body its end.
pub(super) fn e2e(trace: &Trace, layout: &Layout, basis: &Measured<()>) -> Measured<Micros> {
    (*basis)?;
    let last = layout.counted.last.ok_or(Missing::NoOutput)?;
    whole_after_last(trace)?;
    Ok(match trace.closed {
        Some(closed) if trace.plain_json => closed.max(last),
        _ => last,
    })
}

/// TTFT without connection, preflight and the wait for a socket.
pub(super) fn from_request_start(trace: &Trace, ttft: &Measured<Micros>) -> Measured<Micros> {
    let ttft = (*ttft)?;
    trace
        .network
        .as_ref()
        .and_then(|network| network.request_start)
        .and_then(|start| ttft.since(start))
        .ok_or(Missing::MissingInput("request_start"))
}

/// `requestStart - fetchStart`: what came before the request itself left.
pub(super) fn pre_request(trace: &Trace) -> Option<Micros> {
    let network = trace.network.as_ref()?;
    network.request_start?.since(network.fetch_start?)
}
