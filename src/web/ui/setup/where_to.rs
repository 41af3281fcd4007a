//! Where: provider, address, key, model.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::InputEvent;

use super::key::key_field;
use crate::plan::{CorsVerdict, Field, Provider, providers};
use crate::session::update::provider_of;
use crate::session::{Edit, Msg, offers};
use crate::web::environment::page_origin;
use crate::web::page::Page;
use crate::web::ui::checkup::test_connection;
use crate::web::ui::dom::{El, dynamic, el, group, leaf, text};
use crate::web::ui::field::{Frame, choice, plain_input, text_field};
use crate::web::ui::icon::warn;

/// Id of the list of known models.
const MODELS_ID: &str = "known-models";

/// Fields of the group.
pub fn where_to(page: Page) -> Vec<El> {
    let provider = page.slice(|s| s.draft.provider.clone());
    let about = page.slice(|s| {
        let about = provider_of(s).map(Provider::about).unwrap_or_default();
        about.replace("this page's origin", &page_origin())
    });
    let refuses = page.slice(|s| provider_of(s).is_some_and(|p| p.cors == CorsVerdict::No));
    let about = dynamic(move || {
        let about = leaf("span", "", about.get());
        if refuses.get() {
            leaf("span", "warning", warn()).child(about).into()
        } else {
            about.into()
        }
    });
    let names = providers().iter().map(|p| p.name).collect();
    let frame = Frame::new(page, Field::Provider);
    let control = choice(frame, names, provider, move |name| {
        page.send(Msg::Edit(Edit::Provider(name)));
    });
    let known = page.slice(offers::known_models);
    let models = dynamic(move || {
        let known = known.get();
        group(
            known
                .into_iter()
                .map(|model| el("option").attr("value", model)),
        )
    });
    let listed = page.slice(offers::listed_models);
    let frame_of_model = Frame::new(page, Field::Model);
    let model = plain_input(frame_of_model.draft_control("input"), "text").attr("list", MODELS_ID);
    let model = frame_of_model.around("", "Model", text(move || listed.get()), model);
    let recognised = page.slice(offers::recognised_format);
    let url = text_field(page, Field::BaseUrl, "", "Base URL", "url", "")
        .child(leaf("p", "key-notice", text(move || recognised.get())).attr("role", "status"));
    vec![
        frame.around("", "Provider", about, control),
        model,
        leaf("datalist", "", models).attr("id", MODELS_ID),
        leaf("div", "around", url)
            .on("focusout", move |_| page.address_entered())
            .on("input", move |event| {
                // The field itself has taken the text by now.
                if is_paste(&event) {
                    page.send(Msg::AddressPasted);
                }
            }),
        key_field(page),
        test_connection(page),
    ]
}

/// Whether the text came at once, and not key by key.
fn is_paste(event: &web_sys::Event) -> bool {
    event.dyn_ref::<InputEvent>().is_some_and(|event| {
        matches!(
            event.input_type().as_str(),
            "insertFromPaste" | "insertFromDrop" | "insertReplacementText"
        )
    })
}
