//! The table "Percentiles" as text: which rows it has, and what stands in a cell without a number.

use crate::format;
use crate::missing::CautionKind;
use crate::report::{Distribution, Summary};
use crate::session::show;
use crate::stats::Percent;
use crate::units::Micros;

/// Columns of the table.
pub const COLUMNS: [&str; 4] = ["p50", "p90", "p95", "p99"];

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The metric's name.
    pub term: &'static str,
    /// Its key in the report and in the definitions.
    pub key: &'static str,
    /// One cell for each of [`COLUMNS`].
    pub cells: [Cell; 4],
    /// Values behind the row.
    pub n: u32,
    /// 95 % range of the median.
    pub range: String,
    /// The caution by which no number of the row is valid.
    pub struck: Option<CautionKind>,
}

/// One percentile of one metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// The number.
    Value(String),
    /// Fewer requests than this percentile needs; the worst value seen stands in.
    Needs {
        /// Requests needed.
        needs: u32,
        /// "max 1.20 s" for times, "min 12.0 tok/s" for speeds; none without values.
        worst: Option<String>,
    },
    /// No number, with the code of the reason.
    Missing(String),
}

/// Rows of the table, in the order of the interface contract. `tick_us` is the step of the clock.
#[must_use]
pub fn rows(summary: &Summary, tick_us: u64) -> Vec<Row> {
    let time = Show::Time(tick_us);
    made(
        summary,
        &[
            ("TTFT", "ttft_us", &summary.ttft_us, time, Worst::Max),
            ("TTFA", "ttfa_us", &summary.ttfa_us, time, Worst::Max),
            (
                "TPOT",
                "tpot_us",
                &summary.tpot_us,
                Show::Other(&show::per_token),
                Worst::Max,
            ),
            (
                "TPS",
                "tps",
                &summary.tps,
                Show::Other(&show::speed),
                Worst::Min,
            ),
            (
                "Chunk gap",
                "chunk_gap_us",
                &summary.chunk_gap_us,
                time,
                Worst::Max,
            ),
            ("E2E latency", "e2e_us", &summary.e2e_us, time, Worst::Max),
        ],
    )
}

/// What a reader notices, in the same way: it comes before the tokens.
#[must_use]
pub fn reader_rows(summary: &Summary, tick_us: u64) -> Vec<Row> {
    made(
        summary,
        &[
            (
                "Words per minute",
                "wpm",
                &summary.wpm,
                Show::Other(&show::pace),
                Worst::Min,
            ),
            (
                "Longest freeze",
                "longest_stall_us",
                &summary.longest_stall_us,
                Show::Freeze(tick_us),
                Worst::Max,
            ),
        ],
    )
}

/// How values of a metric become text.
#[derive(Clone, Copy)]
enum Show<'a> {
    /// Times, exact to so many µs.
    Time(u64),
    /// The same, of which zero is "none".
    Freeze(u64),
    /// What has no stated error.
    Other(&'a dyn Fn(f64) -> String),
}

impl Show<'_> {
    /// A value in its likely range; a side that is open or not known is `None`.
    fn value(self, value: f64, range: (Option<f64>, Option<f64>)) -> String {
        match self {
            Show::Freeze(_) if value <= 0.0 => show::freeze(0, 0),
            Show::Time(exact_to) | Show::Freeze(exact_to) => {
                format::duration_in_range(value, range, Micros(exact_to))
            }
            Show::Other(show) => show(value),
        }
    }

    /// A value that was seen as it is.
    fn seen(self, value: f64) -> String {
        self.value(value, (None, None))
    }

    fn range(self, low: f64, high: f64) -> String {
        match self {
            Show::Time(exact_to) => format::duration_range(low, high, Micros(exact_to)),
            Show::Freeze(exact_to) if low > 0.0 => {
                format::duration_range(low, high, Micros(exact_to))
            }
            Show::Freeze(_) | Show::Other(_) => {
                let (low, high) = (self.seen(low), self.seen(high));
                joined(&low, &high)
            }
        }
    }
}

type Metric<'a> = (
    &'static str,
    &'static str,
    &'a Distribution,
    Show<'a>,
    Worst,
);

