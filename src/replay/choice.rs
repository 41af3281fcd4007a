//! Which answers are worth seeing side by side.

use crate::perception::NOTICEABLE_STALL;
use crate::report::RequestRecord;
use crate::trace::{OutcomeKind, Phase};

/// Fewest words that can be followed.
const FEWEST_WORDS: u32 = 2;
/// Why an answer in one piece has no freezes.
const IN_ONE_PIECE: &str = "not_streamed";

/// The best and the worst answer of a run: worst is the longest freeze, among equals the slowest first word; best is the
/// opposite. Waits that nobody notices count as none, and so does an answer that came in one piece: its whole wait is the
/// one for the first word. Only measured answers that count in the statistics and whose freezes can be trusted. Twice the
/// same if there is only one; `None` without any.
#[must_use]
pub fn extremes(records: &[RequestRecord]) -> Option<(&RequestRecord, &RequestRecord)> {
    let mut found: Option<(&RequestRecord, &RequestRecord)> = None;
    for record in records.iter().filter(|r| can_be_followed(r)) {
        let (best, worst) = found.unwrap_or((record, record));
        found = Some((
            if badness(record) < badness(best) {
                record
            } else {
                best
            },
            // The later one of equals, so that a run of two answers always shows both.
            if badness(record) >= badness(worst) {
                record
            } else {
                worst
            },
        ));
    }
    found
}

fn can_be_followed(record: &RequestRecord) -> bool {
    record.phase == Phase::Measured
        && record.outcome == OutcomeKind::Ok
        && record.excluded_by.is_none()
        && record.ttfa_us.is_some()
        && record.answer_words >= FEWEST_WORDS
        && (record.longest_stall_us.is_some()
            || record.longest_stall_reason.as_deref() == Some(IN_ONE_PIECE))
}

fn badness(record: &RequestRecord) -> (Option<u64>, Option<u64>) {
    let freeze = record
        .longest_stall_us
        .filter(|us| *us >= NOTICEABLE_STALL.0);
    (freeze, record.ttfa_us)
}
