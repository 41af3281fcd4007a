//! Starts the servers on free ports and reads what they answer.
#![allow(
    dead_code,
    reason = "each test binary uses its own part of this module"
)]

use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tokenpace_server::{Config, Running, start};

/// A running vendor and a client for it.
pub struct Vendor {
    pub running: Running,
    pub client: Client,
}

impl Vendor {
    pub async fn start() -> Self {
        Self::with(Config::for_tests(None)).await
    }

    pub async fn with(config: Config) -> Self {
        let running = start(config).await.unwrap();
        Self {
            running,
            client: Client::new(),
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.running.vendor_url())
    }

    /// URL of a path outside of `/v1`.
    pub fn root(&self, path: &str) -> String {
        format!(
            "{}{path}",
            self.running.vendor_url().trim_end_matches("/v1")
        )
    }

    pub fn post(&self, body: &Value) -> RequestBuilder {
        self.client.post(self.url("/chat/completions")).json(body)
    }

    /// Asks for a stream with usage.
    pub async fn stream(&self, model: &str) -> Response {
        self.post(&streaming(model)).send().await.unwrap()
    }

    /// Asks for a stream with usage and reads it to its end.
    pub async fn events(&self, model: &str) -> Vec<Value> {
        payloads(&self.stream(model).await.text().await.unwrap())
    }

    pub async fn log(&self) -> Value {
        self.client
            .get(self.root("/sim/log"))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap()
    }

    /// The newest request of the log, once it has ended.
    pub async fn ended(&self) -> Value {
        let since = Instant::now();
        loop {
            let log = self.log().await;
            let newest = log["requests"].as_array().unwrap().last().cloned().unwrap();
            if newest["end"] != "open" {
                return newest;
            }
            assert!(
                since.elapsed() < Duration::from_secs(10),
                "still open: {newest}"
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// A request for a stream with usage.
pub fn streaming(model: &str) -> Value {
    json!({
        "model": model,
        "messages": [{"role": "user", "content": "Tell me about harbours."}],
        "stream": true,
        "stream_options": {"include_usage": true},
    })
}

/// The JSON payloads of an event stream; `[DONE]` is the string "[DONE]", what isn't JSON is a string too.
pub fn payloads(stream: &str) -> Vec<Value> {
    stream
        .split("\n\n")
        .filter_map(|event| event.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap_or_else(|_| Value::from(data)))
        .collect()
}

/// The pieces of one delta field.
pub fn pieces<'a>(events: &'a [Value], field: &str) -> Vec<&'a str> {
    events
        .iter()
        .filter_map(|event| event["choices"][0]["delta"][field].as_str())
        .filter(|text| !text.is_empty())
        .collect()
}

/// The usage that was reported.
pub fn usage(events: &[Value]) -> &Value {
    events
        .iter()
        .map(|event| &event["usage"])
        .find(|usage| usage.is_object())
        .unwrap()
}

/// `(sent_us, kind, tokens)` of each event of a logged request.
pub fn sent(request: &Value) -> Vec<(u64, String, u64)> {
    let events = request["events"].as_array().unwrap();
    events
        .iter()
        .map(|event| {
            (
                event[0].as_u64().unwrap(),
                event[1].as_str().unwrap().to_owned(),
                event[2].as_u64().unwrap(),
            )
        })
        .collect()
}

/// When events of this kind were sent, microseconds.
pub fn times(request: &Value, kind: &str) -> Vec<u64> {
    sent(request)
        .into_iter()
        .filter(|event| event.1 == kind)
        .map(|event| event.0)
        .collect()
}

/// The median of the differences between neighbours.
pub fn median_gap(times: &[u64]) -> u64 {
    let mut gaps: Vec<u64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    gaps[gaps.len() / 2]
}
