//! Opening what was saved or sent: links, files, entries of the history. Opening runs nothing: no request is sent and no field
//! of the form is filled.

use std::sync::Arc;

use super::update::{show_results, take_address};
use super::{Effect, Focus, Phase, Run, State, history, secrets};
use crate::link::Rows;
use crate::report::Source;
use crate::text;
use crate::texts::Text;
use crate::trace::Trace;

/// Where an opened result comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A link; its fragment.
    Link(String),
    /// A file; its name.
    File(String),
    /// An entry of the history.
    History {
        /// Its number.
        id: u32,
        /// What it is called.
        name: String,
        /// It was measured by this browser, and not reported by somebody else.
        own: bool,
    },
}

impl Origin {
    /// Measured by this browser, and not reported by somebody else.
    #[must_use]
    pub const fn is_own(&self) -> bool {
        matches!(self, Origin::History { own: true, .. })
    }
}

/// A result that was not measured by this page.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// Where it comes from.
    pub origin: Origin,
    /// What its report is made from, beside the traces.
    pub source: Source,
    /// What stands for the events of the traces, if it comes from a link.
    pub rows: Option<Rows>,
}

/// What is being opened, or could not be.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Its number; messages about others are dropped.
    pub id: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// Why it can't be shown, and what to do; `None` while it is being opened.
    pub failure: Option<String>,
    /// How far it has come, in percent, where that is known.
    pub percent: Option<u32>,
    opened: Option<Opened>,
    traces: Vec<Trace>,
}

/// What is told about something that is being opened.
#[derive(Clone, Debug)]
pub enum OpeningEvent {
    /// So many bytes of so many are read.
    Progress {
        /// Bytes read.
        done: u64,
        /// Bytes in all.
        of: u64,
    },
    /// What its report is made from; its traces follow.
    Head {
        /// All but the traces.
        source: Box<Source>,
        /// What stands for the events of the traces, if it comes from a link.
        rows: Option<Box<Rows>>,
    },
    /// `Vec<Trace>` as postcard bytes.
    Traces(Vec<u8>),
    /// That was all.
    End,
    /// It can't be opened: why, and what to do.
    Refused(String),
}

/// Why nothing is opened while the page measures.
const UNDER_WAY: Text = text!(
    "A measurement is under way and would be lost. Go back to it, let it end or stop it, then open this again."
);

/// The user wants to see this. A run that is under way is not disturbed.
pub(super) fn open(state: &mut State, origin: Origin) -> Vec<Effect> {
    state.last_opening += 1;
    let id = state.last_opening;
    let running = state.phase == Phase::Running;
    let before = state.opening.replace(Opening {
        id,
        origin: origin.clone(),
        failure: running.then(|| UNDER_WAY.get().to_owned()),
        percent: None,
        opened: None,
        traces: Vec::new(),
    });
    let mut effects = vec![Effect::Focus(Focus::Heading)];
    // The files worker must not be left with a result that is not on show.
    if before.is_some_and(|before| before.failure.is_none()) {
        effects.push(Effect::EndOpening);
    }
    if !running {
        // First, while the files worker can still be given it.
        effects.extend(history::keep_new(state));
        effects.push(Effect::Open { id, origin });
    }
    effects
}

/// The measurement that something was not opened for has ended.
pub(super) fn run_over(state: &mut State) {
    let failure = state.opening.as_mut().and_then(|o| o.failure.as_mut());
    if let Some(failure) = failure.filter(|failure| *failure == UNDER_WAY.get()) {
        *failure = "The measurement that was under way is over. Try again now.".to_owned();
    }
}

/// Tries once more what could not be opened.
pub(super) fn again(state: &mut State) -> Vec<Effect> {
    match state.opening.take() {
        Some(opening) => open(state, opening.origin),
        None => Vec::new(),
    }
}

/// Back to what was on show before.
pub(super) fn leave(state: &mut State) -> Vec<Effect> {
    let Some(opening) = state.opening.take() else {
        return Vec::new();
    };
    let mut effects = vec![Effect::ClearHash, Effect::Focus(Focus::Heading)];
    if opening.failure.is_none() {
        effects.push(Effect::EndOpening);
    }
    effects
}

