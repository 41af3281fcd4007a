//! The split of one request.

use super::{How, Known, Part, WaitPart, WaitSplit};
use crate::cautions::thresholds::{HTTP1_CONNECTIONS, PREFLIGHT_KEPT};
use crate::cautions::{Observed, shares_one_connection};
use crate::metrics::Thinking;
use crate::missing::{CautionKind, Measured, Missing};
use crate::units::Micros;

/// Cuts the time of one answer. The parts up to the server's wait add up to TTFT, those up to the thinking to TTFA, all of
/// them to E2E, as far as these are known.
///
/// # Errors
/// The reason why there is no TTFT.
pub fn split(request: &Observed<'_>, known: &Known) -> Measured<WaitSplit> {
    let mut left = Left {
        time: request.metrics.ttft?,
        all_measured: true,
        unknown: Vec::new(),
    };
    let mut parts = Vec::with_capacity(6);
    for part in before_the_server(request, known) {
        parts.push(left.take(part));
    }
    let mut server = WaitPart::known(Part::ServerWait, left.time, left.how());
    server.holds = left.unknown;
    if request.metrics.tokens.thinking == Thinking::Hidden {
        server.holds.push(Part::Thinking);
    }
    parts.push(server);
    parts.push(measured(Part::Thinking, request.metrics.thinking));
    parts.push(measured(Part::Answer, answer(request)));
    Ok(WaitSplit { parts })
}

/// What is left of the first wait while parts are taken from its start.
struct Left {
    time: Micros,
    all_measured: bool,
    unknown: Vec<Part>,
}

impl Left {
    /// A part is never longer than what is left: inferred times come from other requests.
    fn take(&mut self, mut part: WaitPart) -> WaitPart {
        match part.time {
            Ok(time) => {
                let taken = time.min(self.time);
                self.time = Micros(self.time.0 - taken.0);
                self.all_measured &= part.how == How::Measured;
                part.time = Ok(taken);
            }
            Err(_) => self.unknown.push(part.part),
        }
        part
    }

    fn how(&self) -> How {
        if self.all_measured {
            How::Measured
        } else {
            How::Inferred
        }
    }
}

fn before_the_server(request: &Observed<'_>, known: &Known) -> [WaitPart; 3] {
    let network = request.trace.network.clone().unwrap_or_default();
    let busy = request.trace.conditions.in_flight > HTTP1_CONNECTIONS
        && !shares_one_connection(request.trace);
    let queue = match network.fetch_start {
        // Connections were all taken, so that the browser may have held the request back until one was free.
        _ if busy => WaitPart::unknown(
            Part::ClientQueue,
            Missing::Invalidated(CautionKind::ClientQueued),
        ),
        Some(start) => WaitPart::known(Part::ClientQueue, start, How::Measured),
        None => WaitPart::unknown(Part::ClientQueue, Missing::MissingInput("fetch_start")),
    };
    let set_up = match request.metrics.pre_request {
        Some(time) => {
            let mut part = WaitPart::known(Part::SetUp, time, How::Measured);
            if busy {
                part.holds.push(Part::ClientQueue);
            }
            part
        }
        None => inferred(
            Part::SetUp,
            known.set_up.filter(|_| pays_for_set_up(request)),
            "request_start",
        ),
    };
    let floor = inferred(Part::NetworkFloor, known.floor, "round_trip");
    [queue, set_up, floor]
}

/// The first request opens the connection and asks for permission; after a pause permission is asked for again.
fn pays_for_set_up(request: &Observed<'_>) -> bool {
    match request.trace.conditions.idle_before {
        Some(idle) => idle > PREFLIGHT_KEPT,
        None => request.trace.index == 0,
    }
}

fn answer(request: &Observed<'_>) -> Measured<Micros> {
    let (first, last) = (request.metrics.ttfa?, request.metrics.e2e?);
    last.since(first).ok_or(Missing::NoAnswer)
}

fn measured(part: Part, time: Measured<Micros>) -> WaitPart {
    match time {
        Ok(time) => WaitPart::known(part, time, How::Measured),
        Err(why) => WaitPart::unknown(part, why),
    }
}

fn inferred(part: Part, time: Option<Micros>, input: &'static str) -> WaitPart {
    match time {
        Some(time) => WaitPart::known(part, time, How::Inferred),
        None => WaitPart::unknown(part, Missing::MissingInput(input)),
    }
}
