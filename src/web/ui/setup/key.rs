//! The key. What is typed stays in the field and in one object of this tab; the state only learns that there is one.

use leptos::prelude::*;

use crate::plan::{Field, KeyNeed, clean_key, unsendable_in_key};
use crate::session::update::provider_of;
use crate::session::{Msg, form};
use crate::web::page::Page;
use crate::web::ui::dom::{El, Text, leaf, text, when};
use crate::web::ui::field::{Frame, plain_input};
use crate::web::ui::icon::lock;
use crate::web::ui::parts::button;
use crate::web::url::BrowserUrls;

/// "API key", with its promise and "Forget key".
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
    ];
    frame.around("field-key", "API key", text(move || hint.get()), control)
}
