//! What a link leaves out to stay short.

use super::frame;
use super::send::pack;
use super::timeline::chosen;
use super::{LeftOut, Link, Options};
use crate::report::Report;

/// What is taken along.
pub struct Level {
    /// Bits behind the first in rounded numbers.
    pub bits: u32,
    /// Most steps of the timeline; `None`: no timeline.
    pub steps: Option<u32>,
    /// When each request was sent.
    pub send_times: bool,
    /// Free metadata.
    pub control: bool,
    /// What a reader notices beside stalls, and how the connection was made.
    pub details: bool,
}

/// From everything to what always fits.
const LEVELS: [Level; 10] = [
    level(9, Some(300), true, true),
    level(8, Some(200), true, true),
    level(7, Some(150), true, true),
    level(7, Some(100), false, true),
    level(6, Some(60), false, true),
    level(5, Some(40), false, true),
    level(5, None, false, true),
    level(4, None, false, true),
    level(4, None, false, false),
    Level {
        details: false,
        ..level(4, None, false, false)
    },
];

const fn level(bits: u32, steps: Option<u32>, send_times: bool, control: bool) -> Level {
    Level {
        bits,
        steps,
        send_times,
        control,
        details: true,
    }
}

/// Longest address, in characters. Some programs cut at 1,024, others at 2,000; between the two nothing is gained. Longer
/// than that it is cut by some anyway, so that more requests need not get coarser.
fn longest(requests: usize) -> usize {
    match requests {
        ..=20 => 999,
        _ => 1_999 + requests.saturating_sub(100) * 20,
    }
}

/// The link of the first level that has room, measured as it is sent; of the last, if none has.
pub fn fragment(report: &Report, options: Options) -> Link {
    let room = longest(report.plan.requests as usize).saturating_sub(options.page_chars);
    let mut link = Link::default();
    for level in &LEVELS {
        // Writing into memory can't fail.
        let content = postcard::to_allocvec(&pack(report, options.host, level)).unwrap_or_default();
        link = Link {
            fragment: frame::close(&content),
            left_out: left_out(report, level),
        };
        if link.fragment.len() <= room {
            break;
        }
    }
    link
}

fn left_out(report: &Report, level: &Level) -> Vec<LeftOut> {
    let [full, ..] = &LEVELS;
    // Half of the last bit, rounded up.
    let precision = (500_u32 >> level.bits) + 1;
    let step = level.steps.and_then(|most| chosen(report, most));
    let missing = chosen(report, 1).is_some();
    let found = [
        Some(LeftOut::Precision(precision.to_le_bytes()[0])),
        match step {
            None => Some(LeftOut::Timeline).filter(|_| missing),
            Some((_, 1, _)) => None,
            Some((_, tenths, _)) => Some(LeftOut::Steps(tenths.to_le_bytes()[0])),
        },
        Some(LeftOut::SendTimes).filter(|_| full.send_times != level.send_times),
        Some(LeftOut::Details).filter(|_| !level.details),
        Some(LeftOut::Control).filter(|_| !level.control && !report.control.is_empty()),
    ];
    found.into_iter().flatten().collect()
}
