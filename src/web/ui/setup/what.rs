//! What: the workload and its prompt.

use leptos::prelude::*;

use crate::format;
use crate::plan::{Field, workloads};
use crate::session::{Edit, Msg};
use crate::web::page::Page;
use crate::web::ui::dom::{El, text};
use crate::web::ui::field::{Frame, choice};

/// Fields of the group.
pub fn what(page: Page) -> Vec<El> {
    let workload = page.slice(|s| s.draft.workload.info().label.to_owned());
    let about = page.slice(|s| format!("{}.", s.draft.workload.info().about.get()));
    let choose = move |label: String| {
        if let Some(chosen) = workloads().iter().find(|w| w.label == label) {
            page.send(Msg::Edit(Edit::Workload(chosen.workload)));
        }
    };
    let size = page.slice(|s| {
        let words = s.draft.prompt.split_whitespace().count();
        let words = format::counted(words, "word");
        if s.draft.nonce {
            format!("{words}. A short unique line goes in front of each, so that no cache answers.")
        } else {
            format!("{words}, the same in every request.")
        }
    });
    let names = workloads().iter().map(|w| w.label).collect();
    let frame = Frame::new(page, Field::Workload);
    let control = choice(frame, names, workload, choose);
    let about = text(move || about.get());
    let workload = frame.around("field-workload", "Workload", about, control);
    let frame = Frame::new(page, Field::Prompt);
    let control = frame.draft_control("textarea").attr("rows", "4");
    let size = text(move || size.get());
    let prompt = frame.around("field-prompt", "Prompt", size, control);
    vec![workload, prompt]
}
