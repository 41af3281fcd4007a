//! The command line.
use std::io::Write as _;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::{Config, DEFAULT_SEED, StartError, start};

/// The recordings of the project's own tests, seen from its root.
const OWN_RECORDINGS: &str = "tests/fixtures/recordings";

/// Serves the Tokenpace page and a simulated LLM vendor beside it.
///
/// When both listen, two lines appear on standard output: `page URL` and `vendor URL`.
#[derive(Debug, Parser)]
#[command(name = "tokenpace-server", version)]
struct Args {
    /// Folder of the built page
    #[arg(long, default_value = "dist")]
    dist: PathBuf,
    /// Port of the page; 0 takes a free one
    #[arg(long, default_value_t = 8787)]
    port: u16,
    /// Port of the simulated vendor; 0 takes a free one
    #[arg(long, default_value_t = 8788)]
    sim_port: u16,
    /// Listen on this address instead of loopback, which lets other machines in
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// Seed of the simulated vendor's jitter and texts
    #[arg(long, default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Folder of recorded replies to replay [default: tests/fixtures/recordings, if it is there]
    #[arg(long, value_name = "FOLDER")]
    recordings: Option<PathBuf>,
    /// Run the simulated vendor alone
    #[arg(long)]
    no_page: bool,
}

impl From<Args> for Config {
    fn from(args: Args) -> Self {
        Self {
            dist: (!args.no_page).then_some(args.dist),
            port: args.port,
            sim_port: args.sim_port,
            bind: args.bind,
            seed: args.seed,
            recordings: args.recordings.or_else(|| {
                let own = PathBuf::from(OWN_RECORDINGS);
                own.is_dir().then_some(own)
            }),
        }
    }
}

/// Runs the program until it is told to stop. A start that fails is one sentence on standard error and exit code 1.
#[must_use]
pub fn run() -> ExitCode {
    let config = Config::from(Args::parse());
    let outcome = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(StartError::from)
        .and_then(|runtime| {
            let served = runtime.block_on(serve(config));
            // Don't wait for streams that never end.
            runtime.shutdown_background();
            served
        });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: Config) -> Result<(), StartError> {
    let running = start(config).await?;
    // Before the lines are printed: who reads them may ask to stop at once.
    let stop_asked = stop_asked()?;
    let mut lines = String::new();
    if let Some(url) = running.page_url() {
        lines += &format!("page {url}\n");
    }
    lines += &format!("vendor {}\n", running.vendor_url());
    let mut out = std::io::stdout();
    // A closed standard output is no reason to stop serving.
    let _ = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    stop_asked.await;
    running.stop().await;
    Ok(())
}

/// Resolves when the person presses ctrl-c or the system asks the program to end. It listens from the call on.
#[cfg(unix)]
fn stop_asked() -> Result<impl Future<Output = ()>, StartError> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Resolves when the person presses ctrl-c. It listens from the call on.
#[cfg(windows)]
fn stop_asked() -> Result<impl Future<Output = ()>, StartError> {
    let mut pressed = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        pressed.recv().await;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_and_flags() {
        let config = Config::from(Args::try_parse_from(["tokenpace-server"]).unwrap());
        assert_eq!((config.port, config.sim_port), (8787, 8788));
        assert_eq!(config.dist, Some(PathBuf::from("dist")));
        assert_eq!(config.bind, None);

        let flags = [
            "tokenpace-server",
            "--no-page",
            "--sim-port",
            "0",
            "--seed",
            "7",
            "--bind",
            "::",
            "--recordings",
            "replies",
        ];
        let config = Config::from(Args::try_parse_from(flags).unwrap());
        assert_eq!(config.dist, None);
        assert_eq!((config.sim_port, config.seed), (0, 7));
        assert_eq!(config.bind, Some("::".parse().unwrap()));
        assert_eq!(config.recordings, Some(PathBuf::from("replies")));
    }
}
