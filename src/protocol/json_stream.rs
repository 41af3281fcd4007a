//! The adapter that all formats share whose messages are JSON objects: what surrounds the objects is the same
//! everywhere, only what they say differs.

use std::borrow::Cow;
use std::fmt::Debug;

use super::repair::{self, Joiners};
use super::shape::Shape;
use super::{Adapter, Channel, Json, Signal, vendor_error};
use crate::decode::{Frame, FrameKind};

/// Receives signals.
pub(super) type Sink<'s> = dyn FnMut(Signal<'_>) + 's;

/// What the JSON objects of one format say.
pub(super) trait Dialect: Debug {
    /// Tells what one message of a stream says. An error that [`vendor_error::in_value`] would find in any object is the
    /// dialect's to report, because the same object may say more.
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>);

    /// Keys whose values change nothing of what an event says: paddings, times, running numbers. Events that differ only
    /// in these and in one text are not handed to the dialect again and again; so no such event may change its state.
    fn quiet(&self) -> &'static [&'static str] {
        &[]
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
        let outlet = &mut self.outlet;
        outlet.joiners.repaired = false;
        if let Some((channel, text)) = self.shape.plain_text(data) {
            let tokens = None;
            return outlet.pass(
                Signal::Output {
                    channel,
                    text,
                    tokens,
                },
                sink,
            );
        }
        let asks = self.shape.is_plain_unknown();
        if let Some(event) = self.shape.open(data) {
            let mut said = Said::Nothing;
            dialect.event(event, &mut |signal| {
                if asks {
                    said.hear(&signal);
                }
                outlet.pass(signal, sink);
            });
            if asks {
                self.shape.note_plain(said.only_text(), dialect.quiet());
            }
            return;
        }
        let Some(event) = outlet.parse(data) else {
            return sink(Signal::NotUnderstood);
        };
        outlet.wrote = false;
        dialect.event(&event, &mut |signal| outlet.pass(signal, sink));
        // Other events are too few to be worth it, and would push out the build of those that bring text.
        if outlet.wrote && !outlet.joiners.repaired {
            self.shape.learn(data, event);
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
    /// A text without a count; where its bytes lie.
    Text(*const u8, Channel),
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
            ) => Said::Text(text.as_ptr(), *channel),
            _ => Said::More,
        };
    }

    fn only_text(&self) -> Option<(*const u8, Channel)> {
        match self {
            Said::Text(address, channel) => Some((*address, *channel)),
            Said::Nothing | Said::More => None,
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

impl Outlet {
    /// JSON, or what was meant to be JSON.
    fn parse(&mut self, text: &str) -> Option<Json> {
        let json = serde_json::from_str(text).ok();
        self.joiners.repaired = json.is_none();
        json.or_else(|| serde_json::from_str(&repair::repaired(text)).ok())
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

/// The signals that a dialect gives for these events, with or without what was learnt from earlier ones.
#[cfg(test)]
pub(super) fn signals_by<D: Dialect + Default + 'static>(
    events: &[&str],
    short_way: bool,
) -> Vec<String> {
    let mut adapter = JsonStream::<D>::default();
    let mut out = Vec::new();
    for data in events {
        if !short_way {
            adapter.reader.shape = Shape::default();
        }
        let frame = Frame {
            kind: FrameKind::Item,
            data,
            terminated: true,
        };
        adapter.frame(frame, &mut |signal| out.push(format!("{signal:?}")));
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Pieces of text on two channels, each with a count.
    #[derive(Debug, Default)]
    struct Plain;

    impl Dialect for Plain {
        fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
            for (key, channel) in [("a", Channel::Answer), ("r", Channel::Reasoning)] {
                if let Some(Json::String(text)) = event.get(key) {
                    sink(Signal::Output {
                        channel,
                        text: Cow::Borrowed(text),
                        tokens: Some(1),
                    });
                }
            }
        }

        fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
            self.event(reply, sink);
        }
    }

    fn signals(events: &[&str]) -> Vec<String> {
        readable(signals_by::<Plain>(events, true))
    }

    /// Text and count of pieces of output, other signals as they are.
    fn readable(signals: Vec<String>) -> Vec<String> {
        let piece = |signal: &String| {
            let (_, rest) = signal.split_once("text: \"")?;
            let (text, rest) = rest.split_once("\", tokens: Some(")?;
            let (count, _) = rest.split_once(')')?;
            Some(format!("{text} {count}"))
        };
        signals
            .into_iter()
            .map(|signal| piece(&signal).unwrap_or(signal))
            .collect()
    }

    #[test]
    fn a_character_split_over_two_events_comes_with_the_second() {
        assert_eq!(
            signals(&[
                r#"{"a":"Hi \ud83d"}"#,
                r#"{"r":"hm"}"#,
                r#"{"a":"\ude00"}"#,
                r#"{"a":"\ud83d"}"#,
                r#"{"a":"\ude00!"}"#,
                r#"{"a":"\ud83d"}"#,
                r#"{"a":"x"}"#,
            ]),
            ["Hi  1", "hm 1", "😀 1", "😀! 2", "\u{FFFD}x 2"]
        );
    }

    #[test]
    fn numbers_that_json_lacks_cost_no_event() {
        assert_eq!(signals(&[r#"{"p":[NaN,-Infinity],"a":"x"}"#]), ["x 1"]);
        assert_eq!(signals(&["{\"a\":\"a\nb\"}"]), ["a\\nb 1"]);
        assert_eq!(signals(&["{NaN", "no"]), ["NotUnderstood"; 2]);
    }

    #[test]
    fn the_short_way_is_taken() {
        let mut adapter = JsonStream::<Plain>::default();
        let events = [r#"{"a":"x","n":1}"#, r#"{"a":"y","n":2}"#, r#"{"n":3}"#];
        for data in events {
            adapter
                .reader
                .event(&mut adapter.dialect, data, &mut |_| {});
        }
        assert!(adapter.reader.shape.open(r#"{"a":"é\n","n":30}"#).is_some());
    }

    proptest! {
        #[test]
        fn the_short_way_gives_the_signals_of_the_long_one(
            events in prop::collection::vec(
                (
                    prop::sample::select(&[r#"{"a":"@"}"#, r#"{"a":"@","n":1}"#, r#"{"r":"@","a":""}"#, "@"][..]),
                    prop::sample::select(&["", "x", "yz", "\\n", "\\ud83d", "\\ude00", "\\ud83d\\ude00", "\\x", "\t", "\"", "é"][..]),
                ),
                1..16,
            ),
        ) {
            let events: Vec<String> = events.iter().map(|(event, text)| event.replace('@', text)).collect();
            let events: Vec<&str> = events.iter().map(String::as_str).collect();
            prop_assert_eq!(signals_by::<Plain>(&events, true), signals_by::<Plain>(&events, false));
        }
    }

    #[test]
    fn a_body_is_repaired_alike() {
        let mut out = Vec::new();
        JsonStream::<Plain>::boxed().body(r#"{"a":"x\ud83d","p":NaN}"#, &mut |signal| {
            out.push(format!("{signal:?}"));
        });
        assert_eq!(out.len(), 1);
        assert!(out[0].contains("\"x\""), "{out:?}");
    }
}
