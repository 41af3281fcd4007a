//! Makes something of the result and saves it or puts it into the clipboard.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use js_sys::{Function, Promise};
use leptos::prelude::{WithValue, document};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, HtmlAnchorElement, Url};

use crate::session::{Msg, Origin, Taken};
use crate::web::clipboard::copy_when_made;
use crate::web::effects::{Whole, source};
use crate::web::environment::page_address;
use crate::web::files_client::{FilesClient, Handing, Reply, lost};
use crate::web::page::Page;
use crate::web::pauses::pauses;
use crate::wire::files::{Make, TRACES_PER_MESSAGE, ToFiles};

#[wasm_bindgen(module = "/src/web/picture.js")]
extern "C" {
    #[wasm_bindgen(js_name = toPng)]
    fn to_png(svg: &str) -> Promise;
}

/// A promise and what ends it.
struct Promised {
    promise: Promise,
    resolve: Function,
    reject: Function,
}

impl Promised {
    fn new() -> Self {
        let mut ends = None;
        let promise = Promise::new(&mut |resolve, reject| ends = Some((resolve, reject)));
        // The browser calls that function at once.
        let (resolve, reject) = ends.unwrap_or_default();
        Promised {
            promise,
            resolve,
            reject,
        }
    }
}

impl Page {
    /// Makes this, and saves it or puts it into the clipboard. To be called in the click itself.
    pub fn take_along(self, what: Make) {
        let text = Promised::new();
        let copied = what.is_text().then(|| copy_when_made(&text.promise));
        spawn_local(async move {
            let taken = match self.make(&what).await {
                Reply::Text(made, left_out) => {
                    let _ = text
                        .resolve
                        .call1(&JsValue::NULL, &JsValue::from_str(&made));
                    let copied = match copied {
                        Some(copied) => JsFuture::from(copied).await,
                        None => Ok(JsValue::FALSE),
                    };
                    Taken::Text {
                        text: made,
                        left_out,
                        copied: copied.is_ok_and(|copied| copied.is_truthy()),
                    }
                }
                Reply::File(name, file) => match save(&name, &file) {
                    Ok(()) => Taken::Saved(name),
                    Err(_) => Taken::Refused("The browser refused to save the file.".to_owned()),
                },
                Reply::Picture { name, svg, alt } => match save_picture(&name, &svg).await {
                    Ok(()) => Taken::Picture { name, alt },
                    Err(_) => Taken::Refused(
                        "This browser could not draw the picture. Copy the summary instead."
                            .to_owned(),
                    ),
                },
                Reply::Opening(_) | Reply::Shelf(_) => return,
                Reply::Refused(reason) => {
                    // Nobody else waits for it, and a rejection that nobody handles is an error of the page.
                    if copied.is_some() {
                        let _ = text.reject.call0(&JsValue::NULL);
                    }
                    Taken::Refused(reason)
                }
            };
            self.send(Msg::TakenAlong(what, taken));
        });
    }

    /// Copies a text that is there already. To be called in the click itself.
    pub fn copy_text(self, text: &str) {
        let there = Promise::resolve(&JsValue::from_str(text));
        let copied = copy_when_made(&there);
        spawn_local(async move {
            let copied = JsFuture::from(copied).await;
            self.send(Msg::AltCopied(
                copied.is_ok_and(|copied| copied.is_truthy()),
            ));
        });
    }

    pub(super) fn files(self) -> Rc<RefCell<FilesClient>> {
        self.outside()
            .with_value(|outside| Rc::clone(&outside.files))
    }

    async fn make(self, what: &Make) -> Reply {
        let mut what = what.clone();
        if let Make::Link(link) | Make::Summary { link, .. } = &mut what {
            link.page = page_address();
        }
        self.ask_of_run(&move |job| ToFiles::Make {
            job,
            what: what.clone(),
        })
        .await
    }

