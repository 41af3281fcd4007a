//! The table of single requests: what a column sorts by, and pages.

use std::cmp::Ordering;

use crate::order;
use crate::report::RequestRecord;

/// Rows on one page. More rows make the page slow and nobody reads them.
pub const ROWS_PER_PAGE: usize = 50;

/// A column that sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Number of the request.
    Index,
    /// How it ended.
    Outcome,
    /// Time to first token.
    Ttft,
    /// Time to first answer.
    Ttfa,
    /// Tokens per second.
    Tps,
    /// Output tokens.
    Tokens,
    /// Longest freeze.
    LongestFreeze,
    /// Send to last output.
    E2e,
}

impl Column {
    /// All of them, in the order of the table.
    pub const ALL: [Column; 8] = [
        Column::Index,
        Column::Outcome,
        Column::Ttft,
        Column::Ttfa,
        Column::Tps,
        Column::Tokens,
        Column::LongestFreeze,
        Column::E2e,
    ];

    /// Heading.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Column::Index => "Request",
            Column::Outcome => "Outcome",
            Column::Ttft => "TTFT",
            Column::Ttfa => "TTFA",
            Column::Tps => "TPS",
            Column::Tokens => "Tokens",
            Column::LongestFreeze => "Longest freeze",
            Column::E2e => "E2E latency",
        }
    }
}

/// How the table is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// By what.
    pub column: Column,
    /// Largest first.
    pub descending: bool,
}

impl Default for Order {
    fn default() -> Self {
        Order {
            column: Column::Index,
            descending: false,
        }
    }
}

impl Order {
    /// What a click on the column's heading makes of it: the same column turns round, another one starts ascending.
    #[must_use]
    pub fn clicked(self, column: Column) -> Order {
        Order {
            column,
            descending: self.column == column && !self.descending,
        }
    }
}

/// Positions of the records in sorted order. Missing values come last in both directions; ties keep the order of sending.
#[must_use]
pub fn sorted(records: &[RequestRecord], order: Order) -> Vec<usize> {
    order::sorted(records.len(), &|a, b| {
        compare(&records[a], &records[b], order)
    })
}

fn compare(a: &RequestRecord, b: &RequestRecord, order: Order) -> Ordering {
    let (a, b) = (key(a, order.column), key(b, order.column));
    match (a, b) {
        (Some(a), Some(b)) if order.descending => b.total_cmp(&a),
        (Some(a), Some(b)) => a.total_cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

#[allow(clippy::cast_precision_loss)] // times below 2^53 µs
fn key(record: &RequestRecord, column: Column) -> Option<f64> {
    match column {
        Column::Index => Some(f64::from(record.index)),
        Column::Outcome => Some(f64::from(record.outcome as u8)),
        Column::Ttft => record.ttft_us.map(|us| us as f64),
        Column::Ttfa => record.ttfa_us.map(|us| us as f64),
        Column::Tps => record.tps,
        Column::Tokens => record.output_tokens.map(f64::from),
        Column::LongestFreeze => record.longest_stall_us.map(|us| us as f64),
        Column::E2e => record.e2e_us.map(|us| us as f64),
    }
}

/// Number of pages; at least one.
#[must_use]
pub fn pages(rows: usize) -> usize {
    rows.div_ceil(ROWS_PER_PAGE).max(1)
}

/// The rows of a page, counted from 0; a page past the end is the last one.
#[must_use]
pub fn page<T>(rows: &[T], number: usize) -> &[T] {
    let start = number.min(pages(rows.len()) - 1) * ROWS_PER_PAGE;
    let end = (start + ROWS_PER_PAGE).min(rows.len());
    rows.get(start..end).unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_click_turns_the_order_round() {
        let once = Order::default().clicked(Column::Tps);
        assert_eq!((once.column, once.descending), (Column::Tps, false));
        assert!(once.clicked(Column::Tps).descending);
        assert!(!once.clicked(Column::Tps).clicked(Column::E2e).descending);
    }

    #[test]
    fn pages_cover_all_rows_once() {
        let rows: Vec<usize> = (0..2 * ROWS_PER_PAGE + 1).collect();
        assert_eq!(pages(rows.len()), 3);
        let all: Vec<usize> = (0..3).flat_map(|n| page(&rows, n).to_vec()).collect();
        assert_eq!(all, rows);
        assert_eq!(page(&rows, 9), page(&rows, 2));
        assert_eq!((pages(0), page::<usize>(&[], 0).len()), (1, 0));
    }
}
