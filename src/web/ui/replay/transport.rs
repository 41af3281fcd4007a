//! What moves the replay: one set of controls for both sides.

use std::sync::Arc;

use leptos::prelude::*;

use super::{Replay, draw, pane, seconds};
use crate::replay::{Player, Timeline};
use crate::units::Micros;
use crate::web::ui::dom::{El, el, leaf, text};
use crate::web::ui::parts::button;

/// Step of the slider.
const STEP_US: u64 = 100_000;
/// Speeds on offer, and how they are called.
const SPEEDS: [(&str, &str); 3] = [("1", "×1"), ("2", "×2"), ("4", "×4")];

/// Play, position, speed, and steps from moment to moment. Steps are said aloud; a replay that plays is not.
pub fn transport(replay: &Arc<Replay>, player: RwSignal<Player>) -> El {
    let play = button(
        "small replay-motion",
        text(move || {
            let name = if player.get().is_playing() {
                "Pause"
            } else {
                "Play"
            };
            name.to_owned()
        }),
        move || {
            player.update(Player::toggle);
            if player.get_untracked().is_playing() {
                draw(player);
            }
        },
    );
    let end = player.get_untracked().end();
    let where_it_is = move || [&seconds(player.get().at()), " of ", &seconds(end)].concat();
    let position = el("input")
        .attr("type", "range")
        .attr("aria-label", "Position")
        .attr("max", end.0.div_ceil(STEP_US).to_string())
        .live_text("value", move || (player.get().at().0 / STEP_US).to_string())
        .live("aria-valuetext", move || Some(where_it_is().into()))
        .on("input", move |event| {
            if let Ok(steps) = event_target_value(&event).parse::<u32>() {
                player.update(|player| player.seek(Micros(u64::from(steps) * STEP_US)));
            }
        });
    let mut speed = el("select");
    for &(times, name) in &SPEEDS {
        speed = speed.child(leaf("option", "", name).attr("value", times));
    }
    let speed = speed.on("change", move |event| {
        if let Ok(times) = event_target_value(&event).parse::<u32>() {
            player.update(|player| player.set_speed(times));
        }
    });
    let step = |label, forward| {
        let replay = Arc::clone(replay);
        button("small", label, move || {
            let at = Timeline::step(&replay.timelines, player.get_untracked().at(), forward);
            player.update(|player| player.step(at));
        })
    };
    let spoken = Arc::clone(replay);
    let said = move || {
        let player = player.get();
        if player.has_stepped() {
            in_words(&spoken, player.at())
        } else {
            String::new()
        }
    };
    leaf("div", "replay-controls", play)
        .child(position)
        .child(leaf("span", "replay-time", text(where_it_is)))
        .child(leaf("label", "replay-motion", "Speed ").child(speed))
        .child(step("Previous moment", false))
        .child(step("Next moment", true))
        .child(leaf("p", "unseen", text(said)).attr("role", "status"))
}

/// What all readers do at a moment.
fn in_words(replay: &Replay, at: Micros) -> String {
    let mut words = ["After ", &seconds(at), "."].concat();
    for (name, timeline) in replay.names.iter().zip(&replay.timelines) {
        words += &[" ", name, ": ", &pane::what_happens(timeline, at), "."].concat();
    }
    words
}
