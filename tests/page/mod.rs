//! The page with its state, fed by messages; and what a run is made from, as the page hands it over.
#![allow(dead_code, reason = "each test program takes what it needs")]

use tokenpace::plan::Plan;
use tokenpace::report::{AppInfo, Environment, Named, Source};
use tokenpace::session::{Effect, Msg, State, update};

use crate::traces;
use crate::urls::RustUrls;

/// Base URL of the simulated vendor.
pub const SIMULATED: &str = "http://localhost:8788/v1";

/// The page.
pub struct Page(pub State);

impl Page {
    /// Just loaded, by nobody who was here before.
    pub fn new() -> Self {
        let mut page = Page(State::default());
        page.send(Msg::Restore {
            draft: None,
            simulated_base_url: Some(SIMULATED.to_owned()),
            page_is_https: false,
        });
        page
    }

    pub fn send(&mut self, msg: Msg) -> Vec<Effect> {
        update(&mut self.0, msg, &RustUrls)
    }

    /// "Run benchmark".
    pub fn submit(&mut self) -> Vec<Effect> {
        self.send(Msg::Submit {
            now: "2026-11-29T18:00:00.000Z".to_owned(),
        })
    }
}

/// What a run of this plan is made from, beside its traces.
pub fn source(plan: Plan) -> Source {
    Source {
        plan,
        prompt_chars: None,
        calibration: traces::calibration(),
        // As the page fills it in from the calibration.
        environment: Environment {
            loop_lag_p99_us: Some(1_000),
            ..traces::environment()
        },
        control: Named::default(),
        wall: None,
        stable: false,
        created_at: "2026-11-29T18:00:00Z".to_owned(),
        app: AppInfo {
            version: "0.1.0".to_owned(),
            build: "test".to_owned(),
        },
    }
}
