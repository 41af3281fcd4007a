//! The one function that changes the state.

use crate::plan::{self, Field, FieldError, Provider, Surroundings, UrlParser, Workload};
use crate::session::{
    Edit, Effect, Focus, Models, Msg, Phase, Recognised, Run, State, Trouble, address, checkup,
    form, history, hosts, opening, secrets, taking,
};
use crate::wire::FromWorker;

/// Takes what happened, changes the state, and says what to do outside.
pub fn update(state: &mut State, msg: Msg, urls: &dyn UrlParser) -> Vec<Effect> {
    match msg {
        Msg::Restore {
            draft,
            simulated_base_url,
            page_is_https,
        } => {
            state.simulated_base_url = simulated_base_url;
            state.page_is_https = page_is_https;
            if let Some(draft) = draft {
                state.draft = *draft;
            }
            take_address(state);
            Vec::new()
        }
        Msg::Edit(edit) => apply_edit(state, edit, urls),
        Msg::KeyTyped {
            present,
            unsendable,
        } => {
            let mut effects = checkup::leave_trial(state);
            effects.extend(secrets::key_typed(state, present, unsendable, urls));
            effects
        }
        Msg::HeadersEntered { text, held } => secrets::headers_entered(state, text, held, urls),
        Msg::KeyRestored { origin, unsendable } => {
            secrets::key_restored(state, origin, unsendable, urls)
        }
        Msg::KeySeenIn(fields) => secrets::key_seen_in(state, fields),
        Msg::KeepKey(keep) => secrets::keep(state, keep),
        Msg::KeyNotKept => secrets::not_kept(state),
        Msg::ForgetKey => secrets::forget(state),
        Msg::PageLeft => secrets::page_left(state),
        Msg::AddressEntered => address::entered(state, urls),
        Msg::AddressPasted => address::pasted(state, urls),
        Msg::ModelsListed { base_url, names } => {
            state.models = Models { base_url, names };
            Vec::new()
        }
        Msg::Preset(preset) => {
            state.draft.requests = preset.requests().to_string();
            drop_errors(state, &[Field::Requests]);
            vec![save(state)]
        }
        Msg::Submit { now } => submit(state, now, urls),
        Msg::Stop => match &mut state.run {
            Some(run) if state.phase == Phase::Running && !run.stopping => {
                run.stopping = true;
                vec![Effect::Stop { run: run.id }]
            }
            _ => Vec::new(),
        },
        Msg::ChangeSetup => {
            state.phase = Phase::Setup;
            vec![Effect::Focus(Focus::Heading)]
        }
        Msg::SwitchFormat(format) => {
            let mut effects = apply_edit(state, Edit::Format(format), urls);
            state.recognised.format = Some(format);
            state.phase = Phase::Setup;
            effects.push(Effect::Focus(Focus::Heading));
            effects
        }
        Msg::Rejudge => rejudge(state),
        Msg::ShowResults => show_results(state),
        Msg::AltCopied(copied) => {
            taking::alt_copied(state, copied);
            Vec::new()
        }
        Msg::Open(origin) => opening::open(state, origin),
        Msg::OpenAgain => opening::again(state),
        Msg::LeaveOpening => opening::leave(state),
        Msg::Opening { id, event } => opening::told(state, id, event),
        Msg::LinkLeft => opening::link_left(state),
        Msg::OwnResult => opening::own_result(state),
        Msg::TestYourself => opening::test_yourself(state),
        Msg::TakeAlong(what) => taking::ask(state, what),
        Msg::TakeOption(option) => {
            state.taking.options.set(option);
            Vec::new()
        }
        Msg::TakenAlong(what, taken) => {
            state.taking.ended(&what, taken);
            Vec::new()
        }
        Msg::History(msg) => history::update(state, msg),
        Msg::Checkup(msg) => checkup::update(state, msg, urls),
        Msg::Worker(message) => from_worker(state, message),
        Msg::WorkerLost { reason } => {
            state.worker_lost = true;
            checkup::worker_lost(state);
            trouble(state, Trouble::WorkerLost { reason })
        }
        Msg::StaleBuild => {
            state.stale_build = true;
            trouble(state, Trouble::StaleBuild)
        }
        Msg::Tick => tick(state),
    }
}

/// The row of the provider table that the form names; `None` for a name that is no longer in the table.
#[must_use]
pub fn provider_of(state: &State) -> Option<&'static Provider> {
    plan::provider_named(&state.draft.provider)
}

