//! Set-up: one card that asks where, what and how much.

mod advanced;
mod cost;
mod how_much;
mod key;
mod reader;
mod target;
mod what;
mod where_to;

pub use target::target;

use leptos::prelude::Get;

use crate::plan::Provider;
use crate::session::update::provider_of;
use crate::session::{Msg, Run};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf, text, when};
use crate::web::ui::opening::choose_file;
use crate::web::ui::parts::{button, heading};

/// Id of what to do with the form.
const NEXT_ID: &str = "next-step";

/// The form.
pub fn setup(page: Page) -> El {
    let has_run = page.slice(|s| s.run.as_ref().is_some_and(|run| run.finished));
    let title = heading("", "How fast does an AI endpoint feel to your users?");
    let intro = leaf("div", "intro", title.attr("aria-describedby", NEXT_ID))
        .child(leaf("p", "", text!("This tab asks the endpoint for real answers, times every piece as it arrives, and tells you in words how it reads.").get()))
        .child(next_step(page));
    let form = el("form")
        .class("card")
        .attr("novalidate", "")
        // Nothing submits it but the one button, so that Enter in a field costs nobody a run.
        .on("submit", |event| event.prevent_default())
        .child(group(
            "Where",
            "The endpoint, and the key it asks for.",
            where_to::where_to(page),
        ))
        .child(group(
            "What",
            "The question every request asks.",
            what::what(page),
        ))
        .child(group(
            "How much",
            "More requests say more about the slow ones.",
            how_much::how_much(page),
        ))
        .child(advanced::advanced(page))
        .child(leaf("div", "go", cost::cost_line(page)).child(button(
            "primary",
            "Run benchmark",
            move || page.submit(),
        )));
    let back = when(has_run, move || {
        let back = button("plain", "Back to the last results", move || {
            page.send(Msg::ShowResults);
        });
        leaf("p", "aside", back).into()
    });
    let open = leaf("p", "aside", choose_file(page, "Open a saved report")).child(leaf(
        "small",
        "quiet",
        text!("or drop its file anywhere on this page, or paste a result link").get(),
    ));
    leaf("div", "setup", intro)
        .child(form)
        .child(back)
        .child(open)
}

/// What to do with the form as it stands, told by the provider alone: what is typed must not move the page.
fn next_step(page: Page) -> El {
    let words = page.slice(|s| {
        if provider_of(s).is_some_and(Provider::is_simulated) {
            return text!("The simulated vendor needs no key: press the button to see a result.")
                .get()
                .to_owned();
        }
        let yours = text!(
            "Fill in your own endpoint, model and key; nothing is sent before you press a button."
        )
        .get();
        // One of which nothing worked may have been left for the form as it was.
        let of_result = |run: &Run| run.opened.is_some() && !run.nothing_worked();
        if s.run.as_ref().is_some_and(of_result) {
            ["Set up as in the result you saw. ", yours].concat()
        } else {
            yours.to_owned()
        }
    });
    leaf("p", "", text(move || words.get())).attr("id", NEXT_ID)
}

fn group(title: &'static str, about: &'static str, fields: Vec<El>) -> El {
    leaf("fieldset", "group", leaf("legend", "", title))
        .child(leaf("p", "group-about", about))
        .child(leaf("div", "group-fields", fields))
}
