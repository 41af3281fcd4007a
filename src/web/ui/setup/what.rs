//! What: the workload and its prompt.

use leptos::prelude::*;

use crate::format;
use crate::plan::{Field, workloads};
use crate::session::{Edit, Msg, form};
use crate::web::page::Page;
use crate::web::ui::field::{ChoiceField, FieldFrame, described_by, error_of, invalid};

/// Fields of the group.
#[component]
pub fn What() -> impl IntoView {
    let page = Page::get();
    let options = workloads()
        .iter()
        .map(|w| (w.label.to_owned(), w.label.to_owned()))
        .collect();
    let workload = page.slice(|s| s.draft.workload.info().label.to_owned());
    let about = page.slice(|s| format!("{}.", s.draft.workload.info().about));
    let choose = Callback::new(move |label: String| {
        if let Some(chosen) = workloads().iter().find(|w| w.label == label) {
            page.send(Msg::Edit(Edit::Workload(chosen.workload)));
        }
    });
    let error = error_of(Field::Prompt);
    let prompt = page.slice(|s| s.draft.prompt.clone());
    let size = page.slice(|s| {
        let words = s.draft.prompt.split_whitespace().count();
        let words = format::counted(words, "word");
        if s.draft.nonce {
            format!("{words}. A short unique line goes in front of each, so that no cache answers.")
        } else {
            format!("{words}, the same in every request.")
        }
    });
    view! {
        <ChoiceField field=Field::Workload label="Workload" hint=about options value=workload choose class="field-workload"/>
        <FieldFrame field=Field::Prompt label="Prompt" hint=size error class="field-prompt">
            <textarea
                id=form::control_id(Field::Prompt)
                rows="4"
                prop:value=move || prompt.get()
                aria-describedby=described_by(Field::Prompt, error)
                aria-invalid=invalid(error)
                on:input=move |event| {
                    page.send(Msg::Edit(Edit::Text(Field::Prompt, event_target_value(&event))));
                }
            ></textarea>
        </FieldFrame>
    }
    .into_any()
}
