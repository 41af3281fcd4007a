//! Times of one request.

use super::layout::Layout;
use crate::missing::{Measured, Missing};
use crate::trace::Trace;
use crate::units::Micros;

/// TTFT: send to the first output of any kind. A plain JSON body has none: nothing was streamed.
pub(super) fn ttft(trace: &Trace, layout: &Layout, basis: &Measured<()>) -> Measured<Micros> {
    (*basis)?;
    if trace.plain_json {
        return Err(Missing::NotStreamed);
    }
    layout.output.first.ok_or(Missing::NoOutput)
}

/// TTFA: send to the first visible answer text.
pub(super) fn ttfa(trace: &Trace, layout: &Layout, basis: &Measured<()>) -> Measured<Micros> {
    (*basis)?;
    let first = layout.answer.first.ok_or(Missing::NoAnswer)?;
    if trace.plain_json {
        return Err(Missing::NotStreamed);
    }
    Ok(first)
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
