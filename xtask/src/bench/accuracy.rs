//! `cargo xtask bench accuracy`: how far the times that the page sees are from what the vendor sent, in one Chromium,
//! beside a plain JavaScript reader in a worker and one on the main thread.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use serde_json::Value;

/// At most so many times the plain worker's median error may ours be: a shared core must not cost accuracy.
const WORST_RATIO_TO_WORKER: f64 = 1.2;

/// So many times smaller than the main thread's our gap error must be while the page is busy; else the worker is for show.
const LEAST_GAIN_UNDER_LOAD: f64 = 5.0;

/// Medians below this are the noise of the method (a timer of the server wakes up to 1 ms late): smaller ones count as
/// this much.
const NOISE_MS: f64 = 0.05;

/// Options of `cargo xtask bench accuracy`.
#[derive(clap::Args)]
pub struct Options {
    /// How often each client gets its turn under each condition
    #[arg(long, default_value_t = 5)]
    rounds: u32,
}

/// Measures, prints the table and holds it to its targets.
pub fn run(options: &Options) -> Result<()> {
    let result = super::drive("accuracy", ("ROUNDS", options.rounds))?;
    let rows = rows(&result)?;
    print!("{}", table(&rows));
    judge(&rows)
}

/// Errors of one client under one condition, in ms.
struct Row {
    client: String,
    concurrency: u64,
    busy: bool,
    streams: u64,
    ttft_p50: f64,
    ttft_p99: f64,
    gap_p50: f64,
    gap_p99: f64,
}

fn rows(result: &Value) -> Result<Vec<Row>> {
    let rows = result["rows"]
        .as_array()
        .context("the bench wrote no rows")?;
    let mut parsed = rows
        .iter()
        .map(|row| {
            let number = |key| super::figure(row, key);
            let count = |key: &str| {
                row[key]
                    .as_u64()
                    .with_context(|| format!("a row of the bench has no {key}"))
            };
            Ok(Row {
                client: row["client"]
                    .as_str()
                    .context("a row has no client")?
                    .to_owned(),
                concurrency: count("concurrency")?,
                busy: row["busy"].as_bool().context("a row has no busy")?,
                streams: count("streams")?,
                ttft_p50: number("ttft_p50")?,
                ttft_p99: number("ttft_p99")?,
                gap_p50: number("gap_p50")?,
                gap_p99: number("gap_p99")?,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    parsed.sort_by(|a, b| {
        (a.busy, a.concurrency, &a.client).cmp(&(b.busy, b.concurrency, &b.client))
    });
    Ok(parsed)
}

/// Markdown, to be pasted into docs/method.md.
fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| page | streams at once | client | n | TTFT error p50 | TTFT error p99 | gap error p50 | gap error p99 |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let page = if row.busy {
            "busy 8 ms a frame"
        } else {
            "idle"
        };
        // Writing to a String can't fail.
        let _ = writeln!(
            text,
            "| {page} | {} | {} | {} | {:.2} ms | {:.2} ms | {:.3} ms | {:.2} ms |",
            row.concurrency,
            row.client,
            row.streams,
            row.ttft_p50,
            row.ttft_p99,
            row.gap_p50,
            row.gap_p99
        );
    }
    text
}

/// Holds the product to its targets; every miss is named.
fn judge(rows: &[Row]) -> Result<()> {
    let mut misses = Vec::new();
    for ours in rows.iter().filter(|row| row.client == "tokenpace") {
        let peer = |client: &str| {
            rows.iter()
                .find(|row| {
                    row.client == client
                        && row.concurrency == ours.concurrency
                        && row.busy == ours.busy
                })
                .with_context(|| format!("no {client} row beside ours"))
        };
        let (worker, main) = (peer("worker")?, peer("main")?);
        let place = format!(
            "{} at once, page {}",
            ours.concurrency,
            if ours.busy { "busy" } else { "idle" }
        );
        for (what, ours, theirs) in [
            ("TTFT", ours.ttft_p50, worker.ttft_p50),
            ("gap", ours.gap_p50, worker.gap_p50),
        ] {
            let ratio = ours.max(NOISE_MS) / theirs.max(NOISE_MS);
            println!("{what} error beside the worker reader, {place}: {ratio:.2}×");
            if ratio > WORST_RATIO_TO_WORKER {
                misses.push(format!("{what} error is {ratio:.2}× the worker reader's ({place}), not {WORST_RATIO_TO_WORKER}×"));
            }
        }
        if ours.busy {
            let gain = main.gap_p50 / ours.gap_p50.max(NOISE_MS);
            println!("gap error of the main thread beside ours, {place}: {gain:.1}×");
            if gain < LEAST_GAIN_UNDER_LOAD {
                misses.push(format!("the main thread's gap error is only {gain:.1}× ours ({place}), not {LEAST_GAIN_UNDER_LOAD}×"));
            }
        }
    }
    super::hold(&misses)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(client: &str, busy: bool, gap_p50: f64) -> Row {
        Row {
            client: client.to_owned(),
            concurrency: 1,
            busy,
            streams: 1,
            ttft_p50: 2.0,
            ttft_p99: 3.0,
            gap_p50,
            gap_p99: 5.0,
        }
    }

    #[test]
    fn a_run_within_its_targets_passes() {
        let rows = [
            row("tokenpace", true, 0.22),
            row("worker", true, 0.2),
            row("main", true, 3.0),
        ];
        assert!(judge(&rows).is_ok());
    }

    #[test]
    fn each_missed_target_is_named() {
        let rows = [
            row("tokenpace", true, 1.0),
            row("worker", true, 0.2),
            row("main", true, 3.0),
        ];
        let error = judge(&rows).unwrap_err().to_string();
        assert!(error.contains("5.00× the worker reader's"), "{error}");
        assert!(error.contains("only 3.0× ours"), "{error}");
    }
}
