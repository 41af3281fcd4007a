//! One request of a saved report, as a trace again.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;

use super::fields::{flag, message_of, micros, named, said, text_of, to_micros};
use crate::protocol::{ApiFormat, Channel, Json, ServerTiming, Usage};
use crate::trace::{
    BadSpan, Conditions, Events, Failure, MAX_WORDS, NetworkTiming, OutputEvent, Trace,
};
use crate::units::{EpochMillis, Micros};

pub fn trace(json: &Json) -> Option<Trace> {
    let time = |key| micros(json, key);
    Some(Trace {
        index: json.count("index")?,
        phase: named(json, "phase")?,
        sent_at: EpochMillis(json.number("sent_at_ms")?),
        status: json.count("http_status").and_then(|s| s.try_into().ok()),
        content_type: None,
        retry_after: None,
        headers: time("headers_us"),
        first_byte: time("first_byte_us"),
        closed: time("closed_us"),
        events: events(json)?,
        usage: json.get("usage").filter(|_| json.has("usage")).map(usage),
        finish: said(json, "finish"),
        outcome: named(json, "outcome")?,
        failure: match json.get("error") {
            Some(error) if json.has("error") => Some(failure(error)?),
            _ => None,
        },
        plain_json: flag(json, "plain_json"),
        bytes: 0,
        frames: 0,
        bad_frames: json.count("bad_frames").unwrap_or_default(),
        bad_span: json.get("bad_span").and_then(|span| {
            Some(BadSpan {
                first: span.count("first")? as usize,
                last: span.count("last")? as usize,
            })
        }),
        response_id: said(json, "response_id"),
        server_timing: json
            .get("server_timing")
            .filter(|_| json.has("server_timing"))
            .map(server_timing),
        network: json
            .get("network")
            .filter(|_| json.has("network"))
            .map(network),
        conditions: json.get("conditions").map(conditions).unwrap_or_default(),
        reasoning_summarised: flag(json, "reasoning_summarised"),
        several_answers: flag(json, "several_answers"),
        answer: text_of(json, "answer"),
        reasoning: text_of(json, "reasoning"),
    })
}

fn events(json: &Json) -> Option<Events> {
    let (words, reads) = (json.items("event_words"), json.items("event_reads"));
    let whole = |number: Option<&Json>| -> Option<u32> {
        let Json::Number(number) = number? else {
            return None;
        };
        u32::try_from(number.as_u64()?).ok()
    };
    let mut last = Micros::ZERO;
    let mut all_words = 0_u32;
    let records = json.items("events");
    let mut events = Vec::with_capacity(records.len());
    for (position, event) in records.iter().enumerate() {
        let Json::Array(parts) = event else {
            return None;
        };
        let [Json::Number(at), chars, tokens, channel] = parts.as_slice() else {
            return None;
        };
        let at = to_micros(at.as_f64()?);
        // A stream goes forward.
        if at < last {
            return None;
        }
        last = at;
        let (chars, words) = (whole(Some(chars))?, whole(words.get(position))?);
        all_words = all_words.saturating_add(words);
        if all_words > MAX_WORDS {
            return None;
        }
        let Json::String(channel) = channel else {
            return None;
        };
        let channel: StrDeserializer<'_, serde_json::Error> = channel.as_str().into_deserializer();
        events.push(OutputEvent {
            at,
            read: whole(reads.get(position))?,
            channel: Channel::deserialize(channel).ok()?,
            chars,
            words,
            tokens: whole(Some(tokens)),
        });
    }
    Some(events.into())
}

fn usage(json: &Json) -> Usage {
    Usage {
        prompt: json.count("prompt"),
        total_output: json.count("total_output"),
        reasoning: json.count("reasoning"),
        cached: json.count("cached"),
    }
}

fn failure(json: &Json) -> Option<Failure> {
    let format = json.text("looks_like");
    Some(Failure {
        stage: named(json, "stage")?,
        kind: named(json, "kind")?,
        message: message_of(json, "message"),
        looks_like: ApiFormat::ALL
            .iter()
            .copied()
            .find(|known| Some(known.label()) == format),
    })
}

fn server_timing(json: &Json) -> ServerTiming {
    let time = |key| micros(json, key);
    ServerTiming {
        queue: time("queue"),
        load: time("load"),
        prompt: time("prompt"),
        generation: time("generation"),
        total: time("total"),
        tokens_per_second: json.number("tokens_per_second"),
    }
}

fn network(json: &Json) -> NetworkTiming {
    let time = |key| micros(json, key);
    NetworkTiming {
        protocol: said(json, "protocol"),
        fetch_start: time("fetch_start"),
        connect_start: time("connect_start"),
        connect_end: time("connect_end"),
        request_start: time("request_start"),
        response_start: time("response_start"),
    }
}

fn conditions(json: &Json) -> Conditions {
    Conditions {
        hidden: flag(json, "hidden"),
        longest_lag: micros(json, "longest_lag_us").unwrap_or_default(),
        frozen: flag(json, "frozen"),
        clock_jump: flag(json, "clock_jump"),
        in_flight: json.count("in_flight").unwrap_or_default(),
        idle_before: micros(json, "idle_before_us"),
    }
}
