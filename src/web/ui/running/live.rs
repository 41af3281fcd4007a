//! One answer as a user would see it, with the reader following at the plan's pace.

use leptos::prelude::*;

use crate::session::show;
use crate::session::State;
use crate::session::live::Live;
use crate::web::page::Page;

/// The answer on show.
#[component]
pub fn LiveAnswer() -> impl IntoView {
    let page = Page::get();
    let caption = page.slice(|s| live(s).map(caption).unwrap_or_default());
    // Split in two at the reader: two text nodes change ten times a second, whatever the number of tokens.
    let read = page.slice(|s| live(s).map(|l| l.split_at_reader().0.to_owned()).unwrap_or_default());
    let ahead = page.slice(|s| live(s).map(|l| l.split_at_reader().1.to_owned()).unwrap_or_default());
    let thinking = page.slice(|s| live(s).is_some_and(|l| l.answer.is_empty() && !l.reasoning.is_empty()));
    let waiting = page.slice(|s| live(s).is_none_or(|l| l.answer.is_empty() && l.reasoning.is_empty()));
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
                "The bar is an average reader. Dark text is read, grey text has arrived and lies ahead."
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

fn caption(live: &Live) -> String {
    let what = if live.warmup { "warm-up" } else { "measured" };
    match live.ttft {
        Some(ttft) => {
            let first = show::time(ttft.as_millis() * 1000.0, 1000);
            format!("Request {} ({what}), first sign of life after {first}", live.index + 1)
        }
        None => format!("Request {} ({what}), waiting for the first word", live.index + 1),
    }
}
