//! How the words of one answer came, in steps of a tenth of a second or more.

use super::bits::{Reader, Writer};
use super::levels::Level;
use super::row::MAX_STEPS;
use super::shared::Row;
use crate::protocol::Channel;
use crate::report::{Report, RequestRecord};
use crate::trace::{MAX_WORDS, OutcomeKind, OutputEvent, Trace};
use crate::units::Micros;

/// A step of the finest timeline, µs.
const STEP_US: u64 = 100_000;

/// One answer: its row + 1 (0: none), the length of a step in tenths of a second, the number of steps, and the words that
/// came in each step since its first.
pub fn write(report: &Report, level: &Level, cells: &mut Writer) {
    let chosen = level.steps.and_then(|most| chosen(report, most));
    let (row, step, words) = chosen.unwrap_or_default();
    cells.column(&[row, step, u32::try_from(words.len()).unwrap_or_default()]);
    cells.column(&words);
}

/// The middle answer by its first word, or the first that has words.
pub fn chosen(report: &Report, most: u32) -> Option<(u32, u32, Vec<u32>)> {
    let middle = report.summary.wait.as_ref().map(|wait| wait.index);
    let has_words = |r: &&RequestRecord| {
        r.outcome == OutcomeKind::Ok && r.ttfa_us.is_some() && r.answer_words > 1
    };
    let is_middle = |r: &&RequestRecord| middle.is_none_or(|index| r.index == index);
    let position = report
        .requests
        .iter()
        .position(|r| has_words(&r) && is_middle(&r))?;
    let record = report.requests.get(position)?;
    let first = record.ttfa_us?;
    let span = record.last_output_us?.saturating_sub(first);
    let most = u64::from(most.min(MAX_STEPS));
    let step = (span / STEP_US / most + 1).min(255);
    let mut words: Vec<u32> = Vec::new();
    for event in &record.events {
        let at = event.at.0.saturating_sub(first) / (step * STEP_US);
        let at = usize::try_from(at.min(u64::from(MAX_STEPS) - 1)).unwrap_or_default();
        if event.words > 0 {
            words.resize(words.len().max(at + 1), 0);
            words[at] += event.words;
        }
    }
    Some((
        u32::try_from(position + 1).ok()?,
        u32::try_from(step).ok()?,
        words,
    ))
}

/// The words of one answer, each step's at its end, the first at the first word.
pub fn read(cells: &mut Reader<'_>, traces: &mut [Trace], rows: &[Row]) -> Option<()> {
    let head = cells.column(3)?;
    let [row, step, steps] = head.as_slice() else {
        return None;
    };
    if *steps > MAX_STEPS || *step > 255 {
        return None;
    }
    let words = cells.column(*steps as usize)?;
    if words
        .iter()
        .fold(0, |all: u32, words| all.saturating_add(*words))
        > MAX_WORDS
    {
        return None;
    }
    let Some(at) = row.checked_sub(1) else {
        return Some(());
    };
    let trace = traces.get_mut(at as usize)?;
    let metrics = &rows.get(at as usize)?.metrics;
    let (first, last) = (metrics.ttfa.ok()?, metrics.last_output?);
    let step = u64::from(*step) * STEP_US;
    for (read, words) in (0_u32..).zip(words).filter(|(_, words)| *words > 0) {
        let end = first.0 + u64::from(read + 1) * step;
        trace.events.push(OutputEvent {
            at: if read == 0 {
                first
            } else {
                Micros(end.min(last.0))
            },
            read,
            channel: Channel::Answer,
            chars: 0,
            words,
            tokens: None,
        });
    }
    Some(())
}
