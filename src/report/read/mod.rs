//! A saved report comes back: its requests become traces again, and [`build()`] makes the report anew. So numbers can't differ
//! from those of the page that saved it, unless the formulas have changed since.
//!
//! Each request is read from its tree of any JSON and not by derived code: what is missing or new in a file of another version
//! is then no error.

mod conditions;
mod counted;
mod fields;
mod kind;
mod request;
mod stream;

use std::collections::BTreeSet;
use std::io::Read;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{AppInfo, Report, SCHEMA, Source, build};
use crate::names;
use crate::protocol::Json;
use crate::trace::Trace;
use crate::units::Micros;
use crate::wire::Calibration;
pub use kind::FileKind;

use conditions::{environment, plan};
use counted::Counted;
use fields::{inner, micros, moment, texts};

/// Largest file that is read: 2,000 answers of 1,000 events each are 60 MB.
pub const MAX_BYTES: usize = 128 << 20;

/// Why a file is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum ReadError {
    /// The source failed before its end.
    #[error(
        "This file can't be read to its end. It may have been moved or changed: choose it again."
    )]
    Unreadable,
    /// Larger than [`MAX_BYTES`].
    #[error("This file is too large for a report of Tokenpace.")]
    TooLarge,
    /// Something else, as its first bytes tell.
    #[error("{}", .0.words())]
    Other(FileKind),
    /// JSON that is cut, or broken otherwise.
    #[error(
        "This file is not complete JSON. Download the report again, or ask for the whole file."
    )]
    NotJson,
    /// JSON of something else.
    #[error("This file is no report of Tokenpace.")]
    NotAReport,
    /// Made by a newer version.
    #[error("This report was made by a newer Tokenpace. Reload the page to update it.")]
    Newer,
    /// A report in which this is missing or makes no sense.
    #[error("This report was changed or damaged: its field {} can't be read.", .0.key())]
    Damaged(Section),
}

/// What no report can be without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Section {
    /// What was asked for.
    Plan,
    /// The list of requests.
    Requests,
}

impl Section {
    /// Name of the field.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Section::Plan => "plan",
            Section::Requests => "requests",
        }
    }
}

/// Reads a report that [`to_json`](super::to_json) wrote. Fields it doesn't know are ignored; all numbers are computed anew.
///
/// # Errors
/// When the text is not such a report.
pub fn read(text: &str) -> Result<Report, ReadError> {
    let (source, traces) = open(text)?;
    // A file with texts has the prompt.
    let has_texts = !source.plan.prompt.is_empty();
    Ok(build(source.with(&traces, has_texts)))
}

/// What a saved report was made from.
///
/// # Errors
/// When the text is not such a report.
pub fn open(text: &str) -> Result<(Source, Vec<Trace>), ReadError> {
    open_from(text.as_bytes(), text.len() as u64, &mut |_| ())
}

/// What a saved report was made from, out of a source of `bytes` bytes in UTF-8. It is read once and never held as a whole;
/// `progress` is told how many bytes were read, about every MB.
///
/// # Errors
/// When the source fails, or what it gives is not such a report. Sources that are too long are refused before they are read.
pub fn open_from(
    source: impl Read,
    bytes: u64,
    progress: &mut dyn FnMut(u64),
) -> Result<(Source, Vec<Trace>), ReadError> {
    let most = MAX_BYTES as u64;
    if bytes > most {
        return Err(ReadError::TooLarge);
    }
    let found = stream::parse(&mut Counted::new(source, most, progress))?;
    check_schema(&found.run)?;
    let source = source_of(&found.run).ok_or(ReadError::Damaged(Section::Plan))?;
    let traces = found.traces.ok_or(ReadError::Damaged(Section::Requests))?;
    // Requests that stand there twice would count twice.
    let mut seen = BTreeSet::new();
    if !traces.iter().all(|trace| seen.insert(trace.index)) {
        return Err(ReadError::Damaged(Section::Requests));
    }
    Ok((source, traces))
}

fn source_of(json: &Json) -> Option<Source> {
    let environment = environment(json);
    let summary = json.get("summary");
    Some(Source {
        plan: plan(json)?,
        prompt_chars: json.get("plan")?.count("prompt_chars"),
        calibration: Calibration {
            clock_tick: Micros(environment.clock_tick_us),
            cross_origin_isolated: environment.cross_origin_isolated,
            loop_lag_p99: environment.loop_lag_p99_us.map(Micros),
        },
        environment,
        control: texts(json.get("control"), names::MAX_CHARS),
        wall: summary.and_then(|summary| micros(summary, "wall_us")),
        stable: summary.and_then(|summary| summary.text("stopped_because")) == Some("stable"),
        created_at: moment(json, "created_at"),
        app: AppInfo {
            version: inner(json, "app", "version"),
            build: inner(json, "app", "build"),
        },
    })
}

fn check_schema(json: &Json) -> Result<(), ReadError> {
    let schema = json.text("schema").ok_or(ReadError::NotAReport)?;
    let (name, known) = SCHEMA.split_at(SCHEMA.len() - 1);
    let version = schema.strip_prefix(name).ok_or(ReadError::NotAReport)?;
    match (version == known, version.parse::<u32>()) {
        (true, _) => Ok(()),
        (false, Ok(2..)) => Err(ReadError::Newer),
        _ => Err(ReadError::NotAReport),
    }
}
