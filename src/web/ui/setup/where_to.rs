//! Where: provider, address, key, model.

use leptos::prelude::*;

use super::key::key_field;
use crate::plan::{CorsVerdict, Field, Provider, providers};
use crate::session::update::provider_of;
use crate::session::{Edit, Msg};
use crate::web::page::Page;
use crate::web::ui::checkup::test_connection;
use crate::web::ui::dom::{El, dynamic, el, group, leaf, text};
use crate::web::ui::field::{Frame, choice, text_field};

/// Id of the list of known models.
const MODELS_ID: &str = "known-models";

/// Fields of the group.
pub fn where_to(page: Page) -> Vec<El> {
    let provider = page.slice(|s| s.draft.provider.clone());
    let about = page.slice(|s| provider_of(s).map(about_provider).unwrap_or_default());
    let names = providers().iter().map(|p| p.name);
    let frame = Frame::new(page, Field::Provider);
    let control = choice(frame, names, provider, move |name| {
        page.send(Msg::Edit(Edit::Provider(name)));
    });
    let models = dynamic(move || {
        provider.track();
        let models = page.peek(|s| provider_of(s).map(|p| p.example_models));
        let models = models.flatten().unwrap_or_default().iter();
        group(models.map(|model| el("option").attr("value", *model)))
    });
    let url = text_field(page, Field::BaseUrl, "", "Base URL", "url", "");
    vec![
        frame.around("", "Provider", text(move || about.get()), control),
        text_field(page, Field::Model, "", "Model", "text", ""),
        leaf("datalist", "", models).attr("id", MODELS_ID),
        leaf("div", "around", url).on("focusout", move |_| page.send(Msg::AddressEntered)),
        key_field(page),
        test_connection(page),
    ]
}

fn about_provider(provider: &Provider) -> String {
    let reach = match provider.cors {
        // Said by the note itself.
        CorsVerdict::Yes if provider.as_of.is_empty() => String::new(),
        CorsVerdict::Yes => format!("Answers web pages (seen {}). ", provider.as_of),
        CorsVerdict::AfterSetup => "Answers web pages once it is set up for that. ".to_owned(),
        CorsVerdict::Unsure if provider.as_of.is_empty() => String::new(),
        CorsVerdict::Unsure => format!("May not answer web pages (as of {}). ", provider.as_of),
        CorsVerdict::No => format!(
            "Is known to refuse calls from web pages (as of {}). ",
            provider.as_of
        ),
    };
    format!("{reach}{}", provider.note).trim_end().to_owned()
}
