//! Small drawings. They carry no meaning of their own: a word always stands beside them.

use leptos::prelude::*;

/// The sign of Tokenpace: text that arrives, and the reader's place in it.
#[component]
pub fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
            <rect class="mark-word" x="2" y="8" width="12" height="4" rx="2"/>
            <rect class="mark-word" x="2" y="20" width="7" height="4" rx="2"/>
            <rect class="mark-ahead" x="18" y="8" width="12" height="4" rx="2"/>
            <rect class="mark-cursor" x="14" y="15" width="3" height="14" rx="1.5"/>
        </svg>
    }
}

/// A closed lock, beside the key.
#[component]
pub fn Lock() -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round"/>
        </svg>
    }
}

/// An exclamation mark in a triangle, beside an error at a field.
#[component]
pub fn Warn() -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="M8 2 15 14H1zM8 6.5v3.2M8 11.6v.4" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"/>
        </svg>
    }
}
