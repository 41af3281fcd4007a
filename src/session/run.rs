//! One run as the page knows it: the plan, the finished requests, and what is on show.

use std::sync::Arc;

use crate::plan::Plan;
use crate::report::Source;
use crate::session::live::Live;
use crate::session::opening::Opened;
use crate::session::progress::failure_words;
use crate::session::so_far::SoFar;
use crate::text;
use crate::trace::{OutcomeKind, Phase, Trace};
use crate::units::Micros;
use crate::wire::{Calibration, FromWorker, Progress};

/// Seconds without a message of the worker, in a visible page, after which it is taken for lost. It reports ten times a
/// second.
const SILENT_S: u32 = 10;
/// Seconds after "Stop" within which the worker has to end the run; counted in ticks, the first of which may come at once.
const STOPPING_S: u32 = 4;

/// Why a run could not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The worker died or never came up.
    WorkerLost {
        /// What happened and what to do, in a sentence.
        reason: String,
    },
    /// Page and worker come from different builds.
    StaleBuild,
    /// A message of the worker could not be read.
    UnreadableTrace,
}

/// A run, from "Run benchmark" to its last request.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its number; messages of other runs are dropped.
    pub id: u32,
    /// Grows with every change of what a report is made of.
    pub revision: u32,
    /// When it was started, RFC 3339.
    pub started_at: String,
    /// What was asked for.
    pub plan: Plan,
    /// What the browser's clock can do, once measured.
    pub calibration: Option<Calibration>,
    /// Where it stands.
    pub progress: Progress,
    /// The answer on show.
    pub live: Live,
    /// Finished requests in order of their numbers.
    pub traces: Arc<Vec<Trace>>,
    /// What they told so far.
    pub so_far: SoFar,
    /// The user pressed "Stop".
    pub stopping: bool,
    /// All requests ended.
    pub finished: bool,
    /// The user ended it early.
    pub stopped: bool,
    /// It ended because its number was stable.
    pub stable: bool,
    /// From the first measured send to the last measured close.
    pub wall: Option<Micros>,
    /// Why it could not go on.
    pub trouble: Option<Trouble>,
    /// It was not measured by this page.
    pub opened: Option<Arc<Opened>>,
    /// Whether with its texts, if the history holds it or was asked to.
    pub kept: Option<bool>,
    /// Ticks since the worker's last message.
    silent: u32,
    /// Ticks since "Stop".
    stopping_for: u32,
}

impl Run {
    /// A run that has not sent anything yet.
    #[must_use]
    pub fn new(id: u32, started_at: String, plan: Plan) -> Self {
        Run {
            id,
            revision: 0,
            started_at,
            plan,
            calibration: None,
            progress: Progress::default(),
            live: Live::default(),
            traces: Arc::default(),
            so_far: SoFar::default(),
            stopping: false,
            finished: false,
            stopped: false,
            stable: false,
            wall: None,
            trouble: None,
            opened: None,
            kept: None,
            silent: 0,
            stopping_for: 0,
        }
    }

    /// A run that was measured elsewhere or before.
    #[must_use]
    pub fn opened(id: u32, opened: Arc<Opened>, traces: Vec<Trace>) -> Self {
        let source = &opened.source;
        let mut run = Run::new(id, source.created_at.clone(), source.plan.clone());
        run.calibration = Some(source.calibration.clone());
        run.traces = Arc::new(traces);
        run.finished = true;
        run.stable = source.stable;
        run.wall = source.wall;
        run.opened = Some(opened);
        run
    }

    /// What its report is made from, beside the traces, if it was not measured by this page; judged against the target of now.
    #[must_use]
    pub fn opened_source(&self) -> Option<Source> {
        let opened = self.opened.as_ref()?;
        let mut source = opened.source.clone();
        source.plan.target = self.plan.target;
        Some(source)
    }

