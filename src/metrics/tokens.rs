//! How many tokens lie in the timing window, how that is known, and how they spread over the events.

use serde::{Deserialize, Serialize};

use super::layout::{Layout, Span};
use crate::missing::{CautionKind, Measured, Missing};
use crate::trace::Trace;

/// Fewer characters than this for each token mean that most tokens were never shown: the model thought out of sight. The
/// densest writing (Chinese, Japanese) has more than one character a token.
pub const MIN_CHARS_PER_TOKEN: f64 = 0.5;

/// Up to this many tokens an event (and down to its mirror image) one event is taken for one token: servers count a
/// final token that has no text.
pub const ONE_PER_EVENT_TOLERANCE: f64 = 0.05;

/// Source of a token count, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenSource {
    /// The server's total.
    Usage,
    /// The server counts each event.
    PerEvent,
    /// A tokenizer or a table, on the whole text.
    Estimated,
    /// No token metric at all.
    EventsOnly,
}

impl TokenSource {
    /// The server itself counted; only then speeds are judged.
    #[must_use]
    pub const fn is_reported(self) -> bool {
        matches!(self, TokenSource::Usage | TokenSource::PerEvent)
    }
}

/// What the stream shows of the model's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Thinking {
    /// None seen and none reported.
    None,
    /// In full.
    Streamed,
    /// A summary of it; its tokens are not those reported.
    Summarised,
    /// Reported, but not in the stream.
    Hidden,
}

/// How tokens spread over events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// The server counts each event.
    Exact,
    /// One token an event, within 5 %.
    OnePerEvent,
    /// In proportion to characters.
    Apportioned,
}

/// Whether an output is long enough to judge its speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputLength {
    /// Below 50 tokens: no speed verdict.
    Short,
    /// 50 to 99.
    BelowWanted,
    /// 100 to 499.
    Fine,
    /// 500 and more.
    Ideal,
}

impl OutputLength {
    /// Below this, start-up effects outweigh the speed.
    pub const SHORT_BELOW: f64 = 50.0;

    /// Length class of `n` tokens.
    #[must_use]
    pub fn of(n: f64) -> Self {
        if n < Self::SHORT_BELOW {
            OutputLength::Short
        } else if n < 100.0 {
            OutputLength::BelowWanted
        } else if n < 500.0 {
            OutputLength::Fine
        } else {
            OutputLength::Ideal
        }
    }
}

/// Token counts of one request.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenCount {
    /// How they are known.
    pub source: TokenSource,
    /// `N`: tokens of exactly the events in the timing window.
    pub counted: Measured<f64>,
    /// Everything generated, hidden thinking included. `None` if not reported.
    pub total: Option<u32>,
    /// Reasoning tokens, visible or not; never more than the total.
    pub reasoning: Option<u32>,
    /// Reasoning tokens that are not in the stream. `None` if that isn't known.
    pub hidden: Option<u32>,
    /// What the stream shows of the thinking.
    pub thinking: Thinking,
    /// How tokens spread over events. `None` if `counted` is.
    pub placement: Option<Placement>,
    /// Sum over the events, where the server counts each of them.
    pub per_event_sum: Option<u64>,
}

impl TokenCount {
    pub(super) fn of(trace: &Trace, layout: &Layout) -> Self {
        let mut usage = trace.usage.unwrap_or_default();
        if layout.output.events > 0 && usage.total_output == Some(0) {
            // No tokens for a text that is there: a server that fills the field in without counting.
            usage.total_output = None;
        }
        if trace.several_answers {
            (usage.total_output, usage.reasoning) = (None, None);
        }
        let per_event = layout.counted.tokens;
        let total = usage
            .total_output
            .or_else(|| u32::try_from(layout.output.tokens?).ok());
        let reasoning = usage
            .reasoning
            .map(|reasoning| total.map_or(reasoning, |total| reasoning.min(total)));
        let thinking = thinking(trace, layout, reasoning);
        let source = match (usage.total_output, per_event) {
            (Some(_), _) => TokenSource::Usage,
            (None, Some(_)) => TokenSource::PerEvent,
            (None, None) => TokenSource::EventsOnly,
        };
        let counted = match usage.total_output {
            Some(total) => from_usage(total, reasoning, thinking)
                .and_then(|n| refuse_unseen(n, layout.counted.chars, trace.bad_frames)),
            None if trace.several_answers => Err(Missing::Invalidated(CautionKind::TokenMismatch)),
            None => per_event
                .map(|sum| sum as f64)
                .ok_or(Missing::TokensUnknown),
        };
        let placement = counted.as_ref().ok().map(|n| place(*n, &layout.counted));
        TokenCount {
            source,
            placement,
            counted,
            total,
            reasoning,
            hidden: match thinking {
                Thinking::Hidden | Thinking::Summarised => reasoning,
                Thinking::Streamed => Some(0),
                Thinking::None => reasoning.or(total.map(|_| 0)),
            },
            thinking,
            per_event_sum: per_event,
        }
    }

