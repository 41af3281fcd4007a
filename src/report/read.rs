//! A saved report comes back: its requests become traces again, and [`build()`] makes the report anew. So numbers can't differ
//! from those of the page that saved it, unless the formulas have changed since.
//!
//! Read from the tree of any JSON and not by derived code: that would bring a parser of its own for each type into the page.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use thiserror::Error;

use super::{AppInfo, Environment, Report, SCHEMA, Source, build};
use crate::plan::{Endpoint, Plan, Target, UntilStable};
use crate::protocol::{ApiFormat, Channel, Json, ServerTiming, Usage};
use crate::trace::{BadSpan, Conditions, Failure, NetworkTiming, OutputEvent, Trace};
use crate::units::{EpochMillis, Micros, MicrosPerToken, TokensPerSecond, Wpm};
use crate::wire::Calibration;

/// Largest file that is read: 2,000 answers of 1,000 events each are 60 MB.
pub const MAX_BYTES: usize = 128 << 20;

/// Times in a file beyond this (35 years) are nonsense; below it sums can't overflow.
const MAX_MICROS: f64 = 1.1e15;

/// Why a file is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Larger than [`MAX_BYTES`].
    #[error("This file is too large for a report of Tokenpace.")]
    TooLarge,
    /// Not JSON at all, or cut.
    #[error(
        "This file is not complete JSON. Download the report again, or ask for the whole file."
    )]
    NotJson,
    /// JSON of something else.
    #[error("This file is no report of Tokenpace.")]
    NotAReport,
    /// Made by a newer version.
    #[error("This report was made by a newer Tokenpace. Reload the page to update it.")]
    Newer,
    /// A report in which this field is missing or makes no sense.
    #[error("This report was changed or damaged: its field {0} can't be read.")]
    Damaged(&'static str),
}

/// Reads a report that [`to_json`](super::to_json) wrote. Fields it doesn't know are ignored; all numbers are computed anew.
///
/// # Errors
/// When the text is not such a report.
pub fn read(text: &str) -> Result<Report, ReadError> {
    let (source, traces) = open(text)?;
    // A file with texts has the prompt.
    let has_texts = !source.plan.prompt.is_empty();
    Ok(build(source.with(&traces, has_texts)))
}

/// What a saved report was made from.
///
/// # Errors
/// When the text is not such a report.
pub fn open(text: &str) -> Result<(Source, Vec<Trace>), ReadError> {
    if text.len() > MAX_BYTES {
        return Err(ReadError::TooLarge);
    }
    let json: Json = serde_json::from_str(text).map_err(|_| ReadError::NotJson)?;
    check_schema(&json)?;
    let environment = environment(&json);
    let source = Source {
        plan: plan(&json).ok_or(ReadError::Damaged("plan"))?,
        prompt_chars: json.get("plan").and_then(|plan| plan.count("prompt_chars")),
        calibration: Calibration {
            clock_tick: Micros(environment.clock_tick_us),
            cross_origin_isolated: environment.cross_origin_isolated,
            loop_lag_p99: environment.loop_lag_p99_us.map(Micros),
        },
        environment,
        control: texts(json.get("control")),
        wall: json.get("summary").and_then(|s| micros(s, "wall_us")),
        stable: json.get("summary").and_then(|s| s.text("stopped_because")) == Some("stable"),
        created_at: text_of(&json, "created_at"),
        app: AppInfo {
            version: inner(&json, "app", "version"),
            build: inner(&json, "app", "build"),
        },
    };
    let requests = json.items("requests").iter().map(trace);
    let traces = requests
        .collect::<Option<Vec<Trace>>>()
        .ok_or(ReadError::Damaged("requests"))?;
    Ok((source, traces))
}

fn check_schema(json: &Json) -> Result<(), ReadError> {
    let schema = json.text("schema").ok_or(ReadError::NotAReport)?;
    let (name, known) = SCHEMA.split_at(SCHEMA.len() - 1);
    let version = schema.strip_prefix(name).ok_or(ReadError::NotAReport)?;
    match (version == known, version.parse::<u32>()) {
        (true, _) => Ok(()),
        (false, Ok(2..)) => Err(ReadError::Newer),
        _ => Err(ReadError::NotAReport),
    }
}

fn text_of(json: &Json, key: &str) -> String {
    json.text(key).unwrap_or_default().to_owned()
}

fn optional(json: &Json, key: &str) -> Option<String> {
    json.text(key).map(str::to_owned)
}

fn inner(json: &Json, outer: &str, key: &str) -> String {
    json.get(outer)
        .map(|json| text_of(json, key))
        .unwrap_or_default()
}

fn micros(json: &Json, key: &str) -> Option<Micros> {
    json.number(key).map(to_micros)
}

// In range by the clamp before the cast.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn to_micros(number: f64) -> Micros {
    Micros(number.clamp(0.0, MAX_MICROS).round() as u64)
}

