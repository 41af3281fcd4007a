//! What can happen to the page, and what the page has to do about it.

use crate::plan::{Field, HeldHeader, Plan, PlanDraft, Workload};
use crate::protocol::ApiFormat;
use crate::session::checkup::{CheckupEffect, CheckupMsg};
use crate::session::history::{HistoryEffect, HistoryMsg};
use crate::session::opening::{OpeningEvent, Origin};
use crate::session::preset::Preset;
use crate::session::taking::{TakeOption, Taken};
use crate::wire::FromWorker;
use crate::wire::files::Make;

/// Something happened.
#[derive(Clone, Debug)]
pub enum Msg {
    /// The page starts.
    Restore {
        /// The form as it was left, if it was kept.
        draft: Option<Box<PlanDraft>>,
        /// Base URL of the simulated vendor, if the server of this page told it.
        simulated_base_url: Option<String>,
        /// The page came over https.
        page_is_https: bool,
    },
    /// The user changed a field.
    Edit(Edit),
    /// The key field changed; the key itself stays outside.
    KeyTyped {
        /// It holds something.
        present: bool,
        /// The first character in it that no header can carry.
        unsendable: Option<char>,
    },
    /// The base URL was entered: the user left its field.
    AddressEntered,
    /// An address was pasted into the base URL.
    AddressPasted,
    /// The extra headers were entered; values that may be secrets stay outside.
    HeadersEntered {
        /// The text with [`KEPT`](crate::plan::KEPT) in place of such values.
        text: String,
        /// The headers they belong to.
        held: Vec<HeldHeader>,
    },
    /// The endpoint at this base URL said which models it has.
    ModelsListed {
        /// The base URL as the form had it.
        base_url: String,
        /// Their names.
        names: Vec<String>,
    },
    /// The page starts with a key that this tab kept over a reload.
    KeyRestored {
        /// Scheme, host and port it was typed for.
        origin: String,
        /// The first character in it that no header can carry.
        unsendable: Option<char>,
    },
    /// The key was looked for in the other fields.
    KeySeenIn(Vec<Field>),
    /// "Keep for this tab", ticked or not.
    KeepKey(bool),
    /// The browser refused to keep the key.
    KeyNotKept,
    /// "Forget key": forgets the secret headers too.
    ForgetKey,
    /// The page is left, and may come back.
    PageLeft,
    /// A preset button.
    Preset(Preset),
    /// "Run benchmark" or "Run again".
    Submit {
        /// RFC 3339.
        now: String,
    },
    /// "Stop".
    Stop,
    /// "Change set-up".
    ChangeSetup,
    /// "Switch to …": the reply was in this format and not in the chosen one.
    SwitchFormat(ApiFormat),
    /// "Judge again": holds the same run against the target that the form has now.
    Rejudge,
    /// Back from the form to the last results.
    ShowResults,
    /// A link, a file or an entry of the history is to be shown.
    Open(Origin),
    /// "Try again", where that failed.
    OpenAgain,
    /// "Cancel" or "Back", where something is being opened or could not be.
    LeaveOpening,
    /// Something about what is being opened.
    Opening {
        /// Its number.
        id: u32,
        /// What.
        event: OpeningEvent,
    },
    /// The browser's "Back" led away from the address of a link.
    LinkLeft,
    /// "Back to my result".
    OwnResult,
    /// "Test this yourself".
    TestYourself,
    /// Make something of the result to save or to send.
    TakeAlong(Make),
    /// A tick box beside the buttons for that.
    TakeOption(TakeOption),
    /// What became of it.
    TakenAlong(Make, Taken),
    /// "Copy alt text" was pressed; whether it is in the clipboard.
    AltCopied(bool),
    /// Something about the results kept in this browser.
    History(HistoryMsg),
    /// Something about a test of the connection.
    Checkup(CheckupMsg),
    /// The worker says something.
    Worker(FromWorker),
    /// The worker can't be used any more.
    WorkerLost {
        /// What happened and what to do, in a sentence.
        reason: String,
    },
    /// Page and worker come from different builds.
    StaleBuild,
    /// A second went by in the visible page.
    Tick,
}

/// One changed field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Another row of the provider table.
    Provider(String),
    /// Another API format.
    Format(ApiFormat),
    /// Another workload.
    Workload(Workload),
    /// "Make every prompt unique".
    Nonce(bool),
    /// "Ask for exactly this many tokens".
    ExactLength(bool),
    /// A field with free text.
    Text(Field, String),
}

/// Something to do outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Keep the form for the next visit.
    SaveDraft(Box<PlanDraft>),
    /// Empty the key field and forget the key, wherever it is kept.
    ForgetKey,
    /// Keep the key over a reload of this tab, with the origin it is bound to; or no longer.
    KeepKey(bool),
    /// Forget the values of the secret headers.
    ForgetHeaders,
    /// The key in the field and the secret headers belong to this origin from now on.
    BindKey {
        /// Scheme, host and port.
        origin: String,
    },
    /// Start this run; key and secret headers go beside it.
    Start {
        /// Number of the run.
        run: u32,
        /// What to do.
        plan: Box<Plan>,
    },
    /// End this run early.
    Stop {
        /// Number of the run.
        run: u32,
    },
    /// Replace the worker.
    RestartWorker,
    /// Open this; it is the file chosen last, if it is a file.
    Open {
        /// Its number.
        id: u32,
        /// Where it comes from.
        origin: Origin,
    },
    /// Stop opening.
    EndOpening,
    /// What was opened has become this run, which the files worker holds already.
    Held {
        /// Number of the run.
        run: u32,
        /// Its revision.
        revision: u32,
    },
    /// Nothing of a link is left in the address.
    ClearHash,
    /// Make this of the result, and save it or put it into the clipboard.
    TakeAlong(Make),
    /// Something about the results kept in this browser.
    History(HistoryEffect),
    /// Something for a test of the connection.
    Checkup(CheckupEffect),
    /// Move the focus.
    Focus(Focus),
}

/// Where the focus goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A field of the form.
    Field(Field),
    /// The heading of what the page shows now.
    Heading,
    /// The answer of the test of the connection.
    Checkup,
    /// The button that judges again.
    Rejudge,
}
