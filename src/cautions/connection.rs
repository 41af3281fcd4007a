//! What lies between the browser and the server before the first byte.

use super::thresholds::{HTTP1_CONNECTIONS, PREFLIGHT, PREFLIGHT_KEPT};
use super::{Finding, Metric, Observed, Run, indices, of_answers};
use crate::format::duration_exact_to;
use crate::missing::CautionKind;
use crate::order;
use crate::plan::AddressSpace;
use crate::text;
use crate::trace::{NetworkTiming, OutcomeKind, Trace};
use crate::units::Micros;

fn readable<'t>(request: &Observed<'t>) -> Option<&'t NetworkTiming> {
    request
        .trace
        .network
        .as_ref()
        .filter(|network| network.request_start.is_some())
}

/// A new connection was made for this request; by default the first of a run has one.
fn is_cold(request: &Observed<'_>) -> bool {
    match readable(request) {
        Some(network) => match (network.connect_start, network.connect_end) {
            (Some(start), Some(end)) => end > start,
            _ => false,
        },
        None => request.trace.index == 0,
    }
}

/// A measured request that paid for the connection goes to the cold list.
pub(super) fn cold(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.measured(), |r| {
        r.trace.outcome == OutcomeKind::Ok && is_cold(r)
    })?;
    // Each request in flight needs a connection of its own over HTTP/1.1.
    let needed = run.plan.concurrency.clamp(1, HTTP1_CONNECTIONS);
    let advice = if run.plan.warmup < needed {
        format!(
            "Their times are listed, not counted. Use {needed} or more practice requests, one for each connection."
        )
    } else {
        text!("Their times are listed, not counted. The server closed connections in between: look at its keep-alive time.").get().to_owned()
    };
    Some(
        Finding::note(
            CautionKind::ColdConnection,
            format!(
                "{} paid for a new connection.",
                of_answers(requests.len(), run)
            ),
            advice,
        )
        .excluding(requests),
    )
}

/// The browser asked for permission (OPTIONS) first, inside TTFT.
pub(super) fn preflight_inside(run: &Run<'_>) -> Option<Finding> {
    if run.same_origin {
        return None;
    }
    let extra = |request: &Observed<'_>| -> Option<Micros> {
        request
            .metrics
            .pre_request
            .filter(|_| readable(request).is_some() && !is_cold(request))
            .filter(|wait| *wait > PREFLIGHT)
            .filter(|_| request.trace.conditions.in_flight < HTTP1_CONNECTIONS)
    };
    let after_a_pause = |request: &Observed<'_>| {
        readable(request).is_none()
            && request
                .trace
                .conditions
                .idle_before
                .is_some_and(|idle| idle > PREFLIGHT_KEPT)
    };
    let requests = indices(run.counted(), |r| extra(r).is_some() || after_a_pause(r))?;
    let worst = run.counted().filter_map(extra).max();
    let evidence = match worst {
        Some(worst) => format!(
            "{} waited up to {} before the request itself left, on a connection that was open already.",
            of_answers(requests.len(), run),
            duration_exact_to(worst.0 as f64, run.exact_to())
        ),
        None => format!(
            "{} came more than 5 s after the one before, so the browser probably asked for permission again. The server hides how long that took.",
            of_answers(requests.len(), run)
        ),
    };
    Some(
        Finding::note(
            CautionKind::PreflightInside,
            evidence,
            text!("Your own servers don't pay this, browsers do. Ask the vendor to send `Access-Control-Max-Age: 7200`."),
        )
        .about(requests),
    )
}

/// All requests share one connection: HTTP/2 or 3, as far as the browser tells.
#[must_use]
pub fn shares_one_connection(trace: &Trace) -> bool {
    trace
        .network
        .as_ref()
        .and_then(|network| network.protocol.as_deref())
        .is_some_and(|protocol| protocol.starts_with("h2") || protocol.starts_with("h3"))
}

/// Browsers open six connections a host unless HTTP/2 or 3 shares one.
pub(super) fn client_queued(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.counted(), |r| {
        !shares_one_connection(r.trace) && r.trace.conditions.in_flight > HTTP1_CONNECTIONS
    })?;
    Some(
        Finding::note(
            CautionKind::ClientQueued,
            format!(
                "{} were sent with more than {HTTP1_CONNECTIONS} in flight over HTTP/1.1 or an unknown protocol.",
                of_answers(requests.len(), run)
            ),
            text!("Their waits may contain time spent in the browser, so they are not shown. Lower the concurrency to 6, or use an endpoint with HTTP/2."),
        )
        .about(requests)
        .hiding(&[Metric::Ttft, Metric::Ttfa, Metric::E2e]),
    )
}

/// Without `Timing-Allow-Origin` the browser tells nothing of the connection.
pub(super) fn opaque_timing(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.counted(), |r| readable(r).is_none())?;
    Some(
        Finding::note(
            CautionKind::OpaqueTiming,
            format!(
                "Protocol and set-up times could not be read for {}.",
                of_answers(requests.len(), run)
            ),
            text!("Nothing is wrong with the times shown. If the server is yours, send `Timing-Allow-Origin: *`, `Server-Timing` and `Access-Control-Expose-Headers: retry-after, x-request-id`."),
        )
        .about(requests),
    )
}

/// Times over different HTTP versions don't belong in one number.
pub(super) fn mixed_protocol(run: &Run<'_>) -> Option<Finding> {
    let mut seen: Vec<&str> = Vec::new();
    for request in run.counted() {
        let network = request.trace.network.as_ref();
        let protocol = network.and_then(|network| network.protocol.as_deref());
        if let Some(protocol) = protocol.filter(|p| !p.is_empty() && !seen.contains(p)) {
            seen.push(protocol);
        }
    }
    if seen.len() < 2 {
        return None;
    }
    order::sort(&mut seen, Ord::cmp);
    Some(Finding::note(
        CautionKind::MixedProtocol,
        format!("Answers came over {}.", seen.join(" and ")),
        text!(
            "Browsers switch to HTTP/3 after the first replies. Use more practice requests, or compare runs over the same version only."
        ),
    ))
}

/// No internet in it.
pub(super) fn local_target(run: &Run<'_>) -> Option<Finding> {
    let place = match run.plan.endpoint.address_space {
        AddressSpace::Loopback => "this computer",
        AddressSpace::Local => "your own network",
        AddressSpace::Public => return None,
    };
    Some(Finding::note(
        CautionKind::LocalTarget,
        format!("{} is on {place}.", run.plan.endpoint.host),
        text!(
            "Your users will wait longer by their distance to the server. Don't put these times beside those of a hosted service."
        ),
    ))
}
