//! What can be done with a result; stays in reach while the page scrolls.

use leptos::prelude::*;

use crate::session::Msg;
use crate::web::page::Page;

/// The bar at the lower edge.
#[component]
pub fn ResultBar() -> impl IntoView {
    let page = Page::get();
    view! {
        <div class="result-bar" role="group" aria-label="Use this result">
            <button type="button" class="primary" on:click=move |_| page.submit()>"Run again"</button>
            <button type="button" on:click=move |_| page.send(Msg::ChangeSetup)>"Change set-up"</button>
            <span class="bar-gap"></span>
            <Download/>
        </div>
    }
    .into_any()
}

/// "Download JSON", with or without prompts and answers.
#[component]
pub fn Download() -> impl IntoView {
    let page = Page::get();
    let texts = RwSignal::new(false);
    view! {
        <div class="download">
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || texts.get()
                    on:change=move |event| texts.set(event_target_checked(&event))
                />
                <span>"Include texts"</span>
            </label>
            <button
                type="button"
                on:click=move |_| page.send(Msg::Download { include_texts: texts.get_untracked() })
            >
                "Download JSON"
            </button>
        </div>
    }
    .into_any()
}
