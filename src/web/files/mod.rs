//! The files worker: makes what travels and opens it again, off the page and off the measuring worker. What it makes is
//! decided in [`files`](crate::files); here are its messages.

mod gzip;
mod history;
mod slices;
mod store;

use std::cell::{Cell, RefCell};
use std::mem;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, DedicatedWorkerGlobalScope, MessageEvent};

use crate::files::{Desk, Made, TROUBLE};
use crate::link::LinkError;
use crate::report::ReadError;
use crate::texts;
use crate::trace::Trace;
use crate::web::message;
use crate::wire::BUILD_ID;
use crate::wire::files::{FromFiles, TRACES_PER_MESSAGE, ToFiles};
use slices::Slices;

/// Property of a message that holds a file.
pub const FILE: &str = "file";

struct Host {
    scope: DedicatedWorkerGlobalScope,
    desk: RefCell<Desk>,
    /// The history waits for another tab.
    blocked: Cell<bool>,
}

/// Listens to the page and says that the worker is up. Does nothing outside a dedicated worker.
pub fn start() {
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    texts::install(texts::SOURCE);
    let host = Rc::new(Host {
        scope: scope.clone(),
        desk: RefCell::default(),
        blocked: Cell::default(),
    });
    host.post(&FromFiles::Ready {
        build: BUILD_ID.to_owned(),
    });
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        host.receive(event.data());
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

impl Host {
    fn receive(self: &Rc<Self>, data: JsValue) {
        let file = js_sys::Reflect::get(&data, &JsValue::from_str(FILE)).unwrap_or_default();
        let message = match message::decode::<ToFiles>(data) {
            Ok(message) => message,
            Err(error) => wasm_bindgen::throw_str(&error.to_string()),
        };
        let mut desk = self.desk.borrow_mut();
        match message {
            ToFiles::Hold {
                source,
                keep_traces,
            } => desk.hold(*source, keep_traces),
            ToFiles::Traces { traces } => {
                if desk.add(&traces).is_err() {
                    wasm_bindgen::throw_str("the page sent no traces");
                }
            }
            ToFiles::OpenLink { job, fragment } => {
                mem::drop(desk);
                self.open_link(job, &fragment, &|error| error.to_string());
            }
            ToFiles::OpenFile { job } => {
                mem::drop(desk);
                match file.dyn_into::<Blob>() {
                    Ok(file) => self.open_report(job, file, |error| error.to_string()),
                    Err(_) => self.refuse(job, TROUBLE),
                }
            }
            ToFiles::History { job, ask } => {
                mem::drop(desk);
                self.ask(job, ask);
            }
            ToFiles::Make { job, what } => {
                let made = desk.make(&what);
                mem::drop(desk);
                match made {
                    Some(Made::Text { text, left_out }) => self.post(&FromFiles::Text {
                        job,
                        text,
                        left_out,
                    }),
                    Some(Made::File {
                        name,
                        media_type,
                        content,
                    }) => self.hand_over(job, name, media_type, &content),
                    Some(Made::Picture { name, card }) => self.post(&FromFiles::Picture {
                        job,
                        name,
                        svg: card.svg,
                        alt: card.alt,
                    }),
                    None => self.refuse(job, TROUBLE),
                }
            }
        }
    }

    fn open_link<T: AsRef<str>>(&self, job: u32, fragment: &str, words: &dyn Fn(LinkError) -> T) {
        match self.desk.borrow_mut().open_link(fragment) {
            Ok(shared) => {
                self.post(&FromFiles::Head {
                    job,
                    source: Box::new(shared.source),
                    rows: Some(Box::new(shared.rows)),
                });
                self.post_traces(job, &shared.traces);
            }
            Err(error) => self.refuse(job, words(error).as_ref()),
        }
    }

    /// Opens a saved report. `words`: why it can't be opened.
    fn open_report<T: AsRef<str>>(&self, job: u32, file: Blob, words: fn(ReadError) -> T) {
        let mut desk = self.desk.borrow_mut();
        let opened = Slices::of(file)
            .ok_or(ReadError::Unreadable)
            .and_then(|(slices, bytes)| {
                desk.open_file(slices, bytes, &mut |done| {
                    self.post(&FromFiles::Progress {
                        job,
                        done,
                        of: bytes,
                    });
                })
            });
        match opened {
            Ok((source, traces)) => {
                self.post(&FromFiles::Head {
                    job,
                    source: Box::new(source.clone()),
                    rows: None,
                });
                self.post_traces(job, traces);
            }
            Err(error) => self.refuse(job, words(error).as_ref()),
        }
    }

    fn post_traces(&self, job: u32, traces: &[Trace]) {
        for some in traces.chunks(TRACES_PER_MESSAGE) {
            let traces = postcard::to_allocvec(some).unwrap_or_default();
            self.post(&FromFiles::Traces { job, traces });
        }
        self.post(&FromFiles::End { job });
    }

    fn hand_over(&self, job: u32, name: String, media_type: &str, content: &str) {
        match blob_of(content, media_type) {
            Ok(file) => self.post_with(&FromFiles::File { job, name }, &file),
            Err(_) => self.refuse(
                job,
                "The browser has no room for this file. Close other tabs and try again.",
            ),
        }
    }

    fn refuse(&self, job: u32, reason: &str) {
        self.post(&FromFiles::Refused {
            job,
            reason: reason.to_owned(),
        });
    }

    fn post(&self, message: &FromFiles) {
        self.post_with(message, &JsValue::UNDEFINED);
    }

    /// What cannot be posted is an error event, which the page sees as a dead worker.
    fn post_with(&self, message: &FromFiles, file: &JsValue) {
        let posted = message::encode(message)
            .map_err(|error| js_sys::Error::new(&error.to_string()).into())
            .and_then(|value| {
                if !file.is_undefined() {
                    js_sys::Reflect::set(&value, &JsValue::from_str(FILE), file)?;
                }
                self.scope.post_message(&value)
            });
        if let Err(error) = posted {
            wasm_bindgen::throw_val(error);
        }
    }
}

fn blob_of(content: &str, media_type: &str) -> Result<Blob, JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = Array::of1(&JsValue::from_str(content));
    Blob::new_with_str_sequence_and_options(&parts, &options)
}
