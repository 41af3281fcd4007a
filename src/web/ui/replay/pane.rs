//! One answer: its text up to now, what its reader does, and a bar of her waits.

use std::sync::Arc;

use leptos::prelude::*;

use super::{Replay, seconds};
use crate::replay::{Moment, Mood, Player, Timeline};
use crate::session::show;
use crate::units::Micros;
use crate::web::ui::dom::{El, Text, el, leaf, present, text};

/// Width of the bar in units of its view box.
const WIDTH: u64 = 1_000;

/// The side of this number.
pub fn pane(replay: &Arc<Replay>, side: usize, player: RwSignal<Player>) -> El {
    let part = |class, part: for<'a> fn(&Moment<'a>) -> &'a str| {
        let replay = Arc::clone(replay);
        let shown = move || match replay.timelines.get(side) {
            Some(timeline) => part(&timeline.at(player.get().at())).to_owned(),
            None => String::new(),
        };
        leaf("span", class, text(shown))
    };
    let waits = {
        let replay = Arc::clone(replay);
        move || {
            let mood = replay.timelines.get(side)?.at(player.get().at()).mood;
            present(!matches!(mood, Mood::Before | Mood::Waiting(_)))
        }
    };
    let happens = {
        let replay = Arc::clone(replay);
        move || match replay.timelines.get(side) {
            Some(timeline) => what_happens(timeline, player.get().at()),
            None => String::new(),
        }
    };
    let shown = leaf("p", "replay-text", part("replay-read", |m| m.read))
        .child(part("replay-word", |m| m.word))
        .child(part("", |m| m.ahead))
        .child(leaf("span", "replay-wait", "waiting").live("hidden", waits));
    let timeline = replay.timelines.get(side);
    el("div")
        .child(replay.names.get(side).map(|name| leaf("h3", "", name)))
        .child(timeline.map(|timeline| leaf("p", "quiet", in_short(timeline, replay.tick_us))))
        .child(shown)
        .child(timeline.map(|timeline| bar(timeline, player)))
        .child(leaf("p", "quiet", text(happens)))
}

/// The whole answer in a sentence.
fn in_short(timeline: &Timeline, tick_us: u64) -> String {
    let first = show::micros(timeline.first_word().0, tick_us);
    let longest = timeline
        .stalls()
        .iter()
        .filter_map(|s| s.until.since(s.from))
        .max()
        .unwrap_or_default();
    let longest = show::freeze(longest.0, tick_us);
    [
        "First word after ",
        &first,
        "; longest wait after it: ",
        &longest,
        ".",
    ]
    .concat()
}

/// What the reader does at a moment.
pub fn what_happens(timeline: &Timeline, at: Micros) -> String {
    let moment = timeline.at(at);
    let unit = timeline.unit();
    let all = timeline.len().to_string();
    let number = (moment.words_read + 1).to_string();
    let ahead = moment.words_ahead.to_string();
    let mut words = match moment.mood {
        Mood::Before => return "Waiting for the first word".to_owned(),
        Mood::Reading => [
            "Reading ", unit, " ", &number, " of ", &all, ", ", &ahead, " ahead",
        ]
        .concat(),
        Mood::Waiting(time) => [
            "Waiting ",
            &seconds(time),
            " for ",
            unit,
            " ",
            &number,
            " of ",
            &all,
        ]
        .concat(),
        Mood::Done => ["Finished after ", &seconds(timeline.end())].concat(),
    };
    if moment.waits > 0 {
        words += &[" · waits: ", &moment.waits.to_string()].concat();
    }
    words
}

/// Waits along the time of the replay, and where it is.
fn bar(timeline: &Timeline, player: RwSignal<Player>) -> El {
    let end = player.get_untracked().end().0.max(1);
    let x = move |at: Micros| (at.0.saturating_mul(WIDTH) / end).to_string();
    let mut waits = String::new();
    let mut shade = |from, until| {
        waits += &["M", &x(from), " 0V8H", &x(until), "V0z"].concat();
    };
    shade(Micros::ZERO, timeline.first_word());
    for stall in timeline.stalls() {
        shade(stall.from, stall.until);
    }
    let text = ["M0 4H", &x(timeline.end())].concat();
    let now = el("rect")
        .class("replay-now")
        .attr("width", "4")
        .attr("height", "8")
        .live("x", move || Some(Text::Owned(x(player.get().at()))));
    el("svg")
        .class("replay-bar")
        .attr("viewBox", "0 0 1000 8")
        .attr("preserveAspectRatio", "none")
        .attr("aria-hidden", "true")
        .child(el("path").class("line-text").attr("d", text))
        .child(el("path").class("wait").attr("d", waits))
        .child(now)
}
