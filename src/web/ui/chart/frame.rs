//! How every picture is shown: its sentence, itself, what is said of the point at hand, and the table behind it.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent};

use crate::chart::path::number;
use crate::chart::{Picture, WIDTH};
use crate::text;
use crate::web::ui::dom::{El, dynamic, el, leaf, nothing, text};
use crate::web::ui::parts::{column, table_box};

/// A picture, or the sentence that says why there is none.
pub fn frame(picture: Result<Picture, String>) -> AnyView {
    match picture {
        Ok(picture) => show(picture).into(),
        Err(why) => leaf("p", "nothing", why).into(),
    }
}

fn show(mut picture: Picture) -> El {
    let at = RwSignal::new(None::<u32>);
    let said = std::mem::take(&mut picture.said);
    let mut svg = el("svg")
        .class("chart")
        .attr("viewBox", ["0 0 560 ", &number(picture.height())].concat())
        .attr("role", "img")
        .attr("aria-label", said.clone());
    for (class, d) in std::mem::take(&mut picture.paths) {
        svg = svg.child(el("path").class(class).attr("d", d));
    }
    for label in std::mem::take(&mut picture.labels) {
        svg = svg.child(
            leaf("text", label.class, label.text)
                .attr("x", number(label.x))
                .attr("y", number(label.y))
                .attr("text-anchor", label.anchor),
        );
    }
    let picture = Arc::new(picture);
    let points = Arc::clone(&picture);
    let mark = el("path").class("here").live("d", move || {
        at.get().and_then(|at| points.mark(at)).map(Into::into)
    });
    let points = Arc::clone(&picture);
    let go = move |event: Event| {
        let to = match event.dyn_ref::<KeyboardEvent>() {
            Some(event) => points.after_key(&event.key(), at.get_untracked()),
            None => place(&event).and_then(|x| points.nearest(x)),
        };
        if to.is_some() {
            event.prevent_default();
            at.set(to);
        }
    };
    let follow = go.clone();
    // Arrow keys reach a page through a screen reader only where it expects a tool.
    let tool = leaf("div", "points", svg.child(mark))
        .attr("tabindex", "0")
        .attr("role", "application")
        .attr(
            "aria-label",
            "Points of the picture, one by one with the arrow keys",
        )
        .on("keydown", go)
        .on("mousemove", follow);
    let points = Arc::clone(&picture);
    let readout = text(move || match at.get() {
        Some(at) => points.sentence(at),
        None => text!("Point at the picture, or use the arrow keys, to read its values.")
            .get()
            .to_owned(),
    });
    leaf("div", "picture", leaf("p", "quiet", said))
        .child(tool)
        .child(leaf("p", "readout", readout).attr("aria-live", "polite"))
        .child(behind(picture))
}

/// Where the mouse is, from the left in units of the view box.
fn place(event: &Event) -> Option<f64> {
    let shown: Element = event.current_target()?.dyn_into().ok()?;
    let rect = shown.get_bounding_client_rect();
    let x = f64::from(event.dyn_ref::<MouseEvent>()?.client_x());
    Some((x - rect.left()) / rect.width() * WIDTH)
}

/// The table, built when it is asked for.
fn behind(picture: Arc<Picture>) -> El {
    // The same kind of signal as above, because each kind is code of its own.
    let open = RwSignal::new(None::<u32>);
    let table = dynamic(move || {
        if open.get().is_none() {
            return nothing();
        }
        let heads = picture
            .columns
            .heads
            .iter()
            .map(|head| column("num", *head));
        let rows = (0..).zip(&picture.points).map(|(at, _)| {
            el("tr").children(
                picture
                    .row(at)
                    .into_iter()
                    .map(|cell| leaf("td", "num", cell)),
            )
        });
        let table = leaf("table", "", leaf("caption", "unseen", TITLE))
            .child(leaf("thead", "", el("tr").children(heads)))
            .child(el("tbody").children(rows));
        table_box(TITLE, table).into()
    });
    leaf("details", "behind", leaf("summary", "", TITLE))
        .on("toggle", move |_| {
            if open.get_untracked().is_none() {
                open.set(Some(0));
            }
        })
        .child(table)
}

const TITLE: &str = "Numbers behind this picture";
