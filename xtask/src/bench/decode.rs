//! `cargo xtask bench decode`: how fast bytes become signals, beside eventsource-parser and JSON.parse on the same
//! stream in the same run, natively (against Node) and as wasm in a page of Chromium.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{browser, npm, prerequisites, process, project, tools};

/// So many times faster than the JavaScript client the native decoders must be.
const LEAST_NATIVE: f64 = 4.0;

/// The same in a page, where each read is copied into wasm memory first.
const LEAST_IN_BROWSER: f64 = 2.0;

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

    judge(&[
        ("natively", ratio(&native, "ratio_native")?, LEAST_NATIVE),
        (
            "in Chromium",
            ratio(&in_browser, "ratio_browser")?,
            LEAST_IN_BROWSER,
        ),
    ])
}

/// Builds the decoders as a library for a page, with the profile of the page itself. Gives its folder.
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

/// The figure of this name for the usual stream.
fn ratio(file: &Path, name: &str) -> Result<f64> {
    let text = fs::read_to_string(file).context("the bench wrote no figures")?;
    text.lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|row| row["stream"] == "usual")
        .find_map(|row| row[name].as_f64())
        .with_context(|| format!("the bench wrote no {name}"))
}

/// Each is a place, the ratio measured there and the least it may be.
fn judge(ratios: &[(&str, f64, f64)]) -> Result<()> {
    let mut misses = Vec::new();
    for (place, ratio, least) in ratios {
        println!("{ratio:.1}× as fast as eventsource-parser and JSON.parse {place}");
        if ratio < least {
            misses.push(format!("{ratio:.1}× {place}, not {least}×"));
        }
    }
    if misses.is_empty() {
        Ok(())
    } else {
        bail!("targets missed: {}", misses.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_target_is_named() {
        assert!(judge(&[("natively", 4.0, 4.0)]).is_ok());
        let error = judge(&[("natively", 3.9, 4.0), ("in Chromium", 2.5, 2.0)]).unwrap_err();
        assert_eq!(error.to_string(), "targets missed: 3.9× natively, not 4×");
    }
}
