//! The pictures of the results, each with a sentence that says what it shows.

mod frame;

use std::sync::Arc;

use leptos::prelude::*;

use crate::chart::{Picture, first_words, gaps, position, reader, spread};
use crate::report::{Report, RequestRecord};
use crate::web::ui::dom::{El, dynamic, el, leaf};
use crate::web::ui::parts::section;
use frame::frame;

/// A picture of one answer.
type OfOne = fn(&Report, &RequestRecord) -> Result<Picture, String>;

/// The index of the answer that is shown.
pub type Shown = RwSignal<Option<u32>>;

/// The one to begin with.
pub fn shown(report: &Report) -> Shown {
    RwSignal::new(reader::most_telling(report))
}

/// Id of the reader's heading.
pub const READER_ID: &str = "reader-title";

/// The text of one answer against its reader: the one that tells most, or another that is chosen.
pub fn reader_view(report: &Arc<Report>, shown: Shown) -> El {
    section(READER_ID, "One answer and its reader")
        .child(choice(report, shown))
        .child(of_one(report, shown, |report, record| {
            let tick_us = report.exact_to_us();
            reader::reader(record, report.plan.reading_speed_wpm, tick_us)
        }))
}

/// The others, in pairs: `judged` beside the first words, then the spreads, then the rest of the answer that is shown.
pub fn pictures(report: &Arc<Report>, shown: Shown, judged: El) -> [El; 3] {
    let of_run = |id, title, picture| section(id, title).child(frame(picture));
    let first_words = first_words::first_words(report);
    let gaps = of_one(report, shown, |report, record| {
        gaps::gaps(record, report.exact_to_us())
    });
    let position = of_one(report, shown, |_, record| position::position(record));
    let pairs = [
        (
            judged,
            of_run("first-words-title", "First words", first_words),
        ),
        (
            of_run("ttft-title", "First signs of life", spread::ttft(report)),
            of_run("tps-title", "Streaming speeds", spread::tps(report)),
        ),
        (
            section("gaps-title", "Gaps in this answer").child(gaps),
            section("position-title", "Speed along this answer").child(position),
        ),
    ];
    pairs.map(|(one, other)| leaf("div", "results-columns", one).child(other))
}

/// A picture of the answer that is shown.
fn of_one(report: &Arc<Report>, shown: Shown, draw: OfOne) -> AnyView {
    let report = Arc::clone(report);
    dynamic(move || {
        let record = report
            .requests
            .iter()
            .find(|r| Some(r.index) == shown.get());
        frame(match record {
            Some(record) => draw(&report, record),
            None => Err("No answer worked.".to_owned()),
        })
    })
}

/// Chooses the answer that is shown, where there is a choice.
fn choice(report: &Report, shown: Shown) -> Option<El> {
    let options: Vec<El> = reader::answers(report)
        .into_iter()
        .map(|answer| {
            let index = answer.index;
            let option = leaf(
                "option",
                "",
                ["Request ", &(index + 1).to_string()].concat(),
            )
            .attr("value", index.to_string());
            if shown.get_untracked() == Some(index) {
                option.attr("selected", "")
            } else {
                option
            }
        })
        .collect();
    let select = el("select").on("change", move |event| {
        if let Ok(index) = event_target_value(&event).parse() {
            shown.set(Some(index));
        }
    });
    (options.len() > 1)
        .then(|| leaf("label", "answer-shown", "Answer shown ").child(select.children(options)))
}
