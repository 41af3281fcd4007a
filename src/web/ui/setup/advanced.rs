//! Everything that most people never change.

use leptos::prelude::*;

use crate::plan::Field;
use crate::protocol::ApiFormat;
use crate::session::{Edit, Msg, form};
use crate::web::page::Page;
use crate::web::ui::dom::{El, leaf};
use crate::web::ui::field::{Frame, choice, text_field};
use crate::web::ui::parts::check;

/// The closed part of the form.
pub fn advanced(page: Page) -> El {
    let format = page.slice(|s| s.draft.format.label().to_owned());
    let frame = Frame::new(page, Field::Format);
    let names = ApiFormat::ALL.iter().map(|f| f.label());
    let control = choice(frame, names, format, move |label| {
        if let Some(format) = ApiFormat::ALL.iter().find(|f| f.label() == label) {
            page.send(Msg::Edit(Edit::Format(*format)));
        }
    });
    // An error inside must not stay out of sight.
    let has_error = page.slice(|s| s.field_errors.iter().any(|e| form::is_advanced(e.field())));
    let nonce = page.slice(|s| s.draft.nonce);
    let number = |field, label, hint| text_field(page, field, "", label, "numeric", hint);
    let fields = leaf(
        "div",
        "group-fields",
        frame.around(
            "",
            "API format",
            "How the endpoint wants to be asked.",
            control,
        ),
    )
    .child(number(
        Field::MaxOutputTokens,
        "Max output tokens",
        "Each answer ends here at the latest.",
    ))
    .child(number(
        Field::Timeout,
        "Timeout (s)",
        "A slower answer counts as failed.",
    ))
    .child(number(
        Field::ReadingSpeed,
        "Reading speed (wpm)",
        "Words a minute your readers read: most adults 175 to 300, on average 238.",
    ))
    .child(check(
        "Make every prompt unique",
        move || nonce.get(),
        move |on| page.send(Msg::Edit(Edit::Nonce(on))),
    ));
    leaf("details", "advanced", leaf("summary", "", "Advanced"))
        .live_flag("open", move || has_error.get())
        .child(fields)
}
