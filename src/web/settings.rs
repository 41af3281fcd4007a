//! What is kept on this computer between visits: the form without the key, and the theme. Nothing else.

use gloo_storage::{LocalStorage, Storage};
use leptos::prelude::window;
use serde::{Deserialize, Serialize};

use crate::plan::PlanDraft;

// The number changes when an old value can no longer be read as it was meant.
const DRAFT: &str = "tokenpace.draft/1";
const THEME: &str = "tokenpace.theme";

/// Colours of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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

/// Browsers that are told to keep nothing refuse the very object; gloo-storage panics then.
fn available() -> bool {
    window().local_storage().is_ok_and(|store| store.is_some())
}

/// The form as it was left; `None` on the first visit, or if the browser keeps nothing.
#[must_use]
pub fn draft() -> Option<PlanDraft> {
    available().then(|| LocalStorage::get(DRAFT).ok()).flatten()
}

/// Keeps the form. A browser that keeps nothing (private window, full store) is no reason to disturb anyone.
pub fn keep_draft(draft: &PlanDraft) {
    if available() {
        let _ = LocalStorage::set(DRAFT, draft);
    }
}

/// The theme chosen last.
#[must_use]
pub fn theme() -> Theme {
    available()
        .then(|| LocalStorage::get(THEME).ok())
        .flatten()
        .unwrap_or_default()
}

/// Keeps the theme.
pub fn keep_theme(theme: Theme) {
    if available() {
        let _ = LocalStorage::set(THEME, theme);
    }
}
