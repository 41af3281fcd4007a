//! The messages between the page and the files worker, which makes what travels (files, links, texts) and opens it again.

use serde::{Deserialize, Serialize};

use crate::link::Rows;
use crate::report::Source;

/// Traces that cross in one message: some milliseconds of work.
pub const TRACES_PER_MESSAGE: usize = 50;

/// From the page to the files worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToFiles {
    /// Everything is made of this run from now on; its traces follow, unless they are those held already.
    Hold {
        /// The run without its requests.
        source: Box<Source>,
        /// The traces that are held stay.
        keep_traces: bool,
    },
    /// More traces of the run held.
    Traces {
        /// `Vec<Trace>` as postcard bytes.
        #[serde(with = "serde_bytes")]
        traces: Vec<u8>,
    },
    /// Make something of the run held. The answer is [`FromFiles::Text`], [`FromFiles::File`] or [`FromFiles::Refused`].
    Make {
        /// Number of the job; every answer carries it.
        job: u32,
        /// What to make.
        what: Make,
    },
    /// Open a link. What it says is held from now on, and comes as [`FromFiles::Head`], [`FromFiles::Traces`] and
    /// [`FromFiles::End`].
    OpenLink {
        /// The job.
        job: u32,
        /// `#r1.…`.
        fragment: String,
    },
    /// The same with the file that is set beside the message as property `file`.
    OpenFile {
        /// The job.
        job: u32,
    },
    /// Something about the results kept in this browser. The answer is [`FromFiles::Shelf`], [`FromFiles::File`] or
    /// [`FromFiles::Refused`]; that to [`Ask::Open`] is the same as to [`ToFiles::OpenFile`].
    History {
        /// The job.
        job: u32,
        /// What.
        ask: Ask,
    },
}

/// What can be done with the results kept in this browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Keep the run held.
    Keep {
        /// With prompt, answers and reasoning.
        include_texts: bool,
        /// It was measured by this browser, and not reported by somebody else.
        own: bool,
        /// It is kept and was judged anew since: takes the place of what is kept, if that is still there.
        again: bool,
    },
    /// Say what is kept.
    List,
    /// Give an entry another name.
    Rename {
        /// Number of the entry.
        id: u32,
        /// Its name; empty for none.
        name: String,
    },
    /// Remove an entry.
    Remove {
        /// Number of the entry.
        id: u32,
    },
    /// Remove all entries.
    RemoveAll,
    /// Open an entry.
    Open {
        /// Number of the entry.
        id: u32,
    },
    /// Make a file of an entry.
    Save {
        /// Number of the entry.
        id: u32,
    },
}

/// All that is kept in this browser, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shelf {
    /// Newest first.
    pub entries: Vec<Kept>,
    /// "3 results, 41 KB in all"; empty when there are none.
    pub used: String,
    /// What was done just now, in a sentence; empty when nothing was.
    pub said: String,
}

/// A result kept in this browser, as the page lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Its number.
    pub id: u32,
    /// The name the user gave it; empty for none.
    pub name: String,
    /// "model at host".
    pub title: String,
    /// When, how many answers, how large.
    pub facts: String,
    /// The verdict.
    pub sentence: String,
    /// It was measured by this browser, and not reported by somebody else.
    pub own: bool,
}

/// What can be made of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Make {
    /// "Download JSON": the whole report as a file.
    Json {
        /// With prompt, answers and reasoning.
        include_texts: bool,
    },
    /// "Download CSV": one row for each request as a file.
    Csv,
    /// "Copy link": the address of a page that shows the result.
    Link(LinkWish),
    /// "Copy summary": the result in words, with a link at its end.
    Summary {
        /// Markdown instead of plain text.
        markdown: bool,
        /// The link.
        link: LinkWish,
    },
    /// "Download image": the result as a picture. The answer is [`FromFiles::Picture`].
    Picture,
}

impl Make {
    /// It goes into the clipboard.
    #[must_use]
    pub const fn is_text(&self) -> bool {
        matches!(self, Make::Link(_) | Make::Summary { .. })
    }
}

/// What the sender of a link decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkWish {
    /// Address of the page without its hash; the page fills it in.
    pub page: String,
    /// Name the host.
    pub host: bool,
}

/// From the files worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FromFiles {
    /// The worker is up. The first of all, so that pages and workers of other builds read it too.
    Ready {
        /// Must equal the page's [`BUILD_ID`](super::BUILD_ID).
        build: String,
    },
    /// A text is made.
    Text {
        /// The job.
        job: u32,
        /// The text.
        text: String,
        /// What had no room in it, in words.
        left_out: Vec<String>,
    },
    /// A file is made; it is set beside the message as property `file`.
    File {
        /// The job.
        job: u32,
        /// Name to save it under.
        name: String,
    },
    /// A picture is drawn.
    Picture {
        /// The job.
        job: u32,
        /// Name to save it under, as PNG.
        name: String,
        /// The picture as SVG.
        svg: String,
        /// The same in words.
        alt: String,
    },
    /// So much of a file is read.
    Progress {
        /// The job.
        job: u32,
        /// Bytes read.
        done: u64,
        /// Bytes in all.
        of: u64,
    },
    /// What was opened, without its traces.
    Head {
        /// The job.
        job: u32,
        /// What its report is made from.
        source: Box<Source>,
        /// What stands for the events of the traces, if it comes from a link.
        rows: Option<Box<Rows>>,
    },
    /// Some of the traces of what was opened.
    Traces {
        /// The job.
        job: u32,
        /// `Vec<Trace>` as postcard bytes.
        #[serde(with = "serde_bytes")]
        traces: Vec<u8>,
    },
    /// All of it was sent.
    End {
        /// The job.
        job: u32,
    },
    /// It can't be made or opened.
    Refused {
        /// The job.
        job: u32,
        /// Why, and what to do, in a sentence.
        reason: String,
    },
    /// What is kept in this browser now.
    Shelf {
        /// The job.
        job: u32,
        /// All of it.
        shelf: Box<Shelf>,
    },
}
