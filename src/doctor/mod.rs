//! The connection doctor: finds out why an endpoint does not answer a page, without ever showing it the key.
//!
//! A browser hides from pages why a request failed: a wrong address, a missing permission header and a refused key look the
//! same. What the page can do is to ask a few harmless questions, each of which rules something out. [`Examination`] is the
//! ladder of these questions as a state machine, [`Finding`] is what it ends with, [`diagnose`] says the same of real
//! requests, and [`curl`] and [`complaint`] are the texts that show others what was found. Nothing here touches a browser.

mod code;
mod copy;
mod elsewhere;
mod finding;
mod ladder;
mod outcome;
mod subject;

pub use code::Code;
pub use copy::{Shell, complaint, curl};
pub use finding::{Finding, GoOn};
pub use ladder::{Examination, Next};
pub use outcome::{diagnose, hidden_rate_limit};
pub use subject::{PROBE_KEY, Subject, trial};

use crate::plan::AddressSpace;

/// What the browser says of itself and of its permissions, before anything is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// `navigator.onLine`; when false, the computer has no network at all.
    pub online: bool,
    /// The page itself came over https.
    pub page_is_https: bool,
    /// Where the page came from.
    pub page_space: AddressSpace,
    /// Whether the page may call the user's own computer or network; asked for the space of the endpoint.
    pub permission: Permission,
    /// Whether a rejected [`Step::Alive`] proves that nothing answered. In an isolated page the browser also rejects
    /// answers that it got but must not hand over, and only some browsers tell the two apart.
    pub tells_held_back: bool,
}

/// State of a browser permission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Permission {
    /// Given, or the browser knows no such permission.
    #[default]
    Granted,
    /// The browser will ask.
    Prompt,
    /// Refused, by the user or by a policy.
    Denied,
}

/// Which question a probe asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// May a page read a plain reply?
    Simple,
    /// May a page send JSON?
    Post,
    /// May a page send the headers of the API format, the key's among them?
    Auth,
    /// Does anything answer at all?
    Alive,
}

impl Step {
    /// What the page says while it waits for the answer.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Step::Simple => "Asking whether it answers web pages",
            Step::Post => "Asking whether a page may send it JSON",
            Step::Auth => "Asking whether it takes a key from a page",
            Step::Alive => "Asking whether anything answers at all",
        }
    }
}

/// One request of the doctor. It never holds the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// What it asks.
    pub step: Step,
    /// HTTP method.
    pub method: &'static str,
    /// Full URL.
    pub url: String,
    /// Headers to set.
    pub headers: Vec<(String, String)>,
    /// Body, if any.
    pub body: Option<&'static str>,
    /// The reply need not be readable: `no-cors`.
    pub opaque: bool,
    /// Longest wait for the reply's headers, in ms.
    pub limit_ms: u32,
    /// Where the host lies.
    pub space: AddressSpace,
}

/// How a probe ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The page may read the reply.
    Readable {
        /// HTTP status.
        status: u16,
        /// It is a web page.
        html: bool,
    },
    /// A reply came that the page may not read, or that the browser had to hold back from it.
    Opaque,
    /// `fetch` rejected, for whatever reason.
    Rejected,
    /// No reply within the limit.
    TimedOut,
    /// The page's own policy stopped it before it left.
    OwnPolicy,
}

impl Answer {
    /// A reply that the page may read, with its `content-type`.
    #[must_use]
    pub fn readable(status: u16, content_type: Option<&str>) -> Self {
        const HTML: &str = "text/html";
        let start = content_type.and_then(|kind| kind.get(..HTML.len()));
        Answer::Readable {
            status,
            html: start.is_some_and(|start| start.eq_ignore_ascii_case(HTML)),
        }
    }
}

/// The end of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How it ended.
    pub answer: Answer,
    /// How long that took, in ms. A hint at most: browsers delay and hide what they block.
    pub after_ms: u32,
    /// The permission as it is now: a probe may have made the browser ask.
    pub permission: Permission,
}
