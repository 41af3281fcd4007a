//! One pass over the events of a trace: spans of each kind of output, and the gaps between reads.

use crate::protocol::Channel;
use crate::trace::{OutputEvent, Trace};
use crate::units::Micros;

/// Where in time and how much, for one kind of output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub events: u32,
    pub chars: u64,
    pub words: u64,
    /// Sum over the events; `None` as soon as one of them isn't counted by the server.
    pub tokens: Option<u64>,
    pub first: Option<Micros>,
    pub last: Option<Micros>,
    /// The part that carries the first stamp, and so lies outside the timing window.
    pub at_first: FirstStamp,
}

/// Output that shares the first stamp of its span. By stamp and not by read: a coarse clock gives two reads one stamp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FirstStamp {
    pub events: u32,
    pub chars: u64,
    pub words: u64,
    pub tokens: u64,
}

impl Span {
    fn push(&mut self, event: &OutputEvent) {
        let first = *self.first.get_or_insert(event.at);
        self.last = self.last.max(Some(event.at));
        self.tokens = match (self.events, self.tokens, event.tokens) {
            (0, _, Some(tokens)) => Some(u64::from(tokens)),
            (_, Some(sum), Some(tokens)) => Some(sum + u64::from(tokens)),
            _ => None,
        };
        self.events += 1;
        self.chars += u64::from(event.chars);
        self.words += u64::from(event.words);
        if event.at == first {
            self.at_first.events += 1;
            self.at_first.chars += u64::from(event.chars);
            self.at_first.words += u64::from(event.words);
            self.at_first.tokens += u64::from(event.tokens.unwrap_or(0));
        }
    }

    /// Time between the first and the last stamp; `None` if there is no such window.
    pub(super) fn window(&self) -> Option<Micros> {
        self.last?
            .since(self.first?)
            .filter(|window| *window > Micros::ZERO)
    }
}

/// The events of one trace, sorted into what the metrics ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// Output of any kind.
    pub output: Span,
    /// Output whose tokens are in N: all of it, or all but summarised reasoning.
    pub counted: Span,
    /// Visible answer text.
    pub answer: Span,
    /// Reasoning text, in full or summarised.
    pub reasoning: Span,
    /// Reads with output.
    pub reads: u32,
    /// Gaps between consecutive reads with output.
    pub gaps_us: Vec<u64>,
}

impl Layout {
    pub(super) fn of(trace: &Trace) -> Self {
        let mut layout = Layout {
            // A big run has a million: lists that grew would be copied again and again.
            gaps_us: Vec::with_capacity(trace.events.len().saturating_sub(1)),
            ..Layout::default()
        };
        let mut previous: Option<(u32, Micros)> = None;
        for event in &trace.events {
            match previous {
                Some((read, _)) if read == event.read => {}
                Some((_, at)) => {
                    layout.reads += 1;
                    layout.gaps_us.push(event.at.0.saturating_sub(at.0));
                }
                None => layout.reads = 1,
            }
            previous = Some((event.read, event.at));
            layout.output.push(event);
            match event.channel {
                Channel::Answer => layout.answer.push(event),
                Channel::Reasoning => layout.reasoning.push(event),
                Channel::Tool | Channel::Refusal => {}
            }
            if trace.reasoning_summarised && event.channel != Channel::Reasoning {
                layout.counted.push(event);
            }
        }
        if !trace.reasoning_summarised {
            layout.counted = layout.output.clone();
        }
        layout
    }
}
