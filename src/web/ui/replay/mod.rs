//! "Replay": the best and the worst answer side by side, as they came, each with its reader. Only a frame of a replay that
//! plays, and that can be seen, costs anything.

mod pane;
mod transport;

use std::sync::Arc;

use leptos::prelude::*;

use crate::replay::{Player, Timeline, extremes};
use crate::report::{Report, RequestRecord};
use crate::text;
use crate::units::{Micros, Wpm};
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::parts::section;

/// Id of the heading, and the place whose being in sight counts.
const TITLE_ID: &str = "replay-title";

/// What is replayed: the best answer first, the worst second, or only one.
struct Replay {
    names: Vec<String>,
    timelines: Vec<Timeline>,
    tick_us: u64,
}

/// The section.
pub fn replay(page: Page, report: &Report) -> El {
    let section = section(TITLE_ID, "Replay");
    let replay = Replay::of(page, report);
    if replay.timelines.is_empty() {
        return section.child(leaf(
            "p",
            "nothing",
            text!("No answer can be replayed: each failed, was too short, or was not timed well enough.").get(),
        ));
    }
    let end = replay.timelines.iter().map(Timeline::end).max();
    let player = RwSignal::new(Player::new(end.unwrap_or_default()));
    let text = if replay.timelines.iter().any(Timeline::is_neutral) {
        "Neutral words of the same lengths stand for the text. "
    } else {
        ""
    };
    let key = [
        text,
        text!("Grey words are read, the marked one is being read, the rest lies ahead. Shaded parts of the bar are waits.").get(),
    ]
    .concat();
    let replay = Arc::new(replay);
    let mut panes = el("div").class("replay-panes");
    for side in 0..replay.timelines.len() {
        panes = panes.child(pane::pane(&replay, side, player));
    }
    section
        .child(leaf(
            "p",
            "quiet",
            text!("As your reader would have seen it, counted from the moment of sending.").get(),
        ))
        .child(transport::transport(&replay, player))
        .child(panes)
        .child(leaf("p", "quiet", key))
}

impl Replay {
    fn of(page: Page, report: &Report) -> Self {
        let mut replay = Replay {
            names: Vec::new(),
            timelines: Vec::new(),
            tick_us: report.exact_to_us(),
        };
        let Some((best, worst)) = extremes(&report.requests) else {
            return replay;
        };
        let wpm = Wpm(report.plan.reading_speed_wpm);
        if best.index == worst.index {
            replay.add(page, "Request ", best, wpm);
        } else {
            replay.add(page, "Best: request ", best, wpm);
            replay.add(page, "Worst: request ", worst, wpm);
        }
        replay
    }

    fn add(&mut self, page: Page, name: &str, record: &RequestRecord, wpm: Wpm) {
        // The report holds no texts unless it is told to; the run does.
        let text = page.peek(|state| {
            let traces = &state.run.as_ref()?.traces;
            let trace = traces.iter().find(|trace| trace.index == record.index)?;
            Some(trace.answer.clone())
        });
        let text = text.flatten().unwrap_or_default();
        if let Some(timeline) = Timeline::of_record(record, &text, wpm) {
            self.names
                .push([name, &(record.index + 1).to_string()].concat());
            self.timelines.push(timeline);
        }
    }
}

/// Draws until the replay stands still, or nobody can see it.
fn draw(player: RwSignal<Player>) {
    request_animation_frame(move || {
        let now = window().performance().map_or(0.0, |clock| clock.now());
        let playing = player.try_update(|player| {
            if !is_in_sight() {
                player.pause();
            }
            player.frame(Micros::from_millis(now));
            player.is_playing()
        });
        if playing == Some(true) {
            draw(player);
        }
    });
}

fn is_in_sight() -> bool {
    let section = document()
        .get_element_by_id(TITLE_ID)
        .and_then(|title| title.parent_element());
    let height = document()
        .document_element()
        .map(|root| root.client_height());
    section.zip(height).is_some_and(|(section, height)| {
        let place = section.get_bounding_client_rect();
        place.bottom() > 0.0 && place.top() < f64::from(height)
    })
}

/// Seconds with one decimal, which don't change their width with every frame.
fn seconds(time: Micros) -> String {
    let tenths = time.0 / 100_000;
    [
        &(tenths / 10).to_string(),
        ".",
        &(tenths % 10).to_string(),
        " s",
    ]
    .concat()
}
