//! The views. Each renders a part of the state and sends messages; none fetches, stores or computes a statistic.

mod chart;
mod failed;
mod field;
mod head;
mod icon;
mod meter;
mod method;
mod notice;
mod prose;
mod results;
mod running;
mod setup;
mod term;
mod theme;
mod words;

use leptos::ev;
use leptos::prelude::*;

use crate::session::Phase;
use crate::web::page::Page;

/// What the hash of the address selects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    /// Set-up, run, results.
    #[default]
    Bench,
    /// How it is measured.
    Method,
}

impl View {
    fn of_hash() -> Self {
        match window().location().hash().as_deref() {
            Ok("#method") => View::Method,
            _ => View::Bench,
        }
    }
}

/// The whole page: head, and one phase in `<main>`.
#[component]
pub fn Shell() -> impl IntoView {
    let page = Page::get();
    let view = RwSignal::new(View::of_hash());
    let listener = window_event_listener(ev::hashchange, move |_| view.set(View::of_hash()));
    on_cleanup(move || listener.remove());
    let phase = page.slice(|s| s.phase);
    view! {
        <a class="skip" href="#main" on:click=skip_to_main>"Skip to the content"</a>
        <head::Head view/>
        <main id="main" tabindex="-1" data-phase=move || phase.get().name() data-view=move || match view.get() {
            View::Bench => "bench",
            View::Method => "method",
        }>
            {move || match view.get() {
                View::Method => view! { <method::Method/> }.into_any(),
                View::Bench => view! { <Bench phase/> }.into_any(),
            }}
        </main>
        <footer class="foot">
            <p>
                "Nothing you type or measure leaves this tab, except the requests to the endpoint you chose. No analytics, no third party."
            </p>
        </footer>
    }
}

#[component]
fn Bench(phase: Memo<Phase>) -> impl IntoView {
    view! {
        <notice::StaleBuild/>
        {move || match phase.get() {
            Phase::Setup => view! { <setup::Setup/> }.into_any(),
            Phase::Running => view! { <running::Running/> }.into_any(),
            Phase::Done => view! { <results::Results/> }.into_any(),
            Phase::Failed => view! { <failed::Failed/> }.into_any(),
        }}
    }
}

/// The hash names views, so the link must not change it.
fn skip_to_main(event: ev::MouseEvent) {
    use wasm_bindgen::JsCast;
    event.prevent_default();
    let main = document().get_element_by_id("main");
    if let Some(Ok(main)) = main.map(|main| main.dyn_into::<web_sys::HtmlElement>()) {
        let _ = main.focus();
    }
}
