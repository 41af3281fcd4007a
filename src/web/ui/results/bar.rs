//! What can be done with a result; stays in reach while the page scrolls.

use leptos::prelude::*;

use crate::session::Msg;
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::parts::{button, check};

/// The bar at the lower edge.
pub fn result_bar(page: Page) -> El {
    el("div")
        .class("result-bar")
        .attr("role", "group")
        .attr("aria-label", "Use this result")
        .child(button("primary", "Run again", move || page.submit()))
        .child(button("", "Change set-up", move || {
            page.send(Msg::ChangeSetup);
        }))
        .child(el("span").class("bar-gap"))
        .child(download(page))
}

/// "Download JSON", with or without prompts and answers.
pub fn download(page: Page) -> El {
    let texts = RwSignal::new(false);
    // Ticked or not, the line stays: a bar that grows moves what lies under it.
    let hint = leaf("small", "quiet", "adds prompt and answers to the file");
    el("div")
        .class("download")
        .child(check(
            "Include texts",
            move || texts.get(),
            move |on| texts.set(on),
        ))
        .child(hint)
        .child(button("", "Download JSON", move || {
            page.send(Msg::Download {
                include_texts: texts.get_untracked(),
            });
        }))
}
