//! What limits the numbers: found as data (kind, evidence, advice), applied before any statistic, shown alike everywhere.

mod browser;
mod causes;
mod connection;
mod drift;
mod observed;
mod run;
mod stream;
mod struck;
pub mod thresholds;
mod titles;
mod tokens;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::missing::{CautionKind, Measured, Missing};
use crate::order;
use crate::plan::Plan;
use crate::schedule::time_error;
use crate::texts::Text;
use crate::trace::{OutcomeKind, Phase, Trace};
use crate::units::Micros;
use crate::wire::Calibration;

pub use browser::certain_stall;
pub use causes::{may_be, severity_of};
pub use connection::shares_one_connection;
pub use drift::Drift;
pub use observed::{Metric, Observed};
pub use run::Figures;
pub use struck::{Struck, StruckValue, struck, struck_gaps};
pub use titles::title;

/// Something that limits the numbers: what, how it is known, what to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Caution {
    /// Kind.
    pub kind: CautionKind,
    /// What it does to the numbers.
    pub effect: Effect,
    /// How much it weighs.
    #[serde(default)]
    pub severity: Severity,
    /// A short title in plain words.
    pub title: String,
    /// What was seen, with numbers.
    pub evidence: String,
    /// What it may come from; empty where what was seen says it.
    #[serde(default)]
    pub may_be: String,
    /// One thing to do.
    pub advice: String,
    /// Requests concerned; empty = the whole run.
    pub requests: Vec<u32>,
    /// Metrics it hides, by their names in the summary (`chunk_gap_us`, …).
    pub hides: Vec<String>,
}

/// What a caution does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The requests leave all statistics.
    Exclude,
    /// The named metrics have no value.
    Hide,
    /// Stands beside the numbers.
    Note,
}

/// How much a caution weighs, the heaviest first.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Numbers are not valid, or don't describe the run.
    Invalidates,
    /// Numbers are right and may not mean what they seem to.
    Warns,
    /// Good to know.
    #[default]
    Notes,
}

/// All requests of a run with what they were asked and where they were measured.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// What was asked for.
    pub plan: &'a Plan,
    /// The browser's clock and event loop.
    pub calibration: &'a Calibration,
    /// The page and the endpoint have the same origin, so there are no preflights.
    pub same_origin: bool,
    /// All requests in order of sending.
    pub requests: Vec<Observed<'a>>,
    /// Why the pooled gaps have no percentiles.
    pub gaps: Measured<()>,
    /// Why there is no aggregate speed.
    pub aggregate: Measured<()>,
}

impl<'a> Run<'a> {
    /// Measures every trace. Nothing is held against any of them yet.
    #[must_use]
    pub fn new(
        plan: &'a Plan,
        traces: &'a [Trace],
        calibration: &'a Calibration,
        page_origin: &str,
    ) -> Self {
        let mut run = Run::empty(plan, calibration, page_origin);
        run.measure(traces);
        run.put_in_order();
        run
    }

    /// A run of which nothing is measured yet.
    #[must_use]
    pub fn empty(plan: &'a Plan, calibration: &'a Calibration, page_origin: &str) -> Self {
        Run {
            plan,
            calibration,
            same_origin: plan.endpoint.origin == page_origin,
            requests: Vec::new(),
            gaps: Ok(()),
            aggregate: Ok(()),
        }
    }

    /// Measures some of its traces, in any order.
    pub fn measure(&mut self, traces: &'a [Trace]) {
        let pace = self.plan.reading_speed;
        let measured = traces.iter().map(|trace| Observed::new(trace, pace));
        self.requests.extend(measured);
    }

    /// Puts what is measured in order of sending.
    pub fn put_in_order(&mut self) {
        order::sort(&mut self.requests, |a, b| a.trace.index.cmp(&b.trace.index));
    }

    /// By how much a time of the requests in the statistics may be off.
    pub fn time_error(&self) -> Measured<Micros> {
        let lags = self.counted().map(|r| r.trace.conditions.longest_lag);
        let Calibration {
            clock_tick,
            loop_lag_p99,
            ..
        } = *self.calibration;
        time_error(clock_tick, loop_lag_p99, lags.collect())
            .ok_or(Missing::MissingInput("loop_lag_p99_us"))
    }

    /// Times are shown no finer than this: the larger of the clock's step and their error.
    #[must_use]
    pub fn exact_to(&self) -> Micros {
        let error = self.time_error().unwrap_or_default();
        self.calibration.clock_tick.max(error)
    }

