//! Hugging Face's Text Generation Inference: `/generate_stream`, one token an event.

use super::json_stream::{Dialect, JsonStream, Sink, output, unknown};
use super::tally::Tally;
use super::{AuthScheme, Channel, Format, Json, RequestParts, Signal, Usage, VendorError};
use crate::decode::Framing;
use crate::plan::Plan;

/// `POST /generate_stream`.
pub(super) const FORMAT: Format = Format {
    label: "TGI",
    path: "/generate_stream",
    framing: Framing::Sse,
    request,
    adapter: JsonStream::<Tgi>::boxed,
    // The second is a whole reply.
    recognises: |message| is_token(message) || message.text("generated_text").is_some(),
};

/// The details hold the token counts.
fn request(plan: &Plan, prompt: &str) -> RequestParts {
    let parameters = Json::object([
        ("max_new_tokens", plan.max_output_tokens.into()),
        ("details", Json::Bool(true)),
    ]);
    let body = Json::object([("inputs", prompt.into()), ("parameters", parameters)]);
    RequestParts::post(body, AuthScheme::Bearer)
}

fn is_token(event: &Json) -> bool {
    event.get("token").is_some_and(has_text)
}

fn has_text(token: &Json) -> bool {
    matches!(token.get("text"), Some(Json::String(_)))
}

/// Reads the events of one generation.
#[derive(Debug, Default)]
struct Tgi {
    tally: Tally,
}

impl Dialect for Tgi {
    fn event(&mut self, event: &Json, sink: &mut Sink<'_>) {
        let Some(token) = event.get("token").filter(|token| has_text(token)) else {
            return refused(event, sink);
        };
        self.tally.add(1);
        let special = token.get("special") == Some(&Json::Bool(true));
        if let Some(text) = token.text("text").filter(|_| !special) {
            output(Channel::Answer, text, self.tally.take(), sink);
        }
        // Only the last event holds the whole text, perhaps with the prompt before it: a mark of the end and no answer.
        if event.has("generated_text") {
            details(event, sink);
            sink(Signal::End);
        }
    }

    fn quiet(&self) -> &'static [&'static str] {
        &["index", "id", "logprob"]
    }

    fn reply(&mut self, reply: &Json, sink: &mut Sink<'_>) {
        let reply = reply.first().unwrap_or(reply);
        if !matches!(reply.get("generated_text"), Some(Json::String(_))) {
            return refused(reply, sink);
        }
        if let Some(text) = reply.text("generated_text") {
            output(Channel::Answer, text, None, sink);
        }
        details(reply, sink);
    }
}

/// No token: an error, whose type stands beside its text, or something foreign.
fn refused(value: &Json, sink: &mut Sink<'_>) {
    unknown(value, &mut |signal| match signal {
        Signal::Error(error) => sink(Signal::Error(VendorError {
            kind: error
                .kind
                .or_else(|| value.text("error_type").map(str::to_owned)),
            ..error
        })),
        other => sink(other),
    });
}

fn details(event: &Json, sink: &mut Sink<'_>) {
    let Some(details) = event.get("details") else {
        return;
    };
    let usage = Usage {
        prompt: details.count("input_length"),
        total_output: details.count("generated_tokens"),
        ..Usage::default()
    };
    if usage != Usage::default() {
        sink(Signal::Usage(usage));
    }
    if let Some(reason) = details.word("finish_reason") {
        sink(Signal::Finish(reason));
    }
}
