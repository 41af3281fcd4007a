//! The key. What is typed stays in the field and in one object of this tab, and in the tab's own storage if the user wants
//! that; the state only learns that there is one.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::plan::{Field, KeyNeed, clean_key, unsendable_in_key};
use crate::session::update::provider_of;
use crate::session::{Msg, form};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, Text, el, leaf, text, when};
use crate::web::ui::field::{Frame, plain_input};
use crate::web::ui::icon::lock;
use crate::web::ui::parts::button;
use crate::web::url::BrowserUrls;

/// Id of what is said about keeping the key.
const KEEP_HINT_ID: &str = "keep-key-hint";

/// "API key", with its promise, "Forget key" and "Keep for this tab".
pub fn key_field(page: Page) -> El {
    let frame = Frame::new(page, Field::ApiKey);
    let present = page.slice(|s| s.key.present);
    let notice = page.slice(|s| s.key.notice.clone().unwrap_or_default());
    let hint = page.slice(|s| {
        let host = form::host(&s.draft, &BrowserUrls);
        let needed = provider_of(s).is_none_or(|p| p.key != KeyNeed::None);
        match host {
            _ if !needed && !s.key.present => "Not needed here.".to_owned(),
            Some(host) => format!("Stays in this tab, goes only to {host}."),
            None => "Stays in this tab, goes only to the endpoint.".to_owned(),
        }
    });
    let asked_for = page.slice(|s| {
        let needed = provider_of(s).is_none_or(|p| p.key != KeyNeed::None);
        needed || s.key.present || s.key.keep
    });
    // After a run the field is empty, but the key is still held.
    let placeholder = move || {
        Some(Text::Borrowed(if present.get() {
            "kept in this tab"
        } else {
            ""
        }))
    };
    let input = frame.control("input", "input", move |typed| {
        let key = clean_key(&typed);
        page.send(Msg::KeyTyped {
            present: !key.is_empty(),
            unsendable: unsendable_in_key(key),
        });
    });
    let input = plain_input(input, "password").live("placeholder", placeholder);
    let holds_secret = page.slice(|s| s.key.holds_secret());
    let forget = when(holds_secret, move || {
        button("small", "Forget key", move || page.send(Msg::ForgetKey)).into()
    });
    let control = vec![
        leaf("div", "with-button", lock())
            .child(input)
            .child(forget),
        leaf("p", "key-notice", text(move || notice.get())).attr("role", "status"),
        leaf(
            "div",
            "",
            when(asked_for, move || keep_for_this_tab(page).into()),
        ),
    ];
    frame.around("field-key", "API key", text(move || hint.get()), control)
}

fn keep_for_this_tab(page: Page) -> El {
    let keep = page.slice(|s| s.key.keep);
    let tick = el("input")
        .attr("type", "checkbox")
        .attr("aria-describedby", KEEP_HINT_ID)
        .live_flag("checked", move || keep.get())
        .on("change", move |event| {
            page.send(Msg::KeepKey(event_target_checked(&event)));
            // A browser that keeps nothing leaves the state as it was, and then nothing would be drawn anew.
            let tick = event.target().and_then(|t| t.dyn_into().ok());
            if let Some(tick) = tick {
                let tick: HtmlInputElement = tick;
                tick.set_checked(page.peek(|s| s.key.keep).unwrap_or_default());
            }
        });
    let label = leaf("label", "check", tick).child(leaf("span", "", "Keep for this tab"));
    let hint = text!("Without the tick a reload forgets the key. With it this tab's storage has it too, for this host, until you untick it or close the tab; the browser may write that to disk.").get();
    leaf("div", "keep-key", label).child(leaf("p", "hint", hint).attr("id", KEEP_HINT_ID))
}
