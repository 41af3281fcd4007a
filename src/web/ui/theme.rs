//! Auto, light or dark; kept for the next visit.

use leptos::prelude::*;

use crate::web::settings::{self, Theme};

/// Three small radio buttons.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let theme = RwSignal::new(settings::theme());
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", theme.get().name());
        }
    });
    let options = Theme::ALL.map(|option| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="theme"
                    value=option.name()
                    prop:checked=move || theme.get() == option
                    on:change=move |_| {
                        theme.set(option);
                        settings::keep_theme(option);
                    }
                />
                <span>{option.label()}</span>
            </label>
        }
    });
    view! {
        <fieldset class="segments theme">
            <legend class="unseen">"Theme"</legend>
            {options}
        </fieldset>
    }
}
