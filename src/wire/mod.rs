//! The few messages between page and worker. They cross as postcard bytes, so no type here may be one that only a
//! self-describing format can read. The key is not part of any of them: the page adds it to the start message itself.

pub mod files;

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::trace::{OutcomeKind, Phase};
use crate::units::Micros;

/// Identifies the build; page and worker must agree on it.
pub const BUILD_ID: &str = env!("TOKENPACE_BUILD");

/// From the page to the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ToWorker {
    /// Run this plan. The key is set beside it as property `key` of the message object.
    Start {
        /// Number of the run; every answer carries it.
        run: u32,
        /// What to do.
        plan: Box<Plan>,
    },
    /// End the run: requests in flight become `cut_off`, finished ones are kept.
    Stop {
        /// The run to end.
        run: u32,
    },
    /// The page became hidden or visible.
    Visibility {
        /// Now hidden.
        hidden: bool,
    },
}

/// From the worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FromWorker {
    /// The worker is up. The first of all, so that pages and workers of other builds read it too.
    Ready {
        /// Must equal the page's [`BUILD_ID`].
        build: String,
    },
    /// What the clock and the event loop can do, measured before the first request.
    Calibrated {
        /// The run.
        run: u32,
        /// What was found.
        calibration: Calibration,
    },
    /// At most ten a second: where the run stands.
    Progress {
        /// The run.
        run: u32,
        /// The state now; replaces the one before.
        progress: Progress,
    },
    /// A request ended.
    Done {
        /// The run.
        run: u32,
        /// `Trace` as postcard bytes.
        #[serde(with = "serde_bytes")]
        trace: Vec<u8>,
    },
    /// All requests ended, or the run was stopped.
    Finished {
        /// The run.
        run: u32,
        /// It was stopped by the user.
        stopped: bool,
        /// No more was sent because the wanted number was stable.
        stable: bool,
        /// From the first measured send to the last measured close.
        wall: Option<Micros>,
    },
}

/// What the browser's clock and event loop can do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Smallest step of `performance.now()` seen.
    pub clock_tick: Micros,
    /// The page is cross-origin isolated, so the clock ticks finer.
    pub cross_origin_isolated: bool,
    /// 99th percentile of the lateness of the worker's timer while idle.
    pub loop_lag_p99: Option<Micros>,
}

/// Where a run stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Requests sent so far, of all phases.
    pub sent: u32,
    /// Requests ended so far, of all phases.
    pub ended: u32,
    /// Requests in flight now.
    pub in_flight: u32,
    /// Time left of a pause that the run makes because the vendor limits the rate; `None` while requests are sent.
    pub pause: Option<Micros>,
    /// The request whose text is shown.
    pub live: Option<LiveRequest>,
}

/// The one request that is shown while it streams.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LiveRequest {
    /// Its number in the run.
    pub index: u32,
    /// Practice or measurement.
    pub phase: Phase,
    /// Time since its send.
    pub elapsed: Micros,
    /// First output, if it came.
    pub ttft: Option<Micros>,
    /// Output events so far.
    pub events: u32,
    /// Answer text since the last progress of the same request.
    pub answer_delta: String,
    /// Reasoning text since the last progress of the same request.
    pub reasoning_delta: String,
    /// Set once it ended.
    pub outcome: Option<OutcomeKind>,
}
