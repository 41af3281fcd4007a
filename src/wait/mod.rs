//! Where the wait went: the time of one answer, cut into parts that add up to it.
//!
//! What the browser tells is measured. Where the server hides it, a part is inferred and says so, or it is unknown; the time
//! of an unknown part lies in the part that names it in [`WaitPart::holds`].

mod known;
mod split;

use serde::{Deserialize, Serialize};

use crate::missing::Missing;
use crate::units::Micros;

pub use known::Known;
pub use split::split;

/// A part of the time from send to last output, in order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Waiting in the browser before it begins.
    ClientQueue,
    /// Permission round trip (preflight) and connection.
    SetUp,
    /// One round trip to the server and back.
    NetworkFloor,
    /// The rest up to the first output: queue, prompt, thinking out of sight.
    ServerWait,
    /// First output to first word of the answer: thinking that is shown.
    Thinking,
    /// First word of the answer to last output.
    Answer,
}

/// How the time of a part is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By stamps.
    Measured,
    /// From other requests, or by taking an inferred part away.
    Inferred,
    /// Not at all.
    Unknown,
}

/// One part of the wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitPart {
    /// Which part.
    pub part: Part,
    /// How long it took, or why that is unknown.
    pub time: Result<Micros, Missing>,
    /// How that is known.
    pub how: How,
    /// Parts of unknown length whose time lies in this one.
    pub holds: Vec<Part>,
}

impl WaitPart {
    fn known(part: Part, time: Micros, how: How) -> Self {
        WaitPart {
            part,
            time: Ok(time),
            how,
            holds: Vec::new(),
        }
    }

    fn unknown(part: Part, why: Missing) -> Self {
        WaitPart {
            part,
            time: Err(why),
            how: How::Unknown,
            holds: Vec::new(),
        }
    }
}

/// The time of one answer in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitSplit {
    /// All six parts in order of time.
    pub parts: Vec<WaitPart>,
}

impl WaitSplit {
    /// Known time up to the end of this part. Up to the server's wait that is TTFT, with the thinking TTFA, with the answer
    /// E2E.
    #[must_use]
    pub fn up_to(&self, part: Part) -> Micros {
        Micros(
            self.parts
                .iter()
                .filter(|found| found.part <= part)
                .filter_map(|found| found.time.ok())
                .map(|time| time.0)
                .sum(),
        )
    }
}
