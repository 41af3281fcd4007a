//! What the numbers mean for a person: one sentence, three facts, and published limits judged by an early-stopping rule.

pub mod bands;
mod facts;
mod judgements;
mod nothing;
pub mod scores;
mod sentence;

use serde::{Deserialize, Serialize};

use crate::cautions::{Run, Struck};
use crate::missing::CautionKind;
use crate::stats::{Distribution, Fraction, Percent};
use crate::trace::{FailureKind, OutcomeKind};
use crate::units::Wpm;
use scores::Score;

/// What the numbers mean for a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// At most 30 words, in the reader's world.
    pub sentence: String,
    /// The tone of the sentence.
    pub tone: Tone,
    /// Three facts side by side: first word, pace, freezes.
    pub facts: Vec<Fact>,
    /// The user's own limits, then published ones, each judged.
    pub judgements: Vec<Judgement>,
    /// Whether the user's target is met as a whole. `None` without one.
    #[serde(default)]
    pub target: Option<Answer>,
    /// What the endpoint is good for.
    #[serde(default)]
    pub scores: Vec<Score>,
}

/// How the verdict reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Readers are served.
    Good,
    /// Usable with limits.
    Mixed,
    /// Readers wait or stall.
    Bad,
    /// Nothing can be promised.
    NotEnoughData,
    /// No answer worked.
    Failed,
}

/// One of the three headline facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// Stable name: `first_word`, `pace`, `freezes`.
    pub name: String,
    /// Label, e.g. "First word".
    pub label: String,
    /// The number in words, e.g. "0.42 s"; "not known" if missing.
    pub value: String,
    /// Its range or its sample, e.g. "0.38–0.51 s, 95 % range of the median".
    pub range: String,
    /// A word for it, e.g. "flow of thought kept".
    pub word: String,
    /// Five-step scale: 1 bad, 2 poor, 3 fair, 4 good, 5 great; none if not judged.
    pub step: Option<u8>,
    /// What it would be if a caution did not take it away.
    #[serde(default)]
    pub struck: Option<StruckFact>,
}

/// A number that is not valid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StruckFact {
    /// The caution that takes it away.
    pub caution: CautionKind,
    /// The number in words.
    pub value: String,
    /// Its range or its sample.
    pub range: String,
}

/// A limit and whether the run meets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// Stable name.
    pub name: String,
    /// What is asked, in words, e.g. "19 of 20 first tokens within 2 s".
    pub question: String,
    /// Where the limit comes from.
    pub source: String,
    /// The answer.
    pub answer: Answer,
    /// Numbers behind it, in words, e.g. "20 of 20 judged, 0 over the limit; 39 more needed".
    pub evidence: String,
    /// Share of the answers that have to keep to it.
    #[serde(default)]
    pub percent: Option<Percent>,
    /// Answers in all that would settle it if no further one is over the limit; none if it is settled or not judged, or if the
    /// clock is too coarse to settle it.
    #[serde(default)]
    pub needs: Option<u32>,
}

/// Answer to a limit, by the early-stopping rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Met, with the stated confidence.
    Pass,
    /// Missed, with the stated confidence.
    Fail,
    /// The run is too small to say, or too many answers lie closer above the limit than a time is exact.
    NotEnoughData,
    /// No request gives the number.
    NotJudged,
}

/// What the verdict is made from.
#[derive(Clone, Debug)]
pub struct Evidence<'a> {
    /// The requests, cautions applied.
    pub run: &'a Run<'a>,
    /// Measured requests that worked, of those judged.
    pub success: Fraction,
    /// Time to first token, µs.
    pub ttft: &'a Distribution,
    /// Time to first answer, µs.
    pub ttfa: &'a Distribution,
    /// Words per minute, slow side.
    pub wpm: &'a Distribution,
    /// The reader's longest stall in each answer, µs.
    pub longest_stall: &'a Distribution,
    /// Whole time, µs.
    pub e2e: &'a Distribution,
    /// Share of reading time spent waiting.
    pub rebuffer_ratio: &'a Distribution,
    /// Total speed, tok/s, or the code of the reason why there is none.
    pub total_speed: Result<f64, String>,
    /// Metrics without a valid value, with what they would be.
    pub struck: &'a [Struck],
    /// Answers without a noticed stall, of those where it can be told.
    pub without_stall: Option<Fraction>,
}

impl Evidence<'_> {
    /// The pace on the slow side as a multiple of the reader's: p95, below its gate p75, below that the slowest seen.
    fn slow_margin(&self, wpm: &Distribution) -> Option<f64> {
        let Wpm(reader) = self.run.plan.reading_speed;
        let slow = wpm.p95.or(wpm.p75).or(wpm.min)?;
        (reader > 0.0).then(|| slow / reader)
    }

    /// Answers in the statistics of which it is not known whether they made the reader wait.
    fn flow_unknown(&self) -> u32 {
        let known = self.without_stall.map_or(0, |fraction| fraction.of);
        let counted = u32::try_from(self.run.counted().count()).unwrap_or(u32::MAX);
        counted.saturating_sub(known)
    }

    fn failed(&self) -> u32 {
        self.success.of - self.success.hits
    }

    /// Most of the answers in the statistics came after thinking that wasn't shown.
    fn hidden_thinking(&self) -> bool {
        let all = self.run.counted().count();
        let hidden = self
            .run
            .counted()
            .filter(|r| r.cautions.contains(&CautionKind::HiddenReasoning))
            .count();
        hidden * 2 > all
    }

    /// The most common kind of failure among the measured requests (`None`: an empty answer, which has no error), and
    /// whether it is the only one.
    fn main_failure(&self) -> Option<(Option<FailureKind>, bool)> {
        let kinds = || {
            self.run
                .measured()
                .filter(|r| !matches!(r.trace.outcome, OutcomeKind::Ok | OutcomeKind::CutOff))
                .map(|r| r.trace.failure.as_ref().map(|failure| failure.kind))
        };
        let count = |wanted: Option<FailureKind>| kinds().filter(|kind| *kind == wanted).count();
        let mut best: Option<(Option<FailureKind>, usize)> = None;
        for kind in kinds() {
            let found = count(kind);
            if best.is_none_or(|(_, most)| found > most) {
                best = Some((kind, found));
            }
        }
        best.map(|(kind, found)| (kind, found == self.failed() as usize))
    }
}

/// "3 of 4", "19 of 20": the share of answers a percentile speaks for.
fn share_of_answers(percent: Percent) -> &'static str {
    match percent {
        Percent::P50 => "half of the",
        Percent::P75 => "3 of 4",
        Percent::P90 => "9 of 10",
        Percent::P95 => "19 of 20",
        Percent::P99 => "99 of 100",
    }
}

/// "1 in 4", "1 in 20": the share of answers beyond a percentile.
fn share_beyond(percent: Percent) -> &'static str {
    match percent {
        Percent::P50 => "1 in 2",
        Percent::P75 => "1 in 4",
        Percent::P90 => "1 in 10",
        Percent::P95 => "1 in 20",
        Percent::P99 => "1 in 100",
    }
}

/// Judges a run.
#[must_use]
pub fn judge(evidence: &Evidence<'_>) -> Verdict {
    let (sentence, tone) = sentence::compose(evidence);
    let judgements = judgements::all(evidence);
    Verdict {
        sentence,
        tone,
        facts: facts::all(evidence),
        target: judgements::target(&judgements),
        judgements,
        scores: scores::all(evidence),
    }
}
