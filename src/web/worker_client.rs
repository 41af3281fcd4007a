//! The page's side of the measuring worker.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlScriptElement;

use super::message;
use super::port::Port;
use super::secret::Secrets;
use crate::plan::Plan;
use crate::wire::{FromWorker, ToWorker};

pub use super::port::WorkerProblem;

/// The element of the script that loads and starts the program; the build tool is told to name it so.
const BOOT_SCRIPT_ID: &str = "boot";

/// The running worker; dropping it ends the worker and all its requests.
pub struct WorkerClient(Port);

impl WorkerClient {
    /// Starts the worker. `on_event` gets every message, [`FromWorker::Ready`] included, and every problem.
    ///
    /// # Errors
    /// When the browser cannot make a worker.
    pub fn spawn(
        on_event: impl Fn(Result<FromWorker, WorkerProblem>) + 'static,
    ) -> Result<Self, WorkerProblem> {
        let received = Rc::new(move |data: Result<_, WorkerProblem>| {
            on_event(data.and_then(|data| Ok(message::decode(data)?)));
        });
        Ok(WorkerClient(Port::open(&script_url()?, received)?))
    }

    /// Starts run `run`. Key and secret headers go along only to the origin they were typed for.
    ///
    /// # Errors
    /// When they belong to another origin, or the message cannot be sent.
    pub fn start(&self, run: u32, plan: &Plan, secrets: &Secrets) -> Result<(), WorkerProblem> {
        if !secrets.are_for(&plan.endpoint.origin) {
            return Err(WorkerProblem::WrongOrigin(plan.endpoint.host.clone()));
        }
        self.0.post(message::encode_start(run, plan, secrets)?)
    }

    /// Ends run `run`; finished requests are kept.
    ///
    /// # Errors
    /// When the message cannot be sent.
    pub fn stop(&self, run: u32) -> Result<(), WorkerProblem> {
        self.0.post(message::encode(&ToWorker::Stop { run })?)
    }

    /// Tells that the page became hidden or visible.
    ///
    /// # Errors
    /// When the message cannot be sent.
    pub fn visibility(&self, hidden: bool) -> Result<(), WorkerProblem> {
        self.0
            .post(message::encode(&ToWorker::Visibility { hidden })?)
    }
}

/// Resolved against the document's base, so that the page works below any path.
/// Page and worker are one program, so the script that started this page starts the worker too, of the same build.
fn script_url() -> Result<String, WorkerProblem> {
    web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(BOOT_SCRIPT_ID))
        .and_then(|script| script.dyn_into::<HtmlScriptElement>().ok())
        .map(|script| script.src())
        .ok_or_else(|| WorkerProblem::CannotStart("the page has no start script".to_owned()))
}
