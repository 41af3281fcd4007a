//! Every host that the page or its worker sent anything to.

use leptos::prelude::*;

use crate::web::environment;
use crate::web::page::Page;
use crate::web::ui::dom::{El, leaf, text, when};
use crate::web::ui::parts::pair;

/// A line below the test of the connection, once anything was sent to anyone but the page's own server.
pub fn contacted_line(page: Page) -> AnyView {
    let any = page.slice(|s| !s.contacts.hosts.is_empty());
    when(any, move || {
        let words = leaf("span", "", words(page)).attr("data-hosts", "");
        leaf(
            "p",
            "quiet hosts",
            "Hosts contacted since this page was opened: ",
        )
        .child(words)
        .child(".")
        .into()
    })
}

/// The same as a row of a list.
pub fn contacted_row(page: Page) -> El {
    let words = leaf("span", "", words(page)).attr("data-hosts", "");
    pair("Hosts contacted", words)
}

fn words(page: Page) -> AnyView {
    let own = environment::page_host();
    let contacts = page.slice(|s| s.contacts.clone());
    text(move || contacts.with(|contacts| contacts.words(&own)))
}
