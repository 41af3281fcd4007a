//! The page's side of the files worker: starts it with the first thing to make, hands it the run, gets back what was made.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use super::effects::RunId;
use super::environment::meta;
use super::files::FILE;
use super::message;
use super::port::{Port, WorkerProblem};
use crate::session::OpeningEvent;
use crate::text;
use crate::wire::files::{FromFiles, Shelf, ToFiles};

/// What came back.
pub enum Reply {
    /// A text, and what had no room in it.
    Text(String, Vec<String>),
    /// A file with its name.
    File(String, Blob),
    /// A picture with its name, as SVG and in words.
    Picture {
        /// Name to save it under, as PNG.
        name: String,
        /// The picture as SVG.
        svg: String,
        /// The same in words.
        alt: String,
    },
    /// Something about what is being opened.
    Opening(OpeningEvent),
    /// What the history holds now.
    Shelf(Box<Shelf>),
    /// Nothing: why, and what to do.
    Refused(String),
}

impl Reply {
    fn is_last(&self) -> bool {
        matches!(self, Reply::Opening(OpeningEvent::End)) || !matches!(self, Reply::Opening(_))
    }
}

type Listener = Rc<dyn Fn(Reply)>;
/// Jobs and who waits for them: few at a time.
type Waiting = Rc<RefCell<Vec<(u32, Listener)>>>;

/// The files worker, as far as it is there.
#[derive(Default)]
pub struct FilesClient {
    port: Option<Port>,
    waiting: Waiting,
    last_job: u32,
    /// The worker had a problem and is of no use any more.
    dead: Rc<Cell<bool>>,
    ended: u32,
    /// Run and revision that the worker holds.
    held: Option<RunId>,
    /// Resolves when the last of those in line has handed over its run; what else concerns the run held has to wait.
    pub last: Option<Promise>,
}

/// Held while a run is handed over and something is asked of it, so that no other run comes between. Calls the next in line.
pub struct Handing(pub Function);

impl Drop for Handing {
    fn drop(&mut self) {
        let _ = self.0.call0(&JsValue::NULL);
    }
}

impl FilesClient {
    /// Posts a message and the file that goes with it, to a new worker if there is none or the last one died.
    ///
    /// # Errors
    /// When there can't be one, in words for the user.
    pub fn post(&mut self, message: &ToFiles, file: Option<&Blob>) -> Result<(), String> {
        self.try_post(message, file).map_err(|problem| {
            self.dead.set(true);
            words(&problem)
        })
    }

    fn try_post(&mut self, message: &ToFiles, file: Option<&Blob>) -> Result<(), WorkerProblem> {
        self.bury();
        let message = message::encode(message)?;
        if let Some(file) = file {
            let _ = js_sys::Reflect::set(&message, &JsValue::from_str(FILE), file);
        }
        let port = match &self.port {
            Some(port) => port,
            None => self.port.insert(open(&self.waiting, &self.dead)?),
        };
        port.post(message)
    }

    /// The number of a new job, whose answer goes to `listener`.
    pub fn job(&mut self, listener: Listener) -> u32 {
        self.last_job += 1;
        self.waiting.borrow_mut().push((self.last_job, listener));
        self.last_job
    }

    /// Run and revision that the worker holds, if it is alive.
    #[must_use]
    pub fn held(&mut self) -> Option<RunId> {
        self.bury();
        self.held
    }

    /// Ends the worker and all it does. What comes back tells those who wait, and is to be called when nothing of this is
    /// borrowed: they may ask for something else.
    pub fn end(&mut self) -> impl FnOnce() + use<> {
        self.dead.set(true);
        self.bury();
        let waiting = Rc::clone(&self.waiting);
        move || {
            refuse_all(
                &waiting,
                "It was cancelled together with what was being opened.",
            )
        }
    }

    /// How many workers have ended: what was posted to one of them is lost.
    #[must_use]
    pub fn ended(&mut self) -> u32 {
        self.bury();
        self.ended
    }

    fn bury(&mut self) {
        if self.dead.take() {
            self.port = None;
            self.held = None;
            self.ended += 1;
        }
    }

    /// The worker was given this revision of this run.
    pub fn hold(&mut self, id: RunId) {
        self.held = Some(id);
    }
}

fn open(waiting: &Waiting, dead: &Rc<Cell<bool>>) -> Result<Port, WorkerProblem> {
    let script = meta("files-worker")
        .ok_or_else(|| WorkerProblem::CannotStart("the page names no program".to_owned()))?;
    let (waiting, dead) = (Rc::clone(waiting), Rc::clone(dead));
    Port::open(
        &script,
        Rc::new(move |data| match data.and_then(read) {
            Ok(Some((job, reply))) => {
                // Not called while borrowed: it may ask for something else.
                let listener = find(&waiting, job, reply.is_last());
                if let Some(listener) = listener {
                    listener(reply);
                }
            }
            Ok(None) => {}
            Err(problem) => {
                dead.set(true);
                refuse_all(&waiting, &words(&problem));
            }
        }),
    )
}

fn find(waiting: &Waiting, job: u32, is_last: bool) -> Option<Listener> {
    let mut waiting = waiting.borrow_mut();
    let at = waiting.iter().position(|(waits, _)| *waits == job)?;
    Some(if is_last {
        waiting.swap_remove(at).1
    } else {
        Rc::clone(&waiting[at].1)
    })
}

fn read(data: JsValue) -> Result<Option<(u32, Reply)>, WorkerProblem> {
    let file = js_sys::Reflect::get(&data, &JsValue::from_str(FILE)).ok();
    let opening = |job, event| Some((job, Reply::Opening(event)));
    Ok(match message::decode(data)? {
        FromFiles::Ready { .. } => None,
        FromFiles::Text {
            job,
            text,
            left_out,
        } => Some((job, Reply::Text(text, left_out))),
        FromFiles::File { job, name } => file
            .and_then(|file| file.dyn_into().ok())
            .map(|file| (job, Reply::File(name, file))),
        FromFiles::Picture {
            job,
            name,
            svg,
            alt,
        } => Some((job, Reply::Picture { name, svg, alt })),
        FromFiles::Progress { job, done, of } => opening(job, OpeningEvent::Progress { done, of }),
        FromFiles::Head { job, source, rows } => opening(job, OpeningEvent::Head { source, rows }),
        FromFiles::Traces { job, traces } => opening(job, OpeningEvent::Traces(traces)),
        FromFiles::End { job } => opening(job, OpeningEvent::End),
        FromFiles::Refused { job, reason } => Some((job, Reply::Refused(reason))),
        FromFiles::Shelf { job, shelf } => Some((job, Reply::Shelf(shelf))),
    })
}

fn refuse_all(waiting: &Waiting, reason: &str) {
    let all = std::mem::take(&mut *waiting.borrow_mut());
    for (_, listener) in all {
        listener(Reply::Refused(reason.to_owned()));
    }
}

/// What was posted to a worker that has ended.
pub fn lost() -> String {
    words(&WorkerProblem::Crashed(String::new()))
}

/// For the user; the measuring worker's problems have other words.
fn words(problem: &WorkerProblem) -> String {
    let what = match problem {
        WorkerProblem::OtherBuild { .. } => {
            text!("This page was updated while it was open. Reload it to go on; what the history keeps stays.").get()
        }
        WorkerProblem::CannotStart(_) | WorkerProblem::NotLoaded => {
            text!("The part that makes and opens files did not load. Check the connection to this page's server and try again.").get()
        }
        _ => {
            text!("The part that makes and opens files stopped working, perhaps for want of memory. Close other tabs and try again.").get()
        }
    };
    what.to_owned()
}