    /// Asks the files worker for something about the run on show, which it is given first.
    pub(super) async fn ask_of_run(self, message: &dyn Fn(u32) -> ToFiles) -> Reply {
        // Taken at once: when it is this one's turn, another may be on show.
        let Some(run) = source(self) else {
            return Reply::Refused("There is no result yet.".to_owned());
        };
        let files = self.files();
        let handing = turn(&files).await;
        if let Err(reason) = hand_over(&files, run).await {
            return Reply::Refused(reason);
        }
        let answer = ask(&files, message);
        drop(handing);
        answer.await
    }

    /// Asks the files worker for something that has nothing to do with the run on show.
    pub(super) async fn ask_files(self, message: &dyn Fn(u32) -> ToFiles) -> Reply {
        ask(&self.files(), message).await
    }
}

/// Waits until all who asked before have handed over their runs.
pub(super) async fn turn(files: &RefCell<FilesClient>) -> Handing {
    let Promised {
        promise, resolve, ..
    } = Promised::new();
    let before = files.borrow_mut().last.replace(promise);
    let handing = Handing(resolve);
    if let Some(before) = before {
        let _ = JsFuture::from(before).await;
    }
    handing
}

/// Posts at once; the answer comes later.
fn ask(
    files: &RefCell<FilesClient>,
    message: &dyn Fn(u32) -> ToFiles,
) -> Pin<Box<dyn Future<Output = Reply>>> {
    let answer = Rc::new(RefCell::new(None));
    let there = Promised::new();
    let (slot, resolve) = (Rc::clone(&answer), there.resolve);
    let job = files.borrow_mut().job(Rc::new(move |reply| {
        slot.replace(Some(reply));
        let _ = resolve.call0(&JsValue::NULL);
    }));
    let posted = files.borrow_mut().post(&message(job), None);
    Box::pin(async move {
        if let Err(reason) = posted {
            return Reply::Refused(reason);
        }
        let _ = JsFuture::from(there.promise).await;
        answer
            .take()
            .unwrap_or_else(|| Reply::Refused(String::new()))
    })
}

async fn save_picture(name: &str, svg: &str) -> Result<(), JsValue> {
    let png = JsFuture::from(to_png(svg)).await?;
    save(name, png.unchecked_ref())
}

/// Gives the files worker this run, unless it has it.
async fn hand_over(
    files: &RefCell<FilesClient>,
    (id, source, traces, opened): Whole,
) -> Result<(), String> {
    let held = files.borrow_mut().held();
    if held == Some(id) {
        return Ok(());
    }
    // Another target for the same requests.
    let mut keep_traces = held.is_some_and(|(run, _)| run == id.0);
    if let Some(opened) = opened.filter(|opened| opened.rows.is_some() && !keep_traces) {
        // Traces of a link have no events. Nobody waits for the answer: it is on show.
        let Origin::Link(fragment) = &opened.origin else {
            return Err("Open it from the history once more first.".to_owned());
        };
        let (job, fragment) = (0, fragment.clone());
        let link = ToFiles::OpenLink { job, fragment };
        files.borrow_mut().post(&link, None)?;
        keep_traces = true;
    }
    let hold = ToFiles::Hold {
        source: Box::new(source),
        keep_traces,
    };
    files.borrow_mut().post(&hold, None)?;
    let ended = files.borrow_mut().ended();
    if !keep_traces {
        let mut pause = pauses();
        for some in traces.chunks(TRACES_PER_MESSAGE) {
            let traces = postcard::to_allocvec(some).unwrap_or_default();
            files.borrow_mut().post(&ToFiles::Traces { traces }, None)?;
            pause().await;
        }
    }
    let mut files = files.borrow_mut();
    // A worker that took the place of one that died has only the rest of the traces.
    if files.ended() != ended {
        return Err(lost());
    }
    files.hold(id);
    Ok(())
}

/// Saves a file among the user's downloads.
pub(super) fn save(name: &str, file: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(file)?;
    let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&url)
}