fn made(summary: &Summary, metrics: &[Metric<'_>]) -> Vec<Row> {
    metrics
        .iter()
        .map(|&(term, key, valid, show, worst)| {
            match summary.struck.iter().find(|struck| struck.metric == key) {
                Some(struck) => Row {
                    struck: Some(struck.caution),
                    range: String::new(),
                    ..row(term, key, &struck.values, show, worst)
                },
                None => row(term, key, valid, show, worst),
            }
        })
        .collect()
}

/// On which side the bad values are.
#[derive(Clone, Copy)]
enum Worst {
    Max,
    Min,
}

fn row(
    term: &'static str,
    key: &'static str,
    d: &Distribution,
    show: Show<'_>,
    worst: Worst,
) -> Row {
    let extreme = match worst {
        Worst::Max => d.max.map(|v| ["max ", &show.seen(v)].concat()),
        Worst::Min => d.min.map(|v| ["min ", &show.seen(v)].concat()),
    };
    let cell = |percent: Percent, reason: &Option<String>| match d.at(percent) {
        Some(value) => Cell::Value(show.value(value, d.range(percent))),
        None => match (reason.as_deref(), d.needs.get(percent)) {
            (Some("too_few"), Some(needs)) => Cell::Needs {
                needs,
                worst: extreme.clone(),
            },
            (reason, _) => Cell::Missing(
                reason
                    .or(d.reason.as_deref())
                    .unwrap_or("no_success")
                    .to_owned(),
            ),
        },
    };
    Row {
        term,
        key,
        cells: [
            cell(Percent::P50, &d.p50_reason),
            cell(Percent::P90, &d.p90_reason),
            cell(Percent::P95, &d.p95_reason),
            cell(Percent::P99, &d.p99_reason),
        ],
        n: d.n,
        range: d
            .ci
            .get(Percent::P50)
            .map(|ci| range(ci, show))
            .unwrap_or_default(),
        struck: None,
    }
}

fn range(ends: (Option<f64>, Option<f64>), show: Show<'_>) -> String {
    match ends {
        (Some(low), Some(high)) => show.range(low, high),
        (Some(low), None) => show.seen(low) + " or more",
        (None, Some(high)) => show.seen(high) + " or less",
        (None, None) => String::new(),
    }
}

/// One unit is enough where both have the same.
fn joined(low: &str, high: &str) -> String {
    if low == high {
        return low.to_owned();
    }
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => [number, "–", high].concat(),
        _ => [low, "–", high].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distribution() -> Distribution {
        let mut d = Distribution {
            n: 20,
            p50: Some(420_000.0),
            p90_reason: Some("too_few".to_owned()),
            p99_reason: Some("failure_at_rank".to_owned()),
            min: Some(300_000.0),
            max: Some(1_200_000.0),
            ..Distribution::default()
        };
        d.needs.set(Percent::P90, 29);
        d.ci.set(Percent::P50, (Some(380_000.0), Some(510_000.0)));
        d
    }

    #[test]
    fn a_percentile_below_its_gate_says_what_it_needs_and_the_worst_seen() {
        let row = row("TTFT", "", &distribution(), Show::Time(100), Worst::Max);
        let [p50, p90, p95, p99] = row.cells;
        assert_eq!(p50, Cell::Value("420 ms".to_owned()));
        assert_eq!(
            p90,
            Cell::Needs {
                needs: 29,
                worst: Some("max 1.20 s".to_owned())
            }
        );
        assert_eq!(p95, Cell::Missing("no_success".to_owned()));
        assert_eq!(p99, Cell::Missing("failure_at_rank".to_owned()));
        assert_eq!(row.range, "380–510 ms");
    }

    #[test]
    fn the_worst_speed_is_the_smallest() {
        let speed = |tps: f64| format!("{tps}");
        let row = row("TPS", "", &distribution(), Show::Other(&speed), Worst::Min);
        let [_, p90, ..] = row.cells;
        assert_eq!(
            p90,
            Cell::Needs {
                needs: 29,
                worst: Some("min 300000".to_owned())
            }
        );
    }

    #[test]
    fn open_sides_are_said() {
        let show = |v: f64| format!("{v} s");
        assert_eq!(range((Some(1.0), None), Show::Other(&show)), "1 s or more");
        assert_eq!(range((None, Some(1.0)), Show::Other(&show)), "1 s or less");
        assert_eq!(range((None, None), Show::Other(&show)), "");
    }

    #[test]
    fn seconds_in_a_wide_range_have_one_decimal() {
        let mut d = distribution();
        d.p50 = Some(1_234_000.0);
        d.ci.set(Percent::P50, (Some(1_190_000.0), Some(1_310_000.0)));
        let row = row("TTFT", "", &d, Show::Time(100), Worst::Max);
        assert_eq!(row.cells[0], Cell::Value("1.2 s".to_owned()));
        assert_eq!(row.range, "1.1–1.4 s");
    }
}
