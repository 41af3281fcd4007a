//! Where the history lies: a database of the browser with a list of records and the content of each.

use idb::{
    Database, Error, Factory, KeyPath, ObjectStore, ObjectStoreParams, Query, Transaction,
    TransactionMode, TransactionResult,
};
use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, DomException, IdbDatabase};

use crate::files::history::{Form, Place, Record, place, surplus};

const DATABASE: &str = "tokenpace";
/// Grows when the stores change.
const VERSION: u32 = 1;
/// Records, under their number `id`.
const ENTRIES: &str = "entries";
/// Contents, under the number of their record.
const CONTENTS: &str = "contents";

/// Why the store can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// This browser has none, or lets this page use none.
    Absent,
    /// There is no room.
    Full,
    /// A newer version of the page has changed it.
    Newer,
    /// Something else, which may pass.
    Broken,
}

impl Problem {
    /// By the name of a browser's error.
    fn named(name: &str) -> Self {
        match name {
            "QuotaExceededError" => Problem::Full,
            "VersionError" => Problem::Newer,
            // Private windows and pages that may store nothing.
            "SecurityError" | "InvalidStateError" => Problem::Absent,
            _ => Problem::Broken,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::IndexedDbNotFound(_) => Problem::Absent,
            Error::DomException(exception) => Problem::named(&exception.name()),
            Error::IndexedDbOpenFailed(value)
            | Error::AddFailed(value)
            | Error::UpdateFailed(value)
            | Error::TransactionOpenFailed(value) => {
                let name = value.dyn_ref().map(DomException::name);
                Problem::named(&name.unwrap_or_default())
            }
            _ => Problem::Broken,
        }
    }
}

/// An open database. It is closed again after each use, so that no other tab has to wait for this one.
pub struct Store(Database);

impl Drop for Store {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// The two stores in one transaction: all that is done to them happens, or nothing.
struct Access {
    transaction: Transaction,
    entries: ObjectStore,
    contents: ObjectStore,
}

impl Store {
    /// Opens the database, or makes it. `blocked` is called when another tab with an older page is in the way.
    pub async fn open(blocked: impl FnOnce() + 'static) -> Result<Self, Problem> {
        let mut request = Factory::new()?.open(DATABASE, Some(VERSION))?;
        request.on_upgrade_needed(|event| {
            // What fails here fails the request.
            if let Ok(database) = idb::event::DatabaseEvent::database(&event) {
                let mut numbered = ObjectStoreParams::new();
                numbered.auto_increment(true);
                numbered.key_path(Some(KeyPath::new_single("id")));
                let _ = database.create_object_store(ENTRIES, numbered);
                let _ = database.create_object_store(CONTENTS, ObjectStoreParams::new());
            }
        });
        request.on_blocked(move |_| blocked());
        let handle = IdbDatabase::from(request.await?);
        let mut database = Database::from(handle.clone());
        // A newer page in another tab need not wait.
        database.on_version_change(move |_| handle.close());
        Ok(Store(database))
    }

    fn access(&self, mode: TransactionMode) -> Result<Access, Problem> {
        let transaction = self.0.transaction(&[ENTRIES, CONTENTS], mode)?;
        Ok(Access {
            entries: transaction.object_store(ENTRIES)?,
            contents: transaction.object_store(CONTENTS)?,
            transaction,
        })
    }

    /// All records, oldest first.
    pub async fn records(&self) -> Result<Vec<Record>, Problem> {
        self.access(TransactionMode::ReadOnly)?.records().await
    }

    /// Record and content of an entry; `None` if it is not there, `None` for a content that is gone.
    pub async fn entry(&self, id: u32) -> Result<Option<(Record, Option<Blob>)>, Problem> {
        let access = self.access(TransactionMode::ReadOnly)?;
        let Some(record) = access.entries.get(key(id))?.await? else {
            return Ok(None);
        };
        let content = access.contents.get(key(id))?.await?;
        let content = content.and_then(|content| content.dyn_into().ok());
        Ok(Some((read(&record), content)))
    }

    /// Keeps a result in its [`place`] and removes those that have to go for it, whose numbers come back.
    pub async fn keep(
        &self,
        record: &Record,
        content: &Blob,
        again: bool,
    ) -> Result<Vec<u32>, Problem> {
        let access = self.access(TransactionMode::ReadWrite)?;
        let transaction = access.entries.transaction();
        let kept = access.keep(record, content, again).await;
        kept.map_err(|problem| match transaction.error() {
            // When there is no room, whatever was under way fails too, and does not say why.
            Some(error) => Problem::named(&error.name()),
            None => problem,
        })
    }

