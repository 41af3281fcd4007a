//! The models that behave like real ones.
mod support;

use serde_json::Value;
use support::{Vendor, median_gap, payloads, pieces, sent, streaming, times, usage};

#[tokio::test(flavor = "multi_thread")]
async fn each_of_them_speaks_the_protocol() {
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
    let names = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|model| model["id"].as_str().unwrap());
    let answers: Vec<_> = names
        .map(|name| {
            let mut body = streaming(name);
            body["max_tokens"] = 12.into();
            let request = vendor.post(&body).send();
            let read = async move { request.await.unwrap().text().await.unwrap() };
            (name.to_owned(), tokio::spawn(read))
        })
        .collect();
    assert_eq!(answers.len(), 10);
    for (name, answer) in answers {
        let events = payloads(&answer.await.unwrap());
        assert_eq!(
            events[0]["choices"][0]["delta"]["role"], "assistant",
            "{name}"
        );
        assert_eq!(events.last().unwrap(), "[DONE]", "{name}");
        assert_eq!(usage(&events)["completion_tokens"], 12, "{name}");
        let text =
            pieces(&events, "content").concat() + &pieces(&events, "reasoning_content").concat();
        assert_eq!(text.is_empty(), name == "sim-hidden-thinking", "{name}");
        let finish = &events[events.len() - 3]["choices"][0]["finish_reason"];
        assert_eq!(finish, "length", "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn speeds_differ_as_announced() {
    let vendor = Vendor::start().await;
    let mut gaps = Vec::new();
    for (name, tokens) in [
        ("sim-instant", 60),
        ("sim-fluent", 30),
        ("sim-sluggish", 12),
    ] {
        let mut body = streaming(name);
        body["max_tokens"] = tokens.into();
        vendor
            .post(&body)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap();
        let request = vendor.ended().await;
        assert_eq!(
            sent(&request).iter().map(|event| event.2).sum::<u64>(),
            tokens
        );
        assert!(times(&request, "role")[0] < times(&request, "answer")[0]);
        gaps.push(median_gap(&times(&request, "answer")));
    }
    // 2.5, 22 and 125 ms.
    assert!(gaps[1] > 3 * gaps[0] && gaps[2] > 3 * gaps[1], "{gaps:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_cut_ends_by_itself() {
    let vendor = Vendor::start().await;
    let events = vendor.events("sim-instant").await;
    assert!(pieces(&events, "content").concat().ends_with('.'));
    assert!(
        events
            .iter()
            .any(|event| event["choices"][0]["finish_reason"] == "stop")
    );
    let tokens = usage(&events)["completion_tokens"].as_u64().unwrap();
    assert!((100..150).contains(&tokens), "{tokens}");
}
