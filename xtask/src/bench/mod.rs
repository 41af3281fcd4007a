//! `cargo xtask bench`: measurements whose figures mean something only beside each other, within one run.

mod accuracy;
mod decode;
mod opens;
mod results;

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use serde_json::Value;

use crate::{browser, npm, page, process, project, server};

/// What to measure.
#[derive(Subcommand)]
pub enum Bench {
    /// Compare the times the page sees with the vendor's log, beside plain JavaScript readers
    Accuracy(accuracy::Options),
    /// Compare decoding speed with eventsource-parser and JSON.parse, natively and in Chromium
    Decode,
    /// Open mutated links and big files, and a link in Firefox if there is one
    Opens(opens::Options),
    /// Measure how the end of a big run feels: its summary beside JSON.parse, and the longest task
    Results(results::Options),
}

/// Runs the chosen measurement and prints its table.
pub fn run(bench: &Bench) -> Result<()> {
    match bench {
        Bench::Accuracy(options) => accuracy::run(options),
        Bench::Decode => decode::run(),
        Bench::Opens(options) => opens::run(options),
        Bench::Results(options) => results::run(options),
    }
}

/// Longest task of the main thread, in ms, whatever is measured: a tenth of a second is what people feel.
const LONGEST_TASK_MS: f64 = 100.0;

/// A figure that the driver wrote.
fn figure(figures: &Value, key: &str) -> Result<f64> {
    figures[key]
        .as_f64()
        .with_context(|| format!("the bench wrote no {key}"))
}

/// Fails if a target was missed, and names all that were.
fn hold(misses: &[String]) -> Result<()> {
    if misses.is_empty() {
        return Ok(());
    }
    bail!("targets missed: {}", misses.join("; "))
}

/// Lets `benches/NAME/driver.mjs` drive the built page in Chromium, with what it is told in variables of its own, and gives
/// the figures it wrote.
fn drive(name: &str, (variable, value): (&str, u32)) -> Result<Value> {
    let chromium = browser::chromium()?;
    page::release()?;
    let server = server::build()?;
    npm::install(&project::root().join("tests/e2e"))?;
    let folder = project::target().join(name);
    fs::create_dir_all(&folder)?;
    let out = folder.join(name).with_extension("json");
    let mut command = Command::new("node");
    command.arg(
        project::root()
            .join("benches")
            .join(name)
            .join("driver.mjs"),
    );
    command
        .env("CHROMIUM", chromium)
        .env("TOKENPACE_SERVER", server)
        .env("DIST", project::dist())
        .env("OUT", &out)
        .env(variable, value.to_string());
    if let Some(firefox) = browser::firefox() {
        command.env("FIREFOX", firefox);
    }
    process::run(command)?;
    serde_json::from_slice(&fs::read(&out)?).context("the bench wrote no figures")
}
