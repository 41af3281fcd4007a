//! The adapter that all formats share whose messages are JSON objects: what surrounds the objects is the same
//! everywhere, only what they say differs.

use std::borrow::Cow;

use super::repair::{self, Joiners};
use super::shape::Shape;
use super::{Adapter, Channel, Json, Signal, Usage, unknown_text, vendor_error};
use crate::decode::{Frame, FrameKind};

/// Receives signals.
pub(super) type Sink<'s> = dyn FnMut(Signal<'_>) + 's;

/// What the JSON objects of one format say.
pub(super) trait Dialect {
    /// Tells what one message of a stream says. An error that [`vendor_error::in_value`] would find in any object is the
    /// dialect's to report, because the same object may say more.
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>);

    /// Keys whose values change nothing of what an event says: paddings, times, running numbers. Events that differ only
    /// in these and in one text are not handed to the dialect again and again; so no such event may change its state.
    fn quiet(&self) -> &'static [&'static str] {
        &[]
    }

    /// Where the text of a message stands. A message that says nothing although there is text under an unknown name is not
    /// understood.
    fn place_of_text<'j>(&self, _event: &'j Json) -> Option<&'j Json> {
        None
    }

    /// Tells what a whole reply says that was not streamed.
    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>);
}

/// A piece of output; `text` must not be empty.
pub(super) fn output(channel: Channel, text: &str, tokens: Option<u32>, sink: &mut Sink<'_>) {
    sink(Signal::Output {
        channel,
        text: Cow::Borrowed(text),
        tokens,
    });
}

/// Tells if a list of answers holds others than the first.
pub(super) fn other_answers(answers: &[Json], sink: &mut Sink<'_>) {
    let is_other = |answer: &Json| answer.number("index").is_some_and(|index| index > 0.5);
    if answers.iter().any(is_other) {
        sink(Signal::SeveralAnswers);
    }
}

/// JSON that is no event of the format: an error, or not understood.
pub(super) fn unknown(value: &Json, sink: &mut Sink<'_>) {
    sink(match vendor_error::in_value(value) {
        Some(error) => Signal::Error(error),
        None => Signal::NotUnderstood,
    });
}

/// Passes on what a whole reply says: the end of a body that was not streamed is no event of its own.
pub(super) fn without_end<'s>(sink: &'s mut Sink<'_>) -> impl FnMut(Signal<'_>) + 's {
    |signal: Signal<'_>| {
        if signal != Signal::End {
            sink(signal);
        }
    }
}

/// Reads replies in a [`Dialect`].
#[derive(Debug, Default)]
pub(super) struct JsonStream<D> {
    dialect: D,
    reader: Reader,
}

impl<D: Dialect + Default + 'static> JsonStream<D> {
    /// A fresh one, as [`super::Format::adapter`] wants it.
    pub(super) fn boxed() -> Box<dyn Adapter> {
        Box::new(Self::default())
    }
}

impl<D: Dialect> Adapter for JsonStream<D> {
    fn frame(&mut self, frame: Frame<'_>, sink: &mut Sink<'_>) {
        self.reader.frame(&mut self.dialect, frame, sink);
    }

    fn body(&mut self, text: &str, sink: &mut Sink<'_>) {
        self.reader.body(&mut self.dialect, text, sink);
    }
}

/// All that does not depend on the dialect. It knows the dialect by its trait alone, so that the page has this code once.
#[derive(Debug, Default)]
struct Reader {
    /// Counts that come with each event that says nothing but its text.
    usage_beside: Option<Usage>,
    shape: Shape,
    outlet: Outlet,
}

impl Reader {
    fn frame(&mut self, dialect: &mut dyn Dialect, frame: Frame<'_>, sink: &mut Sink<'_>) {
        let data = frame.data.trim_ascii();
        match frame.kind {
            FrameKind::ErrorField => sink(Signal::Error(vendor_error::in_text(data))),
            FrameKind::Event(Some("error")) => self.error(dialect, data, sink),
            _ if data == "[DONE]" => sink(Signal::End),
            _ if data.is_empty() => {}
            _ => self.event(dialect, data, sink),
        }
    }

    /// An event named as an error is one, also where the dialect finds none in it.
    fn error(&mut self, dialect: &mut dyn Dialect, data: &str, sink: &mut Sink<'_>) {
        let mut found = false;
        if let Some(event) = self.outlet.parse(data) {
            dialect.event(&event, &mut |signal| {
                if let Signal::Error(error) = signal {
                    found = true;
                    sink(Signal::Error(error));
                }
            });
        }
        if !found {
            sink(Signal::Error(vendor_error::in_text(data)));
        }
    }

