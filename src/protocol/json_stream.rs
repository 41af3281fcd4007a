//! The adapter that all formats share whose messages are JSON objects: what surrounds the objects is the same
//! everywhere, only what they say differs.

use std::borrow::Cow;
use std::fmt::Debug;

use super::{Adapter, Channel, Json, Signal, vendor_error};
use crate::decode::{Frame, FrameKind};

/// Receives signals.
pub(super) type Sink<'s> = dyn FnMut(Signal<'_>) + 's;

/// What the JSON objects of one format say.
pub(super) trait Dialect: Debug + Default + 'static {
    /// Tells what one message of a stream says. An error that [`vendor_error::in_value`] would find in any object is the
    /// dialect's to report, because the same object may say more.
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>);

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

/// Reads replies in a [`Dialect`].
#[derive(Debug, Default)]
pub(super) struct JsonStream<D> {
    dialect: D,
}

impl<D: Dialect> JsonStream<D> {
    /// A fresh one, as [`super::Format::adapter`] wants it.
    pub(super) fn boxed() -> Box<dyn Adapter> {
        Box::new(Self::default())
    }
}

impl<D: Dialect> Adapter for JsonStream<D> {
    fn frame(&mut self, frame: Frame<'_>, sink: &mut Sink<'_>) {
        let data = frame.data.trim_ascii();
        match frame.kind {
            FrameKind::ErrorField => sink(Signal::Error(vendor_error::in_text(data))),
            _ if data == "[DONE]" => sink(Signal::End),
            _ if data.is_empty() => {}
            _ => match serde_json::from_str::<Json>(data) {
                Ok(event) => self.dialect.event(&event, sink),
                Err(_) => sink(Signal::NotUnderstood),
            },
        }
    }

    fn body(&mut self, text: &str, sink: &mut Sink<'_>) {
        match serde_json::from_str::<Json>(text.trim_ascii()) {
            Ok(reply) => self.dialect.reply(&reply, sink),
            Err(_) => sink(Signal::NotUnderstood),
        }
    }
}
