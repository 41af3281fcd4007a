//! A test of the connection: the doctor's examination, then, if the user wants it, one real request.

mod steps;

use crate::doctor::{self, Circumstances, Examination, Finding, Seen, Step, Subject};
use crate::plan::{AddressSpace, Plan};
use crate::session::{Effect, Run};

pub(super) use steps::{absorb, after_run, leave, leave_trial, update, worker_lost};

/// Something happened to a test.
#[derive(Clone, Debug)]
pub enum CheckupMsg {
    /// "Test connection".
    Start,
    /// "Continue" or "Test anyway".
    GoOn,
    /// "Send one test request".
    Try {
        /// RFC 3339.
        now: String,
    },
    /// What the browser says of itself.
    Circumstances {
        /// The test.
        id: u32,
        /// What it says.
        circumstances: Circumstances,
    },
    /// A probe ended.
    Seen {
        /// The test.
        id: u32,
        /// How.
        seen: Seen,
    },
    /// A button that copies a text.
    Copy {
        /// Which text.
        what: Handout,
        /// The text.
        text: String,
    },
    /// The text is in the clipboard, or the browser refused.
    Copied {
        /// Which text.
        what: Handout,
        /// It is there.
        done: bool,
    },
}

/// A text to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handout {
    /// The preflight as a command.
    Curl,
    /// The lines for the vendor.
    Complaint,
}

/// Something the page has to do for a test.
#[derive(Clone, Debug, PartialEq)]
pub enum CheckupEffect {
    /// Find out what the browser says of itself.
    LookAround {
        /// The test.
        id: u32,
        /// Where the endpoint lies.
        space: AddressSpace,
    },
    /// Send a probe.
    Probe {
        /// The test.
        id: u32,
        /// What to send.
        probe: Box<doctor::Probe>,
    },
    /// Nobody waits for the probe any more.
    DropProbe,
    /// The key was accepted, or the model is unknown: see which models there are.
    ListModels,
    /// Put a text into the clipboard.
    Copy {
        /// Which text.
        what: Handout,
        /// The text.
        text: String,
    },
}

/// A test of the connection.
#[derive(Clone, Debug)]
pub struct Checkup {
    /// Its number; answers to other tests are dropped.
    pub id: u32,
    /// Where it stands.
    pub stage: Stage,
    /// The text copied last, and whether that worked.
    pub copied: Option<(Handout, bool)>,
    /// The last run was blocked, and this test is to find out why.
    after_run: bool,
    plan: Option<Plan>,
    examination: Option<Examination>,
    /// What it ended with.
    examined: Option<Finding>,
    trial: Option<Run>,
}

/// Where a test stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Asking the browser about itself.
    LookingAround,
    /// A probe is on its way.
    Asking(Step),
    /// The real request is on its way.
    Trying,
    /// The answer.
    Found(Finding),
}

impl Checkup {
    fn new(id: u32, stage: Stage, plan: Option<Plan>) -> Self {
        Checkup {
            id,
            stage,
            copied: None,
            after_run: false,
            plan,
            examination: None,
            examined: None,
            trial: None,
        }
    }

    /// What is examined, once that began.
    #[must_use]
    pub fn subject(&self) -> Option<&Subject> {
        self.examination.as_ref().map(Examination::subject)
    }

    /// Probes sent, for the page to say so.
    #[must_use]
    pub fn probes(&self) -> u32 {
        self.examination.as_ref().map_or(0, Examination::asked)
    }

    /// It looks for the reason why the last run was blocked.
    #[must_use]
    pub fn is_after_run(&self) -> bool {
        self.after_run
    }

    /// A real request was part of it.
    #[must_use]
    pub fn has_trial(&self) -> bool {
        self.trial.is_some()
    }

    /// Differs between any two stages that look different.
    #[must_use]
    pub fn stage_key(&self) -> String {
        let stage = match &self.stage {
            Stage::LookingAround => "look",
            Stage::Asking(step) => step.words(),
            Stage::Trying => "try",
            Stage::Found(finding) => finding.code.name(),
        };
        format!("{} {stage}", self.id)
    }

    /// A real request could tell more.
    #[must_use]
    pub fn may_try(&self) -> bool {
        let undecided = match &self.stage {
            Stage::Found(finding) => finding.code.is_worth_a_try(),
            _ => return false,
        };
        (undecided || self.trial.is_some()) && !self.after_run
    }
}

impl From<CheckupEffect> for Effect {
    fn from(effect: CheckupEffect) -> Self {
        Effect::Checkup(effect)
    }
}
