//! The worker's side of the messages.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use super::clock::Clock;
use super::outbox::Outbox;
use super::run::Run;
use crate::web::message;
use crate::wire::{BUILD_ID, FromWorker, ToWorker};

struct Host {
    clock: Clock,
    outbox: Outbox,
    hidden: Rc<Cell<bool>>,
    run: RefCell<Option<Rc<Run>>>,
}

/// Listens to the page and says that the worker is up. Does nothing outside a dedicated worker.
pub fn start() {
    let (Ok(scope), Some(clock)) = (
        js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>(),
        Clock::of_this_realm(),
    ) else {
        return;
    };
    let host = Host {
        clock,
        outbox: Outbox::new(scope.clone()),
        hidden: Rc::default(),
        run: RefCell::default(),
    };
    let outbox = host.outbox.clone();
    let on_message =
        Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| host.receive(event.data()));
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    outbox.post(&FromWorker::Ready {
        build: BUILD_ID.to_owned(),
    });
}

impl Host {
    fn receive(&self, data: JsValue) {
        match message::receive(data) {
            Ok((ToWorker::Start { run, plan }, secrets)) => {
                self.stop(|_| true);
                let (clock, outbox) = (self.clock.clone(), self.outbox.clone());
                let run = Run::new(run, *plan, secrets, clock, outbox, Rc::clone(&self.hidden));
                self.run.replace(Some(Rc::clone(&run)));
                spawn_local(run.execute());
            }
            Ok((ToWorker::Stop { run }, _)) => self.stop(|id| id == run),
            Ok((ToWorker::Visibility { hidden }, _)) => {
                self.hidden.set(hidden);
                if let Some(run) = &*self.run.borrow() {
                    run.visibility(hidden);
                }
            }
            // The page and this worker differ: the error event tells the page.
            Err(error) => wasm_bindgen::throw_str(&error.to_string()),
        }
    }

    fn stop(&self, concerned: impl FnOnce(u32) -> bool) {
        if let Some(run) = self.run.borrow().as_ref().filter(|run| concerned(run.id())) {
            run.stop();
        }
    }
}
