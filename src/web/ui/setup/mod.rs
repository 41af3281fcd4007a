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

use crate::session::Msg;
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf, when};
use crate::web::ui::opening::choose_file;
use crate::web::ui::parts::{button, heading};

/// The form.
pub fn setup(page: Page) -> El {
    let has_run = page.slice(|s| s.run.as_ref().is_some_and(|run| run.finished));
    let title = heading("", "How fast does an AI endpoint feel to your users?");
    let intro = leaf("div", "intro", title).child(leaf("p", "", text!("This tab asks the endpoint for real answers, times every piece as it arrives, and tells you in words how it reads. The simulated vendor needs no key: press the button to see a result.").get()));
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

fn group(title: &'static str, about: &'static str, fields: Vec<El>) -> El {
    leaf("fieldset", "group", leaf("legend", "", title))
        .child(leaf("p", "group-about", about))
        .child(leaf("div", "group-fields", fields))
}
