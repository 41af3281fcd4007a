//! Token counts of the chat-completions dialect, made to mean one thing.

use crate::protocol::lax::Number;
use crate::protocol::{ServerTiming, Usage};
use crate::units::Micros;

use super::wire::{LlamaTimings, WireUsage};

/// The last value of every field, as the vendor sends them. Counts are cumulative: they replace, they never add up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    prompt: Option<u32>,
    completion: Option<u32>,
    total: Option<u32>,
    reasoning: Option<u32>,
    cached: Option<u32>,
}

impl Counts {
    /// Takes the fields that are there. False if none is.
    pub(super) fn merge(&mut self, wire: &WireUsage<'_>) -> bool {
        let reasoning = wire
            .completion_details
            .reasoning_tokens
            .count()
            .or(wire.reasoning_tokens.count());
        let cached = wire
            .prompt_details
            .cached_tokens
            .count()
            .or(wire.cached_tokens.count())
            .or(wire.prompt_cache_hit_tokens.count());
        let mut changed = false;
        for (field, new) in [
            (&mut self.prompt, wire.prompt_tokens.count()),
            (&mut self.completion, wire.completion_tokens.count()),
            (&mut self.total, wire.total_tokens.count()),
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
    pub(super) fn normalised(&self) -> Usage {
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
pub(super) fn timing_in_usage(wire: &WireUsage<'_>) -> Option<ServerTiming> {
    known(ServerTiming {
        queue: seconds(wire.queue_time),
        prompt: seconds(wire.prompt_time).or(seconds(wire.total_prompt_time_sec)),
        generation: seconds(wire.completion_time).or(seconds(wire.total_completion_time_sec)),
        total: seconds(wire.total_time),
        tokens_per_second: wire.avg_compl_tok_per_sec.0,
        ..ServerTiming::default()
    })
}

/// Times of llama.cpp.
pub(super) fn timing_of_llama(wire: &LlamaTimings<'_>) -> Option<ServerTiming> {
    known(ServerTiming {
        prompt: wire.prompt_ms.0.map(Micros::from_millis),
        generation: wire.predicted_ms.0.map(Micros::from_millis),
        tokens_per_second: wire.predicted_per_second.0,
        ..ServerTiming::default()
    })
}

fn known(timing: ServerTiming) -> Option<ServerTiming> {
    (timing != ServerTiming::default()).then_some(timing)
}

fn seconds(number: Number) -> Option<Micros> {
    number.0.map(|s| Micros::from_millis(s * 1000.0))
}
