//! The vendors of the form, as dated data. CORS settings change without notice: a row is a hint shown before a key is typed,
//! never a promise.

use crate::protocol::ApiFormat;

/// Name of the row whose address the page's companion server supplies.
pub(super) const SIMULATED_VENDOR: &str = "Simulated vendor";

/// Models of the simulated vendor; the first is the form's default.
pub(super) const SIMULATED_MODELS: &[&str] = &[
    "sim-fluent",
    "sim-sluggish",
    "sim-instant",
    "sim-stutter",
    "sim-thinking",
    "sim-hidden-thinking",
    "sim-coarse",
    "sim-buffered",
    "sim-flaky",
    "sim-busy",
];

/// A row of the list "Provider".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provider {
    /// Name in the list.
    pub name: &'static str,
    /// Documented base URL; empty where the user types it or the page supplies it.
    base_url: &'static str,
    /// API format it speaks.
    pub format: ApiFormat,
    /// Names to try first. Vendors rename models; these are examples.
    pub example_models: &'static [&'static str],
    /// Whether it wants a key.
    pub key: KeyNeed,
    /// Whether a page can call it.
    pub cors: CorsVerdict,
    /// Month of the evidence, `YYYY-MM`; empty for rows that need none.
    pub as_of: &'static str,
    /// What to know before typing a key; may be empty.
    pub note: &'static str,
}

/// Whether a vendor wants a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyNeed {
    /// Always.
    Needed,
    /// Only if the server was started with one.
    Optional,
    /// Never.
    None,
}

/// Whether a page can call a vendor, as far as known on the row's date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorsVerdict {
    /// Answers web pages.
    Yes,
    /// Answers web pages once its operator allows it.
    AfterSetup,
    /// No clear evidence: test before a key is typed.
    Unsure,
    /// Refuses web pages.
    No,
}

impl Provider {
    /// Base URL to put into the form. `simulated` is the content of the page's `<meta name="simulated-vendor">`; without
    /// it the simulated vendor has no address.
    #[must_use]
    pub fn base_url<'a>(&self, simulated: Option<&'a str>) -> &'a str
    where
        'static: 'a,
    {
        if self.name == SIMULATED_VENDOR {
            simulated.unwrap_or("")
        } else {
            self.base_url
        }
    }

    /// The address is supplied by the page's companion server.
    #[must_use]
    pub fn is_simulated(&self) -> bool {
        self.name == SIMULATED_VENDOR
    }
}

const fn cloud(
    name: &'static str,
    base_url: &'static str,
    example_models: &'static [&'static str],
    cors: CorsVerdict,
    as_of: &'static str,
    note: &'static str,
) -> Provider {
    Provider {
        name,
        base_url,
        format: ApiFormat::OpenAiChat,
        example_models,
        key: KeyNeed::Needed,
        cors,
        as_of,
        note,
    }
}

const fn local(
    name: &'static str,
    base_url: &'static str,
    key: KeyNeed,
    cors: CorsVerdict,
    as_of: &'static str,
    note: &'static str,
) -> Provider {
    Provider {
        name,
        base_url,
        format: ApiFormat::OpenAiChat,
        example_models: &[],
        key,
        cors,
        as_of,
        note,
    }
}

use CorsVerdict::{AfterSetup, No, Unsure, Yes};

