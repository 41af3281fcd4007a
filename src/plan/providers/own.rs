//! Rows of servers that users run themselves, and the two that stand for no vendor.

use super::{
    CorsVerdict::{AfterSetup, Unsure},
    Dialect,
    Evidence::{Documented, NotNeeded},
    ExactLength,
    HeaderPolicy::{List, Unknown},
    KeyNeed, Place, Provider, SIMULATED_MODELS, SIMULATED_VENDOR,
};

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

/// The first rows of the list.
pub(super) const GENERIC: &[Provider] = &[
    Provider {
        name: SIMULATED_VENDOR,
        example_models: SIMULATED_MODELS,
        key: KeyNeed::None,
        evidence: NotNeeded,
        note: "Runs on this computer beside the page and answers with known timing. Needs no key.",
        dialect: IGNORES_EOS,
        ..OWN
    },
    Provider {
        name: "Custom",
        cors: Unsure,
        evidence: NotNeeded,
        headers: Unknown,
        note: "Any endpoint that speaks the selected API format. Test the connection before typing a key.",
        models: None,
        ..OWN
    },
];

/// The last rows of the list.
pub(super) const ROWS: &[Provider] = &[
    Provider {
        name: "Ollama",
        base_url: "http://localhost:11434/v1",
        key: KeyNeed::None,
        cors: AfterSetup,
        as_of: "2026-10",
        headers: List,
        note: "Set OLLAMA_ORIGINS to this page's origin and restart Ollama.",
        ..OWN
    },
    Provider {
        name: "LM Studio",
        base_url: "http://localhost:1234/v1",
        key: KeyNeed::None,
        cors: AfterSetup,
        as_of: "2026-11",
        headers: Unknown,
        note: "Start its server with: lms server start --cors",
        ..OWN
    },
    Provider {
        name: "llama.cpp",
        base_url: "http://localhost:8080/v1",
        as_of: "2026-07",
        note: "With tools or MCP switched on it answers pages of this computer only; --cors-origins changes that.",
        dialect: IGNORES_EOS,
        ..OWN
    },
    Provider {
        name: "vLLM",
        base_url: "http://localhost:8000/v1",
        as_of: "2026-06",
        note: "Its setting --allowed-origins decides who may call; it starts with all.",
        dialect: IGNORES_EOS,
        ..OWN
    },
    Provider {
        name: "SGLang",
        base_url: "http://localhost:30000/v1",
        as_of: "2025-12",
        dialect: IGNORES_EOS,
        ..OWN
    },
    Provider {
        name: "LiteLLM proxy",
        base_url: "http://localhost:4000/v1",
        as_of: "2025-12",
        note: "Its setting cors_allow_origins decides who may call.",
        ..OWN
    },
    Provider {
        name: "TGI (chat)",
        base_url: "http://localhost:8080/v1",
        as_of: "2026-11",
        headers: List,
        note: "A bare server refuses the key's header from pages: leave the key empty or put a gateway before it.",
        ..OWN
    },
];
