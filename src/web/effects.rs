//! Carries out what the state asks for. Everything here is one step into the browser; decisions are made in `session`.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{AbortController, Blob, HtmlElement, HtmlInputElement};

use crate::plan::Field;
use crate::report::{self, AppInfo, Named, Pause, Report, Source};
use crate::session::{Effect, Focus, Msg, Opened, form};
use crate::trace::Trace;
use crate::web::environment;
use crate::web::files_client::FilesClient;
use crate::web::headers;
use crate::web::inbox::Inbox;
use crate::web::kept_key;
use crate::web::open_result;
use crate::web::page::Page;
use crate::web::secret::{Secret, Secrets};
use crate::web::settings;
use crate::web::worker_client::{WorkerClient, WorkerProblem};
use crate::wire::BUILD_ID;

/// Id of the heading of what the page shows now.
pub const HEADING_ID: &str = "heading";
/// Id of the answer of the test of the connection.
pub const CHECKUP_ID: &str = "checkup";

/// Id of the button that judges again.
pub const REJUDGE_ID: &str = "rejudge";

/// What the state must not hold: the worker, the secrets, and the way to end a probe.
#[derive(Default)]
pub struct Outside {
    worker: Option<WorkerClient>,
    /// The key, and headers that are treated like it.
    pub secrets: Secrets,
    /// Of the probe on its way, or of the one before.
    pub probe: Option<AbortController>,
    /// Makes what is saved and sent.
    pub files: Rc<RefCell<FilesClient>>,
    /// The file that was chosen last to be opened.
    pub file: Option<Blob>,
}

impl Page {
    /// Carries out one effect.
    pub fn carry_out(self, effect: Effect) {
        match effect {
            Effect::SaveDraft(mut draft) => {
                self.with_key(&mut |key| key.remove_from(&mut draft));
                settings::keep_draft(&draft);
            }
            Effect::ForgetKey => self.forget_key(),
            Effect::KeepKey(keep) => self.keep_key(keep),
            Effect::ForgetHeaders => headers::forget(self),
            Effect::BindKey { origin } => self.bind_key(&origin),
            Effect::Start { run, plan } => {
                self.with_worker(|worker, secrets| worker.start(run, &plan, secrets));
            }
            Effect::Stop { run } => self.with_worker(|worker, _| worker.stop(run)),
            Effect::RestartWorker => self.start_worker(),
            Effect::Open { id, origin } => self.open_result(id, origin),
            Effect::EndOpening => {
                let tell = self.files().borrow_mut().end();
                tell();
            }
            Effect::Held { run, revision } => self.files().borrow_mut().hold((run, revision)),
            Effect::ClearHash => open_result::clear_hash(),
            Effect::TakeAlong(what) => self.take_along(what),
            Effect::History(effect) => self.carry_out_history(effect),
            Effect::Checkup(effect) => self.carry_out_checkup(effect),
            Effect::Focus(focus) => move_focus(focus),
        }
    }

    /// Starts the worker, or replaces it.
    pub fn start_worker(self) {
        let inbox = Inbox::new(move |batch| self.send_all(batch));
        let started = WorkerClient::spawn(move |event| {
            inbox.push(event.map_or_else(problem, Msg::Worker));
        });
        match started {
            Ok(worker) => {
                let _ = self
                    .outside()
                    .try_update_value(|outside| outside.worker = Some(worker));
            }
            Err(error) => self.send(problem(error)),
        }
    }

    /// Tells the worker whether the page can be seen.
    pub fn report_visibility(self) {
        let hidden = document().hidden();
        self.with_worker(|worker, _| worker.visibility(hidden));
    }

    fn with_worker(self, act: impl FnOnce(&WorkerClient, &Secrets) -> Result<(), WorkerProblem>) {
        let result = self.outside().try_with_value(|outside| {
            outside
                .worker
                .as_ref()
                .map(|worker| act(worker, &outside.secrets))
        });
        if let Some(Some(Err(error))) = result {
            self.send(problem(error));
        }
    }

    /// Looks for the key in the other fields, and tells the state where it is.
    pub fn look_for_key(self) {
        let mut fields = Vec::new();
        self.with_key(&mut |key| {
            let found = self.peek(|state| key.fields_with(&state.draft));
            fields = found.unwrap_or_default();
        });
        self.send(Msg::KeySeenIn(fields));
    }

