//! The history: results kept in this browser. What is said of them and how many there may be; where they lie is known to
//! `web::files::store` alone.

use super::name::name_of;
use crate::names;
use crate::report::{ReadError, Report};
use crate::session::show;
use crate::trace::OutcomeKind;
use crate::wire::files::{Kept, Shelf};

/// Most entries that are kept. A list that is longer is no longer read.
pub const MAX_ENTRIES: usize = 200;

/// Most bytes that all entries may take together: a result of 2,000 answers has a few MB, and browsers give a page at least
/// some GB.
pub const MAX_TOTAL_BYTES: u64 = 500_000_000;

/// Longest name that is kept, in characters: what fits on two lines of a narrow screen.
pub const MAX_NAME_CHARS: usize = 80;

/// How the content of an entry is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The report as JSON.
    #[default]
    Json,
    /// The same, compressed.
    Gzip,
    /// The fragment of a link.
    Link,
}

impl Form {
    const ALL: [Form; 3] = [Form::Json, Form::Gzip, Form::Link];

    /// As the store writes it. Never changed: entries of older versions have it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Form::Json => "json",
            Form::Gzip => "json.gz",
            Form::Link => "link",
        }
    }

    /// The form with this code; `None` for those of later versions.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.code() == code)
    }
}

/// What the list says of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its number, given by the store.
    pub id: u32,
    /// The name the user gave it; empty for none.
    pub name: String,
    /// When it was measured, RFC 3339.
    pub created_at: String,
    /// Row of the provider table.
    pub provider: String,
    /// Host; empty where a link did not name it.
    pub host: String,
    /// Model.
    pub model: String,
    /// The verdict.
    pub sentence: String,
    /// Answers that worked.
    pub worked: u32,
    /// Answers that count.
    pub judged: u32,
    /// Size of the content as it is stored.
    pub bytes: u64,
    /// It was measured by this browser, and not reported by somebody else.
    pub own: bool,
    /// Its content holds a prompt or answers.
    pub texts: bool,
    /// How the content is stored; `None`: as only a later version knows.
    pub form: Option<Form>,
}

impl Record {
    /// Of a report that has no number, name or size yet.
    #[must_use]
    pub fn of(report: &Report) -> Self {
        let (plan, summary) = (&report.plan, &report.summary);
        let worked = summary.outcomes.get(&OutcomeKind::Ok).copied();
        Record {
            created_at: report.created_at.clone(),
            provider: plan.provider.clone(),
            host: plan.host.clone(),
            model: plan.model.clone(),
            sentence: report.verdict.sentence.clone(),
            worked: worked.unwrap_or_default(),
            judged: summary.judged,
            form: Some(Form::Json),
            ..Record::default()
        }
    }

    /// Name of a file made of it.
    #[must_use]
    pub fn file_name(&self) -> String {
        name_of(&self.host, &self.model, &self.created_at, ".json")
    }

    fn kept(&self) -> Kept {
        // Older versions kept names as they came.
        let [name, model, provider, host] =
            [&self.name, &self.model, &self.provider, &self.host].map(|name| names::clean(name));
        let place = if host.is_empty() { provider } else { host };
        // The verdict of a run in which nothing worked speaks of requests.
        let noun = if self.worked > 0 { "answer" } else { "request" };
        let worked = [
            &self.worked.to_string(),
            " of ",
            &show::counted(self.judged, noun),
            " worked",
        ]
        .concat();
        let mut facts = vec![show::moment(&self.created_at), worked, size(self.bytes)];
        if self.texts {
            facts.push("with texts".to_owned());
        }
        if !self.own {
            facts.push("reported by somebody else".to_owned());
        }
        Kept {
            id: self.id,
            name,
            title: names::subject(&model, &place),
            facts: facts.join(" · "),
            sentence: self.sentence.clone(),
            own: self.own,
        }
    }
}

/// All that is kept, newest first, and what was done just now.
#[must_use]
pub fn shelf(mut records: Vec<Record>, said: String) -> Shelf {
    // Kept last is newest, even if it was measured before.
    records.sort_by_key(|record| std::cmp::Reverse(record.id));
    Shelf {
        used: used(&records),
        entries: records.iter().map(Record::kept).collect(),
        said,
    }
}

/// "3 results, 41 KB in all"; empty when there are none.
#[must_use]
pub fn used(records: &[Record]) -> String {
    if records.is_empty() {
        return String::new();
    }
    let count = u32::try_from(records.len()).unwrap_or(u32::MAX);
    let bytes = total(records);
    [
        &show::counted(count, "result"),
        ", ",
        &size(bytes),
        " in all",
    ]
    .concat()
}

fn total(records: &[Record]) -> u64 {
    let add = |sum: u64, record: &Record| sum.saturating_add(record.bytes);
    records.iter().fold(0, add)
}

/// Where a result is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In an entry of its own.
    New,
    /// In place of the same result, which is the entry of this number.
    Over(u32),
    /// Nowhere: its entry was removed.
    Nowhere,
}