fn flag(json: &Json, key: &str) -> bool {
    json.get(key) == Some(&Json::Bool(true))
}

/// A name of one of our closed lists.
fn named<'de, T: Deserialize<'de>>(json: &'de Json, key: &str) -> Option<T> {
    let name: StrDeserializer<'de, serde_json::Error> = json.text(key)?.into_deserializer();
    T::deserialize(name).ok()
}

fn texts(json: Option<&Json>) -> BTreeMap<String, String> {
    let mut map = BTreeMap::new();
    if let Some(Json::Object(fields)) = json {
        for (key, value) in fields {
            if let Json::String(value) = value {
                map.insert(key.clone(), value.clone());
            }
        }
    }
    map
}

fn environment(json: &Json) -> Environment {
    let Some(json) = json.get("environment") else {
        return Environment::default();
    };
    let hosts = json.items("hosts_contacted").iter();
    Environment {
        user_agent: text_of(json, "user_agent"),
        browser: text_of(json, "browser"),
        clock_tick_us: micros(json, "clock_tick_us").unwrap_or_default().0,
        cross_origin_isolated: flag(json, "cross_origin_isolated"),
        loop_lag_p99_us: micros(json, "loop_lag_p99_us").map(|lag| lag.0),
        time_zone: text_of(json, "time_zone"),
        processors: json.count("processors"),
        page_origin: text_of(json, "page_origin"),
        hosts_contacted: hosts
            .filter_map(|host| match host {
                Json::String(host) => Some(host.clone()),
                _ => None,
            })
            .collect(),
    }
}

fn plan(json: &Json) -> Option<Plan> {
    let json = json.get("plan")?;
    let base_url = text_of(json, "base_url");
    let target = json.get("target").map(target).unwrap_or_default();
    let headers = texts(json.get("extra_headers"));
    let reader = json.number("reading_speed_wpm");
    Some(Plan {
        provider: text_of(json, "provider"),
        format: named(json, "format")?,
        endpoint: Endpoint {
            origin: origin(&base_url).to_owned(),
            host: text_of(json, "host"),
            address_space: named(json, "address_space")?,
            // Nothing is sent there again.
            url: String::new(),
            base_url,
        },
        model: text_of(json, "model"),
        workload: named(json, "workload")?,
        prompt: text_of(json, "prompt"),
        max_output_tokens: json.count("max_output_tokens")?,
        requests: json.count("requests")?,
        concurrency: json.count("concurrency")?,
        warmup: json.count("warmup")?,
        timeout: Micros::from_secs(json.count("timeout_s")?),
        reading_speed: Wpm(reader.filter(|wpm| (1.0..=10_000.0).contains(wpm))?),
        nonce: flag(json, "nonce"),
        exact_length: named(json, "exact_length"),
        extra_headers: headers.into_iter().collect(),
        extra_fields: json
            .get("extra_fields")
            .filter(|fields| matches!(fields, Json::Object(_)))
            .map(Json::to_string),
        until_stable: json.get("until_stable").and_then(|until| {
            Some(UntilStable {
                percent: named(until, "percent")?,
                within_percent: until.count("within_percent")?,
            })
        }),
        target,
    })
}

/// Scheme, host and port of an address.
fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find('/').map_or(url.len(), |at| host + at);
    &url[..end]
}

fn target(json: &Json) -> Target {
    let positive = |key: &str| json.number(key).filter(|number| *number > 0.0);
    Target {
        ttft: positive("ttft_us").map(to_micros),
        tpot: positive("tpot_us").map(MicrosPerToken),
        percent: named(json, "percent").unwrap_or(Target::default().percent),
        needed_tps: positive("needed_tps").map(TokensPerSecond),
    }
}

fn trace(json: &Json) -> Option<Trace> {
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
        finish: optional(json, "finish"),
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
        response_id: optional(json, "response_id"),
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

fn events(json: &Json) -> Option<Vec<OutputEvent>> {
    let (words, reads) = (json.items("event_words"), json.items("event_reads"));
    let whole = |number: Option<&Json>| -> Option<u32> {
        let Json::Number(number) = number? else {
            return None;
        };
        u32::try_from(number.as_u64()?).ok()
    };
    let mut last = Micros::ZERO;
    let mut events = Vec::new();
    for (position, event) in json.items("events").iter().enumerate() {
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
        let Json::String(channel) = channel else {
            return None;
        };
        let channel: StrDeserializer<'_, serde_json::Error> = channel.as_str().into_deserializer();
        events.push(OutputEvent {
            at,
            read: whole(reads.get(position))?,
            channel: Channel::deserialize(channel).ok()?,
            chars: whole(Some(chars))?,
            words: whole(words.get(position))?,
            tokens: whole(Some(tokens)),
        });
    }
    Some(events)
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
        message: text_of(json, "message"),
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
        protocol: optional(json, "protocol"),
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
