//! Where the wait went, in the export.

use serde::{Deserialize, Serialize};

use crate::cautions::{Observed, Run};
use crate::missing::{Measured, Missing};
use crate::order;
use crate::stats::Percent;
use crate::units::Micros;
use crate::wait::{How, Known, Part, WaitPart, WaitSplit, split};

/// One part of the wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitPartRecord {
    /// Which part.
    pub part: Part,
    /// Its time in µs.
    pub us: Option<u64>,
    /// Why its time is unknown.
    pub us_reason: Option<String>,
    /// How its time is known.
    pub how: How,
    /// Parts of unknown length whose time lies in this one.
    pub holds: Vec<Part>,
}

/// The answer in the middle of the run, by its first word: parts of one answer add up, medians of parts don't.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MiddleWait {
    /// Which request it is.
    pub index: u32,
    /// Of how many it is the middle.
    pub of: u32,
    /// Its parts.
    pub parts: Vec<WaitPartRecord>,
}

impl From<WaitPart> for WaitPartRecord {
    fn from(part: WaitPart) -> Self {
        WaitPartRecord {
            part: part.part,
            us: part.time.ok().map(|time| time.0),
            us_reason: part.time.err().map(|missing| missing.code().to_owned()),
            how: part.how,
            holds: part.holds,
        }
    }
}

pub(super) fn records(split: WaitSplit) -> Vec<WaitPartRecord> {
    split.parts.into_iter().map(WaitPartRecord::from).collect()
}

/// The middle answer by TTFA; where no answer has one, by TTFT.
pub(super) fn middle(run: &Run<'_>, known: &Known) -> Measured<MiddleWait> {
    let by_first_word = ranked(run, |request| request.metrics.ttfa);
    let (request, of) = by_first_word.or_else(|_| ranked(run, |request| request.metrics.ttft))?;
    Ok(MiddleWait {
        index: request.trace.index,
        of,
        parts: records(split(request, known)?),
    })
}

/// The median request by nearest rank, and of how many.
fn ranked<'r, 'a>(
    run: &'r Run<'a>,
    time: impl Fn(&Observed<'a>) -> Measured<Micros>,
) -> Measured<(&'r Observed<'a>, u32)> {
    let mut why = Missing::NoSuccess;
    let mut found: Vec<(&Observed<'a>, Micros)> = Vec::new();
    for request in run.counted() {
        match time(request) {
            Ok(time) => found.push((request, time)),
            Err(missing) => why = missing,
        }
    }
    order::sort(&mut found, |a, b| a.1.cmp(&b.1));
    let rank = (found.len() * Percent::P50.of_100()).div_ceil(100);
    let (request, _) = rank
        .checked_sub(1)
        .and_then(|position| found.get(position))
        .ok_or(why)?;
    Ok((*request, u32::try_from(found.len()).unwrap_or(u32::MAX)))
}
