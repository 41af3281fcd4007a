//! The models that fail, and the ones that are odd on purpose.
mod support;

use std::time::Duration;

use serde_json::Value;
use support::{Vendor, payloads, pieces, sent, streaming, times, usage};

#[tokio::test]
async fn http_failures() {
    let vendor = Vendor::start().await;
    let html = vendor.stream("bad-html").await;
    assert_eq!(html.status().as_u16(), 200);
    assert_eq!(html.headers()["content-type"], "text/html; charset=utf-8");
    assert!(html.text().await.unwrap().starts_with("<!doctype html>"));

    let masked = vendor
        .post(&streaming("bad-401"))
        .bearer_auth("sk-test-0123456789")
        .send()
        .await
        .unwrap();
    assert_eq!(masked.status().as_u16(), 401);
    let body: Value = masked.json().await.unwrap();
    assert_eq!(body["error"]["code"], "invalid_api_key");
    assert!(!body.to_string().contains("sk-test-0123456789"));

    let echoed = vendor
        .post(&streaming("bad-401-echo"))
        .bearer_auth("sk-test-0123456789")
        .send()
        .await
        .unwrap();
    assert_eq!(echoed.status().as_u16(), 401);
    assert!(echoed.text().await.unwrap().contains("sk-test-0123456789"));

    let missing = vendor.stream("bad-404").await;
    assert_eq!(missing.status().as_u16(), 404);
    assert_eq!(
        missing.json::<Value>().await.unwrap()["error"]["code"],
        "model_not_found"
    );
}

#[tokio::test]
async fn a_stream_that_is_none() {
    let vendor = Vendor::start().await;
    let response = vendor.stream("bad-plain-json").await;
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(
        response.json::<Value>().await.unwrap()["object"],
        "chat.completion"
    );
}

#[tokio::test]
async fn streams_that_end_badly() {
    let vendor = Vendor::start().await;

    let text = vendor.stream("bad-error-first").await.text().await.unwrap();
    let events = payloads(&text);
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["error"]["type"], "server_error");

    let events = vendor.events("bad-error-mid").await;
    assert_eq!(pieces(&events, "content").len(), 20);
    assert!(events.last().unwrap()["error"].is_object());

    let text = vendor.stream("bad-cut").await.text().await.unwrap();
    assert!(!text.ends_with("\n\n") && !text.contains("[DONE]"));
    assert!(text.rsplit("\n\n").next().unwrap().starts_with("data: {"));

    let events = vendor.events("bad-no-done").await;
    assert!(
        events
            .iter()
            .any(|event| event["choices"][0]["finish_reason"] == "stop")
    );
    assert!(!events.contains(&Value::from("[DONE]")));

    let events = vendor.events("bad-no-finish").await;
    assert!(
        events
            .iter()
            .all(|event| event["choices"][0]["finish_reason"].is_null())
    );

    let events = vendor.events("bad-empty").await;
    assert!(pieces(&events, "content").is_empty());
    assert_eq!(usage(&events)["completion_tokens"], 0);
    assert_eq!(events.last().unwrap(), "[DONE]");
}

#[tokio::test]
async fn a_broken_connection_is_a_network_error() {
    let vendor = Vendor::start().await;
    let mut response = vendor.stream("bad-broken").await;
    let mut text = Vec::new();
    let error = loop {
        match response.chunk().await {
            Ok(Some(bytes)) => text.extend_from_slice(&bytes),
            Ok(None) => panic!("the body ended properly"),
            Err(error) => break error,
        }
    };
    assert!(error.is_body() || error.is_decode(), "{error:?}");
    assert_eq!(
        pieces(&payloads(&String::from_utf8(text).unwrap()), "content").len(),
        20
    );
    assert_eq!(vendor.ended().await["end"], "cut");
}

