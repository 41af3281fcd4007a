//! Times, token counts and speeds of one request: the worked examples of the method, named after them.

#[path = "../traces/mod.rs"]
mod traces;

mod counts;
mod examples;
mod windows;

use tokenpace::metrics::RequestMetrics;
use traces::*;

fn measure(request: Request) -> RequestMetrics {
    RequestMetrics::of(&request.done())
}

fn tps(metrics: &RequestMetrics) -> f64 {
    metrics.tps.as_ref().map_or(0.0, |tps| tps.0)
}
