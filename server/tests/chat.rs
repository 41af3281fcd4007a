//! The shape of chat completions.
mod support;

use serde_json::{Value, json};
use support::{Vendor, payloads, pieces, streaming, usage};

#[tokio::test]
async fn a_stream_has_the_shape_that_vendors_send() {
    let vendor = Vendor::start().await;
    let response = vendor.stream("ttft=20,gap=2,n=12").await;
    assert_eq!(
        response.headers()["content-type"],
        "text/event-stream; charset=utf-8"
    );
    assert!(!response.headers().contains_key("content-encoding"));
    let events = payloads(&response.text().await.unwrap());

    assert_eq!(
        events.len(),
        1 + 12 + 3,
        "role, tokens, finish, usage, terminator"
    );
    assert_eq!(
        events[0]["choices"][0]["delta"],
        json!({"role": "assistant", "content": ""})
    );
    for event in &events[1..13] {
        assert_eq!(event["object"], "chat.completion.chunk");
        assert_eq!(event["id"], events[0]["id"]);
        assert_eq!(event["model"], "ttft=20,gap=2,n=12");
        let choice = &event["choices"][0];
        assert_eq!(choice["index"], 0);
        assert_eq!(choice["finish_reason"], Value::Null);
        assert!(!choice["delta"]["content"].as_str().unwrap().is_empty());
        assert!(event.as_object().unwrap().contains_key("usage") && event["usage"].is_null());
    }
    assert_eq!(events[13]["choices"][0]["delta"], json!({}));
    assert_eq!(events[13]["choices"][0]["finish_reason"], "stop");
    assert_eq!(events[14]["choices"], json!([]));
    let usage = &events[14]["usage"];
    assert_eq!(usage["completion_tokens"], 12);
    assert_eq!(usage["completion_tokens_details"]["reasoning_tokens"], 0);
    // Five tokens of text, three around the message, three around all.
    assert_eq!(usage["prompt_tokens"], 11);
    assert_eq!(usage["total_tokens"], 23);
    assert_eq!(events[15], "[DONE]");
}

#[tokio::test]
async fn usage_comes_only_when_asked_for() {
    let vendor = Vendor::start().await;
    let mut body = streaming("ttft=5,gap=1,n=3");
    body.as_object_mut().unwrap().remove("stream_options");
    let events = payloads(
        &vendor
            .post(&body)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap(),
    );
    assert_eq!(events.len(), 1 + 3 + 2);
    assert!(events.iter().all(|event| event.get("usage").is_none()));
}

#[tokio::test]
async fn limits_of_either_name_cut_the_answer() {
    let vendor = Vendor::start().await;
    for name in ["max_tokens", "max_completion_tokens"] {
        let mut body = streaming("ttft=5,gap=1,n=50,think=4");
        body[name] = json!(10);
        let events = payloads(
            &vendor
                .post(&body)
                .send()
                .await
                .unwrap()
                .text()
                .await
                .unwrap(),
        );
        assert_eq!(pieces(&events, "reasoning_content").len(), 4);
        assert_eq!(pieces(&events, "content").len(), 6);
        assert!(
            events
                .iter()
                .any(|event| event["choices"][0]["finish_reason"] == "length")
        );
        assert_eq!(usage(&events)["completion_tokens"], 10);
        assert_eq!(
            usage(&events)["completion_tokens_details"]["reasoning_tokens"],
            4
        );
    }
}

