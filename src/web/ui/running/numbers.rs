//! Three numbers that settle as answers finish. They come from the same report that the results show.

use leptos::prelude::*;

use crate::report::{Distribution, Report};
use crate::session::show;
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf, text};

/// First word, words per minute, longest freeze.
pub fn live_numbers(page: Page) -> El {
    let n = page.of_report(|r| format!(" {}", show::counted(r.summary.n, "answer")));
    let first_word =
        page.of_report(|r| or_none(middle(&r.summary.ttfa_us).map(|us| show::time(us, tick(r)))));
    let pace = page.of_report(|r| or_none(middle(&r.summary.wpm).map(show::pace)));
    let freeze = page.of_report(|r| {
        or_none(r.summary.longest_stall_us.max.map(|us| {
            if us > 0.0 {
                show::time(us, tick(r))
            } else {
                "none".to_owned()
            }
        }))
    });
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
                .child(number("First word", "middle of all answers", first_word))
                .child(number("Words per minute", "middle of all answers", pace))
                .child(number("Longest freeze", "worst of all answers", freeze)),
        )
}

fn number(label: &'static str, about: &'static str, value: Memo<String>) -> El {
    leaf("div", "live-number", leaf("dt", "", label)).child(
        leaf("dd", "", leaf("span", "big", text(move || value.get())))
            .child(leaf("span", "quiet", about)),
    )
}

fn or_none(value: Option<String>) -> String {
    value.unwrap_or_else(|| show::NONE.to_owned())
}

/// The median, or before there are enough answers for one, the mean of what there is.
fn middle(d: &Distribution) -> Option<f64> {
    d.p50.or(d.mean)
}

fn tick(report: &Report) -> u64 {
    report.environment.clock_tick_us
}
