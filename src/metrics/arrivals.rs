//! When the tokens of an answer came.

use std::iter::once;

use super::tokens::{Placement, TokenCount};
use crate::missing::{Measured, Missing};
use crate::protocol::Channel;
use crate::trace::{OutputEvent, Trace};
use crate::units::Micros;

/// Tokens of one answer with their times, hidden thinking included: the tokens of each counted event at its time, and those
/// that no event shows at the time of the first (choice). They add up to the total.
///
/// # Errors
/// `TokensUnknown` without a total, `HiddenReasoning` if its part in the text can't be told, `NoOutput` without counted output.
pub fn token_arrivals<'t>(
    trace: &'t Trace,
    tokens: &TokenCount,
) -> Measured<impl Iterator<Item = (Micros, f64)> + use<'t>> {
    let total = f64::from(tokens.total.ok_or(Missing::TokensUnknown)?);
    let n = tokens.counted?;
    let placement = tokens.placement.ok_or(Missing::TokensUnknown)?;
    let counted = move || {
        trace
            .events
            .iter()
            .filter(move |event| event.channel != Channel::Reasoning || !trace.reasoning_summarised)
    };
    let first = counted().next().ok_or(Missing::NoOutput)?;
    let weight = move |event: &OutputEvent| match placement {
        Placement::Exact => f64::from(event.tokens.unwrap_or(0)),
        Placement::OnePerEvent => 1.0,
        Placement::Apportioned => f64::from(event.chars),
    };
    let all: f64 = counted().map(weight).sum();
    let each = if all > 0.0 { n / all } else { 0.0 };
    let unseen = (first.at, total - each * all);
    Ok(once(unseen).chain(counted().map(move |event| (event.at, weight(event) * each))))
}
