//! Where vendors list their models, and how the names are read from the reply.

use super::super::{Endpoint, limits};
use super::{Provider, provider_of};
use crate::protocol::{ApiFormat, Json};

/// More names than this help nobody, and each is an element of the page.
const MOST_NAMES: usize = 500;

/// Where a vendor lists its models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelList {
    /// What follows the base URL, or the origin.
    pub path: &'static str,
    /// The path follows the origin instead of the base URL.
    pub below_origin: bool,
    /// Field of the reply that holds the list; empty if the reply is the list.
    pub list: &'static str,
    /// Field of an entry that holds the name.
    pub name: &'static str,
}

impl ModelList {
    /// `{"data": [{"id": …}]}`, as OpenAI has it.
    pub const DATA: ModelList = ModelList {
        path: "/models",
        below_origin: false,
        list: "data",
        name: "id",
    };

    /// `[{"id": …}]`.
    pub const ARRAY: ModelList = ModelList {
        list: "",
        ..ModelList::DATA
    };
}

/// The list of the server at this endpoint. For a server that is not known it is where the format's inventor has it.
#[must_use]
pub fn model_list(chosen: &str, format: ApiFormat, host: &str) -> ModelList {
    provider_of(chosen, host)
        .filter(|row| row.format == format)
        .and_then(|row: &Provider| row.models)
        .unwrap_or(ModelList::DATA)
}

/// The address to ask for the models.
#[must_use]
pub fn models_url(list: ModelList, endpoint: &Endpoint) -> String {
    let base = if list.below_origin {
        &endpoint.origin
    } else {
        &endpoint.base_url
    };
    format!("{base}{}", list.path)
}

/// The names in a reply, in its order, each once; empty if the reply is something else.
#[must_use]
pub fn models_in(list: ModelList, body: &Json) -> Vec<String> {
    let entries = match body {
        Json::Array(entries) => entries,
        _ => match body.get(list.list) {
            Some(Json::Array(entries)) => entries,
            _ => return Vec::new(),
        },
    };
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        if let Some(Json::String(name)) = entry.get(list.name) {
            let name = name.strip_prefix("models/").unwrap_or(name);
            let usable = (1..=limits::MODEL_CHARS).contains(&name.chars().count());
            if usable && names.len() < MOST_NAMES && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}
