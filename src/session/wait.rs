//! Where the wait went, in words.

use crate::format;
use crate::report::{MiddleWait, WaitPartRecord};
use crate::session::show;
use crate::units::Micros;
use crate::wait::{How, Part};

/// What a part is called on the page.
#[must_use]
pub const fn label(part: Part) -> &'static str {
    match part {
        Part::ClientQueue => "waiting in your browser",
        Part::SetUp => "connection and permission",
        Part::NetworkFloor => "way to the server and back",
        Part::ServerWait => "waiting for the model",
        Part::Thinking => "visible thinking",
        Part::Answer => "the answer as it streams",
    }
}

/// "260 ms", "40 ms, inferred", "?".
#[must_use]
pub fn time(part: &WaitPartRecord, exact_to_us: u64) -> String {
    let amount = amount(part, exact_to_us);
    match part.how {
        How::Inferred => amount + ", inferred",
        How::Measured | How::Unknown => amount,
    }
}

/// "260 ms", "?", and "under 1 ms" for a part that is too short to be told from none.
#[must_use]
#[allow(clippy::cast_precision_loss)] // exact below 2^53 µs, which is 285 years
pub fn amount(part: &WaitPartRecord, exact_to_us: u64) -> String {
    part.us.map_or_else(
        || "?".to_owned(),
        |us| format::part_exact_to(us as f64, Micros(exact_to_us)),
    )
}

/// Worth a place in the bar and a number beside it: unknown, or long enough to be told from none.
#[must_use]
#[allow(clippy::cast_precision_loss)]
pub fn is_shown(part: &WaitPartRecord, exact_to_us: u64) -> bool {
    part.us
        .is_none_or(|us| !format::reads_as_zero(us as f64, Micros(exact_to_us)))
}

/// How the part is known, and which unknown parts lie in it.
#[must_use]
pub fn known(part: &WaitPartRecord) -> String {
    let mut text = match part.how {
        How::Measured => "measured",
        How::Inferred => "inferred from other requests of the run",
        How::Unknown => "not known, and not zero",
    }
    .to_owned();
    for held in &part.holds {
        text = [&text, "; holds ", label(*held)].concat();
    }
    text
}

/// The biggest part, in a sentence; `None` if no part is known.
#[must_use]
pub fn biggest(wait: &MiddleWait, tick_us: u64) -> Option<String> {
    let known = |part: &&WaitPartRecord| part.us.is_some();
    let part = wait.parts.iter().filter(known).max_by_key(|part| part.us)?;
    let all: u64 = wait.parts.iter().filter_map(|part| part.us).sum();
    let of = if wait.of == 1 {
        "of the one answer".to_owned()
    } else {
        format!(
            "of the one with the middle first word of {}",
            show::counted(wait.of, "answer")
        )
    };
    let hidden = if part.holds.contains(&Part::Thinking) {
        " The model thought out of sight in it."
    } else {
        ""
    };
    let us = show::micros(part.us?, tick_us);
    let all = show::micros(all, tick_us);
    let name = label(part.part);
    Some(
        [
            "The biggest part is ",
            name,
            ": ",
            &us,
            " of the ",
            &all,
            " ",
            &of,
            ".",
            hidden,
        ]
        .concat(),
    )
}
