//! Numbers that a caution takes away. They are kept beside the valid ones, so that they can be shown struck out with the reason.

use serde::{Deserialize, Serialize};

use super::{Metric, Observed, Run};
use crate::missing::{CautionKind, Missing};
use crate::stats::{Distribution, Pool, Sample};
use crate::trace::OutcomeKind;

/// A number of one request that is not valid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StruckValue {
    /// Its name in the summary.
    pub metric: String,
    /// What it would be, in the unit of the metric.
    pub value: f64,
    /// The caution that takes it away.
    pub caution: CautionKind,
}

/// A metric of which no valid value is left, with what the others would give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Struck {
    /// Its name in the summary.
    pub metric: String,
    /// The caution that takes it away; the first request's, if there are several.
    pub caution: CautionKind,
    /// The distribution it would have.
    pub values: Distribution,
}

/// What the statistics would say of a metric if no caution held. `per` turns a speed into its cost and back; `None`: a time.
/// `None` if no caution takes a value of it away.
#[must_use]
pub fn struck(run: &Run<'_>, metric: Metric, per: Option<f64>) -> Option<Struck> {
    let mut caution = None;
    let mut values = Vec::new();
    for request in run.measured() {
        if request.trace.outcome != OutcomeKind::Ok {
            continue;
        }
        if let Some((value, kind)) = taken(request, metric) {
            caution = caution.or(Some(kind));
            values.push(Ok(per.map_or(value, |per| per / value)));
        }
    }
    let sample = Sample::collect(values);
    Some(Struck {
        metric: metric.key().to_owned(),
        caution: caution?,
        values: match per {
            Some(per) => sample.speeds(per),
            None => sample.times(0),
        },
    })
}

/// The same for the pooled gaps.
#[must_use]
pub fn struck_gaps(run: &Run<'_>) -> Option<Struck> {
    let first = run.counted().find_map(|request| request.gaps.err());
    let caution = match run.gaps.err().or(first)? {
        Missing::Coalesced => CautionKind::Coalesced,
        Missing::Invalidated(kind) => kind,
        _ => return None,
    };
    let gaps = run.counted().map(|r| r.metrics.chunk_gaps_us.as_slice());
    let values = Pool::new(gaps).percentiles();
    (values.n > 0).then(|| Struck {
        metric: Metric::ChunkGap.key().to_owned(),
        caution,
        values,
    })
}

/// The value of the request that is not valid: hidden, or of a request that is left out.
fn taken(request: &Observed<'_>, metric: Metric) -> Option<(f64, CautionKind)> {
    let hidden = request.struck.iter().find(|s| s.metric == metric.key());
    match (hidden, request.excluded_by) {
        (Some(hidden), _) => Some((hidden.value, hidden.caution)),
        (None, Some(kind)) => Some((request.value(metric)?, kind)),
        (None, None) => None,
    }
}
