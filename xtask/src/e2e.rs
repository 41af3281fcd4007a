//! `cargo xtask e2e`: Playwright against the real page, the real server and a simulated vendor.

use std::process::Command;

use anyhow::Result;

use crate::server::{self, Ports};
use crate::{browser, npm, page, prerequisites, process, project};

/// Options of `cargo xtask e2e`.
#[derive(clap::Args, Default)]
pub struct Options {
    /// Arguments of `playwright test`, e.g. a file name or --headed
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    playwright: Vec<String>,
}

/// Builds what is missing, serves it on two free ports and runs the tests.
pub fn run(options: &Options) -> Result<()> {
    prerequisites::npm()?;
    let chromium = browser::chromium()?;
    page::release()?;
    let folder = project::root().join("tests/e2e");
    npm::install(&folder)?;
    let ports = Ports::free()?;
    let _server = server::start(server::build(ports)?, ports)?;
    let mut command = Command::new(which::which("npx")?);
    command
        .args(["--no-install", "playwright", "test"])
        .args(&options.playwright)
        .current_dir(folder);
    command
        .env("CHROMIUM", chromium)
        .env("PAGE_URL", ports.page_url())
        .env("VENDOR_URL", ports.vendor_url());
    process::run(command)
}