    /// Gives an entry another name; `false` if it is not there.
    pub async fn rename(&self, id: u32, name: &str) -> Result<bool, Problem> {
        let access = self.access(TransactionMode::ReadWrite)?;
        let found = access.entries.get(key(id))?.await?;
        if let Some(record) = &found {
            // All else stays, also what only a later version has written.
            set(record, "name", &name.into());
            access.entries.put(record, None)?.await?;
        }
        access.end().await?;
        Ok(found.is_some())
    }

    /// Removes an entry, if it is there.
    pub async fn remove(&self, id: u32) -> Result<(), Problem> {
        let access = self.access(TransactionMode::ReadWrite)?;
        access.remove(id).await?;
        access.end().await
    }

    /// Removes all entries.
    pub async fn clear(&self) -> Result<(), Problem> {
        let access = self.access(TransactionMode::ReadWrite)?;
        access.entries.clear()?.await?;
        access.contents.clear()?.await?;
        access.end().await
    }
}

impl Access {
    async fn keep(self, record: &Record, content: &Blob, again: bool) -> Result<Vec<u32>, Problem> {
        let entry = match place(&self.records().await?, record, again) {
            Place::New => {
                let entry = JsValue::from(Object::new());
                set(&entry, "name", &record.name.as_str().into());
                entry
            }
            // Its number and name stay, and what only a later version has written.
            Place::Over(id) => self.entries.get(key(id))?.await?.unwrap_or_default(),
            Place::Nowhere => return Ok(Vec::new()),
        };
        write(record, &entry);
        let number = self.entries.put(&entry, None)?.await?;
        self.contents.put(content, Some(&number))?.await?;
        let records = self.records().await?;
        let gone = surplus(&records, whole(&number));
        for id in &gone {
            self.remove(*id).await?;
        }
        self.end().await?;
        Ok(gone)
    }

    async fn records(&self) -> Result<Vec<Record>, Problem> {
        let records = self.entries.get_all(None, None)?.await?;
        Ok(records.iter().map(read).collect())
    }

    async fn remove(&self, id: u32) -> Result<(), Problem> {
        self.entries.delete(key(id))?.await?;
        Ok(self.contents.delete(key(id))?.await?)
    }

    /// Waits until all is on the disk. Only here does a browser say that it has no room.
    async fn end(self) -> Result<(), Problem> {
        let again = self.entries.transaction();
        match self.transaction.await {
            Ok(TransactionResult::Committed) => Ok(()),
            _ => {
                let reason = again.error().map(|error| error.name());
                Err(Problem::named(&reason.unwrap_or_default()))
            }
        }
    }
}

fn key(id: u32) -> Query {
    Query::Key(JsValue::from(id))
}

/// What is not there or makes no sense is empty: a list with a damaged record is still a list.
fn read(value: &JsValue) -> Record {
    let text = |name: &str| get(value, name).as_string().unwrap_or_default();
    let count = |name: &str| whole(&get(value, name));
    Record {
        id: count("id"),
        name: text("name"),
        created_at: text("created_at"),
        provider: text("provider"),
        host: text("host"),
        model: text("model"),
        sentence: text("sentence"),
        worked: count("worked"),
        judged: count("judged"),
        bytes: u64::from(count("bytes")),
        own: get(value, "own").is_truthy(),
        texts: get(value, "texts").is_truthy(),
        form: Form::of_code(&text("form")),
    }
}

/// All but the number, which the store gives, and the name.
fn write(record: &Record, entry: &JsValue) {
    let texts = [
        ("created_at", &record.created_at),
        ("provider", &record.provider),
        ("host", &record.host),
        ("model", &record.model),
        ("sentence", &record.sentence),
    ];
    for (name, text) in texts {
        set(entry, name, &text.into());
    }
    let bytes = u32::try_from(record.bytes).unwrap_or(u32::MAX);
    let counts = [
        ("worked", record.worked),
        ("judged", record.judged),
        ("bytes", bytes),
    ];
    for (name, count) in counts {
        set(entry, name, &count.into());
    }
    set(entry, "own", &record.own.into());
    set(entry, "texts", &record.texts.into());
    let form = record.form.map(Form::code).unwrap_or_default();
    set(entry, "form", &form.into());
}

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

fn set(object: &JsValue, name: &str, value: &JsValue) {
    // An object of our own takes every property.
    let _ = Reflect::set(object, &name.into(), value);
}

/// A whole number; 0 for all else.
// Numbers below 0 and above the largest become the nearest.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: &JsValue) -> u32 {
    value.as_f64().map_or(0, |number| number as u32)
}