/// The form was filled from what was kept.
pub(super) fn take_address(state: &mut State) {
    // The simulated vendor may have another port today.
    if let Some(provider) = provider_of(state).filter(|p| p.is_simulated()) {
        state.draft.base_url = provider
            .base_url(state.simulated_base_url.as_deref())
            .to_owned();
    }
    // A format that was chosen for this address stays.
    state.recognised = Recognised {
        address: state.draft.base_url.trim().to_owned(),
        format: None,
    };
}

/// What the rules of the form depend on besides the form.
#[must_use]
pub fn surroundings(state: &State) -> Surroundings<'_> {
    Surroundings {
        has_key: state.key.present,
        unsendable_in_key: state.key.unsendable,
        held_headers: &state.key.headers,
        fields_with_key: &state.key.seen_in,
        page_is_https: state.page_is_https,
    }
}

fn apply_edit(state: &mut State, edit: Edit, urls: &dyn UrlParser) -> Vec<Effect> {
    let mut effects = match edit {
        Edit::Provider(_) | Edit::Format(_) | Edit::Text(Field::BaseUrl, _) => {
            checkup::leave(state)
        }
        Edit::Text(Field::Model | Field::ExtraFields, _) => checkup::leave_trial(state),
        _ => Vec::new(),
    };
    match edit {
        Edit::Provider(name) => {
            let before = provider_of(state);
            state.draft.provider = name;
            if let Some(provider) = provider_of(state) {
                take_provider(state, before, provider);
            }
            drop_errors(
                state,
                &[
                    Field::Provider,
                    Field::Format,
                    Field::BaseUrl,
                    Field::Model,
                    Field::ApiKey,
                ],
            );
            // An address from the table is whole at once.
            effects.extend(secrets::rebind(state, urls));
            state.key.typed_along = None;
            state.recognised = Recognised::default();
            effects.push(save(state));
            return effects;
        }
        Edit::Format(format) => {
            state.draft.format = format;
            state.recognised.format = None;
            drop_errors(state, &[Field::Format]);
        }
        Edit::Workload(workload) => {
            take_workload(state, workload);
            drop_errors(
                state,
                &[Field::Workload, Field::Prompt, Field::MaxOutputTokens],
            );
        }
        Edit::Nonce(nonce) => state.draft.nonce = nonce,
        Edit::ExactLength(exact) => state.draft.exact_length = exact,
        Edit::Text(field, text) => {
            form::set_text(&mut state.draft, field, text);
            if field == Field::Prompt {
                // A prompt of one's own is no longer the ready-made work.
                state.draft.workload = Workload::Own;
            }
            if field == Field::BaseUrl {
                state.recognised.format = None;
            }
            drop_errors(state, &[field]);
            if field == Field::RunUntil {
                // Another number needs another number of requests.
                drop_errors(state, &[Field::Requests]);
            }
            state.key.seen_in.retain(|seen| *seen != field);
        }
    }
    effects.extend(secrets::rebind(state, urls));
    effects.push(save(state));
    effects
}

/// Fills the form from a row of the table. A row without an address of its own keeps what the user typed, but not what
/// another row brought.
fn take_provider(state: &mut State, before: Option<&Provider>, provider: &Provider) {
    let simulated = state.simulated_base_url.as_deref();
    let base_url = provider.base_url(simulated);
    let brought = before.is_some_and(|row| row.base_url(simulated) == state.draft.base_url);
    if !base_url.is_empty() || provider.is_simulated() || brought {
        state.draft.format = provider.format;
        state.draft.base_url = base_url.to_owned();
        let model = provider.example_models.first().copied();
        state.draft.model = model.unwrap_or_default().to_owned();
    }
}

/// Fills prompt and output limit from the table. The user's own prompt is put aside and comes back.
fn take_workload(state: &mut State, workload: Workload) {
    if workload == state.draft.workload {
        return;
    }
    if state.draft.workload == Workload::Own {
        state.draft.own_prompt = std::mem::take(&mut state.draft.prompt);
    }
    let info = workload.info();
    if workload != Workload::Own {
        state.draft.prompt = info.prompt.get().to_owned();
        state.draft.max_output_tokens = info.max_output_tokens.to_string();
    } else if !state.draft.own_prompt.is_empty() {
        state.draft.prompt = std::mem::take(&mut state.draft.own_prompt);
    }
    state.draft.workload = workload;
}

