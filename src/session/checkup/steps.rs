//! How a test of the connection goes on.

use super::{Checkup, CheckupEffect, CheckupMsg, Stage};
use crate::doctor::{self, Circumstances, Code, Examination, Finding, Next, Subject};
use crate::plan::{self, Field, FieldError, ModelError, Plan, Surroundings, UrlParser};
use crate::session::update::{refuse, surroundings};
use crate::session::{Effect, Focus, Phase, Run, State, hosts};
use crate::trace::OutcomeKind;
use crate::wire::FromWorker;

/// Takes what happened to a test.
pub(in crate::session) fn update(
    state: &mut State,
    msg: CheckupMsg,
    urls: &dyn UrlParser,
) -> Vec<Effect> {
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
    // A missing key is no obstacle: none is sent.
    let without_key = Surroundings {
        has_key: state.draft.base_url.trim_start().starts_with("https:"),
        unsendable_in_key: None,
        page_is_https: false,
        ..surroundings(state)
    };
    match plan::probe(&state.draft, urls, without_key) {
        Ok(plan) => {
            state.field_errors.retain(|e| e.field() != Field::BaseUrl);
            effects.push(look_around(state, doctor::trial(plan), false));
        }
        Err(errors) => {
            let address = errors.iter().find_map(|error| match error {
                FieldError::BaseUrl(error) => Some(Finding::of_address(error)),
                _ => None,
            });
            if let Some(finding) = address {
                state.last_checkup += 1;
                let found = Stage::Found(finding);
                state.checkup = Some(Checkup::new(state.last_checkup, found, None));
            }
            effects.extend(refuse(state, errors, urls));
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
    let (has_key, held) = (state.key.present, state.key.headers.clone());
    let next = current(state, id).and_then(|checkup| {
        (checkup.stage == Stage::LookingAround).then_some(())?;
        let subject = Subject::of(checkup.plan.as_ref()?, has_key, &held);
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
            checkup.examined = Some(finding.clone());
            checkup.stage = Stage::Found(finding);
            Vec::new()
        }
        Next::Ask(probe) => {
            checkup.stage = Stage::Asking(probe.step);
            let id = checkup.id;
            if let Some(host) = checkup.plan.as_ref().map(|plan| plan.endpoint.host.clone()) {
                if probe.opaque {
                    hosts::contacted_blindly(state, &host);
                } else {
                    hosts::contacted(state, &host);
                }
            }
            let probe = Box::new(probe);
            vec![CheckupEffect::Probe { id, probe }.into()]
        }
    }
}

/// The one real request. It takes the way of every run, so it proves what a run needs.
fn try_once(state: &mut State, now: String, urls: &dyn UrlParser) -> Vec<Effect> {
    let may_try = state.checkup.as_ref().is_some_and(Checkup::may_try);
    if !may_try || state.stale_build || state.phase == Phase::Running {
        return Vec::new();
    }
    let mut errors = Vec::new();
    if state.draft.model.trim().is_empty() {
        errors.push(ModelError::Missing.into());
    }
    let plan = match plan::probe(&state.draft, urls, surroundings(state)) {
        Ok(plan) if errors.is_empty() => doctor::trial(plan),
        Ok(_) => return refuse(state, errors, urls),
        Err(others) => {
            errors.splice(0..0, others);
            return refuse(state, errors, urls);
        }
    };
    state.field_errors.clear();
    state.last_run += 1;
    let run = state.last_run;
    hosts::contacted(state, &plan.endpoint.host);
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
pub(in crate::session) fn absorb(
    state: &mut State,
    message: FromWorker,
) -> Result<Vec<Effect>, FromWorker> {
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
        let examination = checkup.examination.as_ref().filter(|_| last.is_some());
        let blocked = || {
            let subject = examination?.subject();
            let before = checkup.examined.clone()?;
            Some(before.confirmed(subject))
        };
        let finding = finding.or_else(blocked);
        let finding = finding.unwrap_or_else(Finding::no_worker);
        let code = finding.code;
        checkup.stage = Stage::Found(finding);
        if matches!(code, Code::Ok | Code::NotStreamed | Code::NotFound) {
            return Ok(vec![CheckupEffect::ListModels.into()]);
        }
    }
    Ok(Vec::new())
}

/// The worker died: a real request that was on its way has no answer.
pub(in crate::session) fn worker_lost(state: &mut State) {
    if let Some(checkup) = &mut state.checkup
        && checkup.stage == Stage::Trying
    {
        checkup.stage = Stage::Found(Finding::no_worker());
    }
}

/// Ends the test: what it was about has changed.
pub(in crate::session) fn leave(state: &mut State) -> Vec<Effect> {
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
pub(in crate::session) fn leave_trial(state: &mut State) -> Vec<Effect> {
    if state.checkup.as_ref().is_some_and(|c| c.trial.is_some()) {
        leave(state)
    } else {
        Vec::new()
    }
}

/// A run ended: if requests were blocked, finds out why.
pub(in crate::session) fn after_run(state: &mut State) -> Vec<Effect> {
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
