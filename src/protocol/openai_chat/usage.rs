//! Token counts of the chat-completions dialect and of the completions before it, made to mean one thing.

use crate::protocol::{Json, ServerTiming, Usage};
use crate::units::Micros;

/// The last value of every field, as the vendor sends them. Counts are cumulative: they replace, they never add up.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::protocol) struct Counts {
    prompt: Option<u32>,
    completion: Option<u32>,
    total: Option<u32>,
    reasoning: Option<u32>,
    cached: Option<u32>,
}

impl Counts {
    /// Takes the fields that are there. False if none is.
    pub(in crate::protocol) fn merge(&mut self, usage: &Json) -> bool {
        let part = |details, count| usage.get(details).and_then(|details| details.count(count));
        let reasoning = part("completion_tokens_details", "reasoning_tokens")
            .or_else(|| usage.count("reasoning_tokens"));
        let cached = part("prompt_tokens_details", "cached_tokens")
            .or_else(|| usage.count("cached_tokens"))
            .or_else(|| usage.count("prompt_cache_hit_tokens"));
        let mut changed = false;
        for (field, new) in [
            (&mut self.prompt, usage.count("prompt_tokens")),
            (&mut self.completion, usage.count("completion_tokens")),
            (&mut self.total, usage.count("total_tokens")),
            (&mut self.reasoning, reasoning),
            (&mut self.cached, cached),
        ] {
            changed |= new.is_some();
            *field = new.or(*field);
        }
        changed
    }

    /// The counts in one meaning for all vendors: output includes reasoning, reasoning is never more than the output.
    ///
    /// Most vendors count reasoning within `completion_tokens`. xAI counts it beside, which shows in the total:
    /// prompt + completion + reasoning.
    pub(in crate::protocol) fn normalised(&self) -> Usage {
        let reasoning = self.reasoning.unwrap_or(0);
        let beside = self.completion.map(|completion| {
            let with_reasoning = completion.saturating_add(reasoning);
            let total = self.prompt.unwrap_or(0).checked_add(with_reasoning);
            if reasoning > 0 && total.is_some() && total == self.total {
                with_reasoning
            } else {
                completion
            }
        });
        Usage {
            prompt: self.prompt,
            total_output: beside,
            reasoning: match (self.reasoning, beside) {
                (Some(reasoning), Some(output)) => Some(reasoning.min(output)),
                (reasoning, _) => reasoning,
            },
            cached: self.cached,
        }
    }
}

/// Times in seconds that Groq and Cerebras (`queue_time` …) and mistral.rs (`total_prompt_time_sec` …) put among the
/// counts.
pub(in crate::protocol) fn timing_in_usage(usage: &Json) -> Option<ServerTiming> {
    let seconds = |key: &str| usage.number(key).map(|s| Micros::from_millis(s * 1000.0));
    known(ServerTiming {
        queue: seconds("queue_time"),
        prompt: seconds("prompt_time").or_else(|| seconds("total_prompt_time_sec")),
        generation: seconds("completion_time").or_else(|| seconds("total_completion_time_sec")),
        total: seconds("total_time"),
        tokens_per_second: usage.number("avg_compl_tok_per_sec"),
        ..ServerTiming::default()
    })
}

/// Times of llama.cpp, in milliseconds.
pub(in crate::protocol) fn timing_of_llama(timings: &Json) -> Option<ServerTiming> {
    let millis = |key: &str| timings.number(key).map(Micros::from_millis);
    known(ServerTiming {
        prompt: millis("prompt_ms"),
        generation: millis("predicted_ms"),
        tokens_per_second: timings.number("predicted_per_second"),
        ..ServerTiming::default()
    })
}

fn known(timing: ServerTiming) -> Option<ServerTiming> {
    (timing != ServerTiming::default()).then_some(timing)
}
