//! The page's state and how it changes: `(State, Msg) -> (State, Effects)`, without a browser.
//!
//! Views render a [`State`]; whatever touches the world (worker, storage, focus, files) is an [`Effect`] that the page
//! carries out. The key is never here: the state only knows whether there is one and which origin it belongs to.

mod address;
pub mod checkup;
pub mod form;
pub mod history;
pub mod hosts;
mod kept;
pub mod limits;
pub mod live;
pub mod msg;
pub mod notes;
pub mod offers;
pub mod opening;
pub mod percentiles;
pub mod preset;
pub mod progress;
pub mod run;
mod secrets;
pub mod server_says;
pub mod show;
pub mod so_far;
pub mod table;
pub mod taking;
pub mod update;
pub mod wait;

pub use checkup::{Checkup, CheckupEffect, CheckupMsg};
pub use history::{History, HistoryEffect, HistoryMsg};
pub use hosts::Contacts;
pub use kept::{from_kept, to_kept};
pub use msg::{Edit, Effect, Focus, Msg};
pub use opening::{Opened, Opening, OpeningEvent, Origin};
pub use run::{Run, Trouble};
pub use taking::{TakeOption, Taken, Taking};
pub use update::update;

use crate::plan::{Field, FieldError, HeldHeader, PlanDraft};
use crate::protocol::ApiFormat;

/// What the page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The form.
    #[default]
    Setup,
    /// A run is under way.
    Running,
    /// A run ended and at least one answer can be shown, or the user stopped it.
    Done,
    /// No answer worked, or the worker died.
    Failed,
}

impl Phase {
    /// Value of `data-phase`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Setup => "setup",
            Phase::Running => "running",
            Phase::Done => "done",
            Phase::Failed => "failed",
        }
    }
}

/// What is known of the key, and of headers that are treated like it, without knowing them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyState {
    /// The field holds a key.
    pub present: bool,
    /// The first character in it that no header can carry.
    pub unsendable: Option<char>,
    /// Extra headers whose values are held beside the key.
    pub headers: Vec<HeldHeader>,
    /// Fields that hold the key as well, as far as that was looked for.
    pub seen_in: Vec<Field>,
    /// Origin they were typed for; `None` while the base URL is not an address.
    pub origin: Option<String>,
    /// The address as far as it is typed, while they were there before it.
    pub typed_along: Option<String>,
    /// "Keep for this tab" is ticked.
    pub keep: bool,
    /// Why they were removed, in a sentence.
    pub notice: Option<String>,
}

impl KeyState {
    /// Something is held that must go to one origin only.
    #[must_use]
    pub fn holds_secret(&self) -> bool {
        self.present || !self.headers.is_empty()
    }

    /// The key outlives a reload of this tab.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.keep && self.present && self.origin.is_some()
    }
}

/// What an address that was entered told about its API format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recognised {
    /// The address that was looked at last.
    pub address: String,
    /// The format whose endpoint it is; `None` if it told nothing, or the user chose another format.
    pub format: Option<ApiFormat>,
}

/// The models that an endpoint said it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Models {
    /// Base URL of the endpoint.
    pub base_url: String,
    /// Their names.
    pub names: Vec<String>,
}

/// Everything the page shows, except the key.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// What the page shows.
    pub phase: Phase,
    /// The form.
    pub draft: PlanDraft,
    /// What stops the form from becoming a plan.
    pub field_errors: Vec<FieldError>,
    /// What is known of the key.
    pub key: KeyState,
    /// What the address told about its API format.
    pub recognised: Recognised,
    /// The models that the endpoint of the form has; empty until it was asked.
    pub models: Models,
    /// The run shown; kept while the user changes the form.
    pub run: Option<Run>,
    /// The result of this page that something opened has taken the place of: the history may not hold it.
    pub aside: Option<Run>,
    /// Number of the last run started; 0 = none.
    pub last_run: u32,
    /// The worker is dead; the next run needs a new one.
    pub worker_lost: bool,
    /// The worker comes from another build than the page: it must be reloaded.
    pub stale_build: bool,
    /// The page itself came over https, so it must not call plain http on public hosts.
    pub page_is_https: bool,
    /// Base URL of the simulated vendor, if the server of this page told it.
    pub simulated_base_url: Option<String>,
    /// The test of the connection on show.
    pub checkup: Option<Checkup>,
    /// Number of the last test started; 0 = none.
    pub last_checkup: u32,
    /// Hosts that something was sent to since the page was opened.
    pub contacts: Contacts,
    /// What is being opened, or could not be; it is on show in place of all else.
    pub opening: Option<Opening>,
    /// Number of what was opened last; 0 = none.
    pub last_opening: u32,
    /// What is being made of the result, or was last.
    pub taking: Taking,
    /// What is kept in this browser, as far as this page has looked.
    pub history: History,
}

impl State {
    /// The phase that the page is in for whoever looks at it: what can't be opened is a failure.
    #[must_use]
    pub fn shown(&self) -> Phase {
        match &self.opening {
            None => self.phase,
            Some(opening) if opening.failure.is_some() => Phase::Failed,
            Some(_) => Phase::Setup,
        }
    }
}
