//! Whether the service changed while it was measured: the first half of the run against the second.

use serde::{Deserialize, Serialize};

use super::{Finding, Metric, Observed, Run};
use crate::format::{counted, duration_exact_to, per_token, percent};
use crate::missing::{CautionKind, Measured};
use crate::order::sort_numbers;
use crate::stats::{Percent, Pool, Ratio, percentile, ratio};
use crate::text;
use crate::units::{Micros, MicrosPerToken};

/// Change from which users would notice (choice).
pub const MARGIN: f64 = 0.05;

/// Waits that differ by less are the browser's own noise: its p99 on a busy machine reaches this (measured). Paces are means over
/// many deliveries, which take that noise out.
pub const NOISE_US: f64 = 5_000.0;

/// One number in both halves of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drift {
    /// Name of the number in the summary: `ttft_us`, `tpot_us` or `chunk_gap_us`.
    pub metric: String,
    /// Answers with this number in each half.
    pub n: [u32; 2],
    /// Median of each half, µs.
    pub medians_us: [f64; 2],
    /// Second half over first half: above 1 it got slower.
    pub ratio: f64,
    /// 95 % range of the ratio.
    pub ci: [f64; 2],
}

impl Drift {
    fn range(&self) -> Ratio {
        let [low, high] = self.ci;
        Ratio {
            ratio: self.ratio,
            low,
            high,
        }
    }

    /// Beyond the margin with all of its range, and for waits beyond the browser's noise.
    #[must_use]
    pub fn is_change(&self) -> bool {
        let [first, second] = self.medians_us;
        let is_wait = self.metric == Metric::Ttft.key();
        let is_noise = is_wait && (second - first).abs() < NOISE_US;
        !is_noise && self.range().is_beyond(MARGIN)
    }
}

impl Run<'_> {
    /// The first wait and the pace in both halves of the run. The pace is the time per token, or where tokens are not known the
    /// gap between deliveries. Numbers that a half has fewer than five of are not there. An opening burst is left out: it waits
    /// longer than what follows, and has its own caution.
    #[must_use]
    pub fn drift(&self) -> Vec<Drift> {
        let wave = if self.plan.concurrency > 1 {
            self.plan.concurrency as usize
        } else {
            0
        };
        let burst: Vec<u32> = self.measured().take(wave).map(|r| r.trace.index).collect();
        let after: Vec<&Observed<'_>> = self
            .counted()
            .filter(|request| !burst.contains(&request.trace.index))
            .collect();
        let halves = after.split_at(after.len() / 2);
        let ttft = of_requests(Metric::Ttft, halves, |r| {
            r.metrics.ttft.map(|time| time.0 as f64)
        });
        let pace = of_requests(Metric::Tpot, halves, |r| r.metrics.tpot.map(|tpot| tpot.0))
            .or_else(|| self.gaps.is_ok().then(|| of_gaps(halves)).flatten());
        ttft.into_iter().chain(pace).collect()
    }
}

type Halves<'r, 'a> = (&'r [&'r Observed<'a>], &'r [&'r Observed<'a>]);

fn of_requests(
    metric: Metric,
    (first, second): Halves<'_, '_>,
    get: fn(&Observed<'_>) -> Measured<f64>,
) -> Option<Drift> {
    let values = |half: &[&Observed<'_>]| {
        let mut values: Vec<f64> = half.iter().filter_map(|r| get(r).ok()).collect();
        sort_numbers(&mut values);
        values
    };
    let (first, second) = (values(first), values(second));
    let median = |values: &[f64]| percentile(values, Percent::P50);
    drift(
        metric,
        [first.len(), second.len()],
        [median(&first)?, median(&second)?],
        ratio(&first, &second)?,
    )
}

fn of_gaps((first, second): Halves<'_, '_>) -> Option<Drift> {
    let pool = |half: &[&Observed<'_>]| {
        Pool::new(
            half.iter()
                .filter(|request| request.gaps.is_ok())
                .map(|request| request.metrics.chunk_gaps_us.as_slice()),
        )
    };
    let (first, second) = (pool(first), pool(second));
    drift(
        Metric::ChunkGap,
        [first.requests() as usize, second.requests() as usize],
        [first.median()?, second.median()?],
        first.ratio_of_medians(&second)?,
    )
}

fn drift(metric: Metric, n: [usize; 2], medians_us: [f64; 2], ratio: Ratio) -> Option<Drift> {
    Some(Drift {
        metric: metric.key().to_owned(),
        n: [u32::try_from(n[0]).ok()?, u32::try_from(n[1]).ok()?],
        medians_us,
        ratio: ratio.ratio,
        ci: [ratio.low, ratio.high],
    })
}

/// The service changed during the run.
pub(super) fn finding(drift: &[Drift], exact_to: Micros) -> Option<Finding> {
    let changes: Vec<String> = drift
        .iter()
        .filter(|drift| drift.is_change())
        .map(|drift| in_words(drift, exact_to))
        .collect();
    if changes.is_empty() {
        return None;
    }
    Some(Finding::note(
        CautionKind::DriftInRun,
        format!("{}.", changes.join("; ")),
        text!(
            "It may have been warming up, or held back, or shared with others. One number for both halves describes neither: run again, with more practice requests, before you compare."
        ),
    ))
}

fn in_words(drift: &Drift, exact_to: Micros) -> String {
    let name = match drift.metric.as_str() {
        "ttft_us" => "First sign of life",
        "tpot_us" => "Time per token",
        _ => "Gap between deliveries",
    };
    let [first, second] = drift.medians_us.map(|us| match drift.metric.as_str() {
        // A mean over many deliveries is finer than a single time.
        "tpot_us" => per_token(MicrosPerToken(us)),
        _ => duration_exact_to(us, exact_to),
    });
    let [low, high] = drift.ci;
    let change = if low > 1.0 {
        format!("{} to {} longer", percent(low - 1.0), percent(high - 1.0))
    } else {
        format!("{} to {} shorter", percent(1.0 - high), percent(1.0 - low))
    };
    format!(
        "{name}: median {first} in the first {}, {second} in the last {}, likely {change}",
        counted(drift.n[0] as usize, "answer"),
        drift.n[1]
    )
}
