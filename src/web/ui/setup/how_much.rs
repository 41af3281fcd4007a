//! How much: requests, and what their number can prove.

use leptos::prelude::*;

use crate::plan::Field;
use crate::session::Msg;
use crate::session::preset::Preset;
use crate::web::page::Page;
use crate::web::ui::field::TextField;

/// Connections a browser opens to one host over HTTP/1.1.
const CONNECTIONS_PER_HOST: u32 = 6;

/// Fields of the group.
#[component]
pub fn HowMuch() -> impl IntoView {
    let page = Page::get();
    let hint = page.slice(|s| match s.draft.concurrency.trim().parse::<u32>() {
        Ok(n) if n > CONNECTIONS_PER_HOST => {
            "Over HTTP/1.1 a browser sends only 6 at a time to one host; the others wait in your browser.".to_owned()
        }
        _ => "Requests at the same time.".to_owned(),
    });
    let presets: Vec<_> = Preset::ALL
        .iter()
        .map(|preset| view! { <PresetButton preset=*preset/> })
        .collect();
    view! {
        <div class="presets" role="group" aria-label="Presets">{presets}</div>
        <TextField field=Field::Requests label="Requests" inputmode="numeric" class="field-number"/>
        <TextField field=Field::Concurrency label="Concurrency" inputmode="numeric" hint class="field-number"/>
        <TextField
            field=Field::Warmup
            label="Warm-up requests"
            inputmode="numeric"
            hint="Sent first and not counted."
            class="field-number"
        />
    }
    .into_any()
}

#[component]
fn PresetButton(preset: Preset) -> impl IntoView {
    let page = Page::get();
    let chosen = page.slice(move |s| s.draft.requests.trim() == preset.requests().to_string());
    let promise_id = format!("preset-{}", preset.requests());
    let described_by = promise_id.clone();
    view! {
        <button
            type="button"
            class="preset"
            aria-label=preset.label()
            aria-describedby=described_by
            aria-pressed=move || chosen.get().to_string()
            on:click=move |_| page.send(Msg::Preset(preset))
        >
            <strong>{preset.label()}</strong>
            <span id=promise_id>{preset.promise()}</span>
        </button>
    }
    .into_any()
}