#[tokio::test]
async fn bytes_that_are_wrong() {
    let vendor = Vendor::start().await;
    let bytes = vendor.stream("bad-utf8").await.bytes().await.unwrap();
    assert!(std::str::from_utf8(&bytes).is_err());
    let events = payloads(&String::from_utf8_lossy(&bytes));
    assert!(
        events
            .iter()
            .all(|event| event.is_object() || event == "[DONE]")
    );
    let odd = pieces(&events, "content")
        .iter()
        .filter(|text| text.contains('\u{fffd}'))
        .count();
    assert_eq!(odd, 8);

    let events = vendor.events("bad-json").await;
    let odd = events
        .iter()
        .filter(|event| event.is_string() && *event != "[DONE]")
        .count();
    assert_eq!(odd, 40);

    let events = vendor.events("bad-huge-event").await;
    let texts = pieces(&events, "content");
    assert_eq!(texts.len(), 1);
    assert!(texts[0].len() >= 10_000_000);
}

#[tokio::test]
async fn silence_after_the_headers() {
    let vendor = Vendor::start().await;
    let mut response = vendor.stream("bad-silent").await;
    assert_eq!(response.status().as_u16(), 200);
    let wait = tokio::time::timeout(Duration::from_millis(400), response.chunk());
    assert!(wait.await.is_err(), "something came");
    drop(response);
    let request = vendor.ended().await;
    assert_eq!(request["end"], "client_gone");
    assert!(sent(&request).is_empty());
}

#[tokio::test]
async fn an_endless_model_ignores_its_limit() {
    let vendor = Vendor::start().await;
    let mut body = streaming("bad-endless");
    body["max_tokens"] = 3.into();
    let mut response = vendor.post(&body).send().await.unwrap();
    let mut text = String::new();
    while pieces(&payloads(&text), "content").len() < 10 {
        text += std::str::from_utf8(&response.chunk().await.unwrap().unwrap()).unwrap();
    }
}

#[tokio::test]
async fn a_flaky_model_takes_turns() {
    let vendor = Vendor::start().await;
    let mut seen = Vec::new();
    for _ in 0..10 {
        let mut body = streaming("sim-flaky");
        body["max_tokens"] = 30.into();
        let response = vendor.post(&body).send().await.unwrap();
        let retry_after = response.headers().contains_key("retry-after");
        seen.push(match response.status().as_u16() {
            200 => match response.text().await {
                Ok(text) if text.contains("[DONE]") => "answer",
                Ok(text) if text.contains("\"error\"") => "error event",
                Ok(_) => "odd",
                Err(_) => "break",
            },
            429 if retry_after => "429",
            500 => "500",
            _ => "odd",
        });
    }
    let expected = [
        "answer",
        "answer",
        "429",
        "answer",
        "error event",
        "answer",
        "500",
        "answer",
        "break",
        "answer",
    ];
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn thinking_is_shown_or_hidden() {
    let vendor = Vendor::start().await;
    let mut shown = streaming("sim-thinking");
    shown["max_tokens"] = 175.into();
    let events = payloads(
        &vendor
            .post(&shown)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap(),
    );
    let thoughts = pieces(&events, "reasoning_content").len();
    assert!((80..170).contains(&thoughts));
    assert_eq!(
        usage(&events)["completion_tokens_details"]["reasoning_tokens"],
        thoughts
    );
    let first_answer = events
        .iter()
        .position(|event| event["choices"][0]["delta"]["content"].as_str() > Some(""));
    let last_thought = events
        .iter()
        .rposition(|event| event["choices"][0]["delta"]["reasoning_content"].is_string());
    assert!(last_thought < first_answer);

    let mut hidden = streaming("sim-hidden-thinking");
    hidden["max_tokens"] = 20.into();
    let events = payloads(
        &vendor
            .post(&hidden)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap(),
    );
    assert!(
        pieces(&events, "content").is_empty() && pieces(&events, "reasoning_content").is_empty()
    );
    assert_eq!(usage(&events)["completion_tokens"], 20);
    assert_eq!(
        usage(&events)["completion_tokens_details"]["reasoning_tokens"],
        20
    );
}

#[tokio::test]
async fn coarse_events_hold_eight_tokens() {
    let vendor = Vendor::start().await;
    let mut body = streaming("sim-coarse");
    body["max_tokens"] = 20.into();
    vendor
        .post(&body)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    let request = vendor.ended().await;
    let tokens: Vec<u64> = sent(&request)
        .into_iter()
        .filter(|event| event.1 == "answer")
        .map(|event| event.2)
        .collect();
    assert_eq!(tokens, [8, 8, 4]);
    assert_eq!(times(&request, "role").len(), 1);
}
