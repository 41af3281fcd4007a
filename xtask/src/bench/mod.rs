//! `cargo xtask bench`: measurements whose figures mean something only beside each other, within one run.

mod accuracy;

use anyhow::Result;
use clap::Subcommand;

/// What to measure.
#[derive(Subcommand)]
pub enum Bench {
    /// Compare the times the page sees with the vendor's log, beside plain JavaScript readers
    Accuracy(accuracy::Options),
}

/// Runs the chosen measurement and prints its table.
pub fn run(bench: &Bench) -> Result<()> {
    match bench {
        Bench::Accuracy(options) => accuracy::run(options),
    }
}
