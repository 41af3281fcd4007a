//! What the way to the server put into the wait, and what it hides.

use tokenpace::missing::CautionKind::*;
use tokenpace::plan::{AddressSpace, Plan};
use tokenpace::trace::Trace;
use tokenpace::units::Micros;

use crate::traces::*;
use crate::{planned, raised, silent, third};

fn connect(trace: &mut Trace, start: Option<u64>, end: Option<u64>) {
    if let Some(network) = &mut trace.network {
        network.connect_start = start.map(Micros);
        network.connect_end = end.map(Micros);
    }
}

#[test]
fn cold_connection() {
    let cold = third(|trace| connect(trace, Some(100), Some(40_000)));
    assert_eq!(raised(&cold, ColdConnection).requests, [3]);
    assert_eq!(cold.summary.n, 4);
    silent(
        &third(|trace| connect(trace, Some(100), Some(100))),
        ColdConnection,
    );
}

#[test]
fn cold_connection_of_a_first_request_that_hides_its_timing() {
    let run = |first_index: u32| {
        let mut traces = run_of(5, |_| {
            good(300_000, 20_000).with(|trace| trace.network = None)
        });
        traces.remove(0);
        for (trace, index) in traces.iter_mut().zip(first_index..) {
            trace.index = index;
        }
        report(&traces)
    };
    assert_eq!(raised(&run(0), ColdConnection).requests, [0]);
    silent(&run(1), ColdConnection);
}

#[test]
fn preflight_inside() {
    let before = |us: u64, in_flight| {
        third(move |trace| {
            trace.conditions.in_flight = in_flight;
            if let Some(network) = &mut trace.network {
                network.request_start = network.fetch_start.map(|start| Micros(start.0 + us));
            }
        })
    };
    let inside = before(20_001, 1);
    assert!(raised(&inside, PreflightInside).evidence.contains("20 ms"));
    silent(&before(20_000, 1), PreflightInside);
    silent(&before(20_001, 6), PreflightInside);
}

#[test]
fn preflight_after_a_pause_where_timing_is_hidden() {
    let idle = |us| {
        third(move |trace| {
            trace.network = None;
            trace.conditions.idle_before = Some(Micros(us));
        })
    };
    raised(&idle(5_000_001), PreflightInside);
    silent(&idle(5_000_000), PreflightInside);
    let same_origin = |plan: &mut Plan| plan.endpoint.origin = "https://page.example".to_owned();
    let traces = run_of(5, |_| {
        good(300_000, 20_000).with(|trace| {
            trace.network = None;
            trace.conditions.idle_before = Some(Micros(9_000_000));
        })
    });
    silent(&planned(same_origin, &traces), PreflightInside);
}

#[test]
fn client_queued() {
    let run = |in_flight, protocol: &'static str| {
        third(move |trace| {
            trace.conditions.in_flight = in_flight;
            if let Some(network) = &mut trace.network {
                network.protocol = Some(protocol.to_owned());
            }
        })
    };
    let queued = run(7, "http/1.1");
    assert_eq!(
        raised(&queued, ClientQueued).hides,
        ["ttft_us", "ttfa_us", "e2e_us"]
    );
    assert_eq!(
        queued.requests[3].ttft_reason.as_deref(),
        Some("invalidated")
    );
    assert_eq!(
        (queued.summary.ttft_us.n, queued.summary.ttft_us.missing),
        (4, 1)
    );
    assert_eq!(queued.summary.tps.n, 5);
    // Counted from the moment the request left, the wait has no queue in it.
    assert_eq!(queued.summary.ttft_from_request_start_us.n, 5);
    silent(&run(6, "http/1.1"), ClientQueued);
    silent(&run(7, "h2"), ClientQueued);
    silent(&run(7, "h3"), ClientQueued);
}

#[test]
fn a_stream_left_out_for_its_connection_is_still_looked_at() {
    let report = report(&run_of(1, |_| {
        request().read(500_000).answer(4, 1).with(|trace| {
            trace.plain_json = true;
            connect(trace, Some(100), Some(40_000));
        })
    }));
    assert_eq!(report.summary.n, 0);
    raised(&report, ColdConnection);
    raised(&report, NotStreamed);
    raised(&report, TokensUnknown);
    silent(&report, FewSamples);
}

#[test]
fn opaque_timing() {
    let hidden = third(|trace| trace.network = None);
    assert_eq!(raised(&hidden, OpaqueTiming).requests, [3]);
    silent(&third(|_| {}), OpaqueTiming);
}

#[test]
fn mixed_protocol() {
    let protocol = |name: &'static str| {
        third(move |trace| {
            if let Some(network) = &mut trace.network {
                network.protocol = Some(name.to_owned());
            }
        })
    };
    assert!(
        raised(&protocol("h3"), MixedProtocol)
            .evidence
            .contains("h2 and h3")
    );
    silent(&protocol("h2"), MixedProtocol);
    silent(&protocol(""), MixedProtocol);
}

#[test]
fn local_target() {
    let traces = run_of(5, |_| good(300_000, 20_000));
    let space = |space| planned(move |plan| plan.endpoint.address_space = space, &traces);
    raised(&space(AddressSpace::Loopback), LocalTarget);
    raised(&space(AddressSpace::Local), LocalTarget);
    silent(&space(AddressSpace::Public), LocalTarget);
}
