//! One stream of each format, in the build of recorded replies: what comes before the text, one event for each piece of it,
//! and what comes after.

use tokenpace::protocol::ApiFormat;

use super::{EVENTS_PER_REPLY, PIECES, Random};

/// Replies of one format.
pub struct Replies {
    /// The format, and what is special about the stream.
    pub name: &'static str,
    /// Their bodies.
    pub bodies: Vec<String>,
    /// Bytes of their answer texts.
    pub text_bytes: usize,
}

/// How a reply is written. In the texts stand for what differs: `@text` the piece of text, `@all` the text so far, `@ids`
/// the tokens so far, `@n` the number of the event, `@pad` a padding, `@digits` six digits.
struct Script {
    name: &'static str,
    head: &'static str,
    event: &'static str,
    /// Stands between two events.
    between: &'static str,
    tail: &'static str,
    /// Pieces of text in one event.
    pieces: u32,
}

/// Replies of this format that have so many bytes together, for each of its kinds of stream.
pub fn replies(format: ApiFormat, bytes: usize) -> Vec<Replies> {
    scripts(format)
        .iter()
        .map(|script| script.replies(bytes))
        .collect()
}

impl Script {
    fn replies(&self, bytes: usize) -> Replies {
        let mut random = Random::new();
        let mut replies = Replies {
            name: self.name,
            bodies: Vec::new(),
            text_bytes: 0,
        };
        let mut written = 0;
        while written < bytes {
            let (body, text) = self.reply(&mut random);
            written += body.len();
            replies.text_bytes += unescaped_length(&text);
            replies.bodies.push(body);
        }
        replies
    }

    /// A body, and its text with JSON's escapes.
    fn reply(&self, random: &mut Random) -> (String, String) {
        let mut body = self.head.to_owned();
        let (mut all, mut ids) = (String::new(), String::new());
        for n in 1..=EVENTS_PER_REPLY {
            if n > 1 {
                body.push_str(self.between);
            }
            let piece: String = (0..self.pieces)
                .map(|_| PIECES[random.below(PIECES.len())])
                .collect();
            all.push_str(&piece);
            let comma = if n > 1 { "," } else { "" };
            ids.push_str(&format!("{comma}{}", random.below(100_000)));
            let digits = format!("{:06}", random.below(1_000_000));
            let event = self
                .event
                .replace("@text", &piece)
                .replace("@all", &all)
                .replace("@ids", &ids)
                .replace("@n", &n.to_string())
                .replace("@pad", &random.padding())
                .replace("@digits", &digits);
            body.push_str(&event);
        }
        body.push_str(self.tail);
        (body, all)
    }
}

#[allow(clippy::expect_used)] // the pieces are JSON
fn unescaped_length(text: &str) -> usize {
    let text: String = serde_json::from_str(&format!("\"{text}\"")).expect("JSON text");
    text.len()
}

fn scripts(format: ApiFormat) -> &'static [Script] {
    match format {
        ApiFormat::OpenAiChat => &[OPENAI_CHAT],
        ApiFormat::OpenAiCompletions => &[OPENAI_COMPLETIONS],
        ApiFormat::OpenAiResponses => &[OPENAI_RESPONSES],
        ApiFormat::AnthropicMessages => &[ANTHROPIC],
        ApiFormat::Gemini => &[GEMINI, GEMINI_ARRAY],
        ApiFormat::OllamaChat => &[OLLAMA_CHAT],
        ApiFormat::OllamaGenerate => &[OLLAMA_GENERATE],
        ApiFormat::LlamaCppCompletion => &[LLAMA_CPP],
        ApiFormat::Tgi => &[TGI],
        ApiFormat::SgLangGenerate => &[SGLANG],
        ApiFormat::CohereChat => &[COHERE],
    }
}

const OPENAI_CHAT: Script = Script {
    name: "OpenAI chat completions",
    head: "data: {\"id\":\"chatcmpl-C2P2HtMJhPkWjQ2adKer00000000\",\"object\":\"chat.completion.chunk\",\"created\":1754688929,\"model\":\"gpt-4o-2024-08-06\",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_07871e2ad8\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null,\"obfuscation\":\"abc\"}\n\n",
    event: "data: {\"id\":\"chatcmpl-C2P2HtMJhPkWjQ2adKer00000000\",\"object\":\"chat.completion.chunk\",\"created\":1754688929,\"model\":\"gpt-4o-2024-08-06\",\"service_tier\":\"default\",\"system_fingerprint\":\"fp_07871e2ad8\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"@text\"},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null,\"obfuscation\":\"@pad\"}\n\n",
    between: "",
    tail: "data: {\"id\":\"chatcmpl-C2P2HtMJhPkWjQ2adKer00000000\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
    pieces: 1,
};

