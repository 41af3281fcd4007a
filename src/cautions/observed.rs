//! One request with its numbers, and how a caution takes them away.

use super::thresholds::MAX_CHARS_PER_TOKEN;
use super::{StruckValue, certain_stall};
use crate::metrics::{MIN_CHARS_PER_TOKEN, RequestMetrics};
use crate::missing::{CautionKind, Measured, Missing};
use crate::perception::{Pace, Reading, Stalls, Words, stalls_from};
use crate::trace::{OutcomeKind, Phase, Trace, is_far_over};
use crate::units::{Micros, Wpm};

/// A metric that a caution can hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Time to first token.
    Ttft,
    /// The same, from the moment the request left.
    TtftFromRequestStart,
    /// Time to first answer.
    Ttfa,
    /// End-to-end latency.
    E2e,
    /// Time per output token.
    Tpot,
    /// Streaming speed.
    Tps,
    /// Words per minute.
    Wpm,
    /// Gaps between deliveries.
    ChunkGap,
    /// The reader's stalls.
    Stalls,
    /// Total speed of the server.
    AggregateTps,
}

impl Metric {
    /// Name in the summary.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Metric::Ttft => "ttft_us",
            Metric::TtftFromRequestStart => "ttft_from_request_start_us",
            Metric::Ttfa => "ttfa_us",
            Metric::E2e => "e2e_us",
            Metric::Tpot => "tpot_us",
            Metric::Tps => "tps",
            Metric::Wpm => "wpm",
            Metric::ChunkGap => "chunk_gap_us",
            Metric::Stalls => "longest_stall_us",
            Metric::AggregateTps => "aggregate_tps",
        }
    }
}

/// One request with its numbers and with what is held against them.
#[derive(Clone, Debug)]
pub struct Observed<'a> {
    /// The record.
    pub trace: &'a Trace,
    /// Its numbers.
    pub metrics: RequestMetrics,
    /// The reader's stalls at the plan's pace. Of a busy computer's answer only if it certainly froze.
    pub stalls: Measured<Stalls>,
    /// What else that reader notices.
    pub reading: Reading,
    /// Why its gaps stay out of the pooled ones.
    pub gaps: Measured<()>,
    /// Cautions that concern it.
    pub cautions: Vec<CautionKind>,
    /// The caution that keeps it out of all statistics.
    pub excluded_by: Option<CautionKind>,
    /// Its numbers that a caution takes away.
    pub struck: Vec<StruckValue>,
}

impl<'a> Observed<'a> {
    pub(super) fn new(trace: &'a Trace, reader: Wpm) -> Self {
        let metrics = RequestMetrics::of(trace);
        let words = Words::of(trace);
        let mut observed = Observed {
            reading: Reading::of(&words, &metrics, reader),
            stalls: words.and_then(|words| {
                stalls_from(&words, Pace::of(reader), certain_stall(&trace.conditions))
            }),
            metrics,
            gaps: Ok(()),
            cautions: Vec::new(),
            excluded_by: None,
            struck: Vec::new(),
            trace,
        };
        if let Some(kind) = observed.refused_count() {
            // What is made of the count alone; speeds are hidden with the caution.
            observed.metrics.tokens_per_event = None;
            take(&mut observed.metrics.e2e_per_token, kind);
        }
        observed
    }

