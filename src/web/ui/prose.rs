//! Sentences of the core, in which backticks mark what is to be typed or sent as it stands.

use leptos::prelude::*;

/// Text with `code` in it.
pub fn prose(text: &str) -> AnyView {
    text.split('`')
        .enumerate()
        .map(|(i, part)| {
            let part = part.to_owned();
            if i % 2 == 1 {
                view! { <code>{part}</code> }.into_any()
            } else {
                part.into_any()
            }
        })
        .collect_view()
        .into_any()
}
