//! `cargo xtask e2e`: Playwright against the real page, the real server and a simulated vendor.

use std::process::Command;

use anyhow::Result;

use crate::{browser, npm, page, prerequisites, process, project, server};

/// Options of `cargo xtask e2e`.
#[derive(clap::Args, Default)]
pub struct Options {
    /// Arguments of `playwright test`, e.g. part of a file name, or --headed
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    playwright: Vec<String>,
}

/// Builds what is missing and runs the tests, which start the server themselves, on free ports.
pub fn run(options: &Options) -> Result<()> {
    prerequisites::npm()?;
    let chromium = browser::chromium()?;
    page::release()?;
    let server = server::build()?;
    let folder = project::root().join("tests/e2e");
    npm::install(&folder)?;
    let mut command = Command::new("node");
    command.arg(folder.join("node_modules/@playwright/test/cli.js"));
    command
        .args(["test", "--config"])
        .arg(folder.join("playwright.config.mjs"));
    command
        .args(&options.playwright)
        .current_dir(project::root());
    command
        .env("CHROMIUM", chromium)
        .env("TOKENPACE_SERVER", server)
        .env("DIST", project::dist());
    process::run(command)
}