    /// Requests that were not sent, because the first ones had all failed alike; 0 if the run was not given up.
    #[must_use]
    pub fn not_sent(&self) -> u32 {
        let all = self.plan.warmup.saturating_add(self.plan.requests);
        let sent = u32::try_from(self.traces.len()).unwrap_or(u32::MAX);
        let is_whole = !self.stopped && !self.stable && self.trouble.is_none();
        // Whether an opened one was stopped is not known.
        if self.finished && is_whole && self.opened.is_none() {
            all.saturating_sub(sent)
        } else {
            0
        }
    }

    /// Takes a message of the worker. Messages of other runs change nothing.
    pub fn absorb(&mut self, message: FromWorker) {
        self.silent = 0;
        match message {
            FromWorker::Ready { .. } => {}
            FromWorker::Calibrated { run, calibration } if run == self.id => {
                self.calibration = Some(calibration);
                self.revision += 1;
            }
            FromWorker::Progress { run, progress } if run == self.id => {
                if let Some(live) = &progress.live {
                    self.live.absorb(live, self.plan.reading_speed);
                }
                self.progress = progress;
            }
            FromWorker::Done { run, trace } if run == self.id => {
                match postcard::from_bytes::<Trace>(&trace) {
                    Ok(trace) => self.insert(trace),
                    Err(_) => self.trouble = Some(Trouble::UnreadableTrace),
                }
                self.revision += 1;
            }
            FromWorker::Finished {
                run,
                stopped,
                stable,
                wall,
            } if run == self.id => {
                self.finished = true;
                self.stopped = stopped;
                self.stable = stable;
                self.wall = wall;
                self.revision += 1;
            }
            FromWorker::Calibrated { .. }
            | FromWorker::Progress { .. }
            | FromWorker::Done { .. }
            | FromWorker::Finished { .. } => {}
        }
    }

    /// A second of the visible page went by. Ticks are counted instead of a clock, so that a page that slept does not blame
    /// the worker. Says why the worker must be lost, if it must.
    pub fn tick(&mut self) -> Option<&'static str> {
        self.silent += 1;
        self.stopping_for += u32::from(self.stopping);
        if self.is_over() {
            None
        } else if self.stopping_for >= STOPPING_S {
            Some(
                text!("The measuring worker did not end the run when asked to. We ended it; finished requests are kept.").get(),
            )
        } else if self.silent >= SILENT_S {
            Some(
                text!("The measuring worker has not answered for 10 s. We ended it; finished requests are kept. Run again to measure anew.").get(),
            )
        } else {
            None
        }
    }

    fn insert(&mut self, trace: Trace) {
        match self.traces.binary_search_by_key(&trace.index, |t| t.index) {
            // A request is recorded once.
            Ok(_) => {}
            Err(at) => {
                self.so_far.add(&trace, self.plan.reading_speed);
                // Only a report shares them, and nothing comes any more once there is one.
                if let Some(traces) = Arc::get_mut(&mut self.traces) {
                    traces.insert(at, trace);
                }
            }
        }
    }

    /// Requests asked for, practice ones included.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.plan.requests.saturating_add(self.plan.warmup)
    }

    /// Measured requests that ended.
    pub fn measured(&self) -> impl Iterator<Item = &Trace> {
        self.traces.iter().filter(|t| t.phase == Phase::Measured)
    }

    /// The run is over, for whatever reason: no message of the worker changes it any more.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.finished || self.trouble.is_some()
    }

    /// This page has measured it, and there is something to see.
    #[must_use]
    pub fn is_own_result(&self) -> bool {
        self.is_over() && self.opened.is_none() && !self.traces.is_empty()
    }

    /// Nothing worked: no measured answer came, and something went wrong that was not the user's "Stop".
    #[must_use]
    pub fn nothing_worked(&self) -> bool {
        let any_ok = self.measured().any(|t| t.outcome == OutcomeKind::Ok);
        let any_failure = self.traces.iter().any(|t| failure_words(t).is_some());
        !any_ok && (self.trouble.is_some() || any_failure)
    }
}
