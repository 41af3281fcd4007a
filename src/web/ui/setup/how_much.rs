//! How much: requests, and what their number can prove.

use leptos::prelude::*;

use crate::plan::{Field, UntilStable};
use crate::session::notes::ttft_name;
use crate::session::preset::Preset;
use crate::session::{Edit, Msg};
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, group, leaf, text, when, yes_no};
use crate::web::ui::field::{Frame, choice, text_field};
use crate::web::ui::parts::button;

/// Connections a browser opens to one host over HTTP/1.1.
const CONNECTIONS_PER_HOST: u32 = 6;

/// What "Run until" offers; the second is a run until its number is stable.
const UNTIL: [&str; 2] = ["a fixed number of requests", "the number is stable"];
/// Names of [`UntilStable::WITHIN_PERCENT`].
const PRECISIONS: [&str; 3] = ["±5 %", "±10 %", "±20 %"];

/// Fields of the group.
pub fn how_much(page: Page) -> Vec<El> {
    let hint = page.slice(|s| match s.draft.concurrency.trim().parse::<u32>() {
        Ok(n) if n > CONNECTIONS_PER_HOST => {
            "Over HTTP/1.1 a browser sends only 6 at a time to one host; the others wait in your browser.".to_owned()
        }
        _ => "Requests at the same time.".to_owned(),
    });
    let presets = el("div")
        .class("presets")
        .attr("role", "group")
        .attr("aria-label", "Presets")
        .children(Preset::ALL.map(|preset| preset_button(page, preset)));
    let field =
        move |field, label, hint| text_field(page, field, "field-number", label, "numeric", hint);
    let at_most = page.slice(|s| {
        let most = "At most; fewer if the number is stable before.";
        if s.draft.until_stable { most } else { "" }.to_owned()
    });
    let stable = page.slice(|s| s.draft.until_stable);
    let wanted = when(stable, move || group([which_number(page), precision(page)]));
    vec![
        presets,
        run_until(page),
        leaf("div", "around", wanted),
        field(Field::Requests, "Requests", text(move || at_most.get())),
        field(Field::Concurrency, "Concurrency", text(move || hint.get())),
        field(
            Field::Warmup,
            "Warm-up requests",
            "Sent first and not counted.".into_any(),
        ),
    ]
}

fn run_until(page: Page) -> El {
    let value = page.slice(|s| UNTIL[usize::from(s.draft.until_stable)].to_owned());
    let frame = Frame::new(page, Field::RunUntil);
    let control = choice(frame, UNTIL.into_iter(), value, move |label| {
        page.send(Msg::Edit(Edit::UntilStable(label == UNTIL[1])));
    });
    frame.around("field-number", "Run until", "", control)
}

fn which_number(page: Page) -> El {
    let value = page.slice(|s| ttft_name(s.draft.stable.percent).to_owned());
    let frame = Frame::new(page, Field::WhichNumber);
    let names = UntilStable::PERCENTS.into_iter().map(ttft_name);
    let control = choice(frame, names, value, move |label| {
        let chosen = UntilStable::PERCENTS
            .into_iter()
            .find(|percent| ttft_name(*percent) == label);
        edit(page, &|stable| {
            stable.percent = chosen.unwrap_or(stable.percent)
        });
    });
    let hint = "TTFT is the wait for the first sign of life.";
    frame.around("field-number", "Which number", hint, control)
}

fn precision(page: Page) -> El {
    let value = page.slice(|s| format!("±{} %", s.draft.stable.within_percent));
    let frame = Frame::new(page, Field::Precision);
    let control = choice(frame, PRECISIONS.into_iter(), value, move |label| {
        if let Some(at) = PRECISIONS.iter().position(|name| *name == label) {
            edit(page, &|stable| {
                stable.within_percent = UntilStable::WITHIN_PERCENT[at]
            });
        }
    });
    let hint = "How far its likely range may reach.";
    frame.around("field-number", "Wanted precision", hint, control)
}

fn edit(page: Page, change: &dyn Fn(&mut UntilStable)) {
    let mut stable = page.peek(|s| s.draft.stable).unwrap_or_default();
    change(&mut stable);
    page.send(Msg::Edit(Edit::Stable(stable)));
}

fn preset_button(page: Page, preset: Preset) -> El {
    let chosen = page.slice(move |s| s.draft.requests.trim() == preset.requests().to_string());
    let promise_id = format!("preset-{}", preset.requests());
    let choose = move || page.send(Msg::Preset(preset));
    button("preset", leaf("strong", "", preset.label()), choose)
        .attr("aria-label", preset.label())
        .attr("aria-describedby", promise_id.clone())
        .live("aria-pressed", move || yes_no(chosen.get()))
        .child(leaf("span", "", preset.promise()).attr("id", promise_id))
}
