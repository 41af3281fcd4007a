//! Three numbers that settle as answers finish.

use leptos::prelude::*;

use crate::session::{Run, show};
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf, text};

/// First word, words per minute, longest freeze.
pub fn live_numbers(page: Page) -> El {
    let of_run = move |part: fn(&Run) -> String| {
        page.slice(move |s| s.run.as_ref().map(part).unwrap_or_default())
    };
    let n = of_run(|run| format!(" {}", show::counted(run.so_far.answers(), "answer")));
    let first_word = of_run(|run| run.so_far.first_word(tick(run)));
    let about_first_word = of_run(|run| run.so_far.about_first_word().to_owned());
    let pace = of_run(|run| run.so_far.pace());
    let about_pace = of_run(|run| run.so_far.about_pace().to_owned());
    let freeze = of_run(|run| run.so_far.longest_freeze(tick(run)));
    let about_freeze = of_run(|_| "worst of all answers".to_owned());
    el("section")
        .attr("aria-labelledby", "so-far")
        .child(
            leaf("h2", "side-title", "So far")
                .attr("id", "so-far")
                .child(leaf("span", "quiet", text(move || n.get()))),
        )
        .child(
            el("dl")
                .class("live-numbers")
                .child(number("First word", about_first_word, first_word))
                .child(number("Words per minute", about_pace, pace))
                .child(number("Longest freeze", about_freeze, freeze)),
        )
}

fn number(label: &'static str, about: Memo<String>, value: Memo<String>) -> El {
    leaf("div", "live-number", leaf("dt", "", label)).child(
        leaf("dd", "", leaf("span", "big", text(move || value.get()))).child(leaf(
            "span",
            "quiet",
            text(move || about.get()),
        )),
    )
}

fn tick(run: &Run) -> u64 {
    run.calibration.as_ref().map_or(0, |c| c.clock_tick.0)
}
