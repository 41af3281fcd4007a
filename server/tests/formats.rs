//! The same models in the words of other vendors.
mod support;

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use support::{Vendor, sent};

const MODEL: &str = "ttft=20,gap=2,n=12,think=3,cached=4";

/// A request for a stream in each format, by its path.
fn requests(model: &str, limit: u32) -> [(String, Value); 4] {
    let hello = "Tell me about harbours.";
    let messages = json!([{"role": "user", "content": hello}]);
    [
        (
            "/v1/messages".to_owned(),
            json!({"model": model, "max_tokens": limit, "messages": messages, "stream": true}),
        ),
        (
            format!("/v1beta/models/{model}:streamGenerateContent?alt=sse"),
            json!({
                "contents": [{"parts": [{"text": hello}]}],
                "generationConfig": {"maxOutputTokens": limit}
            }),
        ),
        (
            "/v1/responses".to_owned(),
            json!({"model": model, "input": hello, "stream": true, "max_output_tokens": limit}),
        ),
        (
            "/api/chat".to_owned(),
            json!({"model": model, "messages": messages, "options": {"num_predict": limit}}),
        ),
    ]
}

fn post(vendor: &Vendor, (path, body): &(String, Value)) -> RequestBuilder {
    vendor.client.post(vendor.root(path)).json(body)
}

/// The payloads of a stream, whichever way its messages are set apart.
fn payloads(stream: &str) -> Vec<Value> {
    stream
        .lines()
        .map(|line| line.strip_prefix("data: ").unwrap_or(line))
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

async fn streamed(vendor: &Vendor, limit: u32) -> [Vec<Value>; 4] {
    let mut all = [const { Vec::new() }; 4];
    for (events, request) in all.iter_mut().zip(requests(MODEL, limit)) {
        let response = post(vendor, &request).send().await.unwrap();
        assert_eq!(response.status().as_u16(), 200, "{}", request.0);
        *events = payloads(&response.text().await.unwrap());
    }
    all
}

/// All texts at this place of the events.
fn texts<'a>(events: &'a [Value], place: impl Fn(&'a Value) -> &'a Value) -> Vec<&'a str> {
    let texts = events.iter().filter_map(|event| place(event).as_str());
    texts.filter(|text| !text.is_empty()).collect()
}

fn types(events: &[Value]) -> Vec<&str> {
    events
        .iter()
        .filter_map(|event| event["type"].as_str())
        .collect()
}

fn gemini_parts(events: &[Value], thought: bool) -> Vec<&str> {
    let of_kind = |event: &&Value| {
        (event["candidates"][0]["content"]["parts"][0]["thought"] == true) == thought
    };
    let events: Vec<&Value> = events.iter().filter(of_kind).collect();
    let texts = events
        .into_iter()
        .filter_map(|event| event["candidates"][0]["content"]["parts"][0]["text"].as_str());
    texts.filter(|text| !text.is_empty()).collect()
}

#[tokio::test]
async fn anthropic_opens_and_closes_a_block_for_each_kind_of_text() {
    let vendor = Vendor::start().await;
    let [events, ..] = streamed(&vendor, 100).await;
    let mut kinds = types(&events);
    kinds.dedup();
    assert_eq!(
        kinds,
        [
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop"
        ]
    );
    assert_eq!(texts(&events, |event| &event["delta"]["thinking"]).len(), 3);
    assert_eq!(texts(&events, |event| &event["delta"]["text"]).len(), 12);
    assert_eq!(events[0]["message"]["usage"]["input_tokens"], 11);
    let reasons = texts(&events, |event| &event["delta"]["stop_reason"]);
    assert_eq!(reasons, ["end_turn"]);
    let usage = &events[events.len() - 2]["usage"];
    assert_eq!(usage["output_tokens"], 15);
    assert_eq!(
        (&usage["input_tokens"], &usage["cache_read_input_tokens"]),
        (&7.into(), &4.into())
    );
}

#[tokio::test]
async fn gemini_counts_thoughts_beside_the_answer() {
    let vendor = Vendor::start().await;
    let [_, events, ..] = streamed(&vendor, 100).await;
    assert_eq!(gemini_parts(&events, true).len(), 3);
    assert_eq!(gemini_parts(&events, false).len(), 12);
    assert_eq!(
        texts(&events, |event| &event["candidates"][0]["finishReason"]),
        ["STOP"]
    );
    let usage = &events.last().unwrap()["usageMetadata"];
    assert_eq!(
        usage,
        &json!({
            "promptTokenCount": 11,
            "cachedContentTokenCount": 4,
            "candidatesTokenCount": 12,
            "thoughtsTokenCount": 3,
            "totalTokenCount": 26
        })
    );
}

