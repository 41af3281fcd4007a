//! A row as lists of numbers. Derived code for its forty fields, each with a way out of its own for when the reading fails,
//! would be a fiftieth of the page.

use std::vec::IntoIter;

use serde::{Deserialize, Serialize};

use super::shared::{Gaps, Row};
use crate::metrics::{Placement, RequestMetrics, Thinking, TokenCount, TokenSource};
use crate::missing::{CautionKind, Measured, Missing};
use crate::perception::{Reading, Stalls};
use crate::units::{Micros, MicrosPerToken, Share, TokensPerSecond, Wpm};

/// What crosses in place of a [`Row`]: its numbers by their places.
#[derive(Serialize, Deserialize)]
pub struct Flat {
    measured: Vec<Measured<f64>>,
    optional: Vec<Option<f64>>,
    gaps: Vec<u64>,
    source: TokenSource,
    thinking: Thinking,
    placement: Option<Placement>,
    cautions: Vec<CautionKind>,
    excluded_by: Option<CautionKind>,
}

/// The same for [`Gaps`].
#[derive(Serialize, Deserialize)]
pub struct FlatGaps(Vec<Option<f64>>, Option<Missing>);

/// Takes the numbers out again, in the same order.
struct Taken {
    measured: IntoIter<Measured<f64>>,
    optional: IntoIter<Option<f64>>,
}

impl Taken {
    /// A page and a worker of one build write and read the same number of them.
    #[inline(never)]
    fn measured(&mut self) -> Measured<f64> {
        self.measured.next().unwrap_or(Err(Missing::NoOutput))
    }

    #[inline(never)]
    fn time(&mut self) -> Measured<Micros> {
        self.measured().map(micros)
    }

    #[inline(never)]
    fn optional(&mut self) -> Option<f64> {
        self.optional.next().flatten()
    }

    #[inline(never)]
    fn count(&mut self) -> Option<u32> {
        // It was one before.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        self.optional().map(|n| n as u32)
    }

    #[inline(never)]
    fn instant(&mut self) -> Option<Micros> {
        self.optional().map(micros)
    }
}

// Exact below 2^53 µs, which is 285 years.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn micros(us: f64) -> Micros {
    Micros(us as u64)
}

#[allow(clippy::cast_precision_loss)]
fn number(time: Micros) -> f64 {
    time.0 as f64
}

impl From<Row> for Flat {
    fn from(row: Row) -> Self {
        let (m, r, stalls) = (row.metrics, row.reading, row.stalls);
        let tokens = m.tokens;
        Flat {
            measured: vec![
                m.ttft.map(number),
                m.ttft_from_request_start.map(number),
                m.ttfa.map(number),
                m.thinking.map(number),
                m.e2e.map(number),
                m.e2e_per_token.map(|n| n.0),
                m.tpot.map(|n| n.0),
                m.tps.map(|n| n.0),
                m.thinking_tps.map(|n| n.0),
                m.answer_tps.map(|n| n.0),
                m.answer_tokens,
                m.wpm.map(|n| n.0),
                tokens.counted,
                r.tokens_per_word,
                r.perceived_speed.map(|n| n.0),
                r.fluidity.map(|n| n.0),
                r.fluid_word.map(number),
                r.fluid_token.map(|n| n.0),
                r.quality.map(|n| n.0),
                r.longest_stall_aloud.map(number),
                stalls.map(|s| number(s.starvation)),
                stalls.map(|s| s.count.into()),
                stalls.map(|s| number(s.longest)),
                stalls.map(|s| s.rebuffer_ratio.0),
            ],
            optional: vec![
                m.pre_request.map(number),
                m.last_output.map(number),
                m.close_tail.map(number),
                m.first_stamp_tokens,
                Some(m.output_events.into()),
                Some(m.output_reads.into()),
                m.coalesced_share,
                m.tokens_per_event,
                m.chars_per_token,
                Some(m.answer_chars.into()),
                Some(m.answer_words.into()),
                tokens.total.map(f64::from),
                tokens.reasoning.map(f64::from),
                tokens.hidden.map(f64::from),
                tokens.per_event_sum.map(|n| number(Micros(n))),
            ],
            gaps: m.chunk_gaps_us,
            source: tokens.source,
            thinking: tokens.thinking,
            placement: tokens.placement,
            cautions: row.cautions,
            excluded_by: row.excluded_by,
        }
    }
}

