//! Speeds of one request: tokens and words over the window in which exactly those arrived.

use super::layout::{Layout, Span};
use super::tokens::{Placement, Thinking, TokenCount, first_stamp};
use crate::missing::{Measured, Missing};
use crate::trace::Trace;
use crate::units::{Micros, MicrosPerToken, TokensPerSecond, Wpm};

/// Microseconds in a second, for speeds.
const MICROS: f64 = 1_000_000.0;

/// TPOT: `(t_last - t_first) / (N - k)`, the inverse of `TPS = (N - k) / (t_last - t_first)`. With `k = 1` that is the usual
/// `(N - 1) / window`; with bundles the first one is outside the window and must leave the numerator as well.
pub(super) fn tpot(
    trace: &Trace,
    layout: &Layout,
    tokens: &TokenCount,
    basis: &Measured<()>,
) -> Measured<MicrosPerToken> {
    (*basis)?;
    if layout.counted.events == 0 {
        return Err(Missing::NoOutput);
    }
    let n = tokens.counted?;
    let placement = tokens.placement.ok_or(Missing::TokensUnknown)?;
    over_window(trace, &layout.counted, n, placement)
}

fn over_window(
    trace: &Trace,
    span: &Span,
    n: f64,
    placement: Placement,
) -> Measured<MicrosPerToken> {
    if n < 2.0 {
        return Err(Missing::OneToken);
    }
    let window = span
        .window()
        .filter(|_| !trace.plain_json)
        .ok_or(Missing::NotStreamed)?;
    let first = first_stamp(n, placement, span).ok_or(Missing::TokensUnknown)?;
    let inside = n - first;
    if inside < 1.0 {
        return Err(Missing::OneToken);
    }
    Ok(MicrosPerToken(micros(window) / inside))
}

/// TPS from TPOT.
pub(super) fn per_second(tpot: &Measured<MicrosPerToken>) -> Measured<TokensPerSecond> {
    (*tpot).map(|tpot| TokensPerSecond(MICROS / tpot.0))
}

/// Speed of the reasoning alone; needs it streamed in full and counted by the server.
pub(super) fn thinking(
    trace: &Trace,
    layout: &Layout,
    tokens: &TokenCount,
    basis: &Measured<()>,
) -> Measured<TokensPerSecond> {
    (*basis)?;
    match tokens.thinking {
        Thinking::None => return Err(Missing::NoOutput),
        Thinking::Hidden | Thinking::Summarised => return Err(Missing::HiddenReasoning),
        Thinking::Streamed => {}
    }
    tokens.counted?;
    let n = layout
        .reasoning
        .tokens
        .map(|sum| sum as f64)
        .or(tokens.reasoning.map(f64::from))
        .ok_or(Missing::HiddenReasoning)?;
    part(trace, &layout.reasoning, tokens, n)
}

/// Tokens of the visible answer. Tool arguments and refusals share what reasoning leaves in proportion to characters.
pub(super) fn answer_tokens(
    layout: &Layout,
    tokens: &TokenCount,
    basis: &Measured<()>,
) -> Measured<f64> {
    (*basis)?;
    if layout.answer.events == 0 {
        return Err(Missing::NoAnswer);
    }
    let counted = tokens.counted?;
    Ok(
        match (layout.answer.tokens, tokens.thinking, tokens.reasoning) {
            (Some(sum), ..) => sum as f64,
            (None, Thinking::Streamed, None) => return Err(Missing::HiddenReasoning),
            (None, Thinking::Streamed, Some(reasoning)) => {
                let rest = layout.output.chars - layout.reasoning.chars;
                share(counted - f64::from(reasoning), layout.answer.chars, rest)
            }
            (None, ..) => share(counted, layout.answer.chars, layout.counted.chars),
        },
    )
}

/// Speed of the answer alone.
pub(super) fn answer(
    trace: &Trace,
    layout: &Layout,
    tokens: &TokenCount,
    answer_tokens: &Measured<f64>,
) -> Measured<TokensPerSecond> {
    part(trace, &layout.answer, tokens, (*answer_tokens)?)
}

fn share(n: f64, chars: u64, of: u64) -> f64 {
    if of == 0 {
        n
    } else {
        n * chars as f64 / of as f64
    }
}

fn part(trace: &Trace, span: &Span, tokens: &TokenCount, n: f64) -> Measured<TokensPerSecond> {
    let placement = tokens.placement.ok_or(Missing::TokensUnknown)?;
    per_second(&over_window(trace, span, n, placement))
}

/// Whole time for each token, the wait included.
pub(super) fn e2e_per_token(
    e2e: &Measured<Micros>,
    tokens: &TokenCount,
) -> Measured<MicrosPerToken> {
    let e2e = (*e2e)?;
    let n = tokens.counted?;
    if n < 1.0 {
        return Err(Missing::OneToken);
    }
    Ok(MicrosPerToken(micros(e2e) / n))
}

/// Words per minute of the answer: words that came after its first stamp, over the time since. Needs no tokens.
pub(super) fn wpm(trace: &Trace, layout: &Layout, basis: &Measured<()>) -> Measured<Wpm> {
    (*basis)?;
    let answer = &layout.answer;
    if answer.events == 0 {
        return Err(Missing::NoAnswer);
    }
    let window = answer
        .window()
        .filter(|_| !trace.plain_json)
        .ok_or(Missing::NotStreamed)?;
    let words = answer.words - answer.at_first.words;
    if words == 0 {
        return Err(Missing::TooShort);
    }
    Ok(Wpm(60.0 * words as f64 / window.as_secs()))
}

fn micros(time: Micros) -> f64 {
    time.0 as f64
}