    fn event(&mut self, dialect: &mut dyn Dialect, data: &str, sink: &mut Sink<'_>) {
        #[cfg(test)]
        if LONG_WAY.get() {
            self.shape = Shape::default();
        }
        let outlet = &mut self.outlet;
        outlet.joiners.repaired = false;
        if let Some((channel, text)) = self.shape.plain_text(data) {
            let tokens = None;
            outlet.pass(
                Signal::Output {
                    channel,
                    text,
                    tokens,
                },
                sink,
            );
            if let Some(usage) = self.usage_beside {
                sink(Signal::Usage(usage));
            }
            return;
        }
        let asks = self.shape.is_plain_unknown();
        if let Some(event) = self.shape.open(data) {
            let mut said = Said::Nothing;
            outlet.event(dialect, event, &mut |signal, outlet| {
                if asks {
                    said.hear(&signal);
                }
                outlet.pass(signal, sink);
            });
            if asks {
                let (text, usage) = said.only_text();
                self.shape.note_plain(text);
                self.usage_beside = usage;
            }
            return;
        }
        let Some(event) = outlet.parse(data) else {
            return sink(Signal::NotUnderstood);
        };
        outlet.wrote = false;
        outlet.event(dialect, &event, &mut |signal, outlet| {
            outlet.pass(signal, sink);
        });
        // Other events are too few to be worth it, and would push out the build of those that bring text.
        if outlet.wrote && !outlet.joiners.repaired {
            self.shape.learn(data, event, dialect.quiet());
        }
    }

    fn body(&mut self, dialect: &mut dyn Dialect, text: &str, sink: &mut Sink<'_>) {
        let outlet = &mut self.outlet;
        match outlet.parse(text.trim_ascii()) {
            Some(reply) => dialect.reply(&reply, &mut |signal| outlet.pass(signal, sink)),
            None => sink(Signal::NotUnderstood),
        }
    }
}

/// What one event said.
enum Said {
    Nothing,
    /// A text without a count, and where its bytes lie; perhaps the counts so far behind it.
    Text(*const u8, Channel, Option<Usage>),
    More,
}

impl Said {
    fn hear(&mut self, signal: &Signal<'_>) {
        *self = match (&self, signal) {
            (
                Said::Nothing,
                Signal::Output {
                    channel,
                    text: Cow::Borrowed(text),
                    tokens: None,
                },
            ) => Said::Text(text.as_ptr(), *channel, None),
            (Said::Text(address, channel, None), Signal::Usage(usage)) => {
                Said::Text(*address, *channel, Some(*usage))
            }
            _ => Said::More,
        };
    }

    /// The text, if it was all, and the counts that an event tells again that differs in nothing but its text.
    fn only_text(&self) -> (Option<(*const u8, Channel)>, Option<Usage>) {
        match self {
            Said::Text(address, channel, usage) => (Some((*address, *channel)), *usage),
            Said::Nothing | Said::More => (None, None),
        }
    }
}

/// What signals pass through on their way out.
#[derive(Debug, Default)]
struct Outlet {
    joiners: Joiners,
    /// Tokens of half a character that was kept back: they go with the next piece.
    kept_back: u32,
    /// A piece of output has passed.
    wrote: bool,
}

/// Takes what an event says, on its way out.
type Pass<'p> = dyn FnMut(Signal<'_>, &mut Outlet) + 'p;

impl Outlet {
    /// JSON, or what was meant to be JSON.
    fn parse(&mut self, text: &str) -> Option<Json> {
        let json = serde_json::from_str(text).ok();
        self.joiners.repaired = json.is_none();
        json.or_else(|| serde_json::from_str(&repair::repaired(text)).ok())
    }

    /// Lets the dialect tell what an event says, and looks for text that it does not know where it said nothing.
    fn event(&mut self, dialect: &mut dyn Dialect, event: &Json, pass: &mut Pass<'_>) {
        let mut silent = true;
        dialect.event(event, &mut |signal| {
            // These come with any event, whatever it brings.
            silent &= matches!(
                signal,
                Signal::ResponseId(_) | Signal::Usage(_) | Signal::ServerTiming(_)
            );
            pass(signal, self);
        });
        if silent
            && dialect
                .place_of_text(event)
                .is_some_and(unknown_text::is_in)
        {
            pass(Signal::NotUnderstood, self);
        }
    }

    /// Passes a signal on, with characters that two events share put together.
    fn pass(&mut self, signal: Signal<'_>, sink: &mut Sink<'_>) {
        let Signal::Output {
            channel,
            text,
            tokens,
        } = signal
        else {
            return sink(signal);
        };
        self.wrote = true;
        let text = self.joiners.join(channel, text);
        let tokens = tokens.map(|tokens| tokens.saturating_add(self.kept_back));
        if text.is_empty() {
            self.kept_back = tokens.unwrap_or(0);
            return;
        }
        self.kept_back = 0;
        sink(Signal::Output {
            channel,
            text,
            tokens,
        });
    }
}

#[cfg(test)]
thread_local! {
    /// Every event is parsed, whatever was learnt from earlier ones.
    static LONG_WAY: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(super) use tests::signals_by;