impl From<Flat> for Row {
    fn from(flat: Flat) -> Self {
        let mut t = Taken {
            measured: flat.measured.into_iter(),
            optional: flat.optional.into_iter(),
        };
        let t = &mut t;
        // Fields are read in the order in which they stand here, which is that of the lists.
        let metrics = RequestMetrics {
            ttft: t.time(),
            ttft_from_request_start: t.time(),
            ttfa: t.time(),
            thinking: t.time(),
            e2e: t.time(),
            e2e_per_token: t.measured().map(MicrosPerToken),
            tpot: t.measured().map(MicrosPerToken),
            tps: t.measured().map(TokensPerSecond),
            thinking_tps: t.measured().map(TokensPerSecond),
            answer_tps: t.measured().map(TokensPerSecond),
            answer_tokens: t.measured(),
            wpm: t.measured().map(Wpm),
            pre_request: t.instant(),
            last_output: t.instant(),
            close_tail: t.instant(),
            first_stamp_tokens: t.optional(),
            output_events: t.count().unwrap_or_default(),
            output_reads: t.count().unwrap_or_default(),
            coalesced_share: t.optional(),
            tokens_per_event: t.optional(),
            chars_per_token: t.optional(),
            answer_chars: t.count().unwrap_or_default(),
            answer_words: t.count().unwrap_or_default(),
            tokens: TokenCount {
                source: flat.source,
                thinking: flat.thinking,
                placement: flat.placement,
                counted: t.measured(),
                total: t.count(),
                reasoning: t.count(),
                hidden: t.count(),
                per_event_sum: t.instant().map(|n| n.0),
            },
            chunk_gaps_us: flat.gaps,
        };
        let reading = Reading {
            tokens_per_word: t.measured(),
            perceived_speed: t.measured().map(TokensPerSecond),
            fluidity: t.measured().map(Share),
            fluid_word: t.time(),
            fluid_token: t.measured().map(MicrosPerToken),
            quality: t.measured().map(Share),
            longest_stall_aloud: t.time(),
        };
        let (starvation, count, longest) = (t.time(), t.measured(), t.time());
        let rebuffer_ratio = t.measured();
        Row {
            metrics,
            reading,
            stalls: stalls(starvation, count, longest, rebuffer_ratio),
            cautions: flat.cautions,
            excluded_by: flat.excluded_by,
        }
    }
}

impl From<Gaps> for FlatGaps {
    fn from(gaps: Gaps) -> Self {
        let (low, high) = gaps.range.unzip();
        let mut numbers = vec![
            Some(gaps.n.into()),
            gaps.requests.map(f64::from),
            gaps.min,
            gaps.mean,
            gaps.max,
            low,
            high,
        ];
        numbers.extend(gaps.at);
        FlatGaps(numbers, gaps.withheld)
    }
}

impl From<FlatGaps> for Gaps {
    fn from(FlatGaps(numbers, withheld): FlatGaps) -> Self {
        let mut t = Taken {
            measured: Vec::new().into_iter(),
            optional: numbers.into_iter(),
        };
        Gaps {
            n: t.count().unwrap_or_default(),
            requests: t.count(),
            min: t.optional(),
            mean: t.optional(),
            max: t.optional(),
            range: t.optional().zip(t.optional()),
            at: std::array::from_fn(|_| t.optional()),
            withheld,
        }
    }
}

/// All are there or none.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn stalls(
    starvation: Measured<Micros>,
    count: Measured<f64>,
    longest: Measured<Micros>,
    rebuffer_ratio: Measured<f64>,
) -> Measured<Stalls> {
    Ok(Stalls {
        starvation: starvation?,
        count: count? as u32,
        longest: longest?,
        rebuffer_ratio: Share(rebuffer_ratio?),
    })
}
