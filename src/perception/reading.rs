//! One answer as one reader meets it.

use super::{
    ALOUD, Pace, Words, fluid_pace, fluidity, perceived_speed, quality, stalls, tokens_per_word,
};
use crate::metrics::RequestMetrics;
use crate::missing::{Measured, Missing};
use crate::units::{Micros, MicrosPerToken, Share, TokensPerSecond, Wpm};

/// What a reader of one pace notices of an answer, beside the stalls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Tokens for each word of this reply.
    pub tokens_per_word: Measured<f64>,
    /// The slower of the stream and the reader.
    pub perceived_speed: Measured<TokensPerSecond>,
    /// Share of the text that came in time.
    pub fluidity: Measured<Share>,
    /// Time per word of the fastest reader whom the stream serves without a stutter.
    pub fluid_word: Measured<Micros>,
    /// The same per token of this reply.
    pub fluid_token: Measured<MicrosPerToken>,
    /// Closeness to an answer that never lets its reader wait.
    pub quality: Measured<Share>,
    /// Longest wait of a voice that reads the text aloud.
    pub longest_stall_aloud: Measured<Micros>,
}

impl Reading {
    /// Lets a reader follow the answer of one request.
    #[must_use]
    pub fn of(words: &Measured<Words>, metrics: &RequestMetrics, reader: Wpm) -> Self {
        let words = || words.as_ref().map_err(|missing| *missing);
        let pace = Pace::of(reader);
        let tokens_per_word = tokens_per_word(metrics);
        let fluid_word = words().and_then(fluid_pace).map(Pace::time);
        Reading {
            tokens_per_word,
            perceived_speed: perceived_speed(metrics, reader),
            fluidity: words().and_then(|words| fluidity(words, pace)),
            fluid_word,
            fluid_token: per_token(fluid_word, tokens_per_word),
            quality: words().and_then(|words| quality(words, pace)),
            longest_stall_aloud: words()
                .and_then(|words| stalls(words, Pace::of(ALOUD)))
                .map(|stalls| stalls.longest),
        }
    }
}

/// Time per token of the reply from its time per word.
pub(crate) fn per_token(
    word: Measured<Micros>,
    tokens_per_word: Measured<f64>,
) -> Measured<MicrosPerToken> {
    let (word, tokens) = (word?, tokens_per_word?);
    if tokens <= 0.0 {
        return Err(Missing::TokensUnknown);
    }
    Ok(MicrosPerToken(word.0 as f64 / tokens))
}