fn submit(state: &mut State, now: String, urls: &dyn UrlParser) -> Vec<Effect> {
    if state.phase == Phase::Running {
        return Vec::new();
    }
    // A script may press the button without leaving the field.
    let mut effects = address::entered(state, urls);
    match plan::validate(&state.draft, urls, surroundings(state)) {
        Ok(plan) => {
            effects.extend(checkup::leave(state));
            state.field_errors.clear();
            state.last_run += 1;
            let run = state.last_run;
            state.run = Some(Run::new(run, now, plan.clone()));
            state.taking.start_anew();
            state.phase = Phase::Running;
            if state.stale_build {
                return trouble(state, Trouble::StaleBuild);
            }
            // A dead worker is replaced only now: one that can't start would be replaced for ever.
            let restart = std::mem::take(&mut state.worker_lost).then_some(Effect::RestartWorker);
            effects.extend(restart);
            hosts::contacted(state, &plan.endpoint.host);
            effects.push(Effect::Start {
                run,
                plan: Box::new(plan),
            });
            effects.push(Effect::Focus(Focus::Heading));
        }
        Err(errors) => effects.extend(refuse(state, errors, urls)),
    }
    effects
}

/// The same measurements against another target: no request is sent.
fn rejudge(state: &mut State) -> Vec<Effect> {
    let Some(run) = state.run.as_mut().filter(|run| run.is_over()) else {
        return Vec::new();
    };
    let focus = match plan::target(&state.draft) {
        Ok(target) => {
            run.plan.target = target;
            run.revision += 1;
            state.field_errors.clear();
            Some(Focus::Rejudge)
        }
        Err(errors) => {
            state.field_errors = errors;
            let first = state.field_errors.first();
            first.map(|error| Focus::Field(error.field()))
        }
    };
    focus.map(Effect::Focus).into_iter().collect()
}

/// Shows what is wrong with the form, and goes to the first of it.
pub(super) fn refuse(
    state: &mut State,
    errors: Vec<FieldError>,
    urls: &dyn UrlParser,
) -> Vec<Effect> {
    let mut effects = Vec::new();
    for error in &errors {
        if let FieldError::BaseUrl(error) = error {
            effects.extend(address::cleaned(state, error, urls));
        }
    }
    let first = errors.first().map(FieldError::field);
    state.field_errors = errors;
    state.phase = Phase::Setup;
    effects.extend(first.map(|field| Effect::Focus(Focus::Field(field))));
    effects
}

fn from_worker(state: &mut State, message: FromWorker) -> Vec<Effect> {
    let message = match checkup::absorb(state, message) {
        Ok(effects) => return effects,
        Err(message) => message,
    };
    let Some(run) = &mut state.run else {
        return Vec::new();
    };
    if run.is_over() {
        return Vec::new();
    }
    run.absorb(message);
    if run.trouble.is_some() {
        let id = run.id;
        let mut effects = vec![Effect::Stop { run: id }];
        effects.extend(show_results(state));
        return effects;
    }
    if run.finished {
        let mut effects = show_results(state);
        effects.extend(checkup::after_run(state));
        return effects;
    }
    Vec::new()
}

/// Shows what the last run found; changes nothing while there is none or it still runs.
pub(super) fn show_results(state: &mut State) -> Vec<Effect> {
    let Some(run) = state.run.as_ref().filter(|run| run.is_over()) else {
        return Vec::new();
    };
    state.phase = if run.nothing_worked() {
        Phase::Failed
    } else {
        Phase::Done
    };
    opening::run_over(state);
    vec![Effect::Focus(Focus::Heading)]
}

/// A worker that hangs is replaced at once, which also ends its requests. Each run can do so once only.
fn tick(state: &mut State) -> Vec<Effect> {
    let running = state.phase == Phase::Running;
    let Some(reason) = state
        .run
        .as_mut()
        .filter(|_| running)
        .and_then(|run| run.tick())
    else {
        return Vec::new();
    };
    let reason = reason.to_owned();
    let mut effects = vec![Effect::RestartWorker];
    effects.extend(trouble(state, Trouble::WorkerLost { reason }));
    effects
}

/// The worker is of no use: keep what is finished, and say what happened.
fn trouble(state: &mut State, trouble: Trouble) -> Vec<Effect> {
    if state.phase != Phase::Running {
        return Vec::new();
    }
    if let Some(run) = &mut state.run {
        run.trouble = Some(trouble);
        run.revision += 1;
    }
    show_results(state)
}

pub(super) fn save(state: &State) -> Effect {
    Effect::SaveDraft(Box::new(form::keepable(&state.draft)))
}

pub(super) fn drop_errors(state: &mut State, fields: &[Field]) {
    state.field_errors.retain(|e| !fields.contains(&e.field()));
}
