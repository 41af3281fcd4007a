//! The native companion that serves dist/ and plays a vendor on a second port.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::process::{self, Running};
use crate::project;

/// How often a wait looks whether the user wants to stop.
const POLL: Duration = Duration::from_millis(100);

/// Compiles the server and returns the path of its program.
pub fn build() -> Result<PathBuf> {
    let mut build = Command::new("cargo");
    build.args([
        "build",
        "--package",
        "tokenpace-server",
        "--profile",
        "tool",
    ]);
    build.current_dir(project::root());
    process::run(build)?;
    let program = project::target().join("tool/tokenpace-server");
    Ok(program.with_extension(env::consts::EXE_EXTENSION))
}

/// Starts the server and waits until it says `page ADDRESS`; returns it with that address.
pub fn start(mut command: Command) -> Result<(Running, String)> {
    command.stdout(Stdio::piped());
    let mut server = Running::start(command)?;
    let output = server
        .output()
        .context("the output of the server is not ours")?;
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            println!("{line}");
            if let Some(address) = line.strip_prefix("page ") {
                // Nobody listens when the wait has been given up.
                let _ = send.send(address.to_owned());
            }
        }
    });
    loop {
        process::check_interrupt()?;
        match receive.recv_timeout(POLL) {
            Ok(address) => return Ok((server, address)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let status = server.wait()?;
                bail!("the server could not start ({status})");
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn the_server_is_ready_when_it_names_its_page() {
        let (mut server, address) =
            start(shell("echo page http://localhost:1/; sleep 60")).unwrap();
        assert_eq!(address, "http://localhost:1/");
        assert!(server.ended().unwrap().is_none());
    }

    #[test]
    fn a_server_that_ends_is_not_waited_for() {
        let error = start(shell("exit 3")).err().unwrap().to_string();
        assert_eq!(error, "the server could not start (exit status: 3)");
    }
}
