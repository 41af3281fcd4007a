//! The table at the end of `cargo xtask test`.

use std::fmt::Write as _;
use std::time::Duration;

/// How one step went.
pub struct Outcome {
    /// The name by which `--only` selects it.
    pub step: String,
    /// Whether it succeeded.
    pub ok: bool,
    /// How long it took.
    pub took: Duration,
}

/// One line a step.
pub fn table(outcomes: &[Outcome]) -> String {
    let width = outcomes
        .iter()
        .map(|outcome| outcome.step.len())
        .max()
        .unwrap_or(0)
        .max("step".len());
    let mut table = format!("{:width$}  result  seconds\n", "step");
    for Outcome { step, ok, took } in outcomes {
        let result = if *ok { "ok" } else { "FAILED" };
        // Writing to a String can't fail.
        let _ = writeln!(
            table,
            "{step:width$}  {result:6}  {:7.1}",
            took.as_secs_f64()
        );
    }
    table
}

/// The names of the steps that failed, `None` when none did.
pub fn failed(outcomes: &[Outcome]) -> Option<String> {
    let failed: Vec<_> = outcomes
        .iter()
        .filter(|outcome| !outcome.ok)
        .map(|outcome| outcome.step.as_str())
        .collect();
    (!failed.is_empty()).then(|| {
        format!(
            "{} of {} steps failed: {}",
            failed.len(),
            outcomes.len(),
            failed.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(step: &str, ok: bool, took_ms: u64) -> Outcome {
        Outcome {
            step: step.to_owned(),
            ok,
            took: Duration::from_millis(took_ms),
        }
    }

    #[test]
    fn every_step_has_its_line() {
        let table = table(&[
            outcome("fmt", true, 840),
            outcome("clippy-wasm", false, 61_250),
        ]);
        let expected = "step         result  seconds\n\
                        fmt          ok          0.8\n\
                        clippy-wasm  FAILED     61.2\n";
        assert_eq!(table, expected);
    }

    #[test]
    fn the_steps_that_failed_are_named() {
        assert_eq!(failed(&[outcome("fmt", true, 1)]), None);
        let failed = failed(&[
            outcome("fmt", false, 1),
            outcome("web", true, 1),
            outcome("e2e", false, 1),
        ]);
        assert_eq!(failed.as_deref(), Some("2 of 3 steps failed: fmt, e2e"));
    }
}