/// Where a result has its place among those that are kept. A run of this browser has one entry, even where a page that had to
/// wait for another tab has asked twice; `again`: it had one.
#[must_use]
pub fn place(records: &[Record], of: &Record, again: bool) -> Place {
    let same = |known: &&Record| {
        let is_link = |record: &Record| record.form == Some(Form::Link);
        known.created_at == of.created_at
            && known.model == of.model
            && known.host == of.host
            && known.provider == of.provider
            && known.own == of.own
            && is_link(known) == is_link(of)
    };
    let newest = records.iter().filter(same).max_by_key(|known| known.id);
    match newest.filter(|_| of.own || again) {
        Some(known) => Place::Over(known.id),
        None if again => Place::Nowhere,
        None => Place::New,
    }
}

/// The entries that have to go so that this one has room: the oldest without a name first, then the oldest. Never itself.
#[must_use]
pub fn surplus(records: &[Record], newest: u32) -> Vec<u32> {
    let mut old: Vec<&Record> = records.iter().filter(|r| r.id != newest).collect();
    old.sort_by_key(|record| (!record.name.is_empty(), record.id));
    let (mut count, mut bytes) = (records.len(), total(records));
    let mut gone = Vec::new();
    for record in old {
        if count <= MAX_ENTRIES && bytes <= MAX_TOTAL_BYTES {
            break;
        }
        count -= 1;
        bytes -= record.bytes;
        gone.push(record.id);
    }
    gone
}

/// What to say when entries had to go.
#[must_use]
pub fn gone_words(gone: &[u32]) -> String {
    if gone.is_empty() {
        return String::new();
    }
    let count = u32::try_from(gone.len()).unwrap_or(u32::MAX);
    let most = MAX_ENTRIES.to_string();
    [
        " To make room, ",
        &show::counted(count, "older result"),
        " went: at most ",
        &most,
        " results or 500 MB are kept, and the oldest without a name go first.",
    ]
    .concat()
}

/// A name as it is kept: on one line, and not too long.
#[must_use]
pub fn tidy(name: &str) -> String {
    names::line(name, MAX_NAME_CHARS)
}

/// Why an entry can't be opened, and what to do.
#[must_use]
pub fn unreadable(error: ReadError) -> &'static str {
    match error {
        ReadError::Newer => NEWER,
        _ => DAMAGED,
    }
}

/// An entry that only a later version can read.
pub const NEWER: &str = "This result was kept by a newer Tokenpace. Reload the page to update it, then open the result again.";

/// An entry whose content is gone or changed.
pub const DAMAGED: &str = "This result was damaged in the browser\u{2019}s storage and can\u{2019}t be read any more. Remove it from the history.";

/// An entry that is not there.
pub const GONE: &str =
    "This result is not in the history any more. It may have been removed in another tab.";

/// An entry that can't become a file.
pub const NO_FILE: &str = "This result came by a link, and a link has no room for a whole report. Open it and copy its link instead.";

/// "41 KB", in units of a thousand.
fn size(bytes: u64) -> String {
    match bytes {
        ..1_000 => [&bytes.to_string(), " bytes"].concat(),
        1_000..1_000_000 => [&bytes.div_ceil(1_000).to_string(), " KB"].concat(),
        _ => {
            let tenths = bytes.div_ceil(100_000);
            let (whole, rest) = ((tenths / 10).to_string(), (tenths % 10).to_string());
            [&whole, ".", &rest, " MB"].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: u32, name: &str, bytes: u64) -> Record {
        Record {
            id,
            name: name.to_owned(),
            bytes,
            ..Record::default()
        }
    }

    #[test]
    fn the_oldest_without_a_name_go_first() {
        let mut records: Vec<Record> = (1..=201).map(|id| record(id, "", 1)).collect();
        assert_eq!(surplus(&records, 201), [1]);
        records[0].name = "Mine".to_owned();
        assert_eq!(surplus(&records, 201), [2]);
        records.truncate(200);
        assert_eq!(surplus(&records, 200), [0; 0]);
        for record in &mut records {
            record.name = "Mine".to_owned();
        }
        records.push(record(201, "", 1));
        assert_eq!(surplus(&records, 201), [1], "never the new one");
    }

    #[test]
    fn all_together_are_not_too_large() {
        let half = MAX_TOTAL_BYTES / 2;
        let records = [record(1, "", half), record(2, "", half), record(3, "", 1)];
        assert_eq!(surplus(&records, 3), [1]);
        let huge = [record(1, "", 5), record(2, "", MAX_TOTAL_BYTES + 1)];
        assert_eq!(surplus(&huge, 2), [1]);
        assert!(gone_words(&[1]).contains("1 older result went"));
        assert_eq!(gone_words(&[]), "");
    }

    #[test]
    fn sizes_are_rounded_up() {
        let words = [0, 999, 1_000, 40_001, 999_999, 1_000_000, 12_340_000].map(size);
        let wanted = [
            "0 bytes",
            "999 bytes",
            "1 KB",
            "41 KB",
            "1000 KB",
            "1.0 MB",
            "12.4 MB",
        ];
        assert_eq!(words, wanted);
    }

    #[test]
    fn names_are_one_line() {
        assert_eq!(tidy("  two\n words\t"), "two words");
        assert_eq!(tidy(&"x".repeat(200)).chars().count(), MAX_NAME_CHARS);
    }

    #[test]
    fn codes_come_back() {
        for form in Form::ALL {
            assert_eq!(Form::of_code(form.code()), Some(form));
        }
        assert_eq!(Form::of_code("of next year"), None);
    }
}
