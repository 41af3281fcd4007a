//! `cargo xtask serve`: from a fresh checkout to a page in the browser.

use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::process::{self, Running};
use crate::{page, project, server};

/// How often the programs are looked at.
const POLL: Duration = Duration::from_millis(100);

/// Options of `cargo xtask serve`.
#[derive(clap::Args)]
pub struct Options {
    /// Port of the page
    #[arg(long, default_value_t = 8787)]
    port: u16,
    /// Port of the simulated vendor
    #[arg(long, default_value_t = 8788)]
    sim_port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Debug build, built again whenever a source file changes
    #[arg(long)]
    dev: bool,
}

/// Builds what is missing and serves until Ctrl-C.
pub fn run(options: &Options) -> Result<()> {
    let watch = if options.dev {
        Some(page::development()?)
    } else {
        page::release()?;
        None
    };
    let mut command = Command::new(server::build()?);
    command.arg("--dist").arg(project::dist());
    command.args(["--port", &options.port.to_string()]);
    command.args(["--sim-port", &options.sim_port.to_string()]);
    println!("Starting the server; Ctrl-C ends it");
    #[cfg(unix)]
    if watch.is_none() && !options.open {
        return become_program(command);
    }
    let (server, address) = server::start(command)?;
    if options.open {
        open::that_detached(&address).with_context(|| format!("cannot open {address}"))?;
    }
    let watch = watch.map(Running::start).transpose()?;
    wait_for_any([Some(server), watch].into_iter().flatten().collect())
}

/// Becomes the server: one process leaves no other behind, whatever signal ends it.
#[cfg(unix)]
fn become_program(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    process::check_interrupt()?;
    Err(command.exec()).context("cannot start the server")
}

/// Waits until one of the programs ends, and ends the others.
fn wait_for_any(mut programs: Vec<Running>) -> Result<()> {
    loop {
        process::check_interrupt()?;
        for program in &mut programs {
            if let Some(status) = program.ended()? {
                bail!("`{}` ended ({status})", program.name());
            }
        }
        thread::sleep(POLL);
    }
}
