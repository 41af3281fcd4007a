//! Parts that many views are made of: sections, buttons, tick boxes, tables, lists of pairs.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::report::Report;
use crate::web::effects::HEADING_ID;
use crate::web::page::Page;
use crate::web::ui::dom::{Child, El, dynamic, el, leaf, nothing};

/// A part that shows the report, once there is one: a big run takes a moment.
pub fn with_report(page: Page, part: impl Fn(&Arc<Report>) -> AnyView + Send + 'static) -> AnyView {
    let report = page.report();
    dynamic(move || {
        report.with(|report| match report {
            Some(report) => part(report),
            None => heading("phase-title", "Working out the results…").into(),
        })
    })
}

/// A part that is drawn after what stands above it, so that a big result does not hold the page up. What is on show already,
/// told by the id of its heading, is replaced at once: a page that grew short for a moment would lose its place.
#[inline(never)]
pub fn soon(id: &str, part: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
    if document().get_element_by_id(id).is_some() {
        return part();
    }
    let there = RwSignal::new(false);
    // Gone if another view took its place meanwhile.
    set_timeout(
        move || {
            let _ = there.try_set(true);
        },
        Duration::ZERO,
    );
    dynamic(move || if there.get() { part() } else { nothing() })
}

/// Heading of what the page shows now; it takes the focus.
pub fn heading(class: &'static str, title: impl Child) -> El {
    leaf("h1", class, title)
        .attr("id", HEADING_ID)
        .attr("tabindex", "-1")
}

/// A part of the page with a heading that names it.
pub fn section(id: &'static str, title: &'static str) -> El {
    el("section")
        .class("block")
        .attr("aria-labelledby", id)
        .child(leaf("h2", "", title).attr("id", id))
}

/// A button that does something.
pub fn button(class: &'static str, label: impl Child, act: impl Fn() + 'static) -> El {
    leaf("button", class, label)
        .attr("type", "button")
        .on("click", move |_| act())
}

/// A link to a place on this page. The hash names views, so it is left alone.
pub fn jump(class: &'static str, label: impl Child, id: String) -> El {
    jumping(leaf("a", class, label), id)
}

#[inline(never)]
fn jumping(link: El, id: String) -> El {
    link.attr("href", ["#", &id].concat())
        .on("click", move |event| {
            event.prevent_default();
            let place = document().get_element_by_id(&id);
            if let Some(Ok(place)) = place.map(JsCast::dyn_into::<HtmlElement>) {
                let _ = place.focus();
            }
        })
}

/// A part that those who look for it open.
pub fn fold(summary: impl Child, content: impl Child) -> El {
    leaf("details", "fold", leaf("summary", "", summary)).child(content)
}

/// A tick box with its label.
pub fn check(
    label: &'static str,
    ticked: impl Fn() -> bool + Send + 'static,
    change: impl Fn(bool) + 'static,
) -> El {
    let control = el("input")
        .attr("type", "checkbox")
        .live_flag("checked", ticked)
        .on("change", move |event| change(event_target_checked(&event)));
    leaf("label", "check", control).child(leaf("span", "", label))
}

/// A list of names and what they stand for.
pub fn pairs<C: Child>(class: &'static str, pairs: Vec<(&'static str, C)>) -> El {
    el("dl")
        .class(class)
        .children(pairs.into_iter().map(|(name, value)| pair(name, value)))
}

/// One of such a list.
pub fn pair(name: &'static str, value: impl Child) -> El {
    leaf("div", "", leaf("dt", "", name)).child(leaf("dd", "", value))
}

/// A table with a name, headings and rows, in a box that scrolls.
#[inline(never)]
pub fn small_table(name: &'static str, heads: &[&'static str], rows: Vec<El>) -> El {
    let mut head = el("tr");
    for name in heads {
        head = head.child(column("", *name));
    }
    let table = leaf("table", "", leaf("caption", "unseen", name))
        .child(leaf("thead", "", head))
        .child(leaf("tbody", "", rows));
    table_box("Table, scrolls sideways", table)
}

/// A table in a box that scrolls sideways and can be reached with the keyboard for that.
pub fn table_box(label: &'static str, table: El) -> El {
    leaf("div", "table-box", table)
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", label)
}

/// Heading of a column.
pub fn column(class: &'static str, name: impl Child) -> El {
    leaf("th", class, name).attr("scope", "col")
}