    /// Measured, successful and not excluded: part of the statistics.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.trace.phase == Phase::Measured
            && self.trace.outcome == OutcomeKind::Ok
            && self.excluded_by.is_none()
    }

    /// One token would hold more text than any tokenizer puts in one: the count is wrong.
    pub(super) fn has_too_few_tokens(&self) -> bool {
        self.metrics
            .chars_per_token
            .is_some_and(|chars| chars > MAX_CHARS_PER_TOKEN)
    }

    /// All tokens generated, as reported. `None` if that is not known or can't be believed: too few for the text, or far more
    /// than the `limit` that was asked for without text or reported reasoning to show for it.
    #[must_use]
    pub fn believed_total(&self, limit: u32) -> Option<u32> {
        let tokens = &self.metrics.tokens;
        let seen = tokens.total?.saturating_sub(tokens.hidden.unwrap_or(0));
        let chars = self.trace.events.iter().map(|event| u64::from(event.chars));
        let chars = chars.sum::<u64>() as f64;
        let unseen = chars < f64::from(seen) * MIN_CHARS_PER_TOKEN;
        let too_many = is_far_over(u64::from(seen), u64::from(limit)) && unseen;
        tokens
            .total
            .filter(|_| !too_many && !self.has_too_few_tokens())
    }

    /// The caution that says why the token count can't be believed. `None` if it can, or if there is none.
    #[must_use]
    pub fn refused_count(&self) -> Option<CautionKind> {
        if self.metrics.tokens.is_suspect() {
            Some(CautionKind::HiddenReasoning)
        } else {
            self.has_too_few_tokens()
                .then_some(CautionKind::ImplausibleSpeed)
        }
    }

    /// The stalls, where they may stand for those of other answers. What is certain of a busy computer's answers are long
    /// freezes alone, since short ones and none cannot be told apart: counted with the others they would look common.
    ///
    /// # Errors
    /// The reason why there are none, or the caution.
    pub fn typical_stalls(&self) -> Measured<Stalls> {
        let stalls = self.stalls?;
        if self.cautions.contains(&CautionKind::ReaderLag) {
            Err(Missing::Invalidated(CautionKind::ReaderLag))
        } else {
            Ok(stalls)
        }
    }

    /// The metric as a plain number; `None` if it has none, and for what has no number of its own in a table.
    pub(super) fn value(&self, metric: Metric) -> Option<f64> {
        let metrics = &self.metrics;
        let time = |time: &Measured<Micros>| time.as_ref().ok().map(|time| time.0 as f64);
        match metric {
            Metric::Ttft => time(&metrics.ttft),
            Metric::Ttfa => time(&metrics.ttfa),
            Metric::E2e => time(&metrics.e2e),
            Metric::Tpot => metrics.tpot.as_ref().ok().map(|tpot| tpot.0),
            Metric::Tps => metrics.tps.as_ref().ok().map(|tps| tps.0),
            Metric::Wpm => metrics.wpm.as_ref().ok().map(|wpm| wpm.0),
            Metric::Stalls => time(&self.stalls.map(|stalls| stalls.longest)),
            Metric::TtftFromRequestStart | Metric::ChunkGap | Metric::AggregateTps => None,
        }
    }

    /// A metric without value keeps its own reason: it comes first in the order of reasons.
    pub(super) fn hide(&mut self, metric: Metric, kind: CautionKind) {
        // Late stamps don't undo a freeze that is longer than they can explain.
        let certain = metric == Metric::Stalls
            && kind == CautionKind::ReaderLag
            && self.stalls.is_ok_and(|stalls| !stalls.none_noticed());
        if let Some(value) = self.value(metric).filter(|_| !certain) {
            self.struck.push(StruckValue {
                metric: metric.key().to_owned(),
                value,
                caution: kind,
            });
        }
        match metric {
            Metric::Ttft => {
                take(&mut self.metrics.ttft, kind);
                take(&mut self.metrics.thinking, kind);
            }
            Metric::TtftFromRequestStart => take(&mut self.metrics.ttft_from_request_start, kind),
            Metric::Ttfa => {
                take(&mut self.metrics.ttfa, kind);
                // Both begin with the first wait.
                take(&mut self.reading.fluidity, kind);
                take(&mut self.reading.quality, kind);
            }
            Metric::E2e => {
                take(&mut self.metrics.e2e, kind);
                take(&mut self.metrics.e2e_per_token, kind);
            }
            Metric::Tpot => take(&mut self.metrics.tpot, kind),
            Metric::Tps => {
                take(&mut self.metrics.tps, kind);
                take(&mut self.metrics.thinking_tps, kind);
                take(&mut self.metrics.answer_tps, kind);
                take(&mut self.reading.perceived_speed, kind);
                take(&mut self.reading.tokens_per_word, kind);
                take(&mut self.reading.fluid_token, kind);
            }
            Metric::Wpm => take(&mut self.metrics.wpm, kind),
            Metric::ChunkGap => take(&mut self.gaps, kind),
            Metric::Stalls => {
                if !certain {
                    take(&mut self.stalls, kind);
                }
                take(&mut self.reading.fluidity, kind);
                take(&mut self.reading.fluid_word, kind);
                take(&mut self.reading.fluid_token, kind);
                take(&mut self.reading.quality, kind);
                take(&mut self.reading.longest_stall_aloud, kind);
            }
            Metric::AggregateTps => {}
        }
    }
}

fn take<T>(value: &mut Measured<T>, kind: CautionKind) {
    if value.is_ok() {
        *value = Err(Missing::Invalidated(kind));
    }
}
