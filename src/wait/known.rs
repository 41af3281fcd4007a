//! What the requests of a run tell about the way to the server.

use serde::{Deserialize, Serialize};

use crate::cautions::thresholds::{HTTP1_CONNECTIONS, PREFLIGHT};
use crate::cautions::{Observed, Run};
use crate::trace::{NetworkTiming, OutcomeKind, Phase};
use crate::units::Micros;

/// What is known of the way to the server, from all requests together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// One round trip at most: the shortest handshake or preflight of the run. `None` if no request let it be read.
    pub floor: Option<Micros>,
    /// Connection and preflight of a request that needs both: what the first practice request took longer to its headers than
    /// the second. `None` without such a pair, or if the second was not faster.
    pub set_up: Option<Micros>,
}

impl Known {
    /// Reads the requests of a run, practice and failed ones included.
    #[must_use]
    pub fn of(run: &Run<'_>) -> Self {
        Known {
            floor: run
                .requests
                .iter()
                .filter_map(|request| round_trip(request))
                .min(),
            set_up: pair(run),
        }
    }
}

/// The shortest exchange of this request that needed the server but no model. A handshake takes one round trip or more; a
/// preflight on an open connection takes one and the server's time to answer it.
fn round_trip(request: &Observed<'_>) -> Option<Micros> {
    let network = request.trace.network.as_ref()?;
    if let Some(handshake) = handshake(network) {
        return Some(handshake);
    }
    // Less than this is no exchange, and with all connections busy it may be a queue.
    request
        .metrics
        .pre_request
        .filter(|time| *time > PREFLIGHT)
        .filter(|_| request.trace.conditions.in_flight < HTTP1_CONNECTIONS)
}

fn handshake(network: &NetworkTiming) -> Option<Micros> {
    network
        .connect_end?
        .since(network.connect_start?)
        .filter(|time| *time > Micros::ZERO)
}

fn pair(run: &Run<'_>) -> Option<Micros> {
    let mut practice = run.requests.iter().take(2).map(|request| {
        let trace = request.trace;
        let usable = trace.phase == Phase::Warmup && trace.outcome == OutcomeKind::Ok;
        trace.headers.filter(|_| usable)
    });
    let (first, second) = (practice.next()??, practice.next()??);
    first.since(second).filter(|time| *time > Micros::ZERO)
}
