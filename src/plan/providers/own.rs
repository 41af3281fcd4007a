//! Rows of servers that users run themselves, and the two that stand for no vendor.

use super::{
    CUSTOM,
    CorsVerdict::{AfterSetup, Unsure},
    Dialect,
    Evidence::{Documented, NotNeeded},
    ExactLength,
    HeaderPolicy::{List, Unknown},
    KeyNeed, ModelList, Place, Provider, SIMULATED_MODELS, SIMULATED_VENDOR,
};
use crate::protocol::ApiFormat;
use crate::text;
const OWN: Provider = Provider {
    key: KeyNeed::Optional,
    evidence: Documented,
    place: Place::Own,
    ..Provider::BASE
};

const IGNORES_EOS: Dialect = Dialect {
    exact_length: Some(ExactLength::IgnoreEos),
    ..Dialect::COMMON
};

const OLLAMA: Provider = Provider {
    name: "Ollama (OpenAI format)",
    base_url: "http://localhost:11434/v1",
    key: KeyNeed::None,
    cors: AfterSetup,
    as_of: "2026-10",
    headers: List,
    note: text!("Set OLLAMA_ORIGINS to this page's origin and restart Ollama."),
    ..OWN
};

const LLAMA_CPP: Provider = Provider {
    name: "llama.cpp",
    base_url: "http://localhost:8080/v1",
    as_of: "2026-07",
    note: text!(
        "With tools or MCP switched on it answers pages of this computer only; --cors-origins changes that."
    ),
    dialect: IGNORES_EOS,
    ..OWN
};

const SGLANG: Provider = Provider {
    name: "SGLang",
    base_url: "http://localhost:30000/v1",
    as_of: "2025-12",
    dialect: IGNORES_EOS,
    ..OWN
};

const TGI: Provider = Provider {
    name: "TGI (chat)",
    base_url: "http://localhost:8080/v1",
    as_of: "2026-11",
    headers: List,
    note: text!(
        "A bare server refuses the key's header from pages: leave the key empty or put a gateway before it."
    ),
    ..OWN
};

/// The first rows of the list.
pub(super) const GENERIC: &[Provider] = &[
    Provider {
        name: SIMULATED_VENDOR,
        example_models: SIMULATED_MODELS,
        key: KeyNeed::None,
        evidence: NotNeeded,
        note: text!(
            "Runs on this computer beside the page and answers with known timing. Needs no key."
        ),
        dialect: IGNORES_EOS,
        ..OWN
    },
    Provider {
        name: CUSTOM,
        cors: Unsure,
        evidence: NotNeeded,
        headers: Unknown,
        note: text!(
            "Any endpoint that speaks the API format chosen under Advanced. Test the connection before typing a key."
        ),
        models: None,
        ..OWN
    },
];

/// The last rows of the list.
pub(super) const ROWS: &[Provider] = &[
    Provider {
        name: "Ollama",
        base_url: "http://localhost:11434",
        format: ApiFormat::OllamaChat,
        dialect: Dialect {
            limit_field: "options.num_predict",
            ..Dialect::COMMON
        },
        models: Some(ModelList::OLLAMA),
        ..OLLAMA
    },
    OLLAMA,
    Provider {
        name: "LM Studio",
        base_url: "http://localhost:1234/v1",
        key: KeyNeed::None,
        cors: AfterSetup,
        as_of: "2026-11",
        headers: Unknown,
        note: text!("Start its server with: lms server start --cors"),
        ..OWN
    },
    LLAMA_CPP,
    Provider {
        name: "llama.cpp (native)",
        base_url: "http://localhost:8080",
        format: ApiFormat::LlamaCppCompletion,
        dialect: Dialect {
            limit_field: "n_predict",
            ..IGNORES_EOS
        },
        models: Some(ModelList::BESIDE_NATIVE),
        ..LLAMA_CPP
    },
    Provider {
        name: "vLLM",
        base_url: "http://localhost:8000/v1",
        as_of: "2026-06",
        note: text!("Its setting --allowed-origins decides who may call; it starts with all."),
        dialect: IGNORES_EOS,
        ..OWN
    },
    SGLANG,
    Provider {
        name: "SGLang (native)",
        base_url: "http://localhost:30000",
        format: ApiFormat::SgLangGenerate,
        dialect: Dialect {
            limit_field: "sampling_params.max_new_tokens",
            ..IGNORES_EOS
        },
        models: Some(ModelList::BESIDE_NATIVE),
        ..SGLANG
    },
    Provider {
        name: "LiteLLM proxy",
        base_url: "http://localhost:4000/v1",
        as_of: "2025-12",
        note: text!("Its setting cors_allow_origins decides who may call."),
        ..OWN
    },
    TGI,
    Provider {
        name: "TGI (native)",
        base_url: "http://localhost:8080",
        format: ApiFormat::Tgi,
        dialect: Dialect {
            limit_field: "parameters.max_new_tokens",
            ..Dialect::COMMON
        },
        models: Some(ModelList::BESIDE_NATIVE),
        ..TGI
    },
];
