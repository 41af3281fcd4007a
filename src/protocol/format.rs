//! What the rest of the program has to know of one API format, and the list of all of them.

use serde::{Deserialize, Serialize};

use super::{
    Adapter, Json, RequestParts, anthropic, cohere, gemini, llama_cpp, ollama, openai_chat,
    openai_completions, openai_responses, request, sglang, tgi,
};
use crate::decode::Framing;
use crate::plan::Plan;

/// One API format. Each is a constant in the file of its adapter.
pub struct Format {
    /// Name in the page's "API format" list.
    pub label: &'static str,
    /// What is appended to a base URL: a path, perhaps with `{model}` in it and a query behind it.
    pub path: &'static str,
    /// How the messages of a reply are set apart.
    pub framing: Framing,
    /// The request that asks for a prompt under a plan.
    pub request: fn(&Plan, &str) -> RequestParts,
    /// A fresh adapter for one reply.
    pub adapter: fn() -> Box<dyn Adapter>,
    /// Whether a message, as JSON, can only be of this format. It tells a person who chose another one which to choose.
    pub recognises: fn(&Json) -> bool,
}

/// Stands for the model's name in [`Format::path`].
const MODEL: &str = "{model}";

/// The enum of the formats, and the table behind it.
macro_rules! formats {
    ($($(#[$attr:meta])* $name:ident = $id:literal => $format:path,)+) => {
        /// The API formats the page offers, in its order. A format without an adapter is not offered.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ApiFormat {
            $($(#[$attr])* #[serde(rename = $id)] $name,)+
        }

        impl ApiFormat {
            /// All formats, in the order the page lists them.
            pub const ALL: &[ApiFormat] = &[$(ApiFormat::$name),+];

            /// What is to be known of it.
            #[must_use]
            pub fn format(self) -> &'static Format {
                match self {
                    $(ApiFormat::$name => &$format,)+
                }
            }
        }
    };
}

formats! {
    /// `POST {base}/chat/completions`, the format of OpenAI and everything compatible.
    #[default]
    OpenAiChat = "openai-chat" => openai_chat::FORMAT,
    /// `POST {base}/completions`, OpenAI's format before chat.
    OpenAiCompletions = "openai-completions" => openai_completions::FORMAT,
    /// `POST {base}/responses`, OpenAI's format after chat.
    OpenAiResponses = "openai-responses" => openai_responses::FORMAT,
    /// `POST {base}/messages`, Anthropic's and its gateways'.
    AnthropicMessages = "anthropic-messages" => anthropic::FORMAT,
    /// `POST {base}/models/{model}:streamGenerateContent`, Google's.
    Gemini = "gemini" => gemini::FORMAT,
    /// `POST {base}/api/chat` of Ollama.
    OllamaChat = "ollama-chat" => ollama::CHAT,
    /// `POST {base}/api/generate` of Ollama.
    OllamaGenerate = "ollama-generate" => ollama::GENERATE,
    /// `POST {base}/completion` of llama.cpp.
    LlamaCppCompletion = "llama-cpp-completion" => llama_cpp::FORMAT,
    /// `POST {base}/generate_stream` of Text Generation Inference.
    Tgi = "tgi" => tgi::FORMAT,
    /// `POST {base}/generate` of SGLang.
    SgLangGenerate = "sglang-generate" => sglang::FORMAT,
    /// `POST {base}/chat`, Cohere's.
    CohereChat = "cohere-chat" => cohere::FORMAT,
}

impl ApiFormat {
    /// Name in the page's "API format" list.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.format().label
    }

    /// A fresh adapter for one reply.
    #[must_use]
    pub fn adapter(self) -> Box<dyn Adapter> {
        (self.format().adapter)()
    }

    /// The request that asks for `prompt` (the plan's prompt, perhaps with a nonce before it) under this plan.
    #[must_use]
    pub fn request(self, plan: &Plan, prompt: &str) -> RequestParts {
        request::for_server(plan, (self.format().request)(plan, prompt))
    }

    /// The format's path without its query, split where the model's name stands.
    fn path(self) -> (&'static str, Option<&'static str>) {
        let path = self.format().path;
        let path = path.split_once('?').map_or(path, |(path, _)| path);
        match path.split_once(MODEL) {
            Some((before, after)) => (before, Some(after)),
            None => (path, None),
        }
    }

    /// The base in the path of a full endpoint that was pasted by hand; `None` if `path` is not one of this format.
    #[must_use]
    pub fn base_of(self, path: &str) -> Option<&str> {
        match self.path() {
            (path_end, None) => path.strip_suffix(path_end),
            (before, Some(after)) => {
                let path = path.strip_suffix(after)?;
                path.rfind(before).map(|at| &path[..at])
            }
        }
    }

    /// The format whose endpoint a pasted path is: the one that explains most of it.
    #[must_use]
    pub fn of_path(path: &str) -> Option<ApiFormat> {
        let fits = Self::ALL
            .iter()
            .filter_map(|format| Some((format.base_of(path)?.len(), *format)));
        fits.min_by_key(|(base, _)| *base).map(|(_, format)| format)
    }

    /// What follows the base URL: the format's path, then `search` (a query with its question mark, or nothing) joined
    /// with the format's own query.
    #[must_use]
    pub fn path_and_query(self, model: &str, search: &str) -> String {
        let path = self.format().path;
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let model = encoded(model.strip_prefix("models/").unwrap_or(model));
        let path = path.replace(MODEL, &model);
        match (search, query) {
            (search, "") => format!("{path}{search}"),
            ("" | "?", query) => format!("{path}?{query}"),
            (search, query) => format!("{path}{search}&{query}"),
        }
    }
}

/// A name as one segment of a path.
fn encoded(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'@' => {
                out.push(char::from(byte));
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
