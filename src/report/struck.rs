//! Metrics of which no valid value is left, in the export.

use super::Summary;
use super::build::{MICROS_PER_MINUTE, MICROS_PER_SECOND};
use crate::cautions::{Metric, Run, Struck, struck, struck_gaps};
use crate::stats::Distribution;

/// What cautions took away as a whole, of the metrics that the page shows.
pub(super) fn all(run: &Run<'_>, summary: &Summary) -> Vec<Struck> {
    let shown: [(Metric, &Distribution, Option<f64>); 7] = [
        (Metric::Ttft, &summary.ttft_us, None),
        (Metric::Ttfa, &summary.ttfa_us, None),
        (Metric::Tpot, &summary.tpot_us, None),
        (Metric::Tps, &summary.tps, Some(MICROS_PER_SECOND)),
        (Metric::Wpm, &summary.wpm, Some(MICROS_PER_MINUTE)),
        (Metric::E2e, &summary.e2e_us, None),
        (Metric::Stalls, &summary.longest_stall_us, None),
    ];
    let mut found: Vec<Struck> = shown
        .into_iter()
        // A freeze that is certain stands, even where nothing usual is known.
        .filter(|(_, valid, _)| valid.n == 0 && valid.max.is_none())
        .filter_map(|(metric, _, per)| struck(run, metric, per))
        .collect();
    found.extend(struck_gaps(run).filter(|_| summary.chunk_gap_us.reason.is_some()));
    found
}