pub(super) fn told(state: &mut State, id: u32, event: OpeningEvent) -> Vec<Effect> {
    let Some(opening) = state.opening.as_mut().filter(|opening| opening.id == id) else {
        return Vec::new();
    };
    if opening.failure.is_some() {
        return Vec::new();
    }
    match event {
        OpeningEvent::Progress { done, of } => {
            let percent = done.saturating_mul(100).checked_div(of);
            opening.percent = percent.and_then(|percent| percent.try_into().ok());
        }
        OpeningEvent::Head { source, rows } => {
            opening.opened = Some(Opened {
                origin: opening.origin.clone(),
                source: *source,
                rows: rows.map(|rows| *rows),
            });
        }
        OpeningEvent::Traces(bytes) => match postcard::from_bytes::<Vec<Trace>>(&bytes) {
            Ok(traces) => opening.traces.extend(traces),
            Err(_) => return fail(state, crate::files::TROUBLE.to_owned()),
        },
        OpeningEvent::End => return show(state),
        OpeningEvent::Refused(reason) => return fail(state, reason),
    }
    Vec::new()
}

fn fail(state: &mut State, reason: String) -> Vec<Effect> {
    if let Some(opening) = &mut state.opening {
        opening.failure = Some(reason);
    }
    vec![Effect::Focus(Focus::Heading)]
}

/// All of it is there.
fn show(state: &mut State) -> Vec<Effect> {
    let Some(opening) = state.opening.take() else {
        return Vec::new();
    };
    let Some(opened) = opening.opened else {
        return Vec::new();
    };
    state.last_run += 1;
    let run = Run::opened(state.last_run, Arc::new(opened), opening.traces);
    state.phase = if run.nothing_worked() {
        Phase::Failed
    } else {
        Phase::Done
    };
    let held = Effect::Held {
        run: run.id,
        revision: run.revision,
    };
    let before = state.run.replace(run);
    if let Some(own) = before.filter(Run::is_own_result) {
        state.aside = Some(own);
    }
    state.taking.start_anew();
    vec![held, Effect::Focus(Focus::Heading)]
}

/// "Back to my result": the result of this page that was on show before something was opened.
pub(super) fn own_result(state: &mut State) -> Vec<Effect> {
    let Some(own) = state.aside.take() else {
        return Vec::new();
    };
    state.run = Some(own);
    state.taking.start_anew();
    let mut effects = show_results(state);
    effects.push(Effect::ClearHash);
    effects
}

/// The address no longer names the link on show: what was there before takes its place.
pub(super) fn link_left(state: &mut State) -> Vec<Effect> {
    let is_link = |origin: &Origin| matches!(origin, Origin::Link(_));
    if let Some(opening) = &state.opening {
        return if is_link(&opening.origin) {
            leave(state)
        } else {
            Vec::new()
        };
    }
    let opened = state.run.as_ref().and_then(|run| run.opened.as_ref());
    if !opened.is_some_and(|opened| is_link(&opened.origin)) {
        return Vec::new();
    }
    if state.aside.is_some() {
        return own_result(state);
    }
    state.phase = Phase::Setup;
    vec![Effect::Focus(Focus::Heading)]
}

/// "Test this yourself": the shape of the work in an otherwise empty form. No address, model, text or key. "Use this set-up
/// again", for a result of this browser: with the address and the model, which are the user's own.
pub(super) fn test_yourself(state: &mut State) -> Vec<Effect> {
    let Some(run) = &state.run else {
        return Vec::new();
    };
    let is_own = run.opened.as_ref().is_some_and(|o| o.origin.is_own());
    // What is kept for the next visit stays the user's own form until something is typed into this one.
    if is_own {
        state.draft = run.plan.set_up();
        take_address(state);
    } else {
        state.draft = run.plan.shape();
    }
    state.field_errors.clear();
    state.phase = Phase::Setup;
    // A key that is held must not meet a form that somebody else has filled.
    let mut effects = secrets::forget(state);
    effects.push(Effect::ClearHash);
    effects.push(Effect::Focus(Focus::Heading));
    effects
}
