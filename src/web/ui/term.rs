//! A word of the field that explains itself when pressed.

use leptos::ev;
use leptos::html::Button;
use leptos::prelude::*;

/// Room kept between the explanation and the edge of the window, in CSS pixels.
const MARGIN: f64 = 16.0;
/// Widest explanation, in CSS pixels.
const WIDEST: f64 = 380.0;

/// A term: a button whose two sentences open below it. Escape, a second press, leaving it or scrolling closes them.
#[component]
pub fn Term(
    /// The word.
    word: &'static str,
    /// At most two sentences.
    meaning: &'static str,
) -> impl IntoView {
    // Where the explanation stands, while it is open: left, top and width. Fixed to the window, because the tables that
    // hold terms cut off what reaches over their edge.
    let place = RwSignal::new(None::<(f64, f64, f64)>);
    let button = NodeRef::<Button>::new();
    let toggle = move |_| {
        let next = match (place.get_untracked(), button.get_untracked()) {
            (None, Some(button)) => Some(below(&button)),
            _ => None,
        };
        place.set(next);
    };
    let close_on_escape = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" && place.get_untracked().is_some() {
            event.stop_propagation();
            place.set(None);
            if let Some(button) = button.get_untracked() {
                let _ = button.focus();
            }
        }
    };
    let scrolled = window_event_listener(ev::scroll, move |_| {
        if place.get_untracked().is_some() {
            place.set(None);
        }
    });
    on_cleanup(move || scrolled.remove());
    let pixels = move |part: fn((f64, f64, f64)) -> f64| {
        place.get().map(|place| format!("{}px", part(place)))
    };
    view! {
        <span class="term" on:keydown=close_on_escape on:focusout=move |_| place.set(None)>
            <button
                type="button"
                node_ref=button
                aria-expanded=move || place.get().is_some().to_string()
                on:click=toggle
            >
                {word}
            </button>
            {move || place.get().is_some().then(|| view! {
                <span
                    class="term-meaning"
                    role="note"
                    style:left=move || pixels(|p| p.0)
                    style:top=move || pixels(|p| p.1)
                    style:width=move || pixels(|p| p.2)
                >
                    {meaning}
                </span>
            })}
        </span>
    }
    .into_any()
}

fn below(button: &web_sys::HtmlButtonElement) -> (f64, f64, f64) {
    let rect = button.get_bounding_client_rect();
    let room = document()
        .document_element()
        .map_or(WIDEST, |root| f64::from(root.client_width()));
    let width = WIDEST.min(room - 2.0 * MARGIN);
    let left = rect.left().min(room - MARGIN - width).max(MARGIN);
    (left, rect.bottom() + 6.0, width)
}
