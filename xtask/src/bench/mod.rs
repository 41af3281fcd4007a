//! `cargo xtask bench`: measurements whose figures mean something only beside each other, within one run.

mod accuracy;
mod decode;
mod results;

use anyhow::Result;
use clap::Subcommand;

/// What to measure.
#[derive(Subcommand)]
pub enum Bench {
    /// Compare the times the page sees with the vendor's log, beside plain JavaScript readers
    Accuracy(accuracy::Options),
    /// Compare decoding speed with eventsource-parser and JSON.parse, natively and in Chromium
    Decode,
    /// Measure how the end of a big run feels: its summary beside JSON.parse, and the longest task
    Results(results::Options),
}

/// Runs the chosen measurement and prints its table.
pub fn run(bench: &Bench) -> Result<()> {
    match bench {
        Bench::Accuracy(options) => accuracy::run(options),
        Bench::Decode => decode::run(),
        Bench::Results(options) => results::run(options),
    }
}
