//! The root of the page: sets the state up, starts the worker, mounts the views.

use gloo_timers::callback::Interval;
use leptos::prelude::*;
use leptos::{ev, mount};
use wasm_bindgen::JsCast;

use crate::session::{HistoryMsg, Msg, Phase, progress};
use crate::texts;
use crate::web::page::Page;
use crate::web::ui::Shell;
use crate::web::{environment, headers, kept_key, settings};

/// Where the app goes; `index.html` shows its first text there until then.
const ROOT_ID: &str = "app";

/// A second, as timers take it.
const TICK_MS: u32 = 1_000;

/// The template that holds the texts.
const TEXTS_ID: &str = "texts";

/// Starts the app.
pub fn start() {
    if let Some(element) = document().get_element_by_id(TEXTS_ID) {
        // As long as the page lives.
        texts::install(element.inner_html().leak());
    }
    let root = document()
        .get_element_by_id(ROOT_ID)
        .and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    match root {
        Some(root) => {
            root.set_inner_html("");
            mount::mount_to(root, App).forget();
        }
        None => mount::mount_to_body(App),
    }
}

#[component]
fn App() -> impl IntoView {
    let page = Page::provide();
    page.send(Msg::Restore {
        draft: settings::draft().map(Box::new),
        // The server of the page writes it into the page.
        simulated_base_url: environment::meta("simulated-vendor"),
        page_is_https: window().location().protocol().is_ok_and(|p| p == "https:"),
    });
    page.send(Msg::History(HistoryMsg::Restore(settings::keeping())));
    if let Some(key) = kept_key::kept() {
        let restored = Msg::KeyRestored {
            origin: key.origin().to_owned(),
            unsendable: key.unsendable(),
        };
        let _ = page
            .outside()
            .try_update_value(|outside| outside.secrets.key = Some(key));
        page.send(restored);
    }
    page.start_worker();
    let name = document().title();
    // These live as long as the page.
    Interval::new(TICK_MS, move || {
        let title = page.peek(progress::title).unwrap_or_default();
        document().set_title(&(title + &name));
        let running = page.peek(|s| s.phase == Phase::Running);
        if running.unwrap_or_default() && !document().hidden() {
            page.send(Msg::Tick);
        }
    })
    .forget();
    let _ = window_event_listener(ev::pagehide, move |_| {
        headers::take(page);
        page.send(Msg::PageLeft);
    });
    let _ = window_event_listener(ev::visibilitychange, move |_| page.report_visibility());
    view! { <Shell/> }
}
