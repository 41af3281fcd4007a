//! A result in a link: `#r1.<payload>.<check>`.
//!
//! The payload is base64url of a flag byte and the frozen struct `v1`: numbers of every request, the conditions, the
//! cautions by kind, and one answer's words in steps of 0.1 s or more. Opening it computes percentiles, verdict and scores
//! anew by today's formulas. Never in it, because it has no field for them: key, headers, prompt, answer and error texts,
//! path, query and port of the address; the host only by [`Options::host`].
//!
//! Making and taking apart ([`fragment`], [`open_fragment`]) need much code, and the page has no room for it; [`Shared`] is
//! what crosses to the page, which makes the report of it.

mod bits;
mod deflate;
mod flat;
mod frame;
mod levels;
mod number;
mod receive;
mod receive_row;
mod row;
mod send;
mod shared;
mod timeline;
mod v1;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::format::percent;
use crate::report::Report;

pub use deflate::MAX_INFLATED;
pub use frame::MAX_CHARS;
pub use shared::{Rows, Shared};

/// What the sender decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Name the host.
    pub host: bool,
    /// Characters of the page's address in front of the `#`.
    pub page_chars: usize,
}

/// What no link carries, for the page.
pub const NEVER_CARRIED: &str = "the times of each piece of text, numbers that are not valid, the details of the connection and of the cautions, and what the vendor said";

/// Something that had no room in a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeftOut {
    /// Numbers are rounded by up to so many thousandths of their value.
    Precision(u8),
    /// The timeline is coarser than 0.1 s: steps of so many tenths of a second.
    Steps(u8),
    /// The timeline of one answer.
    Timeline,
    /// When each request was sent.
    SendTimes,
    /// What a reader notices beside stalls, and how the connection was made.
    Details,
    /// Free metadata.
    Control,
}

impl LeftOut {
    /// For the page.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            LeftOut::Precision(thousandths) => {
                let share = percent(f64::from(thousandths) / 1000.0);
                ["numbers are rounded by up to ", &share].concat()
            }
            LeftOut::Steps(tenths) => {
                let step = (u32::from(tenths) * 100).to_string();
                ["one answer is shown in steps of ", &step, " ms"].concat()
            }
            LeftOut::Timeline => "how one answer came in is left out".to_owned(),
            LeftOut::SendTimes => "when each request was sent is left out".to_owned(),
            LeftOut::Details => "some details of each answer are left out".to_owned(),
            LeftOut::Control => "your notes on the run are left out".to_owned(),
        }
    }
}

/// Why a link shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum LinkError {
    /// It has no check at its end, or not all of it.
    #[error("This link was cut on the way. Ask for the full link or the file.")]
    Incomplete,
    /// Its check is wrong, or its content makes no sense.
    #[error("This link was changed or damaged on the way. Ask for the full link or the file.")]
    Damaged,
    /// It is no result link.
    #[error("This is not a result link of Tokenpace.")]
    Unknown,
    /// Made by a newer version.
    #[error("This link was made by a newer Tokenpace. Reload the page to update it.")]
    Newer,
    /// Larger than any link of ours.
    #[error("This link is too large to be a result of Tokenpace.")]
    TooLarge,
}

/// A report as the part of an address behind the page's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// `#r1.…`, of ASCII characters only.
    pub fragment: String,
    /// What had no room.
    pub left_out: Vec<LeftOut>,
}

/// Packs a report, so that the whole address stays under 1,000 characters for 20 requests and under 2,000 for 100: what is
/// dispensable goes first, then precision.
#[must_use]
pub fn fragment(report: &Report, options: Options) -> Link {
    levels::fragment(report, options)
}

/// What a link says, from a fragment with or without its `#`.
///
/// # Errors
/// When it is not a whole link of a version that this one knows.
pub fn open_fragment(text: &str) -> Result<Shared, LinkError> {
    open_whole(text).map(|(shared, _)| shared)
}

/// The same, and the fragment without what other programs have done to it.
pub(crate) fn open_whole(text: &str) -> Result<(Shared, String), LinkError> {
    let (fragment, content) = frame::open(text)?;
    let v1 = receive::content(&content).ok_or(LinkError::Damaged)?;
    // The check was right, so that what another version of us wrote is whole but new to this one.
    let is_ours = v1.app == env!("CARGO_PKG_VERSION");
    let error = if is_ours {
        LinkError::Damaged
    } else {
        LinkError::Newer
    };
    Ok((receive::shared(v1).ok_or(error)?, fragment))
}
