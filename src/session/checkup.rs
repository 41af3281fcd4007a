//! A test of the connection: the doctor's examination, then, if the user wants it, one real request.

use crate::doctor::{self, Circumstances, Examination, Finding, Next, Seen, Step, Subject};
use crate::plan::{self, AddressSpace, FieldError, Plan, PlanDraft, UrlParser};
use crate::session::update::{refuse, surroundings};
use crate::session::{Effect, Focus, Phase, Run, State};
use crate::trace::OutcomeKind;
use crate::wire::FromWorker;

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

    /// The answer is that a real request is worth a try.
    #[must_use]
    pub fn may_try(&self) -> bool {
        let good = match &self.stage {
            Stage::Found(finding) => {
                finding.code.is_good() || (self.trial.is_some() && self.plan.is_some())
            }
            _ => false,
        };
        good && !self.after_run
    }
}

/// Takes what happened to a test.
pub(super) fn update(state: &mut State, msg: CheckupMsg, urls: &dyn UrlParser) -> Vec<Effect> {
    match msg {
        CheckupMsg::Start => start(state, urls),
        // The pressed button goes away, so the focus needs a place.
        CheckupMsg::GoOn => with_focus(go_on(state)),
        CheckupMsg::Try { now } => try_once(state, now, urls),
        CheckupMsg::Circumstances { id, circumstances } => begin(state, id, circumstances),
        CheckupMsg::Seen { id, seen } => {
            let next = current(state, id).and_then(|checkup| {
                matches!(checkup.stage, Stage::Asking(_)).then_some(())?;
                Some(checkup.examination.as_mut()?.seen(seen))
            });
            follow(state, next)
        }
        CheckupMsg::Copy { what, text } => vec![CheckupEffect::Copy { what, text }.into()],
        CheckupMsg::Copied { what, done } => {
            if let Some(checkup) = &mut state.checkup {
                checkup.copied = Some((what, done));
            }
            Vec::new()
        }
    }
}

fn start(state: &mut State, urls: &dyn UrlParser) -> Vec<Effect> {
    if state.phase == Phase::Running {
        return Vec::new();
    }
    let mut effects = leave(state);
    let draft = &state.draft;
    match plan::resolve_endpoint(&draft.base_url, draft.format, &draft.model, urls) {
        Ok(endpoint) => {
            let plan = doctor::trial(draft, endpoint);
            state
                .field_errors
                .retain(|e| !matches!(e, FieldError::BaseUrl(_)));
            effects.push(look_around(state, plan, false));
        }
        Err(error) => {
            let found = Stage::Found(Finding::of_address(&error));
            state.last_checkup += 1;
            state.checkup = Some(Checkup::new(state.last_checkup, found, None));
            effects.extend(refuse(state, vec![FieldError::BaseUrl(error)]));
        }
    }
    effects
}

fn look_around(state: &mut State, plan: Plan, after_run: bool) -> Effect {
    state.last_checkup += 1;
    let id = state.last_checkup;
    let space = plan.endpoint.address_space;
    let mut checkup = Checkup::new(id, Stage::LookingAround, Some(plan));
    checkup.after_run = after_run;
    state.checkup = Some(checkup);
    CheckupEffect::LookAround { id, space }.into()
}

fn begin(state: &mut State, id: u32, circumstances: Circumstances) -> Vec<Effect> {
    let has_key = state.key.present;
    let next = current(state, id).and_then(|checkup| {
        (checkup.stage == Stage::LookingAround).then_some(())?;
        let subject = Subject::of(checkup.plan.as_ref()?, has_key);
        let examination = Examination::new(subject, circumstances, checkup.after_run);
        Some(checkup.examination.insert(examination).begin())
    });
    follow(state, next)
}

fn go_on(state: &mut State) -> Vec<Effect> {
    let next = state.checkup.as_mut().and_then(|checkup| {
        let Stage::Found(finding) = &checkup.stage else {
            return None;
        };
        finding.go_on?;
        Some(checkup.examination.as_mut()?.go_on(finding.code))
    });
    follow(state, next)
}

fn with_focus(mut effects: Vec<Effect>) -> Vec<Effect> {
    effects.push(Effect::Focus(Focus::Checkup));
    effects
}

fn current(state: &mut State, id: u32) -> Option<&mut Checkup> {
    state.checkup.as_mut().filter(|checkup| checkup.id == id)
}

fn follow(state: &mut State, next: Option<Next>) -> Vec<Effect> {
    let (Some(next), Some(checkup)) = (next, &mut state.checkup) else {
        return Vec::new();
    };
    match next {
        Next::Found(finding) => {
            checkup.stage = Stage::Found(finding);
            Vec::new()
        }
        Next::Ask(probe) => {
            checkup.stage = Stage::Asking(probe.step);
            let id = checkup.id;
            let host = checkup.plan.as_ref().map(|plan| plan.endpoint.host.clone());
            contacted(state, host);
            let probe = Box::new(probe);
            vec![CheckupEffect::Probe { id, probe }.into()]
        }
    }
}

