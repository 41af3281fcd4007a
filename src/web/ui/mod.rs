//! The views. Each renders a part of the state and sends messages; none fetches, stores or computes a statistic.

mod chart;
mod checkup;
mod definition;
mod dom;
mod failed;
mod field;
mod head;
mod history;
mod hosts;
mod icon;
mod meter;
mod method;
mod notice;
mod opening;
mod parts;
mod prose;
mod replay;
mod results;
mod running;
mod setup;
mod term;
mod theme;
mod words;

use leptos::ev;
use leptos::prelude::*;

use crate::session::{Phase, State};
use crate::text;
use crate::web::effects::focus_heading;
use crate::web::page::Page;
use crate::web::ui::dom::{dynamic, el, group, leaf};

/// What the hash of the address selects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    /// Set-up, run, results.
    #[default]
    Bench,
    /// Results kept in this browser.
    History,
    /// How it is measured.
    Method,
}

impl View {
    fn of_hash() -> Self {
        match window().location().hash().as_deref() {
            Ok("#method") => View::Method,
            Ok("#history") => View::History,
            _ => View::Bench,
        }
    }

    /// Value of `data-view`.
    const fn name(self) -> &'static str {
        match self {
            View::Bench => "bench",
            View::History => "history",
            View::Method => "method",
        }
    }
}

/// The whole page: head, and one phase in `<main>`.
#[component]
pub fn Shell() -> impl IntoView {
    let page = Page::get();
    let view = RwSignal::new(View::of_hash());
    let listener = window_event_listener(ev::hashchange, move |event| {
        let next = View::of_hash();
        if next != view.get_untracked() {
            view.set(next);
            focus_heading();
        }
        page.address_changed(&event.old_url());
    });
    page.open_address();
    page.hear_of_results();
    on_cleanup(move || listener.remove());
    let phase = page.slice(State::shown);
    // By its number: another that fails alike is shown anew, and also from another view.
    let opening = page.slice(|s| s.opening.as_ref().map(|opening| opening.id));
    // What is opened is on show where the results are.
    Effect::new(move |_| {
        if opening.get().is_some() && view.get_untracked() != View::Bench {
            let _ = window().location().set_hash("");
        }
    });
    let content = dynamic(move || match view.get() {
        View::Method => method::method().into(),
        View::History => history::history(page).into(),
        View::Bench => group(vec![
            notice::stale_build(page).into(),
            dynamic(move || {
                if opening.get().is_some() {
                    return opening::opening(page).into();
                }
                match phase.get() {
                    Phase::Setup => setup::setup(page).into(),
                    Phase::Running => running::running(page).into(),
                    Phase::Done => results::results(page),
                    Phase::Failed => failed::failed(page),
                }
            }),
        ]),
    });
    let main = el("main")
        .attr("id", "main")
        .attr("tabindex", "-1")
        .live("data-phase", move || Some(phase.get().name().into()))
        .live("data-view", move || Some(view.get().name().into()))
        .child(content);
    let foot = text!("Nothing you type or measure leaves this browser, except the requests to the endpoint you chose. No analytics, no third party.").get();
    group([
        parts::jump("skip", "Skip to the content", "main".to_owned()),
        head::head(view, phase),
        main,
        leaf("footer", "foot", leaf("p", "", foot)),
    ])
}
