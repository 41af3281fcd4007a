//! The numbers behind the scores: what three of four requests stay within.

use super::table::Input;
use crate::cautions::Observed;
use crate::metrics::{OutputLength, Thinking};
use crate::missing::{Measured, Missing};
use crate::stats::{Distribution, Percent, Sample};
use crate::verdict::Evidence;

/// Time a token takes at one token a second, µs.
const MICROS_PER_SECOND: f64 = 1_000_000.0;

/// A typical value, or the code of the reason why there is none.
pub(super) type Typical = Result<f64, String>;

/// Reads the numbers from a run.
pub(super) struct Reader<'e> {
    evidence: &'e Evidence<'e>,
    /// Speeds that may be judged.
    speed: Distribution,
    /// Longest waits of a voice.
    aloud: Distribution,
}

impl<'e> Reader<'e> {
    pub(super) fn new(evidence: &'e Evidence<'e>) -> Self {
        let sample = |get: fn(&Observed<'_>) -> Measured<f64>| {
            Sample::collect(evidence.run.counted().map(get))
        };
        Reader {
            evidence,
            speed: sample(judged_token_cost).speeds(MICROS_PER_SECOND),
            aloud: sample(longest_stall_aloud).amounts(),
        }
    }

    /// The number's p75 on the bad side.
    pub(super) fn typical(&self, input: Input) -> Typical {
        let evidence = self.evidence;
        match input {
            Input::TtftUs => p75(evidence.ttft),
            Input::TtfaUs => p75(evidence.ttfa),
            Input::E2eUs => p75(evidence.e2e),
            Input::Tps => p75(&self.speed),
            Input::LongestStallUs => p75(evidence.longest_stall),
            Input::ReadingMargin => self.reading_margin(),
            Input::RebufferRatio => p75(evidence.rebuffer_ratio),
            Input::Wpm | Input::LongestStallAloudUs if evidence.run.reads_by_character() => {
                Err(code(Missing::MissingInput("spoken_pace")))
            }
            Input::Wpm => p75(evidence.wpm),
            Input::LongestStallAloudUs => p75(&self.aloud),
            Input::NeededShare => self.needed_share(),
        }
    }

    fn reading_margin(&self) -> Typical {
        let text = p75(self.evidence.wpm)?;
        let reader = self.evidence.run.plan.reading_speed;
        crate::perception::reading_margin(crate::units::Wpm(text), reader)
            .ok_or_else(|| code(Missing::MissingInput("reading_speed")))
    }

    /// One number a run, so the gate of p75 is the number of its requests.
    fn needed_share(&self) -> Typical {
        let needed = self.evidence.run.plan.target.needed_tps;
        let needed = needed.ok_or_else(|| code(Missing::MissingInput("needed_tps")))?;
        let needs = Percent::P75.needs();
        if self.evidence.run.counted().count() < needs as usize {
            return Err(code(Missing::TooFew { needs }));
        }
        let total = self.evidence.total_speed.clone()?;
        if total > 0.0 {
            Ok(needed.0 / total)
        } else {
            Err(code(Missing::NoOutput))
        }
    }
}

fn p75(distribution: &Distribution) -> Typical {
    distribution.p75.ok_or_else(|| {
        distribution
            .p75_reason
            .clone()
            .unwrap_or_else(|| code(Missing::NoSuccess))
    })
}

fn code(missing: Missing) -> String {
    missing.code().to_owned()
}

/// Time per token in µs, of the answer where thinking is streamed. Only the server's own counts are judged, and only answers
/// that are long enough.
fn judged_token_cost(request: &Observed<'_>) -> Measured<f64> {
    let metrics = &request.metrics;
    let speed = match metrics.tokens.thinking {
        Thinking::Streamed => metrics.answer_tps,
        Thinking::None | Thinking::Summarised | Thinking::Hidden => metrics.tps,
    }?;
    if !metrics.tokens.source.is_reported() {
        return Err(Missing::TokensUnknown);
    }
    if metrics.output_length() == Some(OutputLength::Short) {
        return Err(Missing::TooShort);
    }
    Ok(MICROS_PER_SECOND / speed.0)
}

fn longest_stall_aloud(request: &Observed<'_>) -> Measured<f64> {
    let longest = request.reading.longest_stall_aloud?;
    Ok(longest.0 as f64)
}
