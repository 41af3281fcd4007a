//! Turns a [`Profile`] into the signals of one answer with their times. Knows no wire format and no socket.
use std::sync::Arc;

use fastrand::Rng;

use super::busy::Ticket;
use super::profile::{Delivery, Ending, Pause, Profile, Span, UsagePolicy};
use super::text::Tokens;

/// Something that happens in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signal {
    /// A sign of life without content.
    Ping,
    /// The answer begins; no content yet.
    Role,
    /// A piece of visible thinking and its tokens.
    Reasoning(String, u32),
    /// A piece of the answer and its tokens.
    Answer(String, u32),
    /// Why generation ended.
    Finish(Finish),
    /// What the request cost.
    Usage(Usage),
    /// The protocol's terminator.
    Done,
    /// The server reports an error inside the stream.
    Error,
    /// As [`Signal::Answer`], but the body ends inside the event.
    Half(String),
    /// The connection breaks.
    Break,
    /// Nothing more comes.
    Silence,
}

/// Why generation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// The answer is complete.
    Stop,
    /// The limit of the request cut it.
    Length,
}

/// Token counts of one request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the prompt.
    pub prompt: u32,
    /// Those of them that a cache held.
    pub cached: u32,
    /// All generated tokens, thinking included.
    pub completion: u32,
    /// Those of them that were thinking, shown or hidden.
    pub reasoning: u32,
}

/// A signal and when it is due, milliseconds after the request's arrival.
#[derive(Debug, Clone, PartialEq)]
pub struct Timed {
    /// Due time, ms after arrival.
    pub at_ms: f64,
    /// What happens.
    pub signal: Signal,
}

/// What a request asks of the generator.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    /// Most tokens to generate, thinking included.
    pub limit: Option<u32>,
    /// Whether the answer goes on to that limit instead of ending by itself.
    pub to_the_limit: bool,
    /// Whether the usage is wanted.
    pub usage: bool,
    /// Tokens of its prompt.
    pub prompt: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Role,
    Pings(u32),
    Output,
    Finish,
    Usage,
    Done,
    Over,
}

/// One answer: an iterator over its signals in the order of their times. Lazy, because a busy model's speed depends on
/// what else runs at that moment.
#[derive(Debug)]
pub struct Generator {
    profile: Profile,
    usage: Usage,
    usage_sent: bool,
    finish: Finish,
    rng: Rng,
    thoughts: Tokens,
    words: Tokens,
    thinking_left: u32,
    answer_left: u32,
    output_events: u32,
    first_output_ms: f64,
    at_ms: f64,
    stage: Stage,
    ticket: Option<Arc<Ticket>>,
}

impl Generator {
    /// Draws one answer of `profile`. `start_ms` after arrival its work begins; the same `seed` gives the same answer.
    pub fn new(
        profile: Profile,
        asked: Asked,
        start_ms: f64,
        seed: u64,
        ticket: Option<Arc<Ticket>>,
    ) -> Self {
        let mut rng = Rng::with_seed(seed);
        let limit = asked.limit.unwrap_or(u32::MAX);
        let mut thoughts = Tokens::thought(rng.u64(..));
        let mut words = Tokens::answer(rng.u64(..));
        let hidden = draw(profile.hidden, &mut rng);
        let thinking = draw_sentences(profile.thinking, &mut rng, &mut thoughts);
        let own_answer = draw_sentences(profile.answer, &mut rng, &mut words);
        let stretched = asked.limit.filter(|_| asked.to_the_limit);
        let answer = own_answer.max(stretched.unwrap_or(0));
        let hidden_within = hidden.min(limit);
        let thinking_within = thinking.min(limit - hidden_within);
        let answer_within = answer.min(limit - hidden_within - thinking_within);
        let whole = (hidden_within, thinking_within, answer_within) == (hidden, thinking, answer);
        let reasoning = hidden_within + thinking_within;
        let base_ms = ticket
            .as_ref()
            .map_or(profile.ttft_ms, |ticket| ticket.ttft_ms(profile.ttft_ms));
        let silent_ms = f64::from(hidden_within) * profile.hidden_ms;
        let first_output_ms = start_ms + (base_ms + silent_ms) * factor(profile.jitter, &mut rng);
        Self {
            profile,
            usage: Usage {
                prompt: asked.prompt,
                cached: profile.cached.min(asked.prompt),
                completion: reasoning + answer_within,
                reasoning,
            },
            usage_sent: match profile.usage {
                UsagePolicy::Never => false,
                UsagePolicy::Asked => asked.usage,
                UsagePolicy::Always => true,
            },
            finish: if whole && stretched.is_none() {
                Finish::Stop
            } else {
                Finish::Length
            },
            rng,
            thoughts,
            words,
            thinking_left: thinking_within,
            answer_left: answer_within,
            output_events: 0,
            first_output_ms,
            at_ms: start_ms,
            stage: Stage::Role,
            ticket,
        }
    }

