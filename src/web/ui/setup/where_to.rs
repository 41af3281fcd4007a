//! Where: provider, address, key, model.

use leptos::prelude::*;

use super::key::KeyField;
use crate::plan::{CorsVerdict, Field, Provider, providers};
use crate::session::update::provider_of;
use crate::session::{Edit, Msg};
use crate::web::page::Page;
use crate::web::ui::field::{ChoiceField, TextField};

/// Id of the list of known models.
const MODELS_ID: &str = "known-models";

/// Fields of the group.
#[component]
pub fn WhereTo() -> impl IntoView {
    let page = Page::get();
    let options = providers()
        .iter()
        .map(|p| (p.name.to_owned(), p.name.to_owned()))
        .collect();
    let provider = page.slice(|s| s.draft.provider.clone());
    let about = page.slice(|s| provider_of(s).map(about_provider).unwrap_or_default());
    let models = page.slice(|s| provider_of(s).map(|p| p.example_models).unwrap_or_default());
    view! {
        <ChoiceField
            field=Field::Provider
            label="Provider"
            hint=about
            options
            value=provider
            choose=Callback::new(move |name| page.send(Msg::Edit(Edit::Provider(name))))
        />
        <TextField field=Field::Model label="Model" list=MODELS_ID/>
        <datalist id=MODELS_ID>
            {move || models.get().iter().map(|model| view! { <option value=*model></option> }).collect_view()}
        </datalist>
        <TextField field=Field::BaseUrl label="Base URL" inputmode="url"/>
        <KeyField/>
    }
    .into_any()
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
