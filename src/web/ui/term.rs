//! A word of the field that explains itself when pressed.

use leptos::ev;
use leptos::prelude::*;

/// A term: a button whose two sentences open beside it. Escape or a second press closes them.
#[component]
pub fn Term(
    /// The word.
    word: &'static str,
    /// At most two sentences.
    #[prop(into)]
    meaning: String,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let button = NodeRef::<leptos::html::Button>::new();
    let close_on_escape = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            event.stop_propagation();
            open.set(false);
            if let Some(button) = button.get_untracked() {
                let _ = button.focus();
            }
        }
    };
    view! {
        <span class="term" on:keydown=close_on_escape on:focusout=move |_| open.set(false)>
            <button
                type="button"
                node_ref=button
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|o| *o = !*o)
            >
                {word}
            </button>
            <span class="term-meaning" role="note" hidden=move || !open.get()>{meaning}</span>
        </span>
    }
    .into_any()
}
