//! Everything that most people never change.

use leptos::prelude::*;

use crate::plan::Field;
use crate::protocol::ApiFormat;
use crate::session::{Edit, Msg, form};
use crate::web::page::Page;
use crate::web::ui::field::{ChoiceField, TextField};

/// The closed part of the form.
#[component]
pub fn Advanced() -> impl IntoView {
    let page = Page::get();
    let format = page.slice(|s| s.draft.format.label().to_owned());
    let options = ApiFormat::ALL
        .iter()
        .map(|f| (f.label().to_owned(), f.label().to_owned()))
        .collect();
    let choose = Callback::new(move |label: String| {
        if let Some(format) = ApiFormat::ALL.iter().find(|f| f.label() == label) {
            page.send(Msg::Edit(Edit::Format(*format)));
        }
    });
    // An error inside must not stay out of sight.
    let has_error = page.slice(|s| s.field_errors.iter().any(|e| form::is_advanced(e.field())));
    let nonce = page.slice(|s| s.draft.nonce);
    view! {
        <details class="advanced" prop:open=move || has_error.get()>
            <summary>"Advanced"</summary>
            <div class="group-fields">
                <ChoiceField
                    field=Field::Format
                    label="API format"
                    hint="How the endpoint wants to be asked."
                    options
                    value=format
                    choose
                />
                <TextField
                    field=Field::MaxOutputTokens
                    label="Max output tokens"
                    inputmode="numeric"
                    hint="Each answer ends here at the latest."
                />
                <TextField
                    field=Field::Timeout
                    label="Timeout (s)"
                    inputmode="numeric"
                    hint="A slower answer counts as failed."
                />
                <TextField
                    field=Field::ReadingSpeed
                    label="Reading speed (wpm)"
                    inputmode="numeric"
                    hint="Words a minute your readers read: most adults 175 to 300, on average 238."
                />
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || nonce.get()
                        on:change=move |event| page.send(Msg::Edit(Edit::Nonce(event_target_checked(&event))))
                    />
                    <span>"Make every prompt unique"</span>
                </label>
            </div>
        </details>
    }
    .into_any()
}
