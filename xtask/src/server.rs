//! The native companion that serves dist/ and plays a vendor on a second port.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::process::{self, Running};
use crate::project;

/// How long the server may take to listen.
const START_LIMIT: Duration = Duration::from_secs(10);

/// The ports of the page and of the simulated vendor.
#[derive(Clone, Copy)]
pub struct Ports {
    /// Where the page is.
    pub page: u16,
    /// Where the simulated vendor is.
    pub vendor: u16,
}

impl Ports {
    /// Two ports that nobody uses at the moment.
    pub fn free() -> Result<Self> {
        // Both are held until both are known, or they could be the same.
        let page = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let vendor = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        Ok(Self {
            page: page.local_addr()?.port(),
            vendor: vendor.local_addr()?.port(),
        })
    }

    /// The address of the page.
    pub fn page_url(self) -> String {
        format!("http://localhost:{}/", self.page)
    }

    /// The base URL of the simulated vendor.
    pub fn vendor_url(self) -> String {
        format!("http://localhost:{}/v1", self.vendor)
    }
}

/// Compiles the server and returns the command that runs it.
pub fn build(ports: Ports) -> Result<Command> {
    let mut build = Command::new("cargo");
    build.args([
        "build",
        "--quiet",
        "--package",
        "tokenpace-server",
        "--profile",
        "tool",
    ]);
    build.current_dir(project::root());
    process::run(build)?;
    let program = project::target()
        .join("tool/tokenpace-server")
        .with_extension(std::env::consts::EXE_EXTENSION);
    let mut command = Command::new(program);
    command.arg("--dist").arg(project::dist());
    command.args([
        "--port",
        &ports.page.to_string(),
        "--sim-port",
        &ports.vendor.to_string(),
    ]);
    Ok(command)
}

/// Starts the server and waits until it answers on both ports.
pub fn start(command: Command, ports: Ports) -> Result<Running> {
    let mut server = Running::start(command)?;
    let started = Instant::now();
    while ![ports.page, ports.vendor].into_iter().all(answers) {
        process::check_interrupt()?;
        if let Some(status) = server.ended()? {
            bail!("the server ended at once ({status})");
        }
        if started.elapsed() > START_LIMIT {
            bail!(
                "the server does not answer on ports {} and {}",
                ports.page,
                ports.vendor
            );
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(server)
}

fn answers(port: u16) -> bool {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_ports_differ_and_are_free() {
        let ports = Ports::free().unwrap();
        assert_ne!(ports.page, ports.vendor);
        assert!(TcpListener::bind((Ipv4Addr::LOCALHOST, ports.page)).is_ok());
    }

    #[test]
    fn a_server_that_ends_is_not_waited_for() {
        let started = Instant::now();
        let mut command = Command::new("rustc");
        command.arg("--version");
        assert!(start(command, Ports::free().unwrap()).is_err());
        assert!(started.elapsed() < START_LIMIT);
    }
}
