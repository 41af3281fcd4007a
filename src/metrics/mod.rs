//! Numbers of one request, from its trace alone. What each one means, its formula and its source stand in [`definitions`].
//!
//! A number is there, or the first reason that applies stands in its place. Cautions may take numbers away later; they
//! never put one in.

mod arrivals;
pub mod definitions;
mod layout;
pub mod position;
mod speed;
mod times;
mod tokens;

pub use arrivals::token_arrivals;
pub use tokens::{MIN_CHARS_PER_TOKEN, OutputLength, Placement, Thinking, TokenCount, TokenSource};

use crate::missing::{Measured, Missing};
use crate::trace::{OutcomeKind, Trace};
use crate::units::{Micros, MicrosPerToken, TokensPerSecond, Wpm};
use layout::Layout;

/// Words of any language that puts spaces between them have more characters than this; a "word" that is one character, with
/// the punctuation around it, has fewer.
const CHARS_PER_WORD_FROM: f64 = 1.5;

/// Everything that one trace gives.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestMetrics {
    /// Time to first token: first output of any kind, a reasoning summary included.
    pub ttft: Measured<Micros>,
    /// The same, counted from the moment the request left (`requestStart`); `MissingInput` where the server hides it.
    pub ttft_from_request_start: Measured<Micros>,
    /// Connection, preflight and waiting for a socket: `requestStart - fetchStart`. `None` where the server hides it.
    pub pre_request: Option<Micros>,
    /// Time to first answer: first visible answer text.
    pub ttfa: Measured<Micros>,
    /// Visible thinking: TTFA - TTFT.
    pub thinking: Measured<Micros>,
    /// Send to last counted output; for a plain JSON body its end.
    pub e2e: Measured<Micros>,
    /// Last counted output, also of failed requests. `None` without any.
    pub last_output: Option<Micros>,
    /// Last output to stream close. `None` without output or close, or if output may have come after the last that was read.
    pub close_tail: Option<Micros>,
    /// Whole time for each token, the wait included. Never called TPOT.
    pub e2e_per_token: Measured<MicrosPerToken>,
    /// How many tokens, and how that is known.
    pub tokens: TokenCount,
    /// Tokens that carry the stamp of the first counted output, and so lie outside the timing window (`k`).
    pub first_stamp_tokens: Option<f64>,
    /// Time per output token, after the first stamp.
    pub tpot: Measured<MicrosPerToken>,
    /// Streaming speed: the inverse of `tpot`.
    pub tps: Measured<TokensPerSecond>,
    /// Speed of the reasoning alone.
    pub thinking_tps: Measured<TokensPerSecond>,
    /// Speed of the answer alone.
    pub answer_tps: Measured<TokensPerSecond>,
    /// Tokens of the visible answer, by the server's count. Missing where its part of the total can't be told.
    pub answer_tokens: Measured<f64>,
    /// Words of the answer that came after its first stamp, for each minute since then.
    pub wpm: Measured<Wpm>,
    /// Gaps between consecutive reads with output, µs: one fewer than reads.
    pub chunk_gaps_us: Vec<u64>,
    /// Output events.
    pub output_events: u32,
    /// Reads that carried output.
    pub output_reads: u32,
    /// `1 - reads / events`. `None` without output.
    pub coalesced_share: Option<f64>,
    /// Tokens for each counted event. `None` if the tokens are not known, or some events could not be read.
    pub tokens_per_event: Option<f64>,
    /// Characters for each token of the counted text. `None` if the tokens are not known.
    pub chars_per_token: Option<f64>,
    /// Characters of the answer.
    pub answer_chars: u32,
    /// Words of the answer.
    pub answer_words: u32,
}

impl RequestMetrics {
    /// Measures one trace in one pass over its events.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let layout = Layout::of(trace);
        let tokens = TokenCount::of(trace, &layout);
        let basis = basis(trace, &layout);
        let ttft = times::ttft(trace, &layout, &basis);
        let ttfa = times::ttfa(trace, &layout, &basis);
        let e2e = times::e2e(trace, &layout, &basis);
        let tpot = speed::tpot(trace, &layout, &tokens, &basis);
        let answer_tokens = speed::answer_tokens(&layout, &tokens, &basis);
        let last_output = layout.counted.last;
        RequestMetrics {
            ttft_from_request_start: times::from_request_start(trace, &ttft),
            pre_request: times::pre_request(trace),
            thinking: times::thinking(&ttft, &ttfa),
            last_output,
            close_tail: trace
                .closed
                .zip(last_output)
                .filter(|_| times::whole_after_last(trace).is_ok())
                .and_then(|(closed, last)| closed.since(last)),
            e2e_per_token: speed::e2e_per_token(&e2e, &tokens),
            first_stamp_tokens: tokens.first_stamp(&layout.counted),
            tps: speed::per_second(&tpot),
            thinking_tps: speed::thinking(trace, &layout, &tokens, &basis),
            answer_tps: speed::answer(trace, &layout, &tokens, &answer_tokens),
            answer_tokens,
            wpm: speed::wpm(trace, &layout, &basis),
            output_events: layout.output.events,
            output_reads: layout.reads,
            coalesced_share: ratio(
                Some(f64::from(layout.output.events - layout.reads)),
                layout.output.events,
            ),
            tokens_per_event: ratio(
                (tokens.counted.as_ref().ok().copied()).filter(|_| trace.bad_frames == 0),
                layout.counted.events,
            ),
            chars_per_token: tokens.chars_per_token(&layout.counted),
            answer_chars: u32::try_from(layout.answer.chars).unwrap_or(u32::MAX),
            answer_words: u32::try_from(layout.answer.words).unwrap_or(u32::MAX),
            chunk_gaps_us: layout.gaps_us,
            ttft,
            ttfa,
            e2e,
            tokens,
            tpot,
        }
    }

    /// Longest gap between two reads with output. `None` with fewer than two.
    #[must_use]
    pub fn longest_gap_us(&self) -> Option<u64> {
        self.chunk_gaps_us.iter().copied().max()
    }

    /// The answer's "words" are single characters: Chinese and Japanese are read by the character.
    #[must_use]
    pub fn reads_by_character(&self) -> bool {
        f64::from(self.answer_chars) < f64::from(self.answer_words) * CHARS_PER_WORD_FROM
    }

    /// How far the output is from the length that speed verdicts need. `None` if the tokens are not known.
    #[must_use]
    pub fn output_length(&self) -> Option<OutputLength> {
        self.tokens
            .counted
            .as_ref()
            .ok()
            .map(|n| OutputLength::of(*n))
    }
}

/// What every number of a request needs: that it succeeded and put something out.
fn basis(trace: &Trace, layout: &Layout) -> Measured<()> {
    if trace.outcome != OutcomeKind::Ok {
        Err(Missing::Failed(trace.outcome))
    } else if layout.output.events == 0 {
        Err(Missing::NoOutput)
    } else {
        Ok(())
    }
}

fn ratio(amount: Option<f64>, events: u32) -> Option<f64> {
    amount
        .filter(|_| events > 0)
        .map(|amount| amount / f64::from(events))
}
