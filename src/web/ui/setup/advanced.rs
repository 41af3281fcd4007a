//! Everything that most people never change.

use leptos::prelude::*;

use crate::plan::{Field, HeaderPolicy};
use crate::protocol::ApiFormat;
use crate::session::update::provider_of;
use crate::session::{Edit, Msg, State, form};
use crate::text;
use crate::web::headers;
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf, text};
use crate::web::ui::field::{Frame, choice, text_field};
use crate::web::ui::parts::check;
use crate::web::ui::setup::reader::reader;
use crate::web::ui::setup::target::target;
use crate::web::url::BrowserUrls;

/// Id of what is said about the exact length.
const EXACT_HINT_ID: &str = "exact-length-hint";

/// The closed part of the form.
pub fn advanced(page: Page) -> El {
    let format = page.slice(|s| s.draft.format.label().to_owned());
    let frame = Frame::new(page, Field::Format);
    let names = ApiFormat::ALL.iter().map(|f| f.label()).collect();
    let control = choice(frame, names, format, move |label| {
        if let Some(format) = ApiFormat::ALL.iter().find(|f| f.label() == label) {
            page.send(Msg::Edit(Edit::Format(*format)));
        }
    });
    // An error inside must not stay out of sight, nor the format of an endpoint that no row tells anything of. What was
    // opened stays open: a field must not vanish under the hands of whoever corrects it.
    let wanted = page.slice(|s| {
        let has_error = s.field_errors.iter().any(|e| form::is_advanced(e.field()));
        has_error || provider_of(s).is_some_and(|row| row.headers == HeaderPolicy::Unknown)
    });
    let opened = RwSignal::new(false);
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
    .child(check(
        "Make every prompt unique",
        move || nonce.get(),
        move |on| page.send(Msg::Edit(Edit::Nonce(on))),
    ))
    .child(exact_length(page))
    .child(number(
        Field::Timeout,
        "Timeout (s)",
        "A slower answer counts as failed.",
    ))
    .children(reader(page))
    .children(target(page))
    .child(extra_headers(page))
    .child(extra_fields(page));
    leaf("details", "advanced", leaf("summary", "", "Advanced"))
        .live_flag("open", move || {
            if wanted.get() {
                opened.update_untracked(|opened| *opened = true);
            }
            opened.get_untracked()
        })
        .child(fields)
}

/// "Ask for exactly this many tokens", and why it can't be asked where it can't.
fn exact_length(page: Page) -> El {
    let possible = page.slice(|s| form::exact_length(&s.draft, &BrowserUrls));
    let wanted = page.slice(|s| s.draft.exact_length);
    let tick = el("input")
        .attr("type", "checkbox")
        .attr("aria-describedby", EXACT_HINT_ID)
        .live_flag("checked", move || wanted.get() && possible.get().is_ok())
        .live_flag("disabled", move || possible.get().is_err())
        .on("change", move |event| {
            page.send(Msg::Edit(Edit::ExactLength(event_target_checked(&event))));
        });
    let label =
        leaf("label", "check", tick).child(leaf("span", "", "Ask for exactly this many tokens"));
    let hint = move || match possible.get() {
        Ok(how) => format!(
            "Sends {}, so that every answer is as long as Max output tokens and speeds can be compared. The text may turn to nonsense at its end.",
            how.field()
        ),
        Err(why) => why.to_owned(),
    };
    leaf("div", "field field-check", label)
        .child(leaf("p", "hint", text(hint)).attr("id", EXACT_HINT_ID))
}

/// "Extra headers". Its text is taken when the field is left: see [`headers`].
fn extra_headers(page: Page) -> El {
    let frame = Frame::new(page, Field::ExtraHeaders);
    let shown = page.slice(|s| s.draft.extra_headers.clone());
    let control = frame
        .control("textarea", "change", move |_| headers::take(page))
        .attr("rows", "3")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("placeholder", "Name: value")
        .live_text("value", move || shown.get());
    let hint = page.slice(headers_hint);
    frame.around(
        "field-extra",
        "Extra headers",
        text(move || hint.get()),
        control,
    )
}

fn headers_hint(state: &State) -> String {
    let refusal = match provider_of(state).map(|row| (row.name, row.headers)) {
        Some((name, HeaderPolicy::List)) => {
            format!(
                "{name} lets web pages send a fixed list of headers only: one more blocks every request."
            )
        }
        _ => text!("Each one has to be allowed by the endpoint before the browser sends it.")
            .get()
            .to_owned(),
    };
    format!(
        "One a line. {refusal} Values of names with key, token, secret or the like are kept in this tab only, like the key."
    )
}

/// "Extra JSON fields".
fn extra_fields(page: Page) -> El {
    let frame = Frame::new(page, Field::ExtraFields);
    let control = frame
        .draft_control("textarea")
        .attr("rows", "3")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("placeholder", "{\"temperature\": 0}");
    frame.around(
        "field-extra",
        "Extra JSON fields",
        text!("Added to the body of every request. Some vendors refuse fields they do not know.")
            .get(),
        control,
    )
}
