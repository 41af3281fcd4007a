//! One answer as a user would see it, with the reader following at the plan's pace.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::session::live::Live;
use crate::session::{State, show};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, Text, el, leaf, text, when};

/// Id of the bar that is the reader.
const CURSOR_ID: &str = "reader";

/// The answer on show.
pub fn live_answer(page: Page) -> El {
    let caption = page.slice(|s| {
        let caption = s.run.as_ref().zip(live(s)).map(|(run, live)| {
            let tick = run.calibration.as_ref().map_or(0, |c| c.clock_tick.0);
            caption(live, run.plan.warmup, tick)
        });
        caption.unwrap_or_default()
    });
    // Three text nodes change ten times a second, whatever the number of tokens. The whole text only ever grows at its end; what
    // was read is laid over it, and the rest of that layer, out of sight, makes it break its lines at the same places. Were the
    // text cut in two where the reader is, all of what lies ahead would move with each word.
    let whole = page.slice(|s| live(s).map(|l| l.answer.clone()).unwrap_or_default());
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
    let pace = page.slice(|s| {
        let pace = s.run.as_ref().map_or(0.0, |run| run.plan.reading_speed.0);
        format!("The bar is a reader of {pace:.0} words a minute. ")
    });
    let thinking = page.slice(|s| live(s).is_some_and(|l| l.answer.is_empty() && l.reasoned));
    let waiting = page.slice(|s| live(s).is_none_or(|l| l.answer.is_empty() && !l.reasoned));
    Effect::new(move |_| {
        read.track();
        // Once what was read is drawn.
        request_animation_frame(follow_reader);
    });
    let cursor = el("span").attr("id", CURSOR_ID).live("class", move || {
        Some(Text::Borrowed(if waiting.get() {
            "live-cursor live-cursor-idle"
        } else {
            "live-cursor"
        }))
    });
    el("section")
        .class("live card")
        .attr("aria-labelledby", "live-title")
        .child(
            leaf(
                "div",
                "live-head",
                leaf("h2", "", "As your user sees it").attr("id", "live-title"),
            )
            .child(leaf("p", "quiet", text(move || caption.get()))),
        )
        .child(
            el("div")
                .class("live-text")
                .attr("aria-live", "off")
                .child(
                    leaf(
                        "p",
                        "live-layers",
                        leaf("span", "live-ahead", text(move || whole.get())),
                    )
                    .child(
                        leaf("span", "", text(move || read.get()))
                            .attr("aria-hidden", "true")
                            .child(cursor)
                            .child(leaf("span", "live-rest", text(move || ahead.get()))),
                    ),
                )
                .child(when(thinking, || {
                    leaf(
                        "p",
                        "quiet",
                        "The model is thinking; no word of the answer yet.",
                    )
                    .into()
                })),
        )
        .child(
            leaf("p", "live-key quiet", text(move || pace.get()))
                .child(text!("Strong text is read, faint text has arrived and lies ahead.").get()),
        )
}

/// Scrolls the text, whose box does not grow with it, to where the reader is.
fn follow_reader() {
    let cursor = document().get_element_by_id(CURSOR_ID);
    let Some(Ok(cursor)) = cursor.map(JsCast::dyn_into::<HtmlElement>) else {
        return;
    };
    if let Some(shown) = cursor.offset_parent() {
        shown.set_scroll_top(cursor.offset_top() - shown.client_height() / 2);
    }
}

fn live(state: &State) -> Option<&Live> {
    let run = state.run.as_ref()?;
    run.progress.live.as_ref()?;
    Some(&run.live)
}

fn caption(live: &Live, warmup: u32, tick: u64) -> String {
    let request = if live.index < warmup {
        format!("Practice request {}", live.index + 1)
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
