//! What an opened link holds, as data that crosses to the page. Taking a link apart needs a lot of code that only the files
//! worker has; here is the little that makes a report of it.

use serde::{Deserialize, Serialize};

use super::flat::{Flat, FlatGaps};
use crate::cautions::{Caution, Observed, Run};
use crate::metrics::RequestMetrics;
use crate::missing::{CautionKind, Measured, Missing};
use crate::perception::{Reading, Stalls};
use crate::report::{Frame, ReachedLength, Report, Source, Totals, assemble, at_once, no_pause};
use crate::stats::{Distribution, Percent};
use crate::trace::Trace;
use crate::units::{Micros, TokensPerSecond};
use crate::wait::Known;

/// What a link says: everything that [`Shared::report`] is made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shared {
    /// The conditions. `app.version` is the sender's; `plan.target` may be changed before the next report.
    pub source: Source,
    /// One for each request, in order of sending, without what a link doesn't carry: only one may have events.
    pub traces: Vec<Trace>,
    /// What the sender's page measured on the whole traces.
    pub rows: Rows,
}

impl Shared {
    /// The report, judged by today's formulas. What the link doesn't carry is missing in it.
    #[must_use]
    pub fn report(&self) -> Report {
        self.rows.report(&self.source, &self.traces)
    }
}

/// Stands in for measuring the traces of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rows {
    /// One for each trace, in the same order.
    pub(super) requests: Vec<Row>,
    /// Those that came along; what only statistics show is found anew.
    pub(super) cautions: Vec<Caution>,
    /// Total speed.
    pub(super) aggregate: Measured<TokensPerSecond>,
    /// Length of the span under load and the speed in it.
    pub(super) steady: Measured<(Micros, TokensPerSecond)>,
    /// Gaps between deliveries.
    pub(super) gaps: Gaps,
    /// How long answers became where an exact length was asked for.
    pub(super) reached_length: Option<ReachedLength>,
    /// All output tokens, warm-up included.
    pub(super) tokens_spent: u64,
    /// The way to the server.
    pub(super) known: Known,
}

/// The numbers of one request, and what is held against it. Those of the reader are at the sender's reading pace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Flat", into = "Flat")]
pub struct Row {
    pub metrics: RequestMetrics,
    pub stalls: Measured<Stalls>,
    pub reading: Reading,
    pub cautions: Vec<CautionKind>,
    pub excluded_by: Option<CautionKind>,
}

/// The pooled gaps in µs. A [`Distribution`] can't cross as postcard, because its percentiles are written as an object.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "FlatGaps", into = "FlatGaps")]
pub struct Gaps {
    pub n: u32,
    pub requests: Option<u32>,
    pub min: Option<f64>,
    pub mean: Option<f64>,
    pub max: Option<f64>,
    /// In the order of [`Percent::ALL`].
    pub at: [Option<f64>; Percent::ALL.len()],
    /// Likely range of the middle.
    pub range: Option<(f64, f64)>,
    /// Why single gaps are withheld.
    pub withheld: Option<Missing>,
}

impl Rows {
    /// Counts and judges the rows as the requests of any run. `traces` are those that came with them.
    #[must_use]
    pub fn report(&self, source: &Source, traces: &[Trace]) -> Report {
        let requests = traces.iter().zip(&self.requests);
        let run = Run {
            plan: &source.plan,
            calibration: &source.calibration,
            same_origin: false,
            requests: requests.map(|(trace, row)| row.observed(trace)).collect(),
            gaps: Ok(()),
            aggregate: Ok(()),
        };
        let totals = Totals {
            wall: source.wall,
            stable: source.stable,
            aggregate: self.aggregate.map(|speed| speed.0),
            steady: self.steady,
            gaps: self.gaps.distribution(),
            reached_length: self.reached_length,
            tokens_spent: self.tokens_spent,
            known: self.known,
        };
        let frame = Frame {
            app: source.app.clone(),
            created_at: source.created_at.clone(),
            environment: source.environment.clone(),
            control: source.control.clone(),
            prompt_chars: source.prompt_chars,
            include_texts: false,
        };
        let mut pause = no_pause;
        at_once(assemble(
            run,
            self.cautions.clone(),
            totals,
            frame,
            &mut pause,
        ))
    }
}

impl Row {
    fn observed<'t>(&self, trace: &'t Trace) -> Observed<'t> {
        Observed {
            trace,
            metrics: self.metrics.clone(),
            stalls: self.stalls,
            reading: self.reading,
            gaps: Ok(()),
            cautions: self.cautions.clone(),
            excluded_by: self.excluded_by,
            struck: Vec::new(),
        }
    }
}

impl Gaps {
    fn distribution(&self) -> Distribution {
        let mut gaps = Distribution {
            n: self.n,
            requests: self.requests,
            min: self.min,
            mean: self.mean,
            max: self.max,
            reason: self.withheld.map(|why| why.code().to_owned()),
            ..Distribution::default()
        };
        for (percent, value) in Percent::ALL.into_iter().zip(self.at) {
            let needs = percent.needs();
            let why = self.withheld.unwrap_or(Missing::TooFew { needs });
            gaps.needs.set(percent, needs);
            let why = value.is_none().then(|| why.code().to_owned());
            gaps.put(percent, value, why);
        }
        if let Some((low, high)) = self.range {
            gaps.ci.set(Percent::P50, (Some(low), Some(high)));
        }
        gaps
    }
}
