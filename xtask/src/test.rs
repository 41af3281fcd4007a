//! `cargo xtask test`: every check of the project, one after the other.

use std::fs;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use crate::summary::{self, Outcome};
use crate::{browser, dist, e2e, prerequisites, process, project, tools};

/// Options of `cargo xtask test`.
#[derive(clap::Args)]
pub struct Options {
    /// Run only these steps
    #[arg(long, value_delimiter = ',')]
    only: Vec<Step>,
}

/// The steps, in the order in which they run: the quick ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Step {
    /// The sources are formatted
    Fmt,
    /// Clippy on all native code
    Clippy,
    /// Clippy on the code for the browser
    ClippyWasm,
    /// Native tests
    Native,
    /// The documentation builds without warnings
    Docs,
    /// Tests of the web code in headless Chromium
    Web,
    /// The release build fits its size budget
    Dist,
    /// End-to-end tests
    E2e,
}

impl Step {
    fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_owned())
    }

    fn run(self) -> Result<()> {
        match self {
            Self::Fmt => {
                prerequisites::component("rustfmt", "fmt")?;
                cargo(&["fmt", "--all", "--check"])
            }
            Self::Clippy => {
                prerequisites::component("clippy", "clippy")?;
                cargo(&[
                    "clippy",
                    "--workspace",
                    "--all-targets",
                    "--",
                    "-D",
                    "warnings",
                ])
            }
            Self::ClippyWasm => {
                prerequisites::component("clippy", "clippy")?;
                prerequisites::wasm_target()?;
                let mut arguments = vec!["clippy", "--package", "tokenpace", "--features", "web"];
                arguments.extend([
                    "--target",
                    prerequisites::WASM,
                    "--bins",
                    "--lib",
                    "--",
                    "-D",
                    "warnings",
                ]);
                cargo(&arguments)
            }
            Self::Native => cargo(&["test", "--workspace"]),
            Self::Docs => {
                let mut command = cargo_command(&["doc", "--workspace", "--no-deps"]);
                command.env("RUSTDOCFLAGS", "-D warnings");
                process::run(command)
            }
            Self::Web => web(),
            Self::Dist => dist::run(),
            Self::E2e => e2e::run(&e2e::Options::default()),
        }
    }
}

/// Runs the selected steps, goes on when one fails, and fails if one did.
pub fn run(options: &Options) -> Result<()> {
    let selected = |step: &&Step| options.only.is_empty() || options.only.contains(step);
    let mut outcomes = Vec::new();
    for step in Step::value_variants().iter().filter(selected) {
        println!("\n== {} ==", step.name());
        let started = Instant::now();
        let result = step.run();
        process::check_interrupt()?;
        if let Err(error) = &result {
            println!("{}: {error:#}", step.name());
        }
        outcomes.push(Outcome {
            step: step.name(),
            ok: result.is_ok(),
            took: started.elapsed(),
        });
    }
    print!("\n{}", summary::table(&outcomes));
    match summary::failed(&outcomes) {
        Some(failed) => bail!(failed),
        None => Ok(()),
    }
}

/// The tests that need a browser but no server, run by wasm-bindgen's own runner.
fn web() -> Result<()> {
    prerequisites::wasm_target()?;
    let runner = tools::wasm_bindgen("wasm-bindgen-test-runner")?;
    let (chromium, driver) = (browser::chromium()?, browser::chromedriver()?);
    fs::create_dir_all(project::state())?;
    let capabilities = project::state().join("webdriver.json");
    fs::write(&capabilities, browser::capabilities(&chromium).to_string())
        .context("cannot write webdriver.json")?;
    let mut command = cargo_command(&[
        "test",
        "--target",
        prerequisites::WASM,
        "--features",
        "web",
        "--test",
        "web",
    ]);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    command
        .env("CHROMEDRIVER", driver)
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities);
    process::run(command)
}

fn cargo(arguments: &[&str]) -> Result<()> {
    process::run(cargo_command(arguments))
}

fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(project::root());
    command
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn steps_are_selected_by_name() {
        let cli = Cli::try_parse_from(["test", "--only", "e2e,clippy-wasm"]).unwrap();
        assert_eq!(cli.options.only, [Step::E2e, Step::ClippyWasm]);
        assert!(Cli::try_parse_from(["test", "--only", "lint"]).is_err());
    }

    #[test]
    fn steps_are_called_what_selects_them() {
        assert_eq!(Step::ClippyWasm.name(), "clippy-wasm");
        assert_eq!(Step::E2e.name(), "e2e");
    }
}
