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

/// All of them, in pairs: the run, then one answer of it.
pub fn pictures(report: &Arc<Report>) -> [El; 3] {
    let shown = RwSignal::new(reader::most_telling(report));
    let of_run = |id, title, picture| section(id, title).child(frame(picture));
    let of_one = |id, title, draw: OfOne| {
        let report = Arc::clone(report);
        let picture = dynamic(move || {
            let record = report
                .requests
                .iter()
                .find(|r| Some(r.index) == shown.get());
            frame(match record {
                Some(record) => draw(&report, record),
                None => Err("No answer worked.".to_owned()),
            })
        });
        (section(id, title), picture)
    };
    let (reader_section, reader_picture) = of_one(
        "reader-title",
        "One answer and its reader",
        |report, record| {
            let tick_us = report.exact_to_us();
            reader::reader(record, report.plan.reading_speed_wpm, tick_us)
        },
    );
    let (gaps_section, gaps_picture) =
        of_one("gaps-title", "Gaps in this answer", |report, record| {
            gaps::gaps(record, report.exact_to_us())
        });
    let (position_section, position_picture) =
        of_one("position-title", "Speed along this answer", |_, record| {
            position::position(record)
        });
    [
        leaf(
            "div",
            "results-columns",
            of_run(
                "first-words-title",
                "First words",
                first_words::first_words(report),
            ),
        )
        .child(
            reader_section
                .child(choice(report, shown))
                .child(reader_picture),
        ),
        leaf(
            "div",
            "results-columns",
            of_run("ttft-title", "First signs of life", spread::ttft(report)),
        )
        .child(of_run("tps-title", "Streaming speeds", spread::tps(report))),
        leaf("div", "results-columns", gaps_section.child(gaps_picture))
            .child(position_section.child(position_picture)),
    ]
}

/// Chooses the answer that is shown, where there is a choice.
fn choice(report: &Report, shown: RwSignal<Option<u32>>) -> Option<El> {
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
