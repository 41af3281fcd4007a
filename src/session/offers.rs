//! What the form offers and says around the address: models to choose from, and the format it recognised.

use crate::session::update::provider_of;
use crate::session::{Models, State};

/// The models that this very endpoint listed.
fn listed(state: &State) -> Option<&Models> {
    let models = &state.models;
    (!models.names.is_empty() && models.base_url == state.draft.base_url).then_some(models)
}

/// Names to offer for "Model": those the endpoint listed, else examples.
#[must_use]
pub fn known_models(state: &State) -> Vec<String> {
    match listed(state) {
        Some(models) => models.names.clone(),
        None => {
            let examples = provider_of(state).map_or(&[][..], |row| row.example_models);
            examples.iter().map(|&name| name.to_owned()).collect()
        }
    }
}

/// What the list says about the model in the form; empty without a list.
#[must_use]
pub fn listed_models(state: &State) -> String {
    let Some(models) = listed(state) else {
        return String::new();
    };
    let count = crate::format::counted(models.names.len(), "model");
    let typed = state.draft.model.trim();
    if typed.is_empty() || models.names.iter().any(|name| name == typed) {
        format!("The endpoint lists {count}.")
    } else {
        format!("The endpoint lists {count}; “{typed}” is not among them.")
    }
}

/// The format that the address told, in a sentence; empty if it told none.
#[must_use]
pub fn recognised_format(state: &State) -> String {
    match state.recognised.format {
        Some(format) => format!(
            "Recognised as {}. If that is wrong, change API format under Advanced.",
            format.label()
        ),
        None => String::new(),
    }
}
