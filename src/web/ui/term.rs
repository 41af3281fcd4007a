//! A word of the field that explains itself when pressed.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use crate::web::ui::dom::{El, Text, dynamic, leaf, nothing, yes_no};

/// Room kept between the explanation and the edge of the window, in CSS pixels.
const MARGIN: f64 = 16.0;
/// The term that has the focus or is pointed at, while it is open.
const HELD: &str = ".term > :is(:focus, :hover)[aria-expanded=true]";
/// Widest explanation, in CSS pixels.
const WIDEST: f64 = 380.0;

/// A term: a button whose explanation, `meaning`, opens below it when it is pressed, pointed at or has the focus. Escape
/// or leaving it closes it.
pub fn term(word: &'static str, meaning: impl Into<Text>) -> El {
    explained(word, meaning.into())
}

#[inline(never)]
fn explained(word: &'static str, meaning: Text) -> El {
    // Where the explanation stands, while it is open: left, top and width. Fixed to the window, because the tables that
    // hold terms cut off what reaches over their edge.
    let place = RwSignal::new(None::<(f64, f64, f64)>);
    let is_open = move || place.get_untracked().is_some();
    let show = move |event: Event| {
        let button = event.current_target().and_then(|b| b.dyn_into().ok());
        place.set(button.as_ref().map(below));
    };
    let close = move || {
        if is_open() {
            place.set(None);
        }
    };
    let close_on_escape = move |event: Event| {
        let escape = event
            .dyn_ref::<KeyboardEvent>()
            .is_some_and(|event| event.key() == "Escape");
        if escape && is_open() {
            event.stop_propagation();
            close();
            focus_button(&event);
            // The focus has opened it again.
            close();
        }
    };
    let scrolled = window_event_listener(ev::scroll, move |_| {
        if is_open() {
            // What got the focus or the pointer scrolled into sight, and takes its explanation with it.
            let held = document().query_selector(HELD).ok().flatten();
            place.set(held.as_ref().map(below));
        }
    });
    on_cleanup(move || scrolled.remove());
    let left = move |_| close();
    let button = leaf("button", "", word)
        .attr("type", "button")
        .live("aria-expanded", move || yes_no(place.get().is_some()))
        .on("click", show)
        .on("focus", show)
        .on("mouseenter", show);
    let explanation = dynamic(move || {
        let Some((left, top, width)) = place.get() else {
            return nothing();
        };
        leaf("span", "term-meaning", meaning.clone())
            .attr("role", "note")
            .live_style("left", move || format!("{left}px"))
            .live_style("top", move || format!("{top}px"))
            .live_style("width", move || format!("{width}px"))
            .into()
    });
    leaf("span", "term", button)
        .on("keydown", close_on_escape)
        .on("focusout", left)
        .on("mouseleave", left)
        .child(explanation)
}

/// Moves the focus to the button of the term in which the event happened.
fn focus_button(event: &Event) {
    let term: Option<Element> = event.current_target().and_then(|t| t.dyn_into().ok());
    let button = term.and_then(|term| term.query_selector("button").ok().flatten());
    if let Some(button) = button.and_then(|b| b.dyn_into::<HtmlElement>().ok()) {
        let _ = button.focus();
    }
}

fn below(button: &Element) -> (f64, f64, f64) {
    let rect = button.get_bounding_client_rect();
    let room = document()
        .document_element()
        .map_or(WIDEST, |root| f64::from(root.client_width()));
    let width = WIDEST.min(room - 2.0 * MARGIN);
    let left = rect.left().min(room - MARGIN - width).max(MARGIN);
    // Without a gap, so that the pointer can go to it.
    (left, rect.bottom(), width)
}
