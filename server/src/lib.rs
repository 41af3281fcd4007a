//! The native companion of Tokenpace.
//!
//! Two small servers in one program, on two ports and therefore on two origins, so that CORS and preflights between
//! them are real: the [`page`] server hands out the static folder with the headers of its `_headers` file, and the
//! simulated [`vendor`] answers like a commercial LLM endpoint with known timing.
#![forbid(unsafe_code)]

pub mod cli;
mod error;
mod listen;
pub mod page;
pub mod vendor;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt as _;
use tokio::sync::watch;
use tokio::task::JoinSet;

pub use error::StartError;

/// How long open connections may go on after a stop was asked for. Streams such as `bad-silent` never end by
/// themselves, so waiting for all of them would hang.
const GRACE: Duration = Duration::from_millis(300);

/// The seed of the simulated vendor's jitter and texts when none is given.
pub const DEFAULT_SEED: u64 = 20_250;

/// What to serve and where.
#[derive(Debug, Clone)]
pub struct Config {
    /// The built page; `None` starts the simulated vendor alone.
    pub dist: Option<PathBuf>,
    /// Port of the page; 0 takes a free one.
    pub port: u16,
    /// Port of the simulated vendor; 0 takes a free one.
    pub sim_port: u16,
    /// The one address to listen on; `None` means loopback, IPv4 and (where it exists) IPv6.
    pub bind: Option<IpAddr>,
    /// Seed of the simulated vendor's jitter and texts.
    pub seed: u64,
    /// Folder of recorded replies that the simulated vendor replays, if any.
    pub recordings: Option<PathBuf>,
}

impl Config {
    /// Free ports on loopback and the default seed: what a test wants.
    #[must_use]
    pub fn for_tests(dist: Option<PathBuf>) -> Self {
        Self {
            dist,
            port: 0,
            sim_port: 0,
            bind: None,
            seed: DEFAULT_SEED,
            recordings: None,
        }
    }
}

/// The two servers while they run.
#[derive(Debug)]
pub struct Running {
    page_url: Option<String>,
    vendor_url: String,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Running {
    /// Address of the page, with a slash at its end; `None` when the vendor runs alone.
    #[must_use]
    pub fn page_url(&self) -> Option<&str> {
        self.page_url.as_deref()
    }

    /// Base URL of the simulated vendor, ending in `/v1` without a slash.
    #[must_use]
    pub fn vendor_url(&self) -> &str {
        &self.vendor_url
    }

    /// Stops listening at once and gives open answers a short grace period.
    pub async fn stop(mut self) {
        // Fails only when every server task has ended already.
        let _ = self.stop.send(true);
        let drained = async { while self.tasks.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(GRACE, drained).await;
    }
}

/// Starts the page (if asked for) and the simulated vendor; both listen when this returns.
///
/// # Errors
/// When the page isn't built, its `_headers` file is faulty, or a port can't be used.
pub async fn start(config: Config) -> Result<Running, StartError> {
    let host = listen::shown_host(config.bind);
    let vendor = listen::bind(config.bind, config.sim_port, "--sim-port").await?;
    let (stop, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();

    let mut page_url = None;
    if let Some(dist) = &config.dist {
        let router = page::router(dist, vendor.port, config.bind.is_none())?;
        let bound = listen::bind(config.bind, config.port, "--port").await?;
        page_url = Some(format!("http://{host}:{}/", bound.port));
        serve(bound, &router, &stopped, &mut tasks);
    }
    let vendor_url = format!("http://{host}:{}/v1", vendor.port);
    let vendor_router = vendor::router(config.seed, config.recordings);
    serve(vendor, &vendor_router, &stopped, &mut tasks);

    Ok(Running {
        page_url,
        vendor_url,
        stop,
        tasks,
    })
}

fn serve(
    bound: listen::Bound,
    router: &Router,
    stopped: &watch::Receiver<bool>,
    tasks: &mut JoinSet<()>,
) {
    for listener in bound.listeners {
        let mut stopped = stopped.clone();
        let wait = async move {
            // An error means that `Running` was dropped, which is a stop too.
            let _ = stopped.wait_for(|stop| *stop).await;
        };
        let server = axum::serve(listener.tap_io(listen::no_delay), router.clone())
            .with_graceful_shutdown(wait);
        tasks.spawn(async move {
            // `axum::serve` retries failed accepts by itself and never returns an error.
            let _ = server.await;
        });
    }
}
