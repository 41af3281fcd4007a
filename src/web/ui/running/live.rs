//! One answer as a user would see it, with the reader following at the plan's pace.

use leptos::prelude::*;

use crate::session::live::Live;
use crate::session::{State, show};
use crate::web::page::Page;

/// The answer on show.
#[component]
pub fn LiveAnswer() -> impl IntoView {
    let page = Page::get();
    let caption = page.slice(|s| {
        let run = s.run.as_ref()?;
        let tick = run.calibration.as_ref().map_or(0, |c| c.clock_tick.0);
        live(s).map(|live| caption(live, run.plan.warmup, tick))
    });
    // Split in two at the reader: two text nodes change ten times a second, whatever the number of tokens.
    let read = page.slice(|s| {
        live(s)
            .map(|l| l.split_at_reader().0.to_owned())
            .unwrap_or_default()
    });
    let ahead = page.slice(|s| {
        live(s)
            .map(|l| l.split_at_reader().1.to_owned())
            .unwrap_or_default()
    });
    let pace = page.slice(|s| s.run.as_ref().map_or(0.0, |run| run.plan.reading_speed.0));
    let thinking =
        page.slice(|s| live(s).is_some_and(|l| l.answer.is_empty() && !l.reasoning.is_empty()));
    let waiting =
        page.slice(|s| live(s).is_none_or(|l| l.answer.is_empty() && l.reasoning.is_empty()));
    view! {
        <section class="live card" aria-labelledby="live-title">
            <div class="live-head">
                <h2 id="live-title">"As your user sees it"</h2>
                <p class="quiet">{move || caption.get()}</p>
            </div>
            <div class="live-text" aria-live="off">
                <p>
                    <span class="live-read">{move || read.get()}</span>
                    <span class="live-cursor" class:live-cursor-idle=move || waiting.get()></span>
                    <span class="live-ahead">{move || ahead.get()}</span>
                </p>
                {move || thinking.get().then(|| view! { <p class="quiet">"The model is thinking; no word of the answer yet."</p> })}
            </div>
            <p class="live-key quiet">
                {move || format!("The bar is a reader of {:.0} words a minute. ", pace.get())}
                "Dark text is read, grey text has arrived and lies ahead."
            </p>
        </section>
    }
    .into_any()
}

fn live(state: &State) -> Option<&Live> {
    let run = state.run.as_ref()?;
    run.progress.live.as_ref()?;
    Some(&run.live)
}

fn caption(live: &Live, warmup: u32, tick: u64) -> String {
    let request = if live.index < warmup {
        format!("Warm-up request {}", live.index + 1)
    } else {
        format!("Request {}", live.index - warmup + 1)
    };
    match live.ttft {
        Some(ttft) => format!(
            "{request}, first sign of life after {}",
            show::micros(ttft.0, tick)
        ),
        None => format!("{request}, waiting for the first word"),
    }
}