    /// The total holds tokens without text that nothing explains, so it is no count of this answer.
    #[must_use]
    pub fn is_suspect(&self) -> bool {
        let explained = self.thinking == Thinking::Summarised && self.reasoning.is_none();
        self.counted == Err(Missing::HiddenReasoning) && !explained
    }

    /// `k`: tokens that carry the first stamp of the span and so are not inside the window. `None` if tokens are unknown.
    pub(super) fn first_stamp(&self, span: &Span) -> Option<f64> {
        let n = self.counted.as_ref().ok()?;
        first_stamp(*n, self.placement?, span)
    }

    /// Characters for each token of the counted text.
    pub(super) fn chars_per_token(&self, span: &Span) -> Option<f64> {
        let n = self.counted.as_ref().ok().filter(|n| **n > 0.0)?;
        Some(span.chars as f64 / n)
    }
}

/// Tokens at the first stamp of a span that holds `n` tokens in all.
pub(super) fn first_stamp(n: f64, placement: Placement, span: &Span) -> Option<f64> {
    match placement {
        Placement::Exact => Some(span.at_first.tokens as f64),
        Placement::OnePerEvent if span.events > 0 => {
            Some(n * f64::from(span.at_first.events) / f64::from(span.events))
        }
        Placement::Apportioned if span.chars > 0 => {
            Some(n * span.at_first.chars as f64 / span.chars as f64)
        }
        Placement::OnePerEvent | Placement::Apportioned => None,
    }
}

fn thinking(trace: &Trace, layout: &Layout, reasoning: Option<u32>) -> Thinking {
    let visible = layout.reasoning.events > 0;
    match (visible, trace.reasoning_summarised, reasoning) {
        (true, true, _) => Thinking::Summarised,
        (true, false, _) => Thinking::Streamed,
        (false, _, Some(1..)) => Thinking::Hidden,
        (false, _, _) => Thinking::None,
    }
}

fn from_usage(total: u32, reasoning: Option<u32>, thinking: Thinking) -> Measured<f64> {
    match (thinking, reasoning) {
        (Thinking::None | Thinking::Streamed, _) => Ok(f64::from(total)),
        (Thinking::Hidden | Thinking::Summarised, Some(reasoning)) => {
            Ok(f64::from(total - reasoning.min(total)))
        }
        (Thinking::Hidden | Thinking::Summarised, None) => Err(Missing::HiddenReasoning),
    }
}

/// Too little text for the count: tokens that were never shown are in it. Where frames could not be read, the missing text
/// may be theirs.
fn refuse_unseen(n: f64, chars: u64, bad_frames: u32) -> Measured<f64> {
    if n > 0.0 && bad_frames == 0 && (chars as f64) / n < MIN_CHARS_PER_TOKEN {
        Err(Missing::HiddenReasoning)
    } else {
        Ok(n)
    }
}

fn place(n: f64, counted: &Span) -> Placement {
    let per_event = n / f64::from(counted.events.max(1));
    if counted.tokens.is_some() {
        Placement::Exact
    } else if (per_event - 1.0).abs() <= ONE_PER_EVENT_TOLERANCE {
        Placement::OnePerEvent
    } else {
        Placement::Apportioned
    }
}
