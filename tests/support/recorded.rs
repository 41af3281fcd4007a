//! The recorded replies, what their rows in the index say, and where our meaning differs from the vendor's.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use tokenpace::decode::Limits;
use tokenpace::protocol::{ApiFormat, Usage};
use tokenpace::trace::{Phase, Recorder, RequestInfo, Trace};
use tokenpace::units::{EpochMillis, Micros};

/// The format that reads each API of the recordings.
pub const FORMATS: &[(&str, ApiFormat)] = &[
    ("chat.completions", ApiFormat::OpenAiChat),
    ("completions", ApiFormat::OpenAiCompletions),
    ("responses", ApiFormat::OpenAiResponses),
    ("messages", ApiFormat::AnthropicMessages),
    ("complete", ApiFormat::AnthropicMessages),
    ("streamGenerateContent", ApiFormat::Gemini),
    ("api.chat", ApiFormat::OllamaChat),
    ("api.generate", ApiFormat::OllamaGenerate),
    ("completion", ApiFormat::LlamaCppCompletion),
    ("generate_stream", ApiFormat::Tgi),
    ("sglang.generate", ApiFormat::SgLangGenerate),
    ("v1.chat", ApiFormat::CohereChat),
    ("v2.chat", ApiFormat::CohereChat),
];

/// One recorded reply.
pub struct Recording {
    row: HashMap<String, String>,
    pub body: Vec<u8>,
}

impl Recording {
    pub fn column(&self, name: &str) -> &str {
        &self.row[name]
    }

    pub fn count(&self, name: &str) -> usize {
        self.column(name).parse().unwrap()
    }

    pub fn reported(&self, name: &str) -> Option<u32> {
        self.column(name).parse().ok()
    }

    pub fn file(&self) -> &str {
        self.column("file")
    }

    /// The API in its name: `vendor__api__what`.
    pub fn api(&self) -> &str {
        self.file().split("__").nth(1).unwrap()
    }

    pub fn format(&self) -> Option<ApiFormat> {
        let known = FORMATS.iter().find(|(api, _)| *api == self.api());
        known.map(|(_, format)| *format)
    }

    pub fn status(&self) -> u16 {
        self.column("status").parse().unwrap()
    }

    /// The whole body in one read, recorded as a reply of this format. The limit is out of any recording's reach.
    pub fn trace(&self, format: ApiFormat) -> Trace {
        let mut recorder = Recorder::new(RequestInfo {
            index: 0,
            phase: Phase::Measured,
            sent_at: EpochMillis(1_790_000_000_000.0),
            in_flight: 1,
            idle_before: None,
            format,
            max_output_tokens: 8192,
            limits: Limits::default(),
        });
        recorder.headers(Micros(100_000), self.status(), None, None);
        recorder.chunk(Micros(200_000), &self.body);
        recorder.end(Micros(201_000));
        recorder.finish()
    }
}

/// All recordings that a format reads.
pub fn recordings() -> Vec<(&'static Recording, ApiFormat)> {
    let read = |recording: &'static Recording| Some((recording, recording.format()?));
    all().iter().filter_map(read).collect()
}

/// All recordings there are.
pub fn all() -> &'static [Recording] {
    static ALL: LazyLock<Vec<Recording>> = LazyLock::new(load);
    &ALL
}

fn load() -> Vec<Recording> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recordings");
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let mut lines = index.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines
        .map(|line| {
            let row: HashMap<String, String> = names
                .iter()
                .zip(line.split('\t'))
                .map(|(name, value)| ((*name).to_owned(), value.to_owned()))
                .collect();
            let body = fs::read(folder.join(&row["file"])).unwrap();
            Recording { row, body }
        })
        .collect()
}

/// The index holds the vendor's own counts; ours mean the same at every vendor: the prompt with what a cache gave or took,
/// the output with its reasoning.
pub fn expected_usage(recording: &Recording) -> Option<Usage> {
    let file = recording.file();
    let (prompt, output) = (
        recording.reported("usage_prompt"),
        recording.reported("usage_completion"),
    );
    let (reasoning, cached) = (
        recording.reported("usage_reasoning"),
        recording.reported("usage_cached"),
    );
    let plus = |count: Option<u32>, more: u32| count.map(|count| count + more);
    let (prompt, output, reasoning) = match recording.api() {
        // Anthropic leaves out of the prompt what was read from a cache or written to it; the index has no column for the
        // latter.
        "messages" => {
            let written = match file {
                "anthropic__messages__cache-write.sse" => 4202,
                _ => 0,
            };
            let prompt = plus(prompt, cached.unwrap_or(0) + written);
            (prompt, output, reasoning)
        }
        // Gemini counts thoughts beside the candidates.
        "streamGenerateContent" => (prompt, plus(output, reasoning.unwrap_or(0)), reasoning),
        // So does xAI with reasoning, in chat.
        "chat.completions" if file.starts_with("xai__") => {
            (prompt, plus(output, reasoning.unwrap_or(0)), reasoning)
        }
        // The index overlooks this count.
        "v2.chat" if file == "cohere__v2.chat__thinking-citations.sse" => {
            (prompt, output, Some(28))
        }
        _ => (prompt, output, reasoning),
    };
    let usage = Usage {
        prompt,
        total_output: output,
        reasoning: reasoning.map(|n| n.min(output.unwrap_or(n))),
        cached,
    };
    (usage != Usage::default()).then_some(usage)
}

/// The vendor's error as `type: message`, its first 160 characters; empty if there is none.
pub fn expected_error(recording: &Recording) -> &str {
    match recording.file() {
        // A parser that follows the standard to the letter drops a field named `error` and JSON outside of fields; the
        // index does so, we don't.
        "gpustack__chat.completions__error-field-line.sse" => {
            "failed to decode, try again, increasing context size or reducing parallel"
        }
        "gemini__streamGenerateContent__raw-json-error-mid-stream.sse" => {
            "CANCELLED: The operation was cancelled."
        }
        _ => recording.column("error"),
    }
}