const PROVIDERS: &[Provider] = &[
    Provider {
        name: SIMULATED_VENDOR,
        base_url: "",
        format: ApiFormat::OpenAiChat,
        example_models: SIMULATED_MODELS,
        key: KeyNeed::None,
        cors: Yes,
        as_of: "",
        note: "Runs on this computer beside the page and answers with known timing. Needs no key.",
    },
    Provider {
        name: "Custom",
        base_url: "",
        format: ApiFormat::OpenAiChat,
        example_models: &[],
        key: KeyNeed::Optional,
        cors: Unsure,
        as_of: "",
        note: "Any endpoint that speaks the selected API format. Test the connection before typing a key.",
    },
    cloud(
        "OpenAI",
        "https://api.openai.com/v1",
        &["gpt-4.1-mini", "gpt-4o-mini"],
        Yes,
        "2026-08",
        "Answers to a wrong key or model may be hidden from pages: the failure then has no reason.",
    ),
    cloud(
        "Mistral",
        "https://api.mistral.ai/v1",
        &["mistral-small-latest"],
        Yes,
        "2026-08",
        "",
    ),
    cloud(
        "Groq",
        "https://api.groq.com/openai/v1",
        &["llama-3.3-70b-versatile"],
        Yes,
        "2026-08",
        "",
    ),
    cloud(
        "Together",
        "https://api.together.xyz/v1",
        &["meta-llama/Llama-3.3-70B-Instruct-Turbo"],
        Yes,
        "2026-08",
        "",
    ),
    cloud(
        "DeepSeek",
        "https://api.deepseek.com",
        &["deepseek-chat"],
        Yes,
        "2026-08",
        "",
    ),
    cloud(
        "xAI",
        "https://api.x.ai/v1",
        &["grok-3-mini"],
        Yes,
        "2026-08",
        "",
    ),
    cloud(
        "Cerebras",
        "https://api.cerebras.ai/v1",
        &["llama3.1-8b"],
        Yes,
        "2026-08",
        "Every answer to a wrong key is hidden from pages: the failure then has no reason.",
    ),
    cloud(
        "OpenRouter",
        "https://openrouter.ai/api/v1",
        &["openai/gpt-4o-mini"],
        Yes,
        "2026-08",
        "Routes to several vendors: speeds may differ from request to request.",
    ),
    cloud(
        "Perplexity",
        "https://api.perplexity.ai",
        &["sonar"],
        Yes,
        "2026-08",
        "Searches the web before it answers: the wait includes the search.",
    ),
    cloud(
        "Fireworks",
        "https://api.fireworks.ai/inference/v1",
        &["accounts/fireworks/models/llama-v3p3-70b-instruct"],
        Yes,
        "2026-08",
        "Was reported to refuse pages in 2025-02.",
    ),
    cloud(
        "Z.ai",
        "https://api.z.ai/api/paas/v4",
        &["glm-4.5-air"],
        Unsure,
        "2026-08",
        "Probably answers pages: test the connection first.",
    ),
    cloud(
        "Alibaba (international)",
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        &["qwen-plus"],
        Unsure,
        "2026-08",
        "Probably answers pages: test the connection first.",
    ),
    cloud(
        "Moonshot",
        "https://api.moonshot.ai/v1",
        &["kimi-latest"],
        Unsure,
        "2026-08",
        "Reports disagree whether it answers pages: test the connection first.",
    ),
    cloud(
        "Azure OpenAI",
        "https://{resource}.openai.azure.com/openai/v1",
        &["your deployment's name"],
        Unsure,
        "2026-11",
        "Replace {resource} by your resource's name. Reports disagree whether it answers pages: test the connection first.",
    ),
    cloud(
        "Hugging Face",
        "https://router.huggingface.co/v1",
        &["meta-llama/Llama-3.1-8B-Instruct"],
        Unsure,
        "2025-10",
        "Probably answers pages: test the connection first.",
    ),
    cloud(
        "SambaNova",
        "https://api.sambanova.ai/v1",
        &["Meta-Llama-3.3-70B-Instruct"],
        Unsure,
        "2026-11",
        "Probably refuses pages: test the connection first.",
    ),
    cloud(
        "NVIDIA (hosted)",
        "https://integrate.api.nvidia.com/v1",
        &["meta/llama-3.1-8b-instruct"],
        No,
        "2026-11",
        "Answers pages of nvidia.com only. A NIM that you host yourself can be opened.",
    ),
    local(
        "Ollama",
        "http://localhost:11434/v1",
        KeyNeed::None,
        AfterSetup,
        "2026-10",
        "Set OLLAMA_ORIGINS to this page's origin and restart Ollama.",
    ),
    local(
        "LM Studio",
        "http://localhost:1234/v1",
        KeyNeed::None,
        AfterSetup,
        "2026-11",
        "Start its server with: lms server start --cors",
    ),
    local(
        "llama.cpp",
        "http://localhost:8080/v1",
        KeyNeed::Optional,
        Yes,
        "2026-07",
        "With tools or MCP switched on it answers pages of this computer only; --cors-origins changes that.",
    ),
    local(
        "vLLM",
        "http://localhost:8000/v1",
        KeyNeed::Optional,
        Yes,
        "2026-06",
        "",
    ),
    local(
        "SGLang",
        "http://localhost:30000/v1",
        KeyNeed::Optional,
        Yes,
        "2025-12",
        "",
    ),
    local(
        "LiteLLM proxy",
        "http://localhost:4000/v1",
        KeyNeed::Optional,
        Yes,
        "2025-12",
        "Its setting cors_allow_origins decides who may call.",
    ),
    local(
        "TGI (chat)",
        "http://localhost:8080/v1",
        KeyNeed::Optional,
        Yes,
        "2026-11",
        "A bare server refuses the key's header from pages: leave the key empty or put a gateway before it.",
    ),
];

/// All rows in the order of the list.
#[must_use]
pub fn providers() -> &'static [Provider] {
    PROVIDERS
}

/// The row of that name.
#[must_use]
pub fn provider_named(name: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|provider| provider.name == name)
}