    /// The token counts of the answer, known from the start.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    fn output(&mut self) -> Option<Signal> {
        let endless = self.profile.ending == Ending::Never;
        if let Some(signal) = self.early_ending() {
            self.advance();
            return Some(signal);
        }
        if self.thinking_left == 0 && self.answer_left == 0 && !endless {
            return None;
        }
        self.advance();
        let per_event = self.profile.per_event;
        if self.thinking_left > 0 {
            let tokens = self.thinking_left.min(per_event);
            self.thinking_left -= tokens;
            return Some(Signal::Reasoning(self.thoughts.take(tokens), tokens));
        }
        let tokens = if endless {
            per_event
        } else {
            self.answer_left.min(per_event)
        };
        self.answer_left = self.answer_left.saturating_sub(tokens);
        Some(Signal::Answer(self.words.take(tokens), tokens))
    }

    /// The signal of an ending that comes before the answer is complete, when it is its turn.
    fn early_ending(&mut self) -> Option<Signal> {
        let (after, signal) = match self.profile.ending {
            Ending::Proper | Ending::Never => return None,
            Ending::ErrorEvent(after) => (after, Signal::Error),
            Ending::Break(after) => (after, Signal::Break),
            Ending::Silence(after) => (after, Signal::Silence),
            Ending::HalfEvent(after) => {
                (after, Signal::Half(self.words.take(self.profile.per_event)))
            }
        };
        (self.output_events >= after).then(|| {
            self.stage = Stage::Over;
            signal
        })
    }

    /// Moves the clock to the next output event.
    fn advance(&mut self) {
        let index = self.output_events;
        self.output_events += 1;
        if index == 0 {
            self.at_ms = self.first_output_ms;
        } else {
            let gaps = match self.profile.delivery {
                Delivery::Bursts(size) if index.is_multiple_of(size) => f64::from(size),
                Delivery::Bursts(_) => 0.0,
                Delivery::Each | Delivery::Whole => 1.0,
            };
            let gap_ms = self.ticket.as_ref().map_or(self.profile.gap_ms, |ticket| {
                ticket.gap_ms(self.profile.gap_ms)
            });
            self.at_ms += gaps * gap_ms * factor(self.profile.jitter, &mut self.rng);
        }
        match self.profile.pause {
            Pause::Once { before, ms } if before == index => self.at_ms += ms,
            Pause::Sometimes {
                chance,
                from_ms,
                to_ms,
            } if index > 0 && self.rng.f64() < chance => {
                self.at_ms += from_ms + self.rng.f64() * (to_ms - from_ms);
            }
            _ => {}
        }
    }

    fn step(&mut self) -> Option<Signal> {
        loop {
            match self.stage {
                Stage::Role => {
                    self.stage = Stage::Pings(0);
                    if let Some(role_ms) = self.profile.role_ms {
                        self.at_ms = (self.at_ms + role_ms).min(self.first_output_ms);
                        return Some(Signal::Role);
                    }
                }
                Stage::Pings(sent) if sent < self.profile.pings => {
                    self.stage = Stage::Pings(sent + 1);
                    let left = f64::from(self.profile.pings - sent + 1);
                    self.at_ms += (self.first_output_ms - self.at_ms) / left;
                    return Some(Signal::Ping);
                }
                Stage::Pings(_) => self.stage = Stage::Output,
                Stage::Output => {
                    if let Some(signal) = self.output() {
                        return Some(signal);
                    }
                    self.stage = Stage::Finish;
                    self.at_ms = self.at_ms.max(self.first_output_ms) + self.profile.tail_ms;
                }
                Stage::Finish => {
                    self.stage = Stage::Usage;
                    if self.profile.finish {
                        return Some(Signal::Finish(self.finish));
                    }
                }
                Stage::Usage => {
                    self.stage = Stage::Done;
                    if self.usage_sent {
                        return Some(Signal::Usage(self.usage));
                    }
                }
                Stage::Done => {
                    self.stage = Stage::Over;
                    if self.profile.done {
                        return Some(Signal::Done);
                    }
                }
                Stage::Over => return None,
            }
        }
    }
}

impl Iterator for Generator {
    type Item = Timed;

    fn next(&mut self) -> Option<Timed> {
        self.step().map(|signal| Timed {
            at_ms: self.at_ms,
            signal,
        })
    }
}

fn draw((from, to): Span, rng: &mut Rng) -> u32 {
    rng.u32(from..=to)
}

/// As [`draw`]; a number that isn't fixed grows to the end of a sentence.
fn draw_sentences(span: Span, rng: &mut Rng, text: &mut Tokens) -> u32 {
    let drawn = draw(span, rng);
    if span.0 == span.1 {
        drawn
    } else {
        text.until_sentence_end(drawn)
    }
}

/// A random factor with median 1: the exponential of a normal variable (Box and Muller's method), cut at three standard
/// deviations so that no single draw looks like a fault.
fn factor(sigma: f64, rng: &mut Rng) -> f64 {
    if sigma <= 0.0 {
        return 1.0;
    }
    let radius = (-2.0 * (1.0 - rng.f64()).ln()).sqrt();
    let normal = radius * (std::f64::consts::TAU * rng.f64()).cos();
    (sigma * normal.clamp(-3.0, 3.0)).exp()
}

#[cfg(test)]
mod tests;
