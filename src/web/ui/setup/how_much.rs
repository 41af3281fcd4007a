//! How much: requests, and what their number can prove.

use leptos::prelude::*;

use crate::plan::Field;
use crate::session::Msg;
use crate::session::preset::Preset;
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf, text, yes_no};
use crate::web::ui::field::text_field;
use crate::web::ui::parts::button;

/// Connections a browser opens to one host over HTTP/1.1.
const CONNECTIONS_PER_HOST: u32 = 6;

/// Fields of the group.
pub fn how_much(page: Page) -> Vec<El> {
    let hint = page.slice(|s| match s.draft.concurrency.trim().parse::<u32>() {
        Ok(n) if n > CONNECTIONS_PER_HOST => {
            "Over HTTP/1.1 a browser sends only 6 at a time to one host; the others wait in your browser.".to_owned()
        }
        _ => "Requests at the same time.".to_owned(),
    });
    let presets = el("div")
        .class("presets")
        .attr("role", "group")
        .attr("aria-label", "Presets")
        .children(Preset::ALL.map(|preset| preset_button(page, preset)));
    let field =
        move |field, label, hint| text_field(page, field, "field-number", label, "numeric", hint);
    vec![
        presets,
        field(Field::Requests, "Requests", "".into_any()),
        field(Field::Concurrency, "Concurrency", text(move || hint.get())),
        field(
            Field::Warmup,
            "Warm-up requests",
            "Sent first and not counted.".into_any(),
        ),
    ]
}

fn preset_button(page: Page, preset: Preset) -> El {
    let chosen = page.slice(move |s| s.draft.requests.trim() == preset.requests().to_string());
    let promise_id = format!("preset-{}", preset.requests());
    let choose = move || page.send(Msg::Preset(preset));
    button("preset", leaf("strong", "", preset.label()), choose)
        .attr("aria-label", preset.label())
        .attr("aria-describedby", promise_id.clone())
        .live("aria-pressed", move || yes_no(chosen.get()))
        .child(leaf("span", "", preset.promise()).attr("id", promise_id))
}
