//! `cargo xtask serve`: from a fresh checkout to a page in the browser.

use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::page;
use crate::process::{self, Running};
use crate::server::{self, Ports};

/// How often the children are looked at.
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
    let ports = Ports {
        page: options.port,
        vendor: options.sim_port,
    };
    let watch = if options.dev {
        Some(page::development()?)
    } else {
        page::release()?;
        None
    };
    let command = server::build(ports)?;
    println!(
        "Serving the page at {} and a simulated vendor at {}; Ctrl-C ends both",
        ports.page_url(),
        ports.vendor_url()
    );
    #[cfg(unix)]
    if watch.is_none() && !options.open {
        return become_program(command);
    }
    let mut children = vec![server::start(command, ports)?];
    children.extend(watch.map(Running::start).transpose()?);
    if options.open {
        open::that_detached(ports.page_url())?;
    }
    watch_over(children)
}

/// Becomes the server: with one process there is none to leave behind, whatever signal ends it.
#[cfg(unix)]
fn become_program(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    process::check_interrupt()?;
    Err(command.exec().into())
}

/// Waits until one of the children ends, which ends the others.
fn watch_over(mut children: Vec<Running>) -> Result<()> {
    loop {
        process::check_interrupt()?;
        for child in &mut children {
            if let Some(status) = child.ended()? {
                bail!("a program ended on its own ({status})");
            }
        }
        thread::sleep(POLL);
    }
}
