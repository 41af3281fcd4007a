//! The history on this page: what of it is on show, and which runs go into it. Finished runs are kept by themselves unless the
//! user has said otherwise; what was opened is kept only when asked for.

use super::{Effect, Origin, Run, State, opening};
use crate::wire::files::{Ask, Shelf};

/// What the user decides about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// "Keep finished runs in this browser".
    pub runs: bool,
    /// "Keep texts in the history": prompt, answers and reasoning too.
    pub texts: bool,
}

impl Default for Keeping {
    fn default() -> Self {
        Keeping {
            runs: true,
            texts: false,
        }
    }
}

/// What the user is asked before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Another name for this entry.
    Rename(u32),
    /// Remove this entry?
    Remove(u32),
    /// Remove all?
    RemoveAll,
}

/// The history as the page shows it.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The tick boxes.
    pub keeping: Keeping,
    /// What is kept, once the store has said so.
    pub shelf: Option<Box<Shelf>>,
    /// What the user is asked.
    pub question: Option<Question>,
    /// What became of the last wish, in a sentence or two.
    pub note: String,
    /// Why the last one could not be fulfilled; empty if it was.
    pub problem: String,
    /// Grows with every change of what is listed.
    pub revision: u32,
}

/// Something about the history happened.
#[derive(Clone, Debug)]
pub enum HistoryMsg {
    /// The page starts with what the user decided before.
    Restore(Keeping),
    /// A tick box changed.
    Keeping(Keeping),
    /// The report of the last run is on show.
    Shown,
    /// "Keep in the history": the opened result on show.
    KeepThis,
    /// The list is looked at, perhaps after a change in another tab.
    Look,
    /// Show an entry.
    Open(Origin),
    /// Ask the user this.
    Question(Question),
    /// The user said no.
    Cancel,
    /// The user said yes to removing, or gave a name.
    Do(Ask),
    /// What is kept now.
    Shelf {
        /// The run that it was to keep; 0 = none.
        keeping: u32,
        /// All of it.
        shelf: Box<Shelf>,
    },
    /// A file of an entry was saved under this name.
    Saved(String),
    /// It could not be done: why, and what to do.
    Refused {
        /// The run that it was to keep; 0 = none.
        keeping: u32,
        /// The reason.
        reason: String,
    },
}

/// Something to do about the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HistoryEffect {
    /// Keep the tick boxes for the next visit.
    Keeping(Keeping),
    /// Ask this of the store.
    Ask(Ask),
    /// Move the focus to what has this id.
    Focus(String),
}

/// Id of the sentence that says what became of a wish.
pub const NOTE_ID: &str = "history-note";

/// Id of a control of an entry.
#[must_use]
pub fn control_id(question: Question) -> String {
    match question {
        Question::Rename(id) => ["rename-", &id.to_string()].concat(),
        Question::Remove(id) => ["remove-", &id.to_string()].concat(),
        Question::RemoveAll => "remove-all".to_owned(),
    }
}

/// Id of what takes the focus when the user is asked.
pub const ANSWER_ID: &str = "history-answer";

/// Something about the history.
pub(super) fn update(state: &mut State, msg: HistoryMsg) -> Vec<Effect> {
    let history = &mut state.history;
    let effects = match msg {
        HistoryMsg::Restore(keeping) => {
            history.keeping = keeping;
            return Vec::new();
        }
        HistoryMsg::Keeping(keeping) => {
            history.keeping = keeping;
            // What an empty list says depends on it.
            history.revision += 1;
            return vec![Effect::History(HistoryEffect::Keeping(keeping))];
        }
        HistoryMsg::Shown => return shown(state),
        HistoryMsg::KeepThis => {
            // What was said of it before does not hold any more.
            state.taking.note.clear();
            return keep(state);
        }
        HistoryMsg::Open(origin) => return opening::open(state, origin),
        HistoryMsg::Look => {
            history.note.clear();
            history.question = None;
            vec![HistoryEffect::Ask(Ask::List)]
        }
        HistoryMsg::Question(question) => {
            history.question = Some(question);
            vec![HistoryEffect::Focus(ANSWER_ID.to_owned())]
        }
        HistoryMsg::Cancel => {
            let back = history.question.take().map(control_id);
            back.map(HistoryEffect::Focus).into_iter().collect()
        }
        HistoryMsg::Do(ask) => {
            history.question = None;
            history.problem.clear();
            // The same sentence twice is only said twice if it was away.
            history.note.clear();
            vec![HistoryEffect::Ask(ask)]
        }
        HistoryMsg::Shelf { keeping, shelf } => {
            let said = shelf.said.clone();
            history.shelf = Some(shelf);
            history.problem.clear();
            if keeping == 0 {
                told(history, said)
            } else {
                beside_result(state, keeping, said);
                Vec::new()
            }
        }
        HistoryMsg::Saved(name) => told(history, ["Saved as ", &name, "."].concat()),
        HistoryMsg::Refused { keeping, reason } => {
            history.problem.clone_from(&reason);
            history.note.clear();
            if keeping == 0 {
                vec![HistoryEffect::Focus(NOTE_ID.to_owned())]
            } else {
                // The user may try once more.
                for run in state.run.iter_mut().chain(&mut state.aside) {
                    run.kept.take_if(|_| run.id == keeping);
                }
                let said = ["Not kept in the history. ", &reason].concat();
                beside_result(state, keeping, said);
                Vec::new()
            }
        }
    };
    state.history.revision += 1;
    effects.into_iter().map(Effect::History).collect()
}

/// A report is on show. Only a run of this page that has recorded something is kept by itself. What is kept already was judged
/// anew.
fn shown(state: &mut State) -> Vec<Effect> {
    let is_kept = |run: &Run| run.is_over() && run.kept.is_some();
    if state.run.as_ref().is_some_and(is_kept) {
        return keep(state);
    }
    let effects = keep_new(state);
    let own = state.run.as_ref().filter(|run| run.is_own_result());
    if let Some(id) = own.filter(|_| effects.is_empty()).map(|run| run.id) {
        beside_result(state, id, "Not kept in the history.".to_owned());
    }
    effects
}

/// Keeps the run on show, unless that was asked for before.
pub(super) fn keep_new(state: &mut State) -> Vec<Effect> {
    let is_new = |run: &Run| run.is_own_result() && run.kept.is_none();
    if state.history.keeping.runs && state.run.as_ref().is_some_and(is_new) {
        keep(state)
    } else {
        Vec::new()
    }
}

fn keep(state: &mut State) -> Vec<Effect> {
    let texts = state.history.keeping.texts;
    let Some(run) = &mut state.run else {
        return Vec::new();
    };
    let origin = run.opened.as_ref().map(|opened| &opened.origin);
    let ask = Ask::Keep {
        again: run.kept.is_some(),
        include_texts: *run.kept.get_or_insert(texts),
        own: origin.is_none_or(Origin::is_own),
    };
    vec![Effect::History(HistoryEffect::Ask(ask))]
}

fn told(history: &mut History, said: String) -> Vec<HistoryEffect> {
    if said.is_empty() {
        return Vec::new();
    }
    history.note = said;
    vec![HistoryEffect::Focus(NOTE_ID.to_owned())]
}

/// Where the result is on show its bar says it too, unless it has something else to say.
fn beside_result(state: &mut State, of: u32, said: String) {
    let is_on_show = state.run.as_ref().is_some_and(|run| run.id == of);
    if is_on_show && state.taking.note.is_empty() {
        state.taking.note = said;
    }
}
