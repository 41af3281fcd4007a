//! Where the wait went: one bar, its parts in words, and a table behind it.

use crate::report::{Report, WaitPartRecord};
use crate::session::wait;
use crate::wait::{How, Part};
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::parts::{fold, section, small_table};
use crate::web::ui::words;

/// The bar of the middle answer.
pub fn wait(report: &Report) -> El {
    let tick = report.exact_to_us();
    let section = section("wait-title", "Where the wait went");
    let Some(middle) = &report.summary.wait else {
        let code = report.summary.wait_reason.as_deref().unwrap_or_default();
        let why = ["Not known: ", words::reason(code), "."].concat();
        return section.child(leaf("p", "nothing", why));
    };
    // What is too short to be told is in the table only.
    let shown = || {
        middle
            .parts
            .iter()
            .filter(|part| wait::is_shown(part, tick))
    };
    section
        .child(wait::biggest(middle, tick).map(|said| leaf("p", "", said)))
        .child(
            el("div")
                .class("wait-bar")
                .attr("aria-hidden", "true")
                .children(shown().map(segment)),
        )
        .child(el("ul").class("wait-key").children(shown().map(|part| {
            leaf("li", "", swatch(part))
                .child([wait::label(part.part), " "].concat())
                .child(leaf("strong", "", wait::time(part, tick)))
        })))
        .child(fold("As a table", table(&middle.parts, tick)))
}

fn swatch(part: &WaitPartRecord) -> El {
    el("span").class(class(part))
}

fn segment(part: &WaitPartRecord) -> El {
    let segment = swatch(part).child(part.us.is_none().then_some("?"));
    match part.us {
        Some(us) => segment.live_style("flex-grow", move || us.to_string()),
        None => segment,
    }
}

const fn class(part: &WaitPartRecord) -> &'static str {
    match (part.how, part.part) {
        (How::Unknown, _) => "part part-unknown",
        (How::Inferred, _) => "part part-inferred",
        (How::Measured, Part::Answer) => "part part-answer",
        (How::Measured, Part::Thinking) => "part part-thinking",
        (How::Measured, _) => "part",
    }
}

fn table(parts: &[WaitPartRecord], tick: u64) -> El {
    let rows = parts.iter().map(|part| {
        el("tr")
            .child(leaf("th", "", wait::label(part.part)).attr("scope", "row"))
            .child(leaf("td", "num", wait::amount(part, tick)))
            .child(leaf("td", "in-words", wait::known(part)))
    });
    let heads = ["Part", "Time", "How it is known"];
    small_table("Where the wait went", &heads, rows.collect())
}
