//! How much: requests, and what their number can prove.

use leptos::prelude::*;

use crate::plan::{Field, UntilStable};
use crate::session::notes::ttft_name;
use crate::session::preset::Preset;
use crate::session::{Edit, Msg};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, group, leaf, text, when, yes_no};
use crate::web::ui::field::{Frame, choice, text_field};
use crate::web::ui::parts::button;

/// Connections a browser opens to one host over HTTP/1.1.
const CONNECTIONS_PER_HOST: u32 = 6;

/// What "Run until" offers; the second is a run until its number is stable.
const UNTIL: [&str; 2] = ["a fixed number of requests", "the number is stable"];
/// Names of [`UntilStable::PERCENTS`].
const NUMBERS: [&str; 4] = [
    ttft_name(UntilStable::PERCENTS[0]),
    ttft_name(UntilStable::PERCENTS[1]),
    ttft_name(UntilStable::PERCENTS[2]),
    ttft_name(UntilStable::PERCENTS[3]),
];
/// Names of [`UntilStable::WITHIN_PERCENT`].
const PRECISIONS: [&str; 3] = ["±5 %", "±10 %", "±20 %"];

/// Fields of the group.
pub fn how_much(page: Page) -> Vec<El> {
    let hint = page.slice(|s| match s.draft.concurrency.trim().parse::<u32>() {
        Ok(n) if n > CONNECTIONS_PER_HOST => {
            text!("Over HTTP/1.1 a browser sends only 6 at a time to one host; the others wait in your browser.").get().to_owned()
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
        if s.draft.run_until.is_empty() {
            ""
        } else {
            most
        }
        .to_owned()
    });
    let stable = page.slice(|s| !s.draft.run_until.is_empty());
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
            "Practice requests: sent first, not counted.".into_any(),
        ),
    ]
}

/// What the run goes on for, as a choice: a position in a list of names.
type Wanted = Option<UntilStable>;

fn run_until(page: Page) -> El {
    let at = |wanted: Wanted| usize::from(wanted.is_some());
    let choose = |wanted: Wanted, at| (at > 0).then(|| wanted.unwrap_or_default());
    select(page, Field::RunUntil, ("Run until", ""), &UNTIL, at, choose)
}

fn which_number(page: Page) -> El {
    let at = |wanted: Wanted| {
        let percent = wanted.unwrap_or_default().percent;
        UntilStable::PERCENTS
            .iter()
            .position(|p| *p == percent)
            .unwrap_or(0)
    };
    let choose = |wanted: Wanted, at: usize| {
        wanted.map(|wanted| UntilStable {
            percent: UntilStable::PERCENTS[at],
            ..wanted
        })
    };
    let words = (
        "Which number",
        "TTFT is the wait for the first sign of life.",
    );
    select(page, Field::WhichNumber, words, &NUMBERS, at, choose)
}

fn precision(page: Page) -> El {
    let at = |wanted: Wanted| {
        let within = wanted.unwrap_or_default().within_percent;
        UntilStable::WITHIN_PERCENT
            .iter()
            .position(|w| *w == within)
            .unwrap_or(0)
    };
    let choose = |wanted: Wanted, at: usize| {
        wanted.map(|wanted| UntilStable {
            within_percent: UntilStable::WITHIN_PERCENT[at],
            ..wanted
        })
    };
    let words = ("Wanted precision", "How far its likely range may reach.");
    select(page, Field::Precision, words, &PRECISIONS, at, choose)
}

/// A choice that is a part of what the run goes on for. Functions, not closures: the code exists once.
fn select(
    page: Page,
    field: Field,
    (label, hint): (&'static str, &'static str),
    names: &'static [&'static str],
    at: fn(Wanted) -> usize,
    choose: fn(Wanted, usize) -> Wanted,
) -> El {
    let value = page.slice(move |s| names[at(UntilStable::parse(&s.draft.run_until))].to_owned());
    let frame = Frame::new(page, field);
    let control = choice(frame, names.to_vec(), value, move |label| {
        let chosen = names.iter().position(|name| *name == label).unwrap_or(0);
        let now = page
            .peek(|s| UntilStable::parse(&s.draft.run_until))
            .flatten();
        let text = choose(now, chosen).map_or_else(String::new, UntilStable::text);
        page.send(Msg::Edit(Edit::Text(Field::RunUntil, text)));
    });
    frame.around("field-workload", label, hint, control)
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
