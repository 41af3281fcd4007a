//! The page's handle on its state: one signal with the state, one memo with the report, and the way to send messages.

use std::sync::Arc;

use leptos::prelude::*;

use crate::report::Report;
use crate::session::{Msg, State, update};
use crate::web::effects::Outside;
use crate::web::url::BrowserUrls;
use crate::web::{environment, headers};

/// Handed to every view through the context.
#[derive(Clone, Copy)]
pub struct Page {
    state: RwSignal<State>,
    outside: StoredValue<Outside, LocalStorage>,
    report: Memo<Option<Shown>>,
}

/// The report of a run that is over. Cheap to compare: a report is compared by where it comes from.
#[derive(Clone)]
pub struct Shown {
    run: u32,
    revision: u32,
    /// The report.
    pub report: Arc<Report>,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        (self.run, self.revision) == (other.run, other.revision)
    }
}

impl Page {
    /// Sets the page up. To be called once, at the root, so that everything lives as long as the page.
    #[must_use]
    pub fn provide() -> Self {
        let state = RwSignal::new(State::default());
        let report = Memo::new_with_compare(
            move |_| state.with(report_of),
            |a, b| a.as_ref() != b.as_ref(),
        );
        let page = Page {
            state,
            outside: StoredValue::new_local(Outside::default()),
            report,
        };
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
    pub fn report(self) -> Memo<Option<Shown>> {
        self.report
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

fn report_of(state: &State) -> Option<Shown> {
    let run = state.run.as_ref().filter(|run| run.is_over())?;
    // For developers, and for the bench that holds it to a limit.
    let clock = window().performance();
    let _ = clock.as_ref().map(|clock| clock.mark(SUMMARY));
    let report = Arc::new(crate::web::effects::report(state, false)?);
    let _ = clock.map(|clock| clock.measure_with_start_mark(SUMMARY, SUMMARY));
    Some(Shown {
        run: run.id,
        revision: run.revision,
        report,
    })
}
