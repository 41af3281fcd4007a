//! Child processes that never outlive this one.
//!
//! On Unix each child leads a process group, so that ending it ends what it started too: Trunk's cargo, Playwright's
//! browsers. Ctrl-C, a termination signal, an error and a panic all take that way. Windows tells all programs of a
//! console about Ctrl-C.

use std::fmt;
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

use anyhow::{Context, Result, bail};
#[cfg(unix)]
use nix::sys::signal::{Signal, killpg};
#[cfg(unix)]
use nix::unistd::Pid;

/// How often a running child is looked at: too short for a person to notice, too long to cost anything.
const POLL: Duration = Duration::from_millis(20);

/// How long a child may take to end after it was asked to; Playwright needs a moment to close its browsers.
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(5);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The user pressed Ctrl-C, or this process was asked to end.
#[derive(Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// From now on Ctrl-C and termination signals end the children first and this process after them.
pub fn listen_for_interrupt() -> Result<()> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")
}

/// An error when the user wants to stop.
pub fn check_interrupt() -> Result<()> {
    if INTERRUPTED.load(Ordering::Relaxed) {
        Err(Interrupted.into())
    } else {
        Ok(())
    }
}

/// A child process, ended when this value is dropped.
pub struct Running {
    name: String,
    child: Child,
    ended: bool,
}

impl Running {
    /// Starts `command` with its output on ours and no input.
    pub fn start(mut command: Command) -> Result<Self> {
        check_interrupt()?;
        command.stdin(Stdio::null());
        let name = show(&command);
        #[cfg(unix)]
        command.process_group(0);
        let child = command
            .spawn()
            .with_context(|| format!("cannot start `{name}`"))?;
        Ok(Self {
            name,
            child,
            ended: false,
        })
    }

    /// The command as one would type it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the child writes, if its output was piped and has not been taken yet.
    pub fn output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// How the child ended, `None` while it runs.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        let status = self.child.try_wait()?;
        self.ended |= status.is_some();
        Ok(status)
    }

    /// Waits for the end of the child.
    pub fn wait(&mut self) -> Result<ExitStatus> {
        loop {
            if let Some(status) = self.ended()? {
                return Ok(status);
            }
            check_interrupt()?;
            thread::sleep(POLL);
        }
    }
}

#[cfg(unix)]
impl Running {
    /// Asks the whole group to end, as Ctrl-C in a terminal does, and kills what is left of it.
    fn end_group(&mut self) {
        let Ok(group) = i32::try_from(self.child.id()).map(Pid::from_raw) else {
            return;
        };
        if killpg(group, Signal::SIGINT).is_ok() {
            let asked = Instant::now();
            while asked.elapsed() < GRACE && matches!(self.child.try_wait(), Ok(None)) {
                thread::sleep(POLL);
            }
            let _ = killpg(group, Signal::SIGKILL);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.ended {
            return;
        }
        // Errors mean that there is nothing left to end.
        #[cfg(unix)]
        self.end_group();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs `command` to its end; an error unless it succeeds.
pub fn run(command: Command) -> Result<()> {
    let mut child = Running::start(command)?;
    let status = child.wait()?;
    if !status.success() {
        bail!("`{}` failed ({status})", child.name());
    }
    Ok(())
}

/// The trimmed output of a short command, `None` when it can't be started or fails.
pub fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A command as one would type it, without the folder of the program.
fn show(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let program = program
        .file_stem()
        .unwrap_or(program.as_os_str())
        .to_string_lossy()
        .into_owned();
    let words = command
        .get_args()
        .map(|argument| argument.to_string_lossy().into_owned());
    std::iter::once(program)
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn a_failing_command_is_named_with_its_arguments() {
        let mut command = Command::new("rustc");
        command.args(["--no-such-flag", "x"]).stderr(Stdio::null());
        let error = run(command).unwrap_err().to_string();
        assert!(
            error.starts_with("`rustc --no-such-flag x` failed"),
            "{error}"
        );
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(Command::new("no-such-program"))
            .unwrap_err()
            .to_string();
        assert_eq!(error, "cannot start `no-such-program`");
    }

    #[cfg(unix)]
    #[test]
    fn dropping_ends_the_child_and_its_children() {
        let started = Instant::now();
        let mut command = Command::new("sh");
        // A shell's background children ignore Ctrl-C, so the request alone doesn't end this one.
        command
            .args(["-c", "sleep 60 & wait"])
            .stdout(Stdio::piped());
        let mut running = Running::start(command).unwrap();
        let mut output = running.output().unwrap();
        drop(running);
        // The end of the output comes when nobody is left who could write.
        output.read_to_end(&mut Vec::new()).unwrap();
        assert!(started.elapsed() < Duration::from_secs(30));
    }
}
