//! What a report is made from, apart from its traces: owned, so that it can be kept, sent to a worker and read from a file.

use serde::{Deserialize, Serialize};

use super::{AppInfo, Environment, Named, ReportInput};
use crate::plan::Plan;
use crate::trace::Trace;
use crate::units::Micros;
use crate::wire::Calibration;

/// Everything about a run but its requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// What was asked for.
    pub plan: Plan,
    /// Characters of the prompt, where the prompt itself is not in `plan`.
    pub prompt_chars: Option<u32>,
    /// The browser's clock and event loop.
    pub calibration: Calibration,
    /// Where it was measured.
    pub environment: Environment,
    /// Free metadata.
    pub control: Named,
    /// From the first measured send to the last measured close, if the worker told.
    pub wall: Option<Micros>,
    /// The run ended because its number was stable.
    pub stable: bool,
    /// RFC 3339.
    pub created_at: String,
    /// The program that measured it.
    pub app: AppInfo,
}

impl Source {
    /// With its traces, what a report is made of.
    #[must_use]
    pub fn with<'a>(&'a self, traces: &'a [Trace], include_texts: bool) -> ReportInput<'a> {
        ReportInput {
            plan: &self.plan,
            traces,
            prompt_chars: self.prompt_chars,
            calibration: &self.calibration,
            environment: self.environment.clone(),
            control: self.control.clone(),
            wall: self.wall,
            stable: self.stable,
            created_at: self.created_at.clone(),
            include_texts,
            app: self.app.clone(),
        }
    }
}
