//! The page's handle on its state: one signal with the state, one memo with the report, and the way to send messages.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::report::Report;
use crate::session::{HistoryMsg, Msg, Run, State, update};
use crate::web::effects::{Outside, focus_on, report};
use crate::web::pauses::pauses;
use crate::web::url::BrowserUrls;
use crate::web::{environment, headers};

/// Handed to every view through the context.
#[derive(Clone, Copy)]
pub struct Page {
    state: RwSignal<State>,
    outside: StoredValue<Outside, LocalStorage>,
    report: RwSignal<Option<Arc<Report>>>,
}

impl Page {
    /// Sets the page up. To be called once, at the root, so that everything lives as long as the page.
    #[must_use]
    pub fn provide() -> Self {
        let state = RwSignal::new(State::default());
        let page = Page {
            state,
            outside: StoredValue::new_local(Outside::default()),
            report: RwSignal::new(None),
        };
        page.report_when_over();
        provide_context(page);
        page
    }

    /// The page of the running app.
    #[must_use]
    pub fn get() -> Self {
        expect_context()
    }

    /// Tells the state that something happened, and carries out what follows from it.
    pub fn send(self, msg: Msg) {
        self.send_all(vec![msg]);
    }

    /// The same for several messages, with one redraw.
    pub fn send_all(self, messages: Vec<Msg>) {
        let effects = self.state.try_update(|state| {
            let mut effects = Vec::new();
            for msg in messages {
                effects.extend(update(state, msg, &BrowserUrls));
            }
            effects
        });
        for effect in effects.into_iter().flatten() {
            self.carry_out(effect);
        }
    }

    /// "Run benchmark" or "Run again".
    pub fn submit(self) {
        headers::take(self);
        self.look_for_key();
        self.send(Msg::Submit {
            now: environment::now_rfc3339(),
        });
    }

    /// The user left the base URL.
    pub fn address_entered(self) {
        self.look_for_key();
        self.send(Msg::AddressEntered);
    }

    /// A part of the state that only changes when it changes. Boxed, so that each type of part is followed by one piece
    /// of code: let there be few types.
    pub fn slice<T>(self, part: impl Fn(&State) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        self.follow(Box::new(part))
    }

    fn follow<T>(self, part: Box<dyn Fn(&State) -> T + Send + Sync>) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        let state = self.state;
        Memo::new(move |_| state.with(&part))
    }

    /// The report of the last run; `None` until it is over, because a report of all requests for each that ends would be
    /// too much work beside the measurement.
    #[must_use]
    pub fn report(self) -> RwSignal<Option<Arc<Report>>> {
        self.report
    }

    /// Makes a report for each run that is over, and anew when its target changes. The old one stays until the new one is
    /// there.
    fn report_when_over(self) {
        let wanted = self.slice(|state| state.run.as_ref().map_or_else(String::new, over));
        Effect::new(move |_| {
            let of = wanted.get();
            if of.is_empty() {
                return self.report.set(None);
            }
            spawn_local(async move {
                // For developers, and for the bench that holds it to a limit.
                let clock = window().performance();
                let _ = clock.as_ref().map(|clock| clock.mark(SUMMARY));
                let made = self.make_report().await;
                let _ = clock.map(|clock| clock.measure_with_start_mark(SUMMARY, SUMMARY));
                let Some(made) = made.filter(|_| wanted.get_untracked() == of) else {
                    return;
                };
                let held = document().active_element();
                self.report.set(Some(Arc::new(made)));
                // What had the focus may be drawn anew now.
                if let Some(held) = held {
                    focus_on(held.id());
                }
                // Only now: keeping it is work that nobody waits for.
                self.send(Msg::History(HistoryMsg::Shown));
            });
        });
    }

    /// The report of the last run as far as it has come.
    async fn make_report(self) -> Option<Report> {
        let mut pause = pauses();
        let report = report(self, &mut pause).await;
        // What is done with it is another piece of work.
        pause().await;
        report
    }

    /// Reads the state once, without following it.
    pub fn peek<T>(self, part: impl FnOnce(&State) -> T) -> Option<T> {
        self.state.try_with_untracked(part)
    }

    /// What lies outside the state: worker and key.
    #[must_use]
    pub fn outside(self) -> StoredValue<Outside, LocalStorage> {
        self.outside
    }
}

/// The user timing that tells how long a summary took.
const SUMMARY: &str = "tokenpace-summary";

/// Names a run that is over, as far as it has come; empty while it is not.
fn over(run: &Run) -> String {
    if run.is_over() {
        [&run.id.to_string(), ".", &run.revision.to_string()].concat()
    } else {
        String::new()
    }
}
