//! Total speed of a run and how long the run took.

use crate::cautions::{Observed, Run};
use crate::metrics::token_arrivals;
use crate::missing::{Measured, Missing};
use crate::stats::{Flight, Span, aggregate_tps, steady_span};
use crate::trace::OutcomeKind;
use crate::units::{Micros, TokensPerSecond};

/// Speed while the load was there; it needs no window of the whole run, so a load that was late or ended early is no harm.
pub(super) fn steady(run: &Run<'_>) -> Measured<(Span, TokensPerSecond)> {
    let start = run
        .measured()
        .map(|r| r.trace.sent_at.0)
        .min_by(f64::total_cmp)
        .ok_or(Missing::NoSuccess)?;
    let since_start = |r: &Observed<'_>| Micros::from_millis(r.trace.sent_at.0 - start);
    let flights: Vec<Flight> = run
        .measured()
        .filter_map(|r| {
            let sent = since_start(r);
            let closed = Micros(sent.0 + r.trace.closed?.0);
            Some(Flight { sent, closed })
        })
        .collect();
    let span = steady_span(&flights, run.plan.concurrency);
    let (mut tokens, mut any) = (0.0, false);
    for request in run.measured() {
        if request.trace.outcome != OutcomeKind::Ok {
            continue;
        }
        if let Some(caution) = request.refused_count() {
            return Err(Missing::Invalidated(caution));
        }
        let sent = since_start(request);
        let arrivals = token_arrivals(request.trace, &request.metrics.tokens)?;
        let since_start = arrivals.map(|(at, n)| (Micros(sent.0 + at.0), n));
        tokens += span.map_or(0.0, |span| span.sum(since_start));
        any = true;
    }
    if !any {
        return Err(Missing::NoSuccess);
    }
    let span = span?;
    Ok((span, span.speed(tokens)))
}

/// Tokens of all answers that worked, hidden thinking included, over the wall time. One count that is
/// missing or can't be believed spoils the sum.
pub(super) fn aggregate(run: &Run<'_>, wall: Option<Micros>) -> Measured<f64> {
    let mut tokens = 0.0;
    let mut any = false;
    for request in run.measured() {
        if request.trace.outcome == OutcomeKind::Ok {
            any = true;
            let total = request.metrics.tokens.total;
            tokens += f64::from(total.ok_or(Missing::TokensUnknown)?);
            if let Some(caution) = request.refused_count() {
                return Err(Missing::Invalidated(caution));
            }
        }
    }
    if !any {
        return Err(Missing::NoSuccess);
    }
    run.aggregate?;
    aggregate_tps(tokens, wall).map(|speed| speed.0)
}

/// From the first measured send to the last measured close. `None` without a close.
pub(super) fn wall_of(run: &Run<'_>) -> Option<Micros> {
    let sent = run.measured().map(|r| r.trace.sent_at.0);
    let closed = run
        .measured()
        .filter_map(|r| Some(r.trace.sent_at.0 + r.trace.closed?.as_millis()));
    let start = sent.min_by(f64::total_cmp)?;
    let end = closed.max_by(f64::total_cmp)?;
    Some(Micros::from_millis(end - start))
}