const OPENAI_COMPLETIONS: Script = Script {
    name: "OpenAI completions",
    head: "",
    event: "data: {\"id\":\"cmpl-8wq44uFYuGm6kNe44ntRwluggKZFY\",\"object\":\"text_completion\",\"created\":1709033852,\"choices\":[{\"text\":\"@text\",\"index\":0,\"logprobs\":null,\"finish_reason\":null}],\"model\":\"davinci-002\"}\n\n",
    between: "",
    tail: "data: {\"id\":\"cmpl-8wq44uFYuGm6kNe44ntRwluggKZFY\",\"object\":\"text_completion\",\"created\":1709033852,\"choices\":[{\"text\":\"\",\"index\":0,\"logprobs\":null,\"finish_reason\":\"length\"}],\"model\":\"davinci-002\"}\n\ndata: [DONE]\n\n",
    pieces: 1,
};

const OPENAI_RESPONSES: Script = Script {
    name: "OpenAI Responses",
    head: "event: response.created\ndata: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_0fef0f8a68937870006911e9ecf124819491634b434678464a\",\"object\":\"response\",\"status\":\"in_progress\",\"output\":[],\"usage\":null}}\n\n",
    event: "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"sequence_number\":@n,\"item_id\":\"msg_0fef0f8a68937870006911e9ef0ecc81949d727f28043244eb\",\"output_index\":0,\"content_index\":0,\"delta\":\"@text\",\"logprobs\":[],\"obfuscation\":\"@pad\"}\n\n",
    between: "",
    tail: "event: response.completed\ndata: {\"type\":\"response.completed\",\"sequence_number\":999,\"response\":{\"id\":\"resp_0fef0f8a68937870006911e9ecf124819491634b434678464a\",\"object\":\"response\",\"status\":\"completed\",\"output\":[],\"usage\":{\"input_tokens\":18,\"output_tokens\":500,\"total_tokens\":518}}}\n\n",
    pieces: 1,
};

const ANTHROPIC: Script = Script {
    name: "Anthropic Messages",
    head: "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"msg_014HN4fQn2vqETrzGmNdZ9Eg\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-3-7-sonnet-20250219\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":11,\"output_tokens\":3}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\nevent: ping\ndata: {\"type\": \"ping\"}\n\n",
    event: "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"@text\"}}\n\n",
    between: "",
    tail: "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":2500}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
    pieces: 5,
};

const GEMINI: Script = Script {
    name: "Gemini",
    head: "",
    event: "data: {\"candidates\": [{\"content\": {\"parts\": [{\"text\": \"@text\"}],\"role\": \"model\"},\"index\": 0}],\"usageMetadata\": {\"promptTokenCount\": 15,\"candidatesTokenCount\": @n,\"totalTokenCount\": 1@n,\"promptTokensDetails\": [{\"modality\": \"TEXT\",\"tokenCount\": 15}]},\"modelVersion\": \"gemini-2.0-flash-exp\",\"responseId\": \"w1peaMz6INOvnvgPgYfPiQY\"}\r\n\r\n",
    between: "",
    tail: "data: {\"candidates\": [{\"content\": {\"parts\": [{\"text\": \"\"}],\"role\": \"model\"},\"finishReason\": \"STOP\",\"index\": 0}],\"usageMetadata\": {\"promptTokenCount\": 15,\"candidatesTokenCount\": 500,\"totalTokenCount\": 515}}\r\n\r\n",
    pieces: 15,
};

const GEMINI_ARRAY: Script = Script {
    name: "Gemini, as one array",
    head: "[",
    event: "{\n  \"candidates\": [\n    {\n      \"content\": {\n        \"parts\": [\n          {\n            \"text\": \"@text\"\n          }\n        ],\n        \"role\": \"model\"\n      }\n    }\n  ],\n  \"usageMetadata\": {\n    \"promptTokenCount\": 15,\n    \"totalTokenCount\": 15\n  },\n  \"modelVersion\": \"gemini-2.0-flash-exp\"\n}\n",
    between: ",\r\n",
    tail: ",\r\n{\n  \"candidates\": [\n    {\n      \"finishReason\": \"STOP\"\n    }\n  ]\n}\n]\n",
    pieces: 15,
};