    /// Requests in the statistics.
    pub fn counted(&self) -> impl Iterator<Item = &Observed<'a>> {
        self.requests.iter().filter(|request| request.counts())
    }

    /// Successful measured requests whose stream can be looked at: those in the statistics, and those that are left out only
    /// because of their connection.
    pub fn streams(&self) -> impl Iterator<Item = &Observed<'a>> {
        self.measured().filter(|request| {
            request.trace.outcome == OutcomeKind::Ok
                && matches!(
                    request.excluded_by,
                    None | Some(CautionKind::ColdConnection)
                )
        })
    }

    /// Some answer in the statistics is Chinese or Japanese: its "words" are characters, which say nothing of paces of words.
    #[must_use]
    pub fn reads_by_character(&self) -> bool {
        self.counted().any(|r| r.metrics.reads_by_character())
    }

    /// Measured requests, whatever became of them.
    pub fn measured(&self) -> impl Iterator<Item = &Observed<'a>> {
        self.requests
            .iter()
            .filter(|request| request.trace.phase == Phase::Measured)
    }

    /// Finds and applies what can be told from single requests: first what excludes, then what hides, then notes.
    pub fn examine(&mut self) -> Vec<Caution> {
        let stages: [&[Check]; 3] = [
            &[
                browser::tab_frozen,
                browser::clock_jump,
                browser::reader_lag_excludes,
                connection::cold,
            ],
            &[
                browser::reader_lag_hides,
                connection::client_queued,
                stream::buffered_upstream,
                stream::not_streamed,
                stream::unreadable_frames,
                stream::coalesced,
                browser::coarse_clock,
                tokens::implausible_speed,
                tokens::hidden_reasoning,
                run::load_not_reached,
            ],
            &[
                browser::slow_computer,
                browser::tab_hidden,
                connection::preflight_inside,
                connection::opaque_timing,
                connection::mixed_protocol,
                connection::local_target,
                stream::multi_token_events,
                stream::delayed_ack,
                stream::answer_cut,
                tokens::unknown,
                tokens::mismatch,
                tokens::short_output,
                tokens::cache_hit,
                run::failures,
                run::rate_limited,
                run::first_wave,
            ],
        ];
        let mut cautions = Vec::new();
        for stage in stages {
            for check in stage {
                if let Some(finding) = check(self) {
                    cautions.push(self.apply(finding));
                }
            }
        }
        cautions
    }

    /// What only the statistics show.
    #[must_use]
    pub fn examine_figures(&self, figures: &Figures<'_>) -> Vec<Caution> {
        [run::few_samples, run::uneven_service, run::overload]
            .into_iter()
            .filter_map(|check| check(figures))
            .chain(drift::finding(figures.drift, self.exact_to()))
            .map(|finding| finding.caution(Vec::new()))
            .collect()
    }

    fn apply(&mut self, finding: Finding) -> Caution {
        let kind = finding.kind;
        let whole_run = finding.requests.is_empty();
        for request in &mut self.requests {
            // Checks walk the requests in order, so their findings are sorted.
            let concerned = finding.requests.binary_search(&request.trace.index).is_ok();
            if concerned {
                if !request.cautions.contains(&kind) {
                    request.cautions.push(kind);
                }
                if finding.effect == Effect::Exclude && request.excluded_by.is_none() {
                    request.excluded_by = Some(kind);
                }
                for metric in finding.hides {
                    request.hide(*metric, kind);
                }
            }
        }
        if whole_run || kind == CautionKind::Coalesced {
            let reason = match kind {
                CautionKind::Coalesced => Missing::Coalesced,
                other => Missing::Invalidated(other),
            };
            if finding.hides.contains(&Metric::ChunkGap) && self.gaps.is_ok() {
                self.gaps = Err(reason);
            }
            if finding.hides.contains(&Metric::AggregateTps) && self.aggregate.is_ok() {
                self.aggregate = Err(reason);
            }
        }
        let requests = finding.requests.clone();
        finding.caution(requests)
    }
}

type Check = fn(&Run<'_>) -> Option<Finding>;

/// A caution before it is applied.
#[derive(Clone, Debug)]
struct Finding {
    kind: CautionKind,
    effect: Effect,
    title: Text,
    evidence: String,
    advice: String,
    requests: Vec<u32>,
    hides: &'static [Metric],
    severity: Severity,
    /// Metrics that some of the requests never had, for the same reason.
    lacks: Vec<Metric>,
}

impl Finding {
    fn note(kind: CautionKind, evidence: String, advice: impl Into<Cow<'static, str>>) -> Self {
        Finding {
            kind,
            effect: Effect::Note,
            title: title(kind),
            evidence,
            advice: advice.into().into_owned(),
            requests: Vec::new(),
            hides: &[],
            severity: causes::severity(kind),
            lacks: Vec::new(),
        }
    }

    /// Another title than the usual one of its kind.
    fn titled(mut self, title: Text) -> Self {
        self.title = title;
        self
    }

    fn excluding(mut self, requests: Vec<u32>) -> Self {
        self.effect = Effect::Exclude;
        self.severity = Severity::Invalidates;
        self.requests = requests;
        self
    }

    fn hiding(mut self, hides: &'static [Metric]) -> Self {
        self.effect = Effect::Hide;
        self.severity = Severity::Invalidates;
        self.hides = hides;
        self
    }

    fn about(mut self, requests: Vec<u32>) -> Self {
        self.requests = requests;
        self
    }

    fn caution(self, requests: Vec<u32>) -> Caution {
        let hides = self.lacks.iter().chain(self.hides);
        Caution {
            kind: self.kind,
            effect: self.effect,
            severity: self.severity,
            title: self.title.get().to_owned(),
            evidence: self.evidence,
            may_be: causes::may_be(self.kind).get().to_owned(),
            advice: self.advice,
            requests,
            hides: hides.map(|m| m.key().to_owned()).collect(),
        }
    }
}

/// Order on the page: what makes numbers invalid, then what warns, then notes; in each, failures first.
pub fn sort_by_weight(cautions: &mut Vec<Caution>) {
    let key = |caution: &Caution| {
        let failures = [CautionKind::Failures, CautionKind::RateLimited];
        let later = !failures.contains(&caution.kind);
        (caution.severity, later, caution.effect, caution.kind)
    };
    order::sort(cautions, |a, b| key(a).cmp(&key(b)));
}

/// Indices of the requests that a test holds for; `None` if there are none.
fn indices<'r, 'a: 'r>(
    requests: impl Iterator<Item = &'r Observed<'a>>,
    test: impl Fn(&Observed<'a>) -> bool,
) -> Option<Vec<u32>> {
    let found: Vec<u32> = requests
        .filter(|request| test(request))
        .map(|request| request.trace.index)
        .collect();
    (!found.is_empty()).then_some(found)
}

/// "1 of 20 answers", "3 of 20 answers".
fn of_answers(found: usize, run: &Run<'_>) -> String {
    let all = run.streams().count().max(found);
    format!("{found} of {}", crate::format::counted(all, "answer"))
}
