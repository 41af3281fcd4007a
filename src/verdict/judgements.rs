//! The user's own limits and published ones, each judged by the early-stopping rule.

use std::borrow::Cow;

use super::{Answer, Evidence, Judgement, share_of_answers};
use crate::cautions::Observed;
use crate::format::{duration, per_token};
use crate::metrics::OutputLength;
use crate::plan::Target;
use crate::stats::{Confidence, Percent, Ruling, rule};

/// A limit: at least a share of requests has to be within it.
struct Limit {
    name: &'static str,
    question: Cow<'static, str>,
    source: &'static str,
    percent: Percent,
    confidence: Confidence,
    /// The limit itself, µs or µs per token; inclusive.
    at_most_us: f64,
    metric: Judged,
}

/// What is compared: the value, and the share of a time's error that it may be off by. `None`: the request doesn't tell.
type Judged = fn(&Observed<'_>) -> Option<(f64, f64)>;

/// The limits every run is held against.
const LIMITS: [Limit; 4] = [
    Limit {
        name: "first_word_1s",
        question: Cow::Borrowed("First word within 1 s in 19 of 20 answers"),
        source: "Nielsen: 1 s keeps the flow of thought",
        percent: Percent::P95,
        confidence: Confidence::C95,
        at_most_us: 1_000_000.0,
        metric: |request| {
            request
                .metrics
                .ttfa
                .as_ref()
                .ok()
                .map(|t| (t.0 as f64, 1.0))
        },
    },
    Limit {
        name: "speed_10_tps",
        question: Cow::Borrowed("At least 10 tok/s (TPOT up to 100 ms) in 19 of 20 answers"),
        source: "\"Tokens Per Second for LLMs: What to Measure and Target\": slower feels sluggish",
        percent: Percent::P95,
        confidence: Confidence::C95,
        at_most_us: 100_000.0,
        metric: judged_tpot,
    },
    Limit {
        name: "mlperf_interactive_ttft",
        question: Cow::Borrowed("TTFT up to 450 ms in 99 of 100 answers"),
        source: "MLPerf Inference, Llama-2-70B interactive (99 % confidence)",
        percent: Percent::P99,
        confidence: Confidence::C99,
        at_most_us: 450_000.0,
        metric: ttft,
    },
    Limit {
        name: "mlperf_interactive_tpot",
        question: Cow::Borrowed("TPOT up to 40 ms in 99 of 100 answers"),
        source: "MLPerf Inference, Llama-2-70B interactive (99 % confidence)",
        percent: Percent::P99,
        confidence: Confidence::C99,
        at_most_us: 40_000.0,
        metric: judged_tpot,
    },
];

/// Name of the user's limit on TTFT.
const TARGET_TTFT: &str = "target_ttft";
/// Name of the user's limit on TPOT.
const TARGET_TPOT: &str = "target_tpot";

fn ttft(request: &Observed<'_>) -> Option<(f64, f64)> {
    request
        .metrics
        .ttft
        .as_ref()
        .ok()
        .map(|t| (t.0 as f64, 1.0))
}

/// The limits of the user's own, in so far as there are any.
fn targets(target: &Target) -> impl Iterator<Item = Limit> {
    let answers = share_of_answers(target.percent);
    let limit = |name, question: String, at_most_us, metric| Limit {
        name,
        question: Cow::Owned(question),
        source: "your target",
        percent: target.percent,
        confidence: Confidence::C95,
        at_most_us,
        metric,
    };
    let ttft = target.ttft.map(|most| {
        let most = most.0 as f64;
        let question = format!("TTFT up to {} in {answers} answers", duration(most));
        limit(TARGET_TTFT, question, most, ttft as Judged)
    });
    let tpot = target.tpot.map(|most| {
        let question = format!("TPOT up to {} in {answers} answers", per_token(most));
        limit(TARGET_TPOT, question, most.0, judged_tpot)
    });
    ttft.into_iter().chain(tpot)
}

/// What the judgements say of the user's target as a whole: met if every limit is, missed if one is. `None` without a limit.
pub(super) fn target(judgements: &[Judgement]) -> Option<Answer> {
    let answers: Vec<Answer> = judgements
        .iter()
        .filter(|judgement| [TARGET_TTFT, TARGET_TPOT].contains(&judgement.name.as_str()))
        .map(|judgement| judgement.answer)
        .collect();
    let worst_first = [
        Answer::Fail,
        Answer::NotJudged,
        Answer::NotEnoughData,
        Answer::Pass,
    ];
    worst_first
        .into_iter()
        .find(|answer| answers.contains(answer))
}

/// Speeds are judged only on the server's own counts and on answers long enough. The error of the window is spread over the
/// tokens in it.
fn judged_tpot(request: &Observed<'_>) -> Option<(f64, f64)> {
    let metrics = &request.metrics;
    let judged =
        metrics.tokens.source.is_reported() && metrics.output_length()? != OutputLength::Short;
    let tpot = metrics.tpot.as_ref().ok().filter(|_| judged)?.0;
    // A link carries no tokens of the first delivery: there is one at least.
    let before = metrics.first_stamp_tokens.unwrap_or(1.0);
    let inside = metrics.tokens.counted.as_ref().ok()? - before;
    Some((tpot, 1.0 / inside.max(1.0)))
}

pub(super) fn all(evidence: &Evidence<'_>) -> Vec<Judgement> {
    targets(&evidence.run.plan.target)
        .map(|limit| limit.judge(evidence))
        .chain(LIMITS.iter().map(|limit| limit.judge(evidence)))
        .collect()
}

impl Limit {
    fn judge(&self, evidence: &Evidence<'_>) -> Judgement {
        let (mut within, mut close, mut over, mut undetermined) = (0_u32, 0_u32, 0_u32, 0_u32);
        let error = evidence.run.exact_to().0 as f64;
        for request in evidence.run.counted() {
            match (self.metric)(request) {
                Some((value, _)) if value <= self.at_most_us => within += 1,
                // Lateness only adds to a time, so it may have been within the limit.
                Some((value, share)) if value <= self.at_most_us + error * share => close += 1,
                Some(_) => over += 1,
                None => undetermined += 1,
            }
        }
        let failed = evidence.failed();
        let judged = within + close + over;
        let n = judged + failed;
        // Failures alone can't answer what no answer could.
        let silent = judged == 0 && (undetermined > 0 || failed == 0);
        let counting = |over| rule(n, over + failed, self.percent, self.confidence);
        let ruling = (!silent).then(|| match (counting(over), counting(over + close)) {
            // Missed even if none of the close ones was over.
            (Ruling::Fail, _) => Ruling::Fail,
            // More answers that are as close would not settle it.
            (_, Ruling::Fail) => Ruling::NotEnoughData { more: 0 },
            (_, strict) => strict,
        });
        Judgement {
            name: self.name.to_owned(),
            question: self.question.to_string(),
            source: self.source.to_owned(),
            answer: match ruling {
                None => Answer::NotJudged,
                Some(Ruling::Pass) => Answer::Pass,
                Some(Ruling::Fail) => Answer::Fail,
                Some(Ruling::NotEnoughData { .. }) => Answer::NotEnoughData,
            },
            evidence: evidence_text(
                evidence.success.of,
                judged,
                [close, over],
                failed,
                undetermined,
                ruling,
            ),
            percent: Some(self.percent),
            needs: match ruling {
                Some(Ruling::NotEnoughData { more: more @ 1.. }) => Some(n + more),
                _ => None,
            },
        }
    }
}

fn evidence_text(
    all: u32,
    judged: u32,
    [close, over]: [u32; 2],
    failed: u32,
    undetermined: u32,
    ruling: Option<Ruling>,
) -> String {
    let mut parts = Vec::new();
    if ruling.is_none() {
        parts.push("No answer gives this number".to_owned());
    } else {
        parts.push(format!("{judged} of {all} judged, {over} over the limit"));
    }
    if close > 0 {
        parts.push(format!(
            "{close} so close above it that the clock can't tell"
        ));
    }
    if failed > 0 {
        let verb = if failed == 1 { "counts" } else { "count" };
        parts.push(format!("{failed} failed and {verb} as over"));
    }
    if undetermined > 0 && ruling.is_some() {
        parts.push(format!("{undetermined} without this number"));
    }
    let left_out = all.saturating_sub(judged + failed + undetermined);
    if left_out > 0 {
        parts.push(format!("{left_out} left out by a caution"));
    }
    if let Some(Ruling::NotEnoughData { more: more @ 1.. }) = ruling {
        let needed = crate::format::grouped(u64::from(more));
        parts.push(format!("{needed} more needed if none of them is over"));
    }
    parts.join("; ")
}
