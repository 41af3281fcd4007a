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

    /// As OpenAI has it, a page long enough for all (<https://docs.anthropic.com/en/api/models-list>).
    pub const ANTHROPIC: ModelList = ModelList {
        path: "/models?limit=1000",
        ..ModelList::DATA
    };

    /// `{"models": [{"name": "models/…"}]}` (<https://ai.google.dev/api/models>).
    pub const GEMINI: ModelList = ModelList {
        path: "/models?pageSize=1000",
        list: "models",
        name: "name",
        ..ModelList::DATA
    };

    /// The list is in version 1 of the API only (<https://docs.cohere.com/v1/reference/list-models>).
    pub const COHERE: ModelList = ModelList {
        path: "/v1/models?endpoint=chat&page_size=1000",
        below_origin: true,
        ..ModelList::GEMINI
    };

    /// The models on the disk.
    pub const OLLAMA: ModelList = ModelList {
        path: "/api/tags",
        ..ModelList::GEMINI
    };

    /// Beside a native format, servers list their models in OpenAI's place.
    pub const BESIDE_NATIVE: ModelList = ModelList {
        path: "/v1/models",
        ..ModelList::DATA
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
        .unwrap_or(usual_list(format))
}

const fn usual_list(format: ApiFormat) -> ModelList {
    match format {
        ApiFormat::AnthropicMessages => ModelList::ANTHROPIC,
        ApiFormat::Gemini => ModelList::GEMINI,
        ApiFormat::CohereChat => ModelList::COHERE,
        ApiFormat::OllamaChat | ApiFormat::OllamaGenerate => ModelList::OLLAMA,
        ApiFormat::LlamaCppCompletion | ApiFormat::Tgi | ApiFormat::SgLangGenerate => {
            ModelList::BESIDE_NATIVE
        }
        ApiFormat::OpenAiChat | ApiFormat::OpenAiCompletions | ApiFormat::OpenAiResponses => {
            ModelList::DATA
        }
    }
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
