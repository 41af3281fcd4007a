//! One answer as a user would see it, with the reader following at the plan's pace.

use leptos::prelude::*;

use crate::session::live::Live;
use crate::session::{State, show};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, Text, el, leaf, text, when};

/// The answer on show.
pub fn live_answer(page: Page) -> El {
    let caption = page.slice(|s| {
        let caption = s.run.as_ref().zip(live(s)).map(|(run, live)| {
            let tick = run.calibration.as_ref().map_or(0, |c| c.clock_tick.0);
            caption(live, run.plan.warmup, tick)
        });
        caption.unwrap_or_default()
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
    let pace = page.slice(|s| {
        let pace = s.run.as_ref().map_or(0.0, |run| run.plan.reading_speed.0);
        format!("The bar is a reader of {pace:.0} words a minute. ")
    });
    let thinking = page.slice(|s| live(s).is_some_and(|l| l.answer.is_empty() && l.reasoned));
    let waiting = page.slice(|s| live(s).is_none_or(|l| l.answer.is_empty() && !l.reasoned));
    let cursor = el("span").live("class", move || {
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
                    leaf("p", "", leaf("span", "live-read", text(move || read.get())))
                        .child(cursor)
                        .child(leaf("span", "live-ahead", text(move || ahead.get()))),
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
