//! Rows of vendors that host models themselves.

use super::{
    CorsVerdict::{No, Unsure},
    Dialect,
    Evidence::{NoneFound, Reported},
    ExactLength, HeaderPolicy, ModelList, Provider,
};
use crate::protocol::{ApiFormat, AuthScheme};
use crate::text;
/// Measured from a page in 2026-08 and open.
const OPEN: Provider = Provider {
    as_of: "2026-08",
    ..Provider::BASE
};

/// As [`OPEN`], but the preflight lets only a fixed list of headers through.
const OPEN_TO_LIST: Provider = Provider {
    headers: HeaderPolicy::List,
    ..OPEN
};

/// The preflight passed, but something speaks against it, or nobody has seen an answer.
const PROBABLY: Provider = Provider {
    cors: Unsure,
    note: text!("Probably answers pages: test the connection first."),
    ..OPEN
};

/// No CORS headers at all: nothing a page sends is answered.
const CLOSED: Provider = Provider {
    cors: No,
    as_of: "2026-11",
    evidence: Reported,
    headers: HeaderPolicy::Unknown,
    note: text!(
        "Call it through a server of your own that web pages may call, or measure the same model at another vendor."
    ),
    ..Provider::BASE
};

/// The current models of OpenAI refuse `max_tokens`; all of them take the new name.
const NEW_LIMIT: Dialect = Dialect {
    limit_field: "max_completion_tokens",
    ..Dialect::COMMON
};

