//! What the server says of its own times stands beside our numbers, over the requests that count.

mod traces;

use tokenpace::protocol::ServerTiming;
use tokenpace::session::server_says;
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use tokenpace::units::Micros;
use traces::*;

fn told(tps: f64) -> Option<ServerTiming> {
    Some(ServerTiming {
        prompt: Some(Micros(20_000)),
        tokens_per_second: Some(tps),
        ..ServerTiming::default()
    })
}

#[test]
fn medians_are_of_good_measured_requests_and_change_nothing_of_ours() {
    let traces = |with: bool| -> Vec<Trace> {
        let mut traces = run_of(6, |index| {
            let request = match index {
                5 => request().failed(OutcomeKind::HttpError, FailureKind::ServerError),
                _ => good(300_000, 20_000),
            };
            request.with(|trace| trace.server_timing = told(40.0 + f64::from(index)))
        });
        // The warm-up request and the failed one say something else, which must not count.
        for trace in traces.iter_mut().filter(|t| t.index == 0 || t.index == 5) {
            trace.server_timing = told(1.0);
        }
        for trace in &mut traces {
            trace.server_timing = trace.server_timing.filter(|_| with);
        }
        traces
    };
    let (with, without) = (report(&traces(true)), report(&traces(false)));
    let says = server_says::of_run(&with).unwrap();
    assert!(
        says.starts_with("reading the prompt 20 ms, 43.0 tok/s"),
        "{says}"
    );
    assert!(says.contains("medians of 5 answers"), "{says}");
    assert_eq!(server_says::of_run(&without), None);
    assert_eq!(with.summary, without.summary);
}
