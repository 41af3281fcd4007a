//! Google's Gemini. Every event is a whole small reply; the stream ends with the body and has no terminator.

use std::borrow::Cow;

use super::json_stream::{Dialect, JsonStream, Sink, other_answers, output, unknown};
use super::tally::Tally;
use super::{AuthScheme, Channel, Format, Json, RequestParts, Signal, Usage, vendor_error};
use crate::decode::Framing;
use crate::plan::Plan;

/// `POST {base}/models/{model}:streamGenerateContent`. Without `alt=sse`, which a pasted address may lack, the reply is one
/// JSON array of the same objects.
pub(super) const FORMAT: Format = Format {
    label: "Gemini",
    path: "/models/{model}:streamGenerateContent?alt=sse",
    framing: Framing::SseOrArray,
    request,
    adapter: JsonStream::<Gemini>::boxed,
    recognises: is_reply,
};

fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let part = Json::object([("text", prompt.into())]);
    let content = Json::object([("role", "user".into()), ("parts", Json::Array(vec![part]))]);
    let config = Json::object([("maxOutputTokens", plan.max_output_tokens.into())]);
    let body = Json::object([
        ("contents", Json::Array(vec![content])),
        ("generationConfig", config),
    ]);
    RequestParts::post(body, AuthScheme::Header("x-goog-api-key"))
}

/// Reads the events of one reply.
#[derive(Debug, Default)]
struct Gemini {
    id_sent: bool,
    counts: Counts,
    /// Tokens of answer events, and of thoughts: two counts that grow apart.
    answer: Tally,
    thoughts: Tally,
}

impl Dialect for Gemini {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        if !is_reply(event) {
            return unknown(event, sink);
        }
        if !self.id_sent
            && let Some(id) = event.word("responseId")
        {
            self.id_sent = true;
            sink(Signal::ResponseId(id));
        }
        let usage = event.get("usageMetadata");
        let count = |name: &str| usage.and_then(|usage| usage.count(name));
        self.answer.reach(count("candidatesTokenCount"));
        self.thoughts.reach(count("thoughtsTokenCount"));
        other_answers(event.items("candidates"), sink);
        if let Some(candidate) = first_candidate(event) {
            for part in candidate
                .get("content")
                .map_or(&[][..], |content| content.items("parts"))
            {
                self.part(part, sink);
            }
            // A word in the API, a number at some proxies.
            if let Some(reason) = candidate.word("finishReason") {
                sink(Signal::Finish(reason));
            }
        }
        if let Some(reason) = event
            .get("promptFeedback")
            .and_then(|feedback| feedback.word("blockReason"))
        {
            sink(Signal::Finish(Cow::Owned(format!("blocked:{reason}"))));
        }
        if let Some(usage) = usage {
            self.counts.merge(usage);
            let usage = self.counts.normalised();
            if usage != Usage::default() {
                sink(Signal::Usage(usage));
            }
        }
        if event.get("error").is_some_and(Json::is_filled)
            && let Some(error) = vendor_error::in_value(event)
        {
            sink(Signal::Error(error));
        }
    }

    fn quiet(&self) -> &'static [&'static str] {
        &["totalTokenCount"]
    }

    fn place_of_text<'j>(&self, event: &'j Json) -> Option<&'j Json> {
        first_candidate(event)?.get("content")
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        match reply {
            Json::Array(events) if !events.is_empty() => {
                for event in events {
                    self.event(event, sink);
                }
            }
            _ => self.event(reply, sink),
        }
    }
}

impl Gemini {
    /// One part. Code that the server runs, its result, pictures and signatures are no text.
    fn part(&mut self, part: &Json, sink: &mut Sink<'_>) {
        if let Some(text) = part.text("text") {
            if part.get("thought") == Some(&Json::Bool(true)) {
                sink(Signal::ReasoningSummarised);
                output(Channel::Reasoning, text, self.thoughts.take(), sink);
            } else {
                output(Channel::Answer, text, self.answer.take(), sink);
            }
        }
        if let Some(call) = part.get("functionCall") {
            if call.has("name") {
                sink(Signal::ToolNamed);
            }
            if let Some(arguments @ Json::Object(_)) = call.get("args") {
                output(
                    Channel::Tool,
                    &arguments.to_string(),
                    self.answer.take(),
                    sink,
                );
            }
            for argument in call.items("partialArgs") {
                if let Some(value) = piece_of_argument(argument) {
                    output(Channel::Tool, &value, self.answer.take(), sink);
                }
            }
        }
    }
}

/// The candidate with index 0.
fn first_candidate(event: &Json) -> Option<&Json> {
    let first = |candidate: &&Json| candidate.count("index").unwrap_or(0) == 0;
    event.items("candidates").iter().find(first)
}

/// A piece of an argument that streams: a piece of a string, or another value whole.
fn piece_of_argument(argument: &Json) -> Option<Cow<'_, str>> {
    let Json::Object(fields) = argument else {
        return None;
    };
    let (_, value) = fields.iter().find(|(name, _)| name.ends_with("Value"))?;
    match value {
        Json::String(text) => Some(Cow::Borrowed(text.as_str())).filter(|text| !text.is_empty()),
        other => Some(Cow::Owned(other.to_string())),
    }
}

fn is_reply(event: &Json) -> bool {
    matches!(event.get("candidates"), Some(Json::Array(_)))
        || event.has("promptFeedback")
        || event.has("usageMetadata")
}

/// The last value of every count; an event need not have all.
#[derive(Debug, Default)]
struct Counts {
    prompt: Option<u32>,
    candidates: Option<u32>,
    thoughts: Option<u32>,
    cached: Option<u32>,
}

impl Counts {
    fn merge(&mut self, usage: &Json) {
        for (field, name) in [
            (&mut self.prompt, "promptTokenCount"),
            (&mut self.candidates, "candidatesTokenCount"),
            (&mut self.thoughts, "thoughtsTokenCount"),
            (&mut self.cached, "cachedContentTokenCount"),
        ] {
            *field = usage.count(name).or(*field);
        }
    }

    /// Thoughts are counted beside the candidates, cached tokens within the prompt.
    fn normalised(&self) -> Usage {
        Usage {
            prompt: self.prompt,
            total_output: match (self.candidates, self.thoughts) {
                (Some(candidates), Some(thoughts)) => Some(candidates.saturating_add(thoughts)),
                (candidates, thoughts) => candidates.or(thoughts),
            },
            reasoning: self.thoughts,
            cached: self.cached,
        }
    }
}
