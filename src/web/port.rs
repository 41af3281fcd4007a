//! A worker of the page: starts it, queues messages until it is up, reports when it is dead or of another build.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde::Deserialize;
use thiserror::Error;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::message::{self, MessageError};
use crate::wire::BUILD_ID;

/// What is wrong with the worker. After each of these but [`WrongOrigin`](WorkerProblem::WrongOrigin) it is of no use any
/// more: the page offers to reload.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorkerProblem {
    /// The browser refused to make a worker.
    #[error(
        "This browser could not start the measuring worker ({0}). Reload the page, or try another browser."
    )]
    CannotStart(String),
    /// The script was not found or is not allowed to run.
    #[error(
        "The measuring worker did not load. Check the connection to this page's server and reload."
    )]
    NotLoaded,
    /// Page and worker come from two builds, as after an update while the page was open.
    #[error("This page was updated while it was open. Reload it to go on.")]
    OtherBuild {
        /// The worker's build id.
        worker: String,
    },
    /// A fault in the worker ended it.
    #[error(
        "The measuring worker stopped working ({0}). Finished requests are kept; reload the page to measure again."
    )]
    Crashed(String),
    /// A message could not be written or read.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The key was typed for another origin than the plan's.
    #[error("The key was typed for another address than {0}. Type it again.")]
    WrongOrigin(String),
}

type Events = dyn Fn(Result<JsValue, WorkerProblem>);

/// The first message of every worker, whatever else it says.
#[derive(Deserialize)]
enum Hello {
    Ready { build: String },
}

/// A running worker; dropping it ends the worker and all it does.
pub struct Port {
    worker: Worker,
    outbox: Rc<Outbox>,
    // The browser calls these as long as the worker lives.
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(Event)>,
    _on_unreadable: Closure<dyn Fn(Event)>,
}

/// Messages posted before the worker's wasm is up would be lost: they wait here.
#[derive(Default)]
struct Outbox {
    ready: Cell<bool>,
    waiting: RefCell<Vec<JsValue>>,
}

impl Port {
    /// Starts a worker from its script. `on_event` gets every message, the first included, and every problem.
    ///
    /// # Errors
    /// When the browser cannot make a worker.
    pub fn open(script: &str, on_event: Rc<Events>) -> Result<Self, WorkerProblem> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(script, &options)
            .map_err(|error| WorkerProblem::CannotStart(words(&error)))?;
        let outbox = Rc::new(Outbox::default());
        let on_message = {
            let (worker, outbox, on_event) =
                (worker.clone(), Rc::clone(&outbox), Rc::clone(&on_event));
            Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
                on_event(receive(event.data(), &worker, &outbox));
            })
        };
        let on_error = {
            let (outbox, on_event) = (Rc::clone(&outbox), Rc::clone(&on_event));
            Closure::<dyn Fn(Event)>::new(move |event: Event| {
                on_event(Err(match event.dyn_ref::<ErrorEvent>() {
                    Some(error) if outbox.ready.get() => WorkerProblem::Crashed(error.message()),
                    _ => WorkerProblem::NotLoaded,
                }));
            })
        };
        let on_unreadable = Closure::<dyn Fn(Event)>::new(move |_: Event| {
            on_event(Err(WorkerProblem::Crashed(
                "a message could not be read".to_owned(),
            )));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(on_unreadable.as_ref().unchecked_ref()));
        Ok(Port {
            worker,
            outbox,
            _on_message: on_message,
            _on_error: on_error,
            _on_unreadable: on_unreadable,
        })
    }

    /// Posts a message, once the worker is up.
    ///
    /// # Errors
    /// When it cannot be posted.
    pub fn post(&self, message: JsValue) -> Result<(), WorkerProblem> {
        if self.outbox.ready.get() {
            send(&self.worker, &message)
        } else {
            self.outbox.waiting.borrow_mut().push(message);
            Ok(())
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

fn receive(data: JsValue, worker: &Worker, outbox: &Outbox) -> Result<JsValue, WorkerProblem> {
    if !outbox.ready.get() {
        let Hello::Ready { build } = message::decode(data.clone())?;
        if build != BUILD_ID {
            outbox.waiting.borrow_mut().clear();
            return Err(WorkerProblem::OtherBuild { worker: build });
        }
        outbox.ready.set(true);
        for waiting in outbox.waiting.take() {
            send(worker, &waiting)?;
        }
    }
    Ok(data)
}

fn send(worker: &Worker, message: &JsValue) -> Result<(), WorkerProblem> {
    worker
        .post_message(message)
        .map_err(|error| WorkerProblem::Crashed(words(&error)))
}

fn words(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(
        || "no reason given".to_owned(),
        |error| String::from(error.message()),
    )
}
