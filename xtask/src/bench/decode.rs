//! `cargo xtask bench decode`: how fast bytes become signals, beside eventsource-parser and JSON.parse on the same
//! stream in the same run, natively (against Node) and as wasm in a page of Chromium. Then every other format beside it.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{browser, npm, page, prerequisites, process, project, small_std, tools};

/// So many times faster than the JavaScript client the native decoders must be.
const LEAST_NATIVE: f64 = 4.0;

/// The same in a page, where each read is copied into wasm memory first.
const LEAST_IN_BROWSER: f64 = 2.0;

/// Such a part of the speed of chat completions every format must have, in bytes.
const LEAST_OF_CHAT: f64 = 1.0 / 3.0;

/// Measures, prints the figures and holds the usual stream to its targets.
pub fn run() -> Result<()> {
    let chromium = browser::chromium()?;
    prerequisites::wasm_target()?;
    let scripts = project::root().join("benches/js");
    npm::install(&scripts)?;
    let folder = project::target().join("decode");
    fs::create_dir_all(&folder)?;

    let native = folder.join("native.jsonl");
    let mut command = Command::new("cargo");
    command
        .args(["bench", "--package", "tokenpace", "--bench", "decode"])
        .current_dir(project::root())
        .env("OUT", &native);
    process::run(command)?;

    let wasm = wasm(&folder)?;
    let in_browser = folder.join("browser.jsonl");
    let mut command = Command::new("node");
    command
        .arg("browser.mjs")
        .arg(project::target().join("tmp/decode-usual.sse"))
        .arg(wasm)
        .current_dir(scripts)
        .env("CHROMIUM", chromium)
        .env("OUT", &in_browser);
    process::run(command)?;

    let misses = [
        compared_with_javascript(&[
            ("natively", ratio(&native, "ratio_native")?, LEAST_NATIVE),
            (
                "in Chromium",
                ratio(&in_browser, "ratio_browser")?,
                LEAST_IN_BROWSER,
            ),
        ]),
        compared_with_chat(&formats(&native)?),
    ]
    .concat();
    if misses.is_empty() {
        Ok(())
    } else {
        bail!("targets missed: {}", misses.join("; "))
    }
}

/// Builds the decoders as a library for a page, the way the page itself is built. Gives its folder.
fn wasm(folder: &Path) -> Result<std::path::PathBuf> {
    let mut command = Command::new("cargo");
    command
        .args([
            "build",
            "--release",
            "--package",
            "tokenpace",
            "--example",
            "decode-bench",
        ])
        .args(["--features", "bench-web", "--target", prerequisites::WASM])
        .current_dir(project::root());
    small_std::prepare()?;
    small_std::apply(&mut command, page::TARGET_RUSTFLAGS, "");
    process::run(command)?;
    let built = format!("{}/release/examples/decode_bench.wasm", prerequisites::WASM);
    let out = folder.join("wasm");
    let mut command = Command::new(tools::wasm_bindgen("wasm-bindgen")?);
    command
        .args(["--target", "web", "--no-typescript", "--out-dir"])
        .arg(&out)
        .arg(project::target().join(built));
    process::run(command)?;
    Ok(out)
}

/// The figures that the bench wrote.
fn rows(file: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(file).context("the bench wrote no figures")?;
    let rows = text.lines().map(serde_json::from_str);
    rows.collect::<Result<_, _>>()
        .context("the bench wrote no JSON")
}

/// The figure of this name for the usual stream.
fn ratio(file: &Path, name: &str) -> Result<f64> {
    rows(file)?
        .iter()
        .filter(|row| row["stream"] == "usual")
        .find_map(|row| row[name].as_f64())
        .with_context(|| format!("the bench wrote no {name}"))
}

/// Speed with one format.
struct Speed {
    format: String,
    mb_per_s: f64,
    events_per_s: f64,
    ratio_to_chat: f64,
}

fn formats(file: &Path) -> Result<Vec<Speed>> {
    let rows = rows(file)?;
    let speeds: Vec<Speed> = rows
        .iter()
        .filter_map(|row| {
            Some(Speed {
                format: row["format"].as_str()?.to_owned(),
                mb_per_s: row["mb_per_s"].as_f64()?,
                events_per_s: row["events_per_s"].as_f64()?,
                ratio_to_chat: row["ratio_to_chat"].as_f64()?,
            })
        })
        .collect();
    if speeds.is_empty() {
        bail!("the bench measured no format");
    }
    Ok(speeds)
}

/// Prints the table of the formats. Gives what misses its target, in words.
fn compared_with_chat(speeds: &[Speed]) -> Vec<String> {
    println!(
        "{:<26}{:>8}{:>14}{:>10}",
        "format", "MB/s", "events/s", "of chat"
    );
    for speed in speeds {
        println!(
            "{:<26}{:>8.0}{:>14.0}{:>10.2}",
            speed.format, speed.mb_per_s, speed.events_per_s, speed.ratio_to_chat
        );
    }
    speeds
        .iter()
        .filter(|speed| speed.ratio_to_chat < LEAST_OF_CHAT)
        .map(|speed| {
            format!(
                "{} at {:.2} of chat completions, not {LEAST_OF_CHAT:.2}",
                speed.format, speed.ratio_to_chat
            )
        })
        .collect()
}

/// Each is a place, the ratio measured there and the least it may be. Gives what misses its target, in words.
fn compared_with_javascript(ratios: &[(&str, f64, f64)]) -> Vec<String> {
    let mut misses = Vec::new();
    for (place, ratio, least) in ratios {
        println!("{ratio:.1}× as fast as eventsource-parser and JSON.parse {place}");
        if ratio < least {
            misses.push(format!("{ratio:.1}× {place}, not {least}×"));
        }
    }
    misses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_target_is_named() {
        assert!(compared_with_javascript(&[("natively", 4.0, 4.0)]).is_empty());
        let misses = compared_with_javascript(&[("natively", 3.9, 4.0), ("in Chromium", 2.5, 2.0)]);
        assert_eq!(misses, ["3.9× natively, not 4×"]);
    }

    #[test]
    fn a_slow_format_is_named() {
        let speed = |format: &str, ratio_to_chat| Speed {
            format: format.to_owned(),
            mb_per_s: 100.0,
            events_per_s: 1.0,
            ratio_to_chat,
        };
        let misses = compared_with_chat(&[speed("A", 1.0), speed("B", 0.3), speed("C", 0.34)]);
        assert_eq!(misses, ["B at 0.30 of chat completions, not 0.33"]);
    }
}