const OLLAMA_CHAT: Script = Script {
    name: "Ollama chat",
    head: "",
    event: "{\"model\":\"llama3\",\"created_at\":\"2024-05-24T20:26:46.@digitsZ\",\"message\":{\"role\":\"assistant\",\"content\":\"@text\"},\"done\":false}\n",
    between: "",
    tail: "{\"model\":\"llama3\",\"created_at\":\"2024-05-24T20:26:47.872905Z\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done_reason\":\"stop\",\"done\":true,\"total_duration\":1897385625,\"load_duration\":1631208,\"prompt_eval_count\":17,\"prompt_eval_duration\":313560000,\"eval_count\":501,\"eval_duration\":1577990000}\n",
    pieces: 1,
};

const OLLAMA_GENERATE: Script = Script {
    name: "Ollama generate",
    head: "",
    event: "{\"model\":\"gemma3:1b\",\"created_at\":\"2025-05-19T09:26:59.@digitsZ\",\"response\":\"@text\",\"done\":false}\n",
    between: "",
    tail: "{\"model\":\"gemma3:1b\",\"created_at\":\"2025-05-19T09:27:00.062985Z\",\"response\":\"\",\"done\":true,\"done_reason\":\"stop\",\"total_duration\":482007750,\"prompt_eval_count\":16,\"eval_count\":501,\"eval_duration\":384438167}\n",
    pieces: 1,
};

const LLAMA_CPP: Script = Script {
    name: "llama.cpp completion",
    head: "",
    event: "data: {\"index\":0,\"content\":\"@text\",\"tokens\":[1@digits],\"stop\":false,\"id_slot\":-1,\"tokens_predicted\":@n,\"tokens_evaluated\":12}\n\n",
    between: "",
    tail: "data: {\"index\":0,\"content\":\"\",\"tokens\":[],\"stop\":true,\"stop_type\":\"eos\",\"tokens_predicted\":500,\"tokens_evaluated\":12,\"timings\":{\"prompt_n\":12,\"prompt_ms\":244.228,\"predicted_n\":500,\"predicted_ms\":1054.704,\"predicted_per_second\":65.421198743913}}\n\n",
    pieces: 1,
};

const TGI: Script = Script {
    name: "TGI",
    head: "",
    event: "data: {\"index\":@n,\"token\":{\"id\":1@n,\"text\":\"@text\",\"logprob\":-0.8@digits,\"special\":false},\"generated_text\":null,\"details\":null}\n\n",
    between: "",
    tail: "data: {\"index\":501,\"token\":{\"id\":2,\"text\":\"</s>\",\"logprob\":-0.01,\"special\":true},\"generated_text\":\"The whole text.\",\"details\":{\"finish_reason\":\"eos_token\",\"generated_tokens\":501,\"input_length\":9}}\n\n",
    pieces: 1,
};

const SGLANG: Script = Script {
    name: "SGLang generate",
    head: "",
    event: "data: {\"text\":\"@all\",\"output_ids\":[@ids],\"meta_info\":{\"id\":\"0f3c5d2b9a7e4c1d8e6f000000000001\",\"finish_reason\":null,\"prompt_tokens\":6,\"weight_version\":\"default\",\"total_retractions\":0,\"completion_tokens\":@n,\"cached_tokens\":1}}\n\n",
    between: "",
    tail: "data: [DONE]\n\n",
    pieces: 1,
};

const COHERE: Script = Script {
    name: "Cohere chat",
    head: "event: message-start\ndata: {\"id\":\"5bbdb185-19bf-4683-bdbc-7e21f2dead78\",\"type\":\"message-start\",\"delta\":{\"message\":{\"role\":\"assistant\",\"content\":[],\"tool_plan\":\"\",\"tool_calls\":[],\"citations\":[]}}}\n\nevent: content-start\ndata: {\"type\":\"content-start\",\"index\":0,\"delta\":{\"message\":{\"content\":{\"type\":\"text\",\"text\":\"\"}}}}\n\n",
    event: "event: content-delta\ndata: {\"type\":\"content-delta\",\"index\":0,\"delta\":{\"message\":{\"content\":{\"text\":\"@text\"}}}}\n\n",
    between: "",
    tail: "event: content-end\ndata: {\"type\":\"content-end\",\"index\":0}\n\nevent: message-end\ndata: {\"type\":\"message-end\",\"delta\":{\"finish_reason\":\"COMPLETE\",\"usage\":{\"billed_units\":{\"input_tokens\":265,\"output_tokens\":500},\"tokens\":{\"input_tokens\":502,\"output_tokens\":500}}}}\n\ndata: [DONE]\n\n",
    pieces: 1,
};