#[tokio::test]
async fn without_stream_there_is_one_json_body() {
    let vendor = Vendor::start().await;
    let mut body = streaming("ttft=20,gap=2,n=12,think=3");
    body["stream"] = json!(false);
    let response = vendor.post(&body).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/json");
    let answer: Value = response.json().await.unwrap();
    assert_eq!(answer["object"], "chat.completion");
    let message = &answer["choices"][0]["message"];
    assert_eq!(message["role"], "assistant");
    assert!(message["content"].as_str().unwrap().len() > 20);
    assert!(!message["reasoning_content"].as_str().unwrap().is_empty());
    assert_eq!(answer["choices"][0]["finish_reason"], "stop");
    assert_eq!(answer["usage"]["completion_tokens"], 15);
    let logged = vendor.ended().await;
    assert_eq!(logged["end"], "complete");
    let sent = support::sent(&logged);
    assert_eq!((sent[0].1.as_str(), sent[0].2, sent.len()), ("body", 15, 1));
    // First token after 20 ms, 14 more after 2 ms each.
    assert!(sent[0].0 >= 48_000, "{sent:?}");
}

#[tokio::test]
async fn the_text_is_the_same_however_it_is_cut() {
    let vendor = Vendor::start().await;
    let events = vendor.events("ttft=5,gap=1,n=60,per=7").await;
    let texts = pieces(&events, "content");
    assert_eq!(texts.len(), 9);
    let text = texts.concat();
    assert!(text.split_whitespace().count() > 40, "{text}");
    assert!(text.starts_with(char::is_uppercase));
}

#[tokio::test]
async fn requests_that_make_no_sense_are_refused_in_words() {
    let vendor = Vendor::start().await;
    let hello = json!([{"role": "user", "content": "hi"}]);
    let cases = [
        (json!({}), 400, "model"),
        (json!({"model": "sim-fluent"}), 400, "messages"),
        (
            json!({"model": "gpt-unknown", "messages": hello}),
            404,
            "gpt-unknown",
        ),
        (
            json!({"model": "ttft=1,speed=2", "messages": hello}),
            400,
            "speed",
        ),
        (
            json!({"model": "sim-fluent", "messages": hello, "max_tokens": 0}),
            400,
            "limit",
        ),
        (
            json!({"model": 5, "messages": hello}),
            400,
            "not understood",
        ),
    ];
    for (body, status, word) in cases {
        let response = vendor.post(&body).send().await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{body}");
        let answer: Value = response.json().await.unwrap();
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(word), "{body}: {message}");
        assert_eq!(answer["error"]["type"], "invalid_request_error");
    }
    let not_json = vendor
        .client
        .post(vendor.url("/chat/completions"))
        .body("{")
        .send()
        .await
        .unwrap();
    assert_eq!(not_json.status().as_u16(), 400);
}

#[tokio::test]
async fn the_wrong_key_is_refused_everywhere() {
    let vendor = Vendor::start().await;
    let chat = vendor
        .post(&streaming("sim-instant"))
        .bearer_auth("wrong-key")
        .send()
        .await
        .unwrap();
    let list = vendor
        .client
        .get(vendor.url("/models"))
        .bearer_auth("wrong-key")
        .send()
        .await
        .unwrap();
    for response in [chat, list] {
        assert_eq!(response.status().as_u16(), 401);
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["error"]["code"], "invalid_api_key");
        assert!(!answer.to_string().contains("wrong-key"));
    }
    let other = vendor
        .client
        .get(vendor.url("/models"))
        .bearer_auth("any-other")
        .send()
        .await
        .unwrap();
    assert_eq!(other.status().as_u16(), 200);
}

#[tokio::test]
async fn models_are_listed() {
    let vendor = Vendor::start().await;
    let list: Value = vendor
        .client
        .get(vendor.url("/models"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(list["object"], "list");
    let names: Vec<_> = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|model| model["id"].as_str().unwrap())
        .collect();
    assert_eq!(names[0], "sim-fluent");
    assert!(names.iter().all(|name| name.starts_with("sim-")));
    let unknown = vendor
        .client
        .get(vendor.url("/nothing"))
        .send()
        .await
        .unwrap();
    assert_eq!(unknown.status().as_u16(), 404);
    let about = vendor
        .client
        .get(vendor.root("/"))
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(about.contains("simulated"));
}
