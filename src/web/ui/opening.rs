//! A result that is being opened, or why it can't be shown. Nothing else stands beside it: no older result, no sample.

use crate::session::{Msg, Opening, Origin};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, Text, dynamic, el, leaf, text};
use crate::web::ui::parts::{button, heading};
use leptos::prelude::Get;

/// In place of the phases.
pub fn opening(page: Page) -> El {
    let failure = page.slice(|s| s.opening.as_ref().and_then(|o| o.failure.clone()));
    leaf(
        "div",
        "opening",
        dynamic(move || match failure.get() {
            Some(reason) => failed(page, reason).into(),
            None => under_way(page).into(),
        }),
    )
}

fn under_way(page: Page) -> El {
    let percent = page.slice(|s| s.opening.as_ref().and_then(|o| o.percent));
    let title = said(page, |origin| match origin {
        Origin::Link(_) | Origin::History { .. } => "Opening the result…",
        Origin::File(_) => "Reading the file…",
    });
    let bar = el("progress")
        .attr("max", "100")
        .attr("aria-label", "Read so far")
        .live("value", move || {
            percent.get().map(|p| Text::Owned(p.to_string()))
        });
    leaf("div", "card", heading("", title))
        .child(leaf("p", "quiet", name(page)))
        .child(bar)
        .child(leaf(
            "p",
            "quiet",
            text(move || match percent.get() {
                Some(percent) => [&percent.to_string(), " % read"].concat(),
                None => String::new(),
            }),
        ))
        .child(leaf(
            "p",
            "actions",
            button("", "Cancel", move || page.send(Msg::LeaveOpening)),
        ))
}

fn failed(page: Page, reason: String) -> El {
    let title = said(page, |origin| match origin {
        Origin::Link(_) => "This link can\u{2019}t be shown",
        Origin::File(_) => "This file can\u{2019}t be shown",
        Origin::History { .. } => "This result can\u{2019}t be shown",
    });
    let file = page.peek(|s| {
        matches!(
            &s.opening,
            Some(Opening {
                origin: Origin::File(_),
                ..
            })
        )
    });
    leaf("div", "card", leaf("p", "eyebrow", "No result"))
        .child(heading("", title))
        .child(leaf("p", "quiet", name(page)))
        .child(leaf("p", "", reason))
        .child(leaf(
            "p",
            "quiet",
            text!("Nothing was sent anywhere, and what you measured before is still there.").get(),
        ))
        .child(
            leaf(
                "p",
                "actions",
                button("primary", "Back", move || page.send(Msg::LeaveOpening)),
            )
            .child(button("", "Try again", move || page.send(Msg::OpenAgain)))
            .child(
                file.is_some_and(|file| file)
                    .then(|| choose_file(page, "Choose another file")),
            ),
        )
}

fn said(page: Page, words: fn(&Origin) -> &'static str) -> String {
    let said = page.peek(|s| s.opening.as_ref().map(|o| words(&o.origin)));
    said.flatten().unwrap_or_default().to_owned()
}

fn name(page: Page) -> Option<String> {
    page.peek(|s| match &s.opening.as_ref()?.origin {
        Origin::File(name) | Origin::History { name, .. } => Some(name.clone()),
        Origin::Link(_) => None,
    })?
}

/// A button that opens the browser's dialog for files.
pub fn choose_file(page: Page, label: &'static str) -> El {
    let input = el("input")
        .attr("type", "file")
        .attr("accept", ".json,application/json")
        .class("unseen")
        .on("change", move |event| page.file_chosen(&event));
    leaf("label", "button file-button", leaf("span", "", label)).child(input)
}
