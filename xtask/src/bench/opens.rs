//! `cargo xtask bench opens`: whether opening what comes from elsewhere ever breaks or freezes the page.

use anyhow::Result;
use serde_json::Value;

use super::{LONGEST_TASK_MS, figure};

/// Words for a file that is too large.
const TOO_LARGE: &str = "too large";

/// Options of `cargo xtask bench opens`.
#[derive(clap::Args)]
pub struct Options {
    /// How many mutated links
    #[arg(long, default_value_t = 10_000)]
    opens: u32,
}

/// Opens, prints what was seen and holds it to what must be.
pub fn run(options: &Options) -> Result<()> {
    let result = super::drive("opens", ("OPENS", options.opens))?;
    judge(&result)
}

fn judge(result: &Value) -> Result<()> {
    println!("mutated links, by what the page showed:");
    for (what, times) in result["shown"].as_object().into_iter().flatten() {
        println!("{times:>7}  {what}");
    }
    let mut misses = Vec::new();
    for (what, key) in [
        ("links", "longest_task_of_links_ms"),
        ("a big file", "longest_task_of_file_ms"),
    ] {
        let longest = figure(result, key)?;
        println!("longest task of the main thread while {what} opened: {longest:.0} ms");
        if longest > LONGEST_TASK_MS {
            misses.push(format!("{what}: a task of {longest:.0} ms"));
        }
    }
    let big = &result["big"];
    let steps = big["progress"].as_array().map_or(0, Vec::len);
    println!(
        "a file of {:.0} MB with {} requests: shown after {steps} steps of progress",
        figure(big, "bytes")? / 1e6,
        figure(big, "requests")?
    );
    if steps < 2 {
        misses.push("no progress was shown".to_owned());
    }
    if !result["huge"]
        .as_str()
        .is_some_and(|said| said.contains(TOO_LARGE))
    {
        misses.push(format!(
            "the page said of the huge file: {}",
            result["huge"]
        ));
    }
    let crashes = result["crashes"].as_array().map_or(1, Vec::len);
    if crashes > 0 {
        misses.push(format!("{crashes} uncaught errors: {}", result["crashes"]));
    }
    match result["firefox"].as_object() {
        Some(firefox) if firefox["cells"] == result["reopened"] => {
            println!("{}: the same numbers as in Chromium", firefox["version"]);
        }
        Some(firefox) => misses.push(format!(
            "Firefox shows {} where Chromium shows {}",
            firefox["cells"], result["reopened"]
        )),
        None => println!("no Firefox here: not tried"),
    }
    super::hold(&misses)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn result() -> Value {
        json!({
            "shown": { "a result": 3 }, "longest_task_of_links_ms": 0, "longest_task_of_file_ms": 100,
            "big": { "bytes": 5e7, "requests": 2, "progress": ["10", "90"] },
            "huge": "This file is too large for a report of Tokenpace.", "crashes": [],
            "firefox": { "version": "f", "cells": { "TTFT": 1 } }, "reopened": { "TTFT": 1 },
        })
    }

    #[test]
    fn what_must_be_is_held() {
        assert!(judge(&result()).is_ok());
        for (key, value) in [
            ("longest_task_of_links_ms", json!(101)),
            ("longest_task_of_file_ms", json!(150)),
            ("huge", json!("a verdict")),
            ("crashes", json!(["unreachable"])),
            ("reopened", json!({ "TTFT": 2 })),
            (
                "big",
                json!({ "bytes": 5e7, "requests": 2, "progress": [] }),
            ),
        ] {
            let mut result = result();
            result[key] = value;
            assert!(judge(&result).is_err(), "{key}");
        }
        assert!(judge(&json!({})).is_err());
    }
}