fn contacted(state: &mut State, host: Option<String>) {
    if let Some(host) = host.filter(|host| !state.hosts_contacted.contains(host)) {
        state.hosts_contacted.push(host);
    }
}

/// The one real request. It takes the way of every run, so it proves what a run needs.
fn try_once(state: &mut State, now: String, urls: &dyn UrlParser) -> Vec<Effect> {
    let may_try = state.checkup.as_ref().is_some_and(Checkup::may_try);
    if !may_try || state.stale_build || state.phase == Phase::Running {
        return Vec::new();
    }
    // The numbers of the form are not used, so they need not be right.
    let draft = &state.draft;
    let needed = PlanDraft {
        provider: draft.provider.clone(),
        format: draft.format,
        base_url: draft.base_url.clone(),
        model: draft.model.clone(),
        ..PlanDraft::default()
    };
    let endpoint = match plan::validate(&needed, urls, surroundings(state)) {
        Ok(plan) => plan.endpoint,
        Err(errors) => return refuse(state, errors),
    };
    let plan = doctor::trial(&state.draft, endpoint);
    state.field_errors.clear();
    state.last_run += 1;
    let run = state.last_run;
    contacted(state, Some(plan.endpoint.host.clone()));
    if let Some(checkup) = &mut state.checkup {
        checkup.stage = Stage::Trying;
        checkup.copied = None;
        checkup.trial = Some(Run::new(run, now, plan.clone()));
        checkup.plan = Some(plan.clone());
    }
    let restart = std::mem::take(&mut state.worker_lost).then_some(Effect::RestartWorker);
    let plan = Box::new(plan);
    let effects = restart.into_iter().chain([Effect::Start { run, plan }]);
    with_focus(effects.collect())
}

/// Takes a message of the worker if the real request is on its way.
pub(super) fn absorb(state: &mut State, message: FromWorker) -> Result<Vec<Effect>, FromWorker> {
    let Some(checkup) = state
        .checkup
        .as_mut()
        .filter(|checkup| checkup.stage == Stage::Trying)
    else {
        return Err(message);
    };
    let Some(run) = &mut checkup.trial else {
        return Err(message);
    };
    run.absorb(message);
    if run.is_over() {
        let last = run.traces.last();
        let finding = last.and_then(|trace| doctor::diagnose(trace, &run.plan));
        let examined = checkup.examination.as_ref().filter(|_| last.is_some());
        let blocked = || examined.map(|it| Finding::opaque_fail(it.subject()));
        let finding = finding.or_else(blocked).unwrap_or_else(Finding::no_worker);
        checkup.stage = Stage::Found(finding);
    }
    Ok(Vec::new())
}

/// The worker died: a real request that was on its way has no answer.
pub(super) fn worker_lost(state: &mut State) {
    if let Some(checkup) = &mut state.checkup
        && checkup.stage == Stage::Trying
    {
        checkup.stage = Stage::Found(Finding::no_worker());
    }
}

/// Ends the test: what it was about has changed.
pub(super) fn leave(state: &mut State) -> Vec<Effect> {
    let Some(checkup) = state.checkup.take() else {
        return Vec::new();
    };
    match (checkup.stage, checkup.trial) {
        (Stage::Asking(_), _) => vec![CheckupEffect::DropProbe.into()],
        (Stage::Trying, Some(run)) => vec![Effect::Stop { run: run.id }],
        _ => Vec::new(),
    }
}

/// The same if a real request was part of it: its answer was about another key or model.
pub(super) fn leave_trial(state: &mut State) -> Vec<Effect> {
    if state.checkup.as_ref().is_some_and(|c| c.trial.is_some()) {
        leave(state)
    } else {
        Vec::new()
    }
}

/// A run ended: if requests were blocked, finds out why.
pub(super) fn after_run(state: &mut State) -> Vec<Effect> {
    let Some(run) = state.run.as_ref().filter(|run| run.trouble.is_none()) else {
        return Vec::new();
    };
    if !run.traces.iter().any(|t| t.outcome == OutcomeKind::Blocked) {
        return Vec::new();
    }
    let plan = run.plan.clone();
    if let Some(finding) = doctor::hidden_rate_limit(&run.traces, &plan) {
        state.last_checkup += 1;
        let found = Stage::Found(finding);
        let mut checkup = Checkup::new(state.last_checkup, found, Some(plan));
        checkup.after_run = true;
        state.checkup = Some(checkup);
        return Vec::new();
    }
    vec![look_around(state, plan, true)]
}

impl From<CheckupEffect> for Effect {
    fn from(effect: CheckupEffect) -> Self {
        Effect::Checkup(effect)
    }
}
