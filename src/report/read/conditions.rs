//! What was asked for and where it was measured, in a saved report.

use super::fields::{
    MAX_NAMES, flag, long_name_of, micros, name_of, named, steers, text_of, texts, to_micros,
};
use crate::names;
use crate::plan::{Endpoint, MOST_BYTES, Plan, Target, UntilStable};
use crate::protocol::Json;
use crate::report::Environment;
use crate::units::{Micros, MicrosPerToken, TokensPerSecond, Wpm};

pub fn environment(json: &Json) -> Environment {
    let Some(json) = json.get("environment") else {
        return Environment::default();
    };
    let hosts = json.items("hosts_contacted").iter();
    Environment {
        user_agent: long_name_of(json, "user_agent"),
        browser: name_of(json, "browser"),
        clock_tick_us: micros(json, "clock_tick_us").unwrap_or_default().0,
        cross_origin_isolated: flag(json, "cross_origin_isolated"),
        loop_lag_p99_us: micros(json, "loop_lag_p99_us").map(|lag| lag.0),
        time_zone: name_of(json, "time_zone"),
        processors: json.count("processors"),
        page_origin: long_name_of(json, "page_origin"),
        hosts_contacted: hosts
            .filter_map(|host| match host {
                Json::String(host) => Some(names::clean(host)),
                _ => None,
            })
            .take(MAX_NAMES)
            .collect(),
    }
}

pub fn plan(json: &Json) -> Option<Plan> {
    let json = json.get("plan")?;
    let base_url = long_name_of(json, "base_url");
    let target = json.get("target").map(target).unwrap_or_default();
    let headers = texts(json.get("extra_headers"), MOST_BYTES);
    let reader = json.number("reading_speed_wpm");
    Some(Plan {
        provider: name_of(json, "provider"),
        format: named(json, "format")?,
        endpoint: Endpoint {
            origin: origin(&base_url).to_owned(),
            host: name_of(json, "host"),
            address_space: named(json, "address_space")?,
            // Nothing is sent there again.
            url: String::new(),
            base_url,
        },
        model: name_of(json, "model"),
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
        extra_headers: headers.into(),
        extra_fields: json
            .get("extra_fields")
            .filter(|fields| matches!(fields, Json::Object(_)))
            .map(|fields| fields.to_string().replace(steers, ""))
            .filter(|fields| fields.len() <= 2 * MOST_BYTES),
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