    /// Hands over the key: as typed, which nothing else has before there is an address, else as held.
    fn with_key(self, look: &mut dyn FnMut(&Secret)) {
        let typed = key_field().and_then(|field| Secret::new(&field.value(), ""));
        let _ = self.outside().try_with_value(|outside| {
            if let Some(key) = typed.as_ref().or(outside.secrets.key.as_ref()) {
                look(key);
            }
        });
    }

    fn keep_key(self, keep: bool) {
        let kept = keep
            && self
                .outside()
                .try_with_value(|outside| outside.secrets.key.as_ref().is_some_and(kept_key::keep))
                .unwrap_or_default();
        if !kept {
            kept_key::forget();
        }
        if keep && !kept {
            self.send(Msg::KeyNotKept);
        }
    }

    fn forget_key(self) {
        kept_key::forget();
        let _ = self
            .outside()
            .try_update_value(|outside| outside.secrets.key = None);
        if let Some(field) = key_field() {
            field.set_value("");
        }
    }

    fn bind_key(self, origin: &str) {
        let typed = key_field().map(|field| field.value()).unwrap_or_default();
        let _ = self.outside().try_update_value(|outside| {
            let secrets = &mut outside.secrets;
            // After a run the field is empty, but the key is still held.
            if let Some(key) = Secret::new(&typed, origin) {
                secrets.key = Some(key);
            }
            for (_, value) in &mut secrets.headers {
                value.bind(origin);
            }
        });
    }
}

fn problem(problem: WorkerProblem) -> Msg {
    match problem {
        WorkerProblem::OtherBuild { .. } => Msg::StaleBuild,
        other => Msg::WorkerLost {
            reason: other.to_string(),
        },
    }
}

/// A run by its number and its revision.
pub type RunId = (u32, u32);

/// A run as it is handed on: what a report is made from, its traces, and where it comes from if this page has not measured it.
pub type Whole = (RunId, Source, Arc<Vec<Trace>>, Option<Arc<Opened>>);

/// The last run as far as it has come.
pub fn source(page: Page) -> Option<Whole> {
    page.peek(|state| {
        let run = state.run.as_ref()?;
        let measured = || Source {
            plan: run.plan.clone(),
            prompt_chars: None,
            calibration: run.calibration.clone().unwrap_or_default(),
            environment: environment::describe(run, &state.contacts.hosts),
            control: Named::default(),
            wall: run.wall,
            stable: run.stable,
            created_at: run.started_at.clone(),
            app: AppInfo {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                build: BUILD_ID.to_owned(),
            },
        };
        let source = run.opened_source().unwrap_or_else(measured);
        Some((
            (run.id, run.revision),
            source,
            Arc::clone(&run.traces),
            run.opened.clone(),
        ))
    })?
}

/// The report of the last run as far as it has come, with pauses in which the page can do something else.
pub async fn report(page: Page, pause: Pause<'_>) -> Option<Report> {
    let (_, source, traces, opened) = source(page)?;
    if let Some(rows) = opened.as_ref().and_then(|opened| opened.rows.as_ref()) {
        return Some(rows.report(&source, &traces));
    }
    Some(report::build_in_steps(source.with(&traces, false), pause).await)
}

fn key_field() -> Option<HtmlInputElement> {
    document()
        .get_element_by_id(form::control_id(Field::ApiKey))?
        .dyn_into()
        .ok()
}

/// Moves the focus to the heading of what the page shows now, and the view to its top.
pub fn focus_heading() {
    move_focus(Focus::Heading);
}

fn move_focus(focus: Focus) {
    let id = match focus {
        Focus::Field(field) => form::control_id(field),
        Focus::Heading => HEADING_ID,
        Focus::Checkup => CHECKUP_ID,
        Focus::Rejudge => REJUDGE_ID,
    };
    focus_on(id.to_owned());
}

/// Moves the focus to what has this id, if anything has, and for the heading the view to the top of the page.
pub fn focus_on(id: String) {
    // The element may only come with the redraw that follows.
    request_animation_frame(move || {
        let Some(element) = document().get_element_by_id(&id) else {
            return;
        };
        if let Ok(Some(closed)) = element.closest("details:not([open])") {
            let _ = closed.set_attribute("open", "");
        }
        if let Ok(element) = element.dyn_into::<HtmlElement>() {
            let _ = element.focus();
        }
        if id == HEADING_ID {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
}