#[tokio::test]
async fn responses_end_with_the_whole_state() {
    let vendor = Vendor::start().await;
    let [_, _, events, _] = streamed(&vendor, 10).await;
    let deltas = |kind: &str| types(&events).iter().filter(|k| **k == kind).count();
    assert_eq!(deltas("response.reasoning_text.delta"), 3);
    assert_eq!(deltas("response.output_text.delta"), 7);
    assert_eq!(deltas("response.output_item.added"), 2);
    for (place, event) in events.iter().enumerate() {
        assert_eq!(event["sequence_number"], place);
    }
    let last = events.last().unwrap();
    assert_eq!(last["type"], "response.incomplete");
    let response = &last["response"];
    assert_eq!(
        response["incomplete_details"]["reason"],
        "max_output_tokens"
    );
    assert_eq!(response["usage"]["output_tokens"], 10);
    assert_eq!(
        response["usage"]["output_tokens_details"]["reasoning_tokens"],
        3
    );
}

#[tokio::test]
async fn ollama_tells_counts_on_its_last_line() {
    let vendor = Vendor::start().await;
    let [_, _, _, lines] = streamed(&vendor, 10).await;
    assert_eq!(texts(&lines, |line| &line["message"]["thinking"]).len(), 3);
    assert_eq!(texts(&lines, |line| &line["message"]["content"]).len(), 7);
    let (last, before) = lines.split_last().unwrap();
    assert!(before.iter().all(|line| line["done"] == false));
    assert_eq!(
        (&last["done"], &last["done_reason"]),
        (&true.into(), &"length".into())
    );
    assert_eq!(
        (&last["prompt_eval_count"], &last["eval_count"]),
        (&11.into(), &10.into())
    );
}

#[tokio::test]
async fn each_output_event_is_logged_when_it_is_due() {
    let vendor = Vendor::start().await;
    for request in requests(MODEL, 100) {
        let response = post(&vendor, &request).send().await.unwrap();
        response.bytes().await.unwrap();
        let logged = vendor.ended().await;
        assert_eq!(logged["model"], MODEL);
        let output = sent(&logged)
            .into_iter()
            .filter(|(_, kind, _)| kind == "reasoning" || kind == "answer");
        let mut events = 0;
        for (place, (at, _, tokens)) in (0..).zip(output) {
            assert_eq!(tokens, 1);
            assert!(
                at >= 20_000 + 2_000 * place,
                "{}: {place} at {at}",
                request.0
            );
            events += 1;
        }
        assert_eq!(events, 15, "{}", request.0);
    }
}

#[tokio::test]
async fn refusals_and_errors_come_in_the_formats_own_shape() {
    let vendor = Vendor::start().await;
    let message_of = [
        |error: &Value| error["error"]["message"].clone(),
        |error: &Value| error["error"]["message"].clone(),
        |error: &Value| error["error"]["message"].clone(),
        |error: &Value| error["error"].clone(),
    ];
    for (request, message_of) in requests("no-such-model", 100).iter().zip(message_of) {
        let response = post(&vendor, request).send().await.unwrap();
        assert_eq!(response.status().as_u16(), 404, "{}", request.0);
        let error: Value = response.json().await.unwrap();
        let message = message_of(&error);
        assert!(
            message.as_str().unwrap().contains("no-such-model"),
            "{error}"
        );
    }
    for (request, word) in requests("ttft=1,gap=1,n=9,error=3", 100).iter().zip([
        "api_error",
        "INTERNAL",
        "response.failed",
        "error",
    ]) {
        let response = post(&vendor, request).send().await.unwrap();
        let text = response.text().await.unwrap();
        assert!(text.contains(word), "{text}");
        assert_eq!(sent(&vendor.ended().await).last().unwrap().1, "error");
    }
    let nobody = vendor
        .client
        .post(vendor.root("/v1/messages"))
        .json(&json!({}));
    assert_eq!(nobody.send().await.unwrap().status().as_u16(), 400);
}

#[tokio::test]
async fn a_key_is_taken_from_the_formats_own_header() {
    let vendor = Vendor::start().await;
    let headers = [
        "x-api-key",
        "x-goog-api-key",
        "authorization",
        "authorization",
    ];
    for (request, header) in requests("ttft=1,gap=1,n=1", 9).iter().zip(headers) {
        let key = if header == "authorization" {
            "Bearer wrong-key"
        } else {
            "wrong-key"
        };
        let refused = post(&vendor, request).header(header, key).send().await;
        assert_eq!(refused.unwrap().status().as_u16(), 401, "{header}");
        let taken = post(&vendor, request).header(header, "any").send().await;
        assert_eq!(taken.unwrap().status().as_u16(), 200, "{header}");
    }
}

#[tokio::test]
async fn a_whole_answer_is_one_body() {
    let vendor = Vendor::start().await;
    for (mut request, tokens) in requests(MODEL, 100).into_iter().zip([
        "/usage/output_tokens",
        "/usageMetadata/thoughtsTokenCount",
        "/usage/output_tokens",
        "/eval_count",
    ]) {
        request.0 = request
            .0
            .replace("streamGenerateContent", "generateContent");
        request.1["stream"] = json!(false);
        let response = post(&vendor, &request).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/json");
        let body: Value = response.json().await.unwrap();
        let counted = if tokens.contains("thoughts") { 3 } else { 15 };
        assert_eq!(body.pointer(tokens), Some(&counted.into()), "{body}");
    }
}
