//! What the page asks about the results kept in this browser.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;

use super::gzip::{pack, unpack};
use super::store::{Problem, Store};
use super::{Host, blob_of};
use crate::files::history::{
    DAMAGED, Form, GONE, NEWER, NO_FILE, Record, gone_words, shelf, tidy, unreadable, used,
};
use crate::files::{TROUBLE, ToKeep};
use crate::wire::files::{Ask, FromFiles};

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";

/// What an entry holds.
enum Content {
    Report(Blob),
    Link(String),
}

impl Host {
    /// Answers in time. What is to be kept is taken at once: the next message may bring another run.
    pub(super) fn ask(self: &Rc<Self>, job: u32, ask: Ask) {
        let kept = match &ask {
            Ask::Keep {
                include_texts, own, ..
            } => self.desk.borrow_mut().to_keep(*include_texts, *own),
            _ => None,
        };
        let host = Rc::clone(self);
        spawn_local(async move {
            if let Err(reason) = host.answer(job, ask, kept).await {
                host.refuse(job, &reason);
            }
        });
    }

    async fn answer(
        self: &Rc<Self>,
        job: u32,
        ask: Ask,
        kept: Option<ToKeep>,
    ) -> Result<(), String> {
        let (host, keeps) = (Rc::clone(self), matches!(ask, Ask::Keep { .. }));
        let was_blocked = Rc::new(Cell::new(false));
        let is_blocked = Rc::clone(&was_blocked);
        let blocked = move || {
            is_blocked.set(true);
            host.blocked.set(true);
            host.refuse(job, if keeps { BLOCKED_KEEPING } else { BLOCKED });
        };
        // The browser tells it only to the first who waits.
        if self.blocked.get() {
            blocked();
        }
        let store = Store::open(blocked).await;
        self.blocked.set(false);
        let store = store.map_err(plain)?;
        // The page has gone on, and may have another result on the desk. What was to be kept is kept.
        if was_blocked.get() && !keeps {
            return Ok(());
        }
        let said = match ask {
            Ask::Keep { again, .. } => keep(&store, kept.ok_or(TROUBLE)?, again).await?,
            Ask::List => String::new(),
            Ask::Rename { id, name } => {
                let found = store.rename(id, &tidy(&name)).await.map_err(plain)?;
                if found { "Renamed." } else { GONE }.to_owned()
            }
            Ask::Remove { id } => {
                store.remove(id).await.map_err(plain)?;
                "Removed.".to_owned()
            }
            Ask::RemoveAll => {
                store.clear().await.map_err(plain)?;
                "All results are removed.".to_owned()
            }
            Ask::Open { id } => {
                match content(&store, id).await?.1 {
                    Content::Report(report) => self.open_report(job, report, unreadable),
                    Content::Link(fragment) => self.open_link(job, &fragment, &|_| DAMAGED),
                }
                return Ok(());
            }
            Ask::Save { id } => {
                let (record, content) = content(&store, id).await?;
                let Content::Report(report) = content else {
                    return Err(NO_FILE.to_owned());
                };
                // The browser shows the type of a file when it asks where to save it.
                let report =
                    report.slice_with_f64_and_f64_and_content_type(0.0, report.size(), JSON);
                let name = record.file_name();
                self.post_with(
                    &FromFiles::File { job, name },
                    &report.map_err(lost)?.into(),
                );
                return Ok(());
            }
        };
        let records = store.records().await.map_err(plain)?;
        let shelf = Box::new(shelf(records, said));
        self.post(&FromFiles::Shelf { job, shelf });
        Ok(())
    }
}

async fn keep(store: &Store, kept: ToKeep, again: bool) -> Result<String, String> {
    let ToKeep {
        mut record,
        content,
    } = kept;
    let is_link = record.form == Some(Form::Link);
    let mut blob = blob_of(&content, if is_link { TEXT } else { JSON }).map_err(lost)?;
    drop(content);
    if !is_link {
        // Browsers without compression keep it as it is.
        if let Ok(packed) = pack(&blob).await {
            record.form = Some(Form::Gzip);
            blob = packed;
        }
    }
    record.bytes = bytes(&blob);
    match store.keep(&record, &blob, again).await {
        Ok(gone) if again && gone.is_empty() => Ok(String::new()),
        Ok(gone) => Ok(["Kept in the history.", &gone_words(&gone)].concat()),
        Err(Problem::Full) => {
            let records = store.records().await.unwrap_or_default();
            Err(full(&records))
        }
        Err(problem) => Err(plain(problem)),
    }
}

// A browser's length is a whole number below 2^53.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn bytes(blob: &Blob) -> u64 {
    blob.size() as u64
}

async fn content(store: &Store, id: u32) -> Result<(Record, Content), String> {
    let entry = store.entry(id).await.map_err(plain)?;
    let (record, content) = entry.ok_or(GONE)?;
    let form = record.form.ok_or(NEWER)?;
    let content = content.ok_or(DAMAGED)?;
    let damaged = |_| DAMAGED.to_owned();
    let content = match form {
        Form::Json => Content::Report(content),
        Form::Gzip => Content::Report(unpack(&content).await.map_err(damaged)?),
        Form::Link => {
            let text = JsFuture::from(content.text()).await.map_err(damaged)?;
            Content::Link(text.as_string().ok_or(DAMAGED)?)
        }
    };
    Ok((record, content))
}

/// Another tab has an older page open that does not let go.
const BLOCKED: &str = "Another tab with an older version of this page holds the history. Close or reload that tab, then try again.";

/// The same when a result is to be kept, which is waited for.
const BLOCKED_KEEPING: &str = "Another tab with an older version of this page holds the history. Close or reload that tab, and the result is kept.";

fn lost(_: JsValue) -> String {
    "The browser has no memory left for this result. Close other tabs and try again.".to_owned()
}

fn full(records: &[Record]) -> String {
    let used = used(records);
    let have = if used.is_empty() {
        "the history is empty".to_owned()
    } else {
        ["the history has ", &used].concat()
    };
    [
        "The browser has no room for more: ",
        &have,
        ". Remove older ones in the history, or free some disk space. The result on show is not lost: download its JSON.",
    ]
    .concat()
}

fn plain(problem: Problem) -> String {
    let words = match problem {
        Problem::Absent => {
            "This browser keeps nothing for this page, as in a private window or with storage switched off. Download the JSON of what you want to keep."
        }
        Problem::Full => {
            "The browser has no room left. Remove older results or free some disk space, then try again."
        }
        Problem::Newer => {
            "The history was changed by a newer Tokenpace in another tab. Reload this page to update it; what is on show can be downloaded first."
        }
        Problem::Broken => {
            "The browser\u{2019}s storage did not answer as it should. Try again; if it stays so, restart the browser. What is on show can be downloaded."
        }
    };
    words.to_owned()
}
