//! `cargo xtask bench results`: whether the end of a big run is as smooth as the rest of it, in the built page.

use anyhow::{Result, bail};
use serde_json::Value;

use super::{LONGEST_TASK_MS, figure};

/// At most so many times as long as `JSON.parse` of the same report, in the same tab, may the summary take.
const WORST_RATIO_TO_PARSE: f64 = 1.0;

/// Options of `cargo xtask bench results`.
#[derive(clap::Args)]
pub struct Options {
    /// How many answers of 500 tokens
    #[arg(long, default_value_t = 2_000)]
    requests: u32,
}

/// Measures, prints the figures and holds them to their targets.
pub fn run(options: &Options) -> Result<()> {
    let result = super::drive("results", ("REQUESTS", options.requests))?;
    judge(&result)
}

fn judge(result: &Value) -> Result<()> {
    let number = |key| figure(result, key);
    let (summary, parse) = (number("summary_ms")?, number("parse_ms")?);
    let longest = number("longest_task_ms")?;
    if summary <= 0.0 || parse <= 0.0 {
        bail!("nothing was measured: summary {summary} ms, JSON.parse {parse} ms");
    }
    let ratio = summary / parse;
    println!(
        "summary of {} answers beside JSON.parse of their {:.0} MB report: {ratio:.2}×",
        number("requests")?,
        number("report_bytes")? / 1e6
    );
    println!("longest task of the main thread: {longest:.0} ms");
    let mut misses = Vec::new();
    if ratio > WORST_RATIO_TO_PARSE {
        misses.push(format!(
            "the summary takes {ratio:.2}× as long as JSON.parse"
        ));
    }
    if longest > LONGEST_TASK_MS {
        misses.push(format!("a task of {longest:.0} ms"));
    }
    super::hold(&misses)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn result(summary_ms: f64, longest_task_ms: f64) -> Value {
        json!({ "summary_ms": summary_ms, "parse_ms": 100.0, "longest_task_ms": longest_task_ms, "requests": 2, "report_bytes": 5 })
    }

    #[test]
    fn each_missed_target_is_named() {
        assert!(judge(&result(99.0, 100.0)).is_ok());
        let error = judge(&result(150.0, 101.0)).unwrap_err().to_string();
        assert!(
            error.contains("1.50×") && error.contains("101 ms"),
            "{error}"
        );
    }

    #[test]
    fn no_measurement_is_no_success() {
        assert!(judge(&result(0.0, 0.0)).is_err());
        assert!(judge(&json!({})).is_err());
    }
}