pub(super) const ROWS: &[Provider] = &[
    Provider {
        name: "OpenAI",
        base_url: "https://api.openai.com/v1",
        example_models: &["gpt-4.1-mini", "gpt-4o-mini"],
        hides_errors: true,
        note: text!(
            "Answers to a wrong key or model may be hidden from pages: the failure then has no reason."
        ),
        dialect: NEW_LIMIT,
        ..OPEN
    },
    Provider {
        name: "Anthropic",
        base_url: "https://api.anthropic.com/v1",
        format: ApiFormat::AnthropicMessages,
        example_models: &["claude-haiku-4-5", "claude-sonnet-4-5"],
        note: text!("Some organisations forbid calls from web pages: the answer then says so."),
        models: Some(ModelList::ANTHROPIC),
        ..OPEN
    },
    Provider {
        name: "Gemini",
        base_url: "https://generativelanguage.googleapis.com/v1beta",
        format: ApiFormat::Gemini,
        example_models: &["gemini-2.5-flash"],
        dialect: Dialect {
            limit_field: "generationConfig.maxOutputTokens",
            ..Dialect::COMMON
        },
        models: Some(ModelList::GEMINI),
        ..OPEN_TO_LIST
    },
    Provider {
        name: "Mistral",
        base_url: "https://api.mistral.ai/v1",
        example_models: &["mistral-small-latest"],
        // It refuses unknown fields, and sends the usage unasked.
        dialect: Dialect {
            stream_options: false,
            ..Dialect::COMMON
        },
        ..OPEN_TO_LIST
    },
    Provider {
        name: "Groq",
        base_url: "https://api.groq.com/openai/v1",
        example_models: &["llama-3.3-70b-versatile"],
        ..OPEN
    },
    Provider {
        name: "Together",
        base_url: "https://api.together.xyz/v1",
        example_models: &["meta-llama/Llama-3.3-70B-Instruct-Turbo"],
        models: Some(ModelList::ARRAY),
        ..OPEN
    },
    Provider {
        name: "DeepSeek",
        base_url: "https://api.deepseek.com",
        example_models: &["deepseek-chat"],
        ..OPEN
    },
    Provider {
        name: "Cohere",
        base_url: "https://api.cohere.com/v2",
        format: ApiFormat::CohereChat,
        example_models: &["command-r7b-12-2024"],
        models: Some(ModelList::COHERE),
        ..OPEN
    },
    Provider {
        name: "xAI",
        base_url: "https://api.x.ai/v1",
        example_models: &["grok-3-mini"],
        ..OPEN
    },
    Provider {
        name: "Cerebras",
        base_url: "https://api.cerebras.ai/v1",
        example_models: &["gpt-oss-120b"],
        hides_errors: true,
        note: text!(
            "Every answer to a wrong key is hidden from pages: the failure then has no reason."
        ),
        dialect: Dialect {
            exact_length: Some(ExactLength::MinTokens),
            ..Dialect::COMMON
        },
        ..OPEN
    },
    Provider {
        name: "OpenRouter",
        base_url: "https://openrouter.ai/api/v1",
        example_models: &["openai/gpt-4o-mini"],
        note: text!("Routes to several vendors: speeds may differ from request to request."),
        ..OPEN_TO_LIST
    },
    Provider {
        name: "Perplexity",
        base_url: "https://api.perplexity.ai",
        example_models: &["sonar"],
        note: text!("Searches the web before it answers: the wait includes the search."),
        models: Some(ModelList {
            path: "/v1/models",
            ..ModelList::DATA
        }),
        ..OPEN_TO_LIST
    },
    Provider {
        name: "Fireworks",
        base_url: "https://api.fireworks.ai/inference/v1",
        example_models: &["accounts/fireworks/models/gpt-oss-20b"],
        note: text!("Was reported to refuse pages in 2025-02."),
        dialect: Dialect {
            exact_length: Some(ExactLength::IgnoreEos),
            ..Dialect::COMMON
        },
        ..OPEN_TO_LIST
    },
    Provider {
        name: "Z.ai",
        base_url: "https://api.z.ai/api/paas/v4",
        example_models: &["glm-4.5-air"],
        ..PROBABLY
    },
    Provider {
        name: "Alibaba (international)",
        base_url: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        example_models: &["qwen-plus"],
        ..PROBABLY
    },
    Provider {
        name: "Moonshot",
        base_url: "https://api.moonshot.ai/v1",
        example_models: &["kimi-latest"],
        headers: HeaderPolicy::List,
        note: text!("Reports disagree whether it answers pages: test the connection first."),
        ..PROBABLY
    },
    Provider {
        name: "Azure OpenAI",
        base_url: "https://{resource}.openai.azure.com/openai/v1",
        example_models: &["your deployment's name"],
        as_of: "2026-11",
        evidence: Reported,
        headers: HeaderPolicy::Unknown,
        note: text!(
            "Replace {resource} by your resource's name. Reports disagree whether it answers pages: test the connection first."
        ),
        dialect: Dialect {
            auth: Some(AuthScheme::Header("api-key")),
            ..NEW_LIMIT
        },
        ..PROBABLY
    },
    Provider {
        name: "Hugging Face",
        base_url: "https://router.huggingface.co/v1",
        example_models: &["meta-llama/Llama-3.1-8B-Instruct"],
        as_of: "2025-10",
        evidence: Reported,
        headers: HeaderPolicy::Unknown,
        ..PROBABLY
    },
    Provider {
        name: "SambaNova",
        base_url: "https://api.sambanova.ai/v1",
        example_models: &["Meta-Llama-3.3-70B-Instruct"],
        as_of: "2026-11",
        evidence: NoneFound,
        headers: HeaderPolicy::Unknown,
        note: text!("Probably refuses pages: test the connection first."),
        ..PROBABLY
    },
    Provider {
        name: "NVIDIA (hosted)",
        base_url: "https://integrate.api.nvidia.com/v1",
        example_models: &["meta/llama-3.1-8b-instruct"],
        note: text!(
            "Answers pages of nvidia.com only. A NIM that you host yourself can be opened."
        ),
        ..CLOSED
    },
    Provider {
        name: "Amazon Bedrock",
        base_url: "https://bedrock-runtime.{region}.amazonaws.com/openai/v1",
        example_models: &["openai.gpt-oss-20b-1:0"],
        note: text!(
            "Most of its calls also have to be signed, which a page should not do. Call it through a server of your own that web pages may call."
        ),
        ..CLOSED
    },
    Provider {
        name: "Databricks",
        base_url: "https://{workspace}.cloud.databricks.com/serving-endpoints",
        example_models: &["your endpoint's name"],
        models: None,
        ..CLOSED
    },
    Provider {
        name: "Modular",
        base_url: "https://api.modular.com/v1",
        ..CLOSED
    },
    Provider {
        name: "Sakana",
        base_url: "https://api.sakana.ai/v1",
        ..CLOSED
    },
    Provider {
        name: "Kimi Code",
        base_url: "https://api.kimi.com/coding/v1",
        example_models: &["kimi-for-coding"],
        ..CLOSED
    },
];
