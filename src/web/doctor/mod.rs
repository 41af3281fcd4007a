//! The browser's side of the connection doctor: looks around, sends probes, fills the clipboard. It decides nothing.

mod held_back;
mod probe;
mod surroundings;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::AbortController;

use crate::doctor::Probe;
use crate::session::Msg;
use crate::session::checkup::{CheckupEffect, CheckupMsg, Handout};
use crate::web::page::Page;

impl Page {
    /// Carries out one effect of a test.
    pub fn carry_out_checkup(self, effect: CheckupEffect) {
        match effect {
            CheckupEffect::LookAround { id, space } => spawn_local(async move {
                let circumstances = surroundings::look_around(space).await;
                self.say(CheckupMsg::Circumstances { id, circumstances });
            }),
            CheckupEffect::Probe { id, probe } => self.probe(id, *probe),
            CheckupEffect::DropProbe => self.drop_probe(None),
            CheckupEffect::ListModels => spawn_local(async move {
                // A vendor without a list is no news: the name can be typed.
                let _ = self.list_models().await;
            }),
            CheckupEffect::Copy { what, text } => self.copy(what, text),
        }
    }

    fn say(self, msg: CheckupMsg) {
        self.send(Msg::Checkup(msg));
    }

    fn probe(self, id: u32, probe: Probe) {
        let Ok(abort) = AbortController::new() else {
            return;
        };
        self.drop_probe(Some(abort.clone()));
        spawn_local(async move {
            let seen = probe::send(&probe, &abort).await;
            self.say(CheckupMsg::Seen { id, seen });
        });
    }

    /// One probe at a time: the one before is ended.
    fn drop_probe(self, next: Option<AbortController>) {
        let before = self
            .outside()
            .try_update_value(|outside| std::mem::replace(&mut outside.probe, next));
        if let Some(Some(before)) = before {
            before.abort();
        }
    }

    fn copy(self, what: Handout, text: String) {
        spawn_local(async move {
            let done = into_clipboard(&text).await;
            self.say(CheckupMsg::Copied { what, done });
        });
    }
}

/// Whether the text is in the clipboard. Pages without https have none, and the user may refuse.
async fn into_clipboard(text: &str) -> bool {
    let navigator = window().navigator();
    let there = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard"));
    if there.is_ok_and(|clipboard| clipboard.is_object()) {
        JsFuture::from(navigator.clipboard().write_text(text))
            .await
            .is_ok()
    } else {
        false
    }
}
