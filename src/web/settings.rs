//! What is kept on this computer between visits beside the history: the form without the key, the theme, and what goes into
//! the history.

use leptos::prelude::window;
use web_sys::Storage;

use crate::plan::PlanDraft;
use crate::session::history::Keeping;
use crate::session::{from_kept, to_kept};

// The number changes when an old value can no longer be read as it was meant.
const DRAFT: &str = "tokenpace.draft/2";
const THEME: &str = "tokenpace.theme";
const KEEPING: &str = "tokenpace.history";

// Words of the value of KEEPING.
const NO_RUNS: &str = "off";
const TEXTS: &str = "texts";

/// Colours of the page.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    #[default]
    Auto,
    /// Dark ink on light ground.
    Light,
    /// Light ink on dark ground.
    Dark,
}

impl Theme {
    /// All of them, in the order of the switch.
    pub const ALL: [Theme; 3] = [Theme::Auto, Theme::Light, Theme::Dark];

    /// Value of `data-theme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// Label of the switch.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Theme::Auto => "Auto",
            Theme::Light => "Light",
            Theme::Dark => "Dark",
        }
    }
}

/// The form as it was left; `None` on the first visit, or if the browser keeps nothing.
#[must_use]
pub fn draft() -> Option<PlanDraft> {
    from_kept(&read(DRAFT)?)
}

/// Keeps the form.
pub fn keep_draft(draft: &PlanDraft) {
    write(DRAFT, &to_kept(draft));
}

/// The theme chosen last.
#[must_use]
pub fn theme() -> Theme {
    let kept = read(THEME);
    let known = Theme::ALL
        .into_iter()
        .find(|theme| kept.as_deref() == Some(theme.name()));
    known.unwrap_or_default()
}

/// Keeps the theme.
pub fn keep_theme(theme: Theme) {
    write(THEME, theme.name());
}

/// What goes into the history, as chosen last.
#[must_use]
pub fn keeping() -> Keeping {
    let kept = read(KEEPING).unwrap_or_default();
    Keeping {
        runs: !kept.contains(NO_RUNS),
        texts: kept.contains(TEXTS),
    }
}

/// Keeps what goes into the history.
pub fn keep_keeping(keeping: Keeping) {
    let runs = if keeping.runs { "" } else { NO_RUNS };
    let texts = if keeping.texts { TEXTS } else { "" };
    write(KEEPING, &[runs, " ", texts].concat());
}

/// `None` where the browser keeps nothing.
fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn read(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// A browser that keeps nothing (private window, full store) is no reason to disturb anyone.
fn write(name: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, value);
    }
}
