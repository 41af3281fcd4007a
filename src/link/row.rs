//! How the tables are laid out: which columns there are, and how a cell says that it has no number.

use super::number;
use super::v1::{CAUTIONS, REASONS};
use crate::missing::Missing;

/// Columns of all requests: index above the row's, phase, outcome, time since the send before, HTTP status, in flight,
/// caution that excludes it, prompt tokens, cached tokens, protocol.
pub const ALL: usize = 10;
/// Columns of those that failed: kind, stage, end, output tokens, source of their count.
pub const FAILED: usize = 5;
/// Columns of those that worked; see `send::worked`.
pub const WORKED: usize = 31;
/// Totals of the run; see `send::totals`.
pub const TOTALS: usize = 27;

/// Bits for counts: exact up to 2,047.
pub const COUNT_BITS: u32 = 10;
/// Bits for amounts that only say how much, such as characters.
pub const ROUGH_BITS: u32 = 3;
/// Bits for totals, of which there are few.
pub const TOTAL_BITS: u32 = 12;
/// Bits in the precisions that a link may have.
pub const BITS: std::ops::RangeInclusive<u32> = 4..=10;

/// Requests that a link can have.
pub const MAX_ROWS: u32 = 2_100;
/// Cautions that a link can have: a kind has at most two.
pub const MAX_CAUTIONS: usize = 2 * CAUTIONS.len();
/// Notes on a run that a link can have.
pub const MAX_CONTROL: usize = 100;
/// Bytes of a vendor's word.
pub const MAX_WORD: usize = 24;
/// Steps that a timeline can have.
pub const MAX_STEPS: u32 = 400;

/// Stands in a cell whose number is that of another column.
pub const SAME: u32 = 15;
/// Codes of numbers begin here; below are reasons.
const FIRST: u32 = 16;

/// Cell of a number, or of the reason why there is none.
#[inline(never)]
pub fn cell(value: Option<u64>, reason: Option<&str>, bits: u32) -> u32 {
    match value {
        Some(value) => FIRST + number::code(value, bits),
        None => reason_cell(reason),
    }
}

/// Cell of a reason.
pub fn reason_cell(reason: Option<&str>) -> u32 {
    let at = REASONS
        .iter()
        .position(|known| Some(known.code()) == reason);
    at.and_then(|at| u32::try_from(at).ok()).unwrap_or_default()
}

/// Cell of a number that may not be there.
#[inline(never)]
pub fn option(value: Option<u64>, bits: u32) -> u32 {
    value.map_or(0, |value| 1 + number::code(value, bits))
}

/// What a cell says. The outer `None`: nothing that can be.
#[inline(never)]
pub fn read_cell(cell: u32, bits: u32) -> Option<Result<u64, Missing>> {
    match cell.checked_sub(FIRST) {
        Some(code) => number::value(code, bits).map(Ok),
        None => REASONS.get(cell as usize).copied().map(Err),
    }
}

/// What the cell of an option says.
#[inline(never)]
pub fn read_option(cell: u32, bits: u32) -> Option<Option<u64>> {
    match cell.checked_sub(1) {
        Some(code) => number::value(code, bits).map(Some),
        None => Some(None),
    }
}
