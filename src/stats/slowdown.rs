//! Whether an answer slows down as it grows.

use super::theil_sen::{Slope, theil_sen};
use crate::metrics::position::Growth;
use crate::missing::{Measured, Missing};

/// An answer with fewer tokens has no slope.
pub const SLOPE_FROM: f64 = 500.0;
/// Reads that a slope needs.
const SLOPE_READS: usize = 10;
/// More reads than this are merged into equal groups, because slopes are taken of each pair.
const MERGE_ABOVE: usize = 1_000;
/// Groups that are left at most (choice): half of what is not merged, so that long answers cost no more than others.
const GROUPS: usize = 500;

/// Slowdown slope: extra time per token, in µs, for each 1,000 tokens of an answer. By Theil-Sen, over the tokens after each
/// read, of the time since the read before for each of its tokens. More than 1,000 reads are merged into equal groups.
///
/// Source: Sen 1968; Hoefler and Belli 2015, <https://doi.org/10.1145/2807591.2807644>.
///
/// # Errors
/// `TooShort` below 500 tokens or 10 reads.
pub fn slowdown(growth: &Growth) -> Measured<Slope> {
    let total = growth.last().map_or(0.0, |read| read.1);
    if total < SLOPE_FROM || growth.len() < SLOPE_READS {
        return Err(Missing::TooShort);
    }
    let size = if growth.len() > MERGE_ABOVE {
        growth.len().div_ceil(GROUPS)
    } else {
        1
    };
    let mut points = Vec::new();
    let mut before: Option<(u64, f64)> = None;
    for &(at, tokens) in growth.iter().step_by(size) {
        if let Some((since, had)) = before.replace((at, tokens)) {
            let new = tokens - had;
            if new > 0.0 {
                points.push((tokens, at.saturating_sub(since) as f64 / new));
            }
        }
    }
    let slope = theil_sen(&points).ok_or(Missing::TooShort)?;
    Ok(slope.times(1_000.0))
}
