//! What can be done with a result; stays in reach while the page scrolls.

use leptos::prelude::Get;

use crate::session::taking::Options;
use crate::session::{Msg, TakeOption};
use crate::web::page::Page;
use crate::web::ui::dom::{El, dynamic, el, leaf, nothing, present, text};
use crate::web::ui::parts::{button, check};
use crate::web::ui::results::opened::{is_opened, keep_this, own_result, test_yourself};
use crate::wire::files::Make;

/// Id of the buttons that a narrow bar keeps behind one.
const SHARE_ID: &str = "share";
/// Id of the tick boxes.
const OPTIONS_ID: &str = "options";

/// The bar at the lower edge. Where it is narrow, what takes the result along opens above it: see the style sheet.
pub fn result_bar(page: Page) -> El {
    let (is_opened, from_link) = is_opened(page);
    // A link goes on as it came, and has no texts.
    let host = (!from_link).then(|| {
        tick(
            page,
            "Name the host in links",
            "Without it a link says which vendor and model, not where.",
            |options| options.host,
            TakeOption::Host,
        )
    });
    let options = opened_by(OPTIONS_ID, "bar-panel")
        .child(host)
        .child(tick(
            page,
            "Summary as Markdown",
            "For chats, issues and wikis that show it.",
            |options| options.markdown,
            TakeOption::Markdown,
        ))
        .child((!from_link).then(|| texts(page)))
        .child((!is_opened).then(|| keep_this(page)));
    let again = if is_opened {
        test_yourself(page)
    } else {
        button("", "Run again", move || page.submit())
    };
    let back = if is_opened {
        own_result(page)
    } else {
        let setup = button("", "Change set-up", move || page.send(Msg::ChangeSetup));
        Some(setup)
    };
    // A file of what a link carries would not be a whole report.
    let json = (!from_link).then(|| take(page, "JSON", "Download JSON", Options::json));
    let share = opened_by(SHARE_ID, "bar-share")
        .child(take(page, "Copy link", "Copy link", Options::link))
        .child(take(page, "Copy summary", "Copy summary", Options::summary))
        .child(take(page, "Image", "Download image", |_| Make::Picture))
        .child(json)
        .child(take(page, "CSV", "Download CSV", |_| Make::Csv))
        .child(opener(OPTIONS_ID, "bar-wide", "Options"))
        .child(options);
    let actions = leaf("div", "bar-actions", again.class("primary"))
        .child(back)
        .child(note(page).class("take-note bar-gap"))
        .child(opener(SHARE_ID, "bar-narrow", "Share"))
        .child(share);
    el("div")
        .class("result-bar")
        .attr("role", "group")
        .attr("aria-label", "Use this result")
        .child(actions)
}

/// A button that opens a part above the bar. The browser closes that on Escape, which brings the focus back, and on a press
/// elsewhere.
fn opener(id: &'static str, class: &'static str, label: &'static str) -> El {
    leaf("button", class, label)
        .attr("type", "button")
        .attr("popovertarget", id)
}

fn opened_by(id: &'static str, class: &'static str) -> El {
    el("div").class(class).attr("id", id).attr("popover", "")
}

/// "Download JSON" alone, where nothing worked.
pub fn download(page: Page) -> El {
    el("div")
        .class("download")
        .child(texts(page))
        .child(take(page, "Download JSON", "Download JSON", Options::json))
        .child(note(page).class("take-note"))
}

/// Longest note that stands between the buttons of the bar.
const FITS_CHARS: usize = 24;

/// A button that makes something of the result.
fn take(page: Page, label: &'static str, name: &'static str, what: fn(Options) -> Make) -> El {
    button("", label, move || {
        if let Some(options) = page.peek(|s| s.taking.options) {
            page.send(Msg::TakeAlong(what(options)));
        }
    })
    .attr("aria-label", name)
}

fn texts(page: Page) -> El {
    tick(
        page,
        "Include texts",
        "Adds prompt and answers to the JSON.",
        |options| options.texts,
        TakeOption::Texts,
    )
}

fn tick(
    page: Page,
    label: &'static str,
    hint: &'static str,
    is_on: fn(&Options) -> bool,
    option: fn(bool) -> TakeOption,
) -> El {
    let on = page.slice(move |s| is_on(&s.taking.options));
    leaf(
        "div",
        "take-option",
        check(
            label,
            move || on.get(),
            move |on| page.send(Msg::TakeOption(option(on))),
        ),
    )
    .child(leaf("small", "quiet", hint))
}

/// What became of the last thing made; the text, if the browser does not let us copy it.
fn note(page: Page) -> El {
    let note = page.slice(|s| s.taking.note.clone());
    let by_hand = page.slice(|s| s.taking.by_hand.clone().unwrap_or_default());
    let alt = page.slice(|s| s.taking.alt.clone().unwrap_or_default());
    let copy_alt = dynamic(move || match alt.get() {
        none if none.is_empty() => nothing(),
        alt => button("", "Copy alt text", move || page.copy_text(&alt)).into(),
    });
    // What fits between the buttons must not make the bar grow by itself.
    let is_long = page.slice(|s| s.taking.note.len() > FITS_CHARS);
    el("div")
        .live("data-long", move || present(is_long.get()))
        .child(
            el("p")
                .attr("role", "status")
                .live("hidden", move || present(note.get().is_empty()))
                .child(text(move || note.get())),
        )
        .child(copy_alt)
        .child(dynamic(move || match by_hand.get() {
            none if none.is_empty() => nothing(),
            made => el("textarea")
                .attr("readonly", "")
                .attr("rows", "3")
                .attr("aria-label", "Text to copy by hand")
                .live_text("value", move || made.clone())
                .into(),
        }))
}
