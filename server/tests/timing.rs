//! The pace of answers and the log that tells it. Expectations are ratios or lower bounds: the machine may be busy.
mod support;

use std::time::Duration;

use support::{Vendor, median_gap, sent, streaming, times};

fn within(value: u64, expected: u64, share: f64) -> bool {
    let (value, expected) = (value as f64, expected as f64);
    (expected * (1.0 - share)..=expected * (1.0 + share)).contains(&value)
}

/// A machine under load may hold any one run up; a pace that is wrong is wrong in every run.
const ATTEMPTS: usize = 5;

/// One of a few runs of `model` has answer events at times that `kept` accepts.
async fn some_run_keeps_pace(vendor: &Vendor, model: &str, kept: impl Fn(&[u64]) -> bool) {
    let mut answers = Vec::new();
    for _ in 0..ATTEMPTS {
        vendor.events(model).await;
        answers = times(&vendor.ended().await, "answer");
        if kept(&answers) {
            return;
        }
    }
    panic!("no run of {model} kept its pace; the last: {answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_has_every_event_in_order_and_on_time() {
    let vendor = Vendor::start().await;
    let before = now_ms();
    let events = vendor
        .events("ttft=80,gap=10,n=30,role_at=30,tail=15")
        .await;
    let request = vendor.ended().await;

    assert_eq!(request["id"], events[0]["id"]);
    assert_eq!(request["model"], "ttft=80,gap=10,n=30,role_at=30,tail=15");
    assert_eq!(
        (&request["method"], &request["path"]),
        (&"POST".into(), &"/v1/chat/completions".into())
    );
    assert_eq!(
        (&request["status"], &request["end"]),
        (&200.into(), &"complete".into())
    );
    assert!((before..=now_ms()).contains(&request["arrived_ms"].as_f64().unwrap()));

    let kinds: Vec<String> = sent(&request).into_iter().map(|event| event.1).collect();
    let expected = ["role"]
        .into_iter()
        .chain(["answer"; 30])
        .chain(["finish", "usage", "done"]);
    assert!(kinds.iter().map(String::as_str).eq(expected), "{kinds:?}");
    assert!(sent(&request).is_sorted_by_key(|event| event.0));

    // Never early; late only as far as the machine is busy.
    let answers = times(&request, "answer");
    for (index, at) in (0..).zip(&answers) {
        assert!(*at >= 80_000 + 10_000 * index, "event {index} left at {at}");
    }
    assert!(request["headers_us"].as_u64().unwrap() < times(&request, "role")[0]);
    assert!(times(&request, "role")[0] >= 30_000);
    assert!(times(&request, "finish")[0] >= 385_000);
    some_run_keeps_pace(&vendor, "ttft=80,gap=10,n=30", |answers| {
        within(median_gap(answers), 10_000, 0.5)
    })
    .await;
}

fn now_ms() -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap()
        .as_secs_f64()
        * 1_000.0
}

#[tokio::test(flavor = "multi_thread")]
async fn short_gaps_are_kept_without_adding_up_delays() {
    let vendor = Vendor::start().await;
    some_run_keeps_pace(&vendor, "ttft=20,gap=1.5,n=200", |answers| {
        within(median_gap(answers), 1_500, 0.5)
            && within(answers[199] - answers[0], 199 * 1_500, 0.3)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_event_reaches_the_client_by_itself() {
    let vendor = Vendor::start().await;
    let mut response = vendor.stream("ttft=40,gap=25,n=8").await;
    let mut reads = 0;
    while let Some(bytes) = response.chunk().await.unwrap() {
        reads += 1;
        assert!(!bytes.is_empty());
    }
    // Role, eight tokens, and at least one read for what ends the stream. A busy machine may merge a few of these ten.
    assert!(reads >= 6, "{reads} reads");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_is_one_write() {
    let vendor = Vendor::start().await;
    vendor.events("ttft=20,gap=5,n=12,burst=4").await;
    let answers = times(&vendor.ended().await, "answer");
    for group in answers.chunks(4) {
        assert!(group.iter().all(|at| *at == group[0]), "{answers:?}");
    }
    some_run_keeps_pace(&vendor, "ttft=20,gap=5,n=12,burst=4", |answers| {
        let firsts: Vec<u64> = answers.iter().copied().step_by(4).collect();
        within(median_gap(&firsts), 20_000, 0.5)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buffered_answer_is_one_late_write() {
    let vendor = Vendor::start().await;
    let mut response = vendor.stream("ttft=40,gap=4,n=30,buffered=1").await;
    let first = response.chunk().await.unwrap().unwrap();
    assert!(
        String::from_utf8(first.to_vec())
            .unwrap()
            .contains("assistant")
    );
    while response.chunk().await.unwrap().is_some() {}
    let all = sent(&vendor.ended().await);
    assert_eq!(all.len(), 1 + 30 + 3);
    assert!(all.iter().all(|event| event.0 == all[0].0));
    assert!(all[0].0 >= 40_000 + 29 * 4_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_ends_the_work() {
    let vendor = Vendor::start().await;
    let mut response = vendor.stream("bad-endless").await;
    response.chunk().await.unwrap();
    drop(response);
    let request = vendor.ended().await;
    assert_eq!(request["end"], "client_gone");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(
        vendor.ended().await["events"],
        request["events"],
        "events after the end"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_before_the_headers_is_noticed() {
    let vendor = Vendor::start().await;
    let request = vendor
        .post(&streaming("bad-slow-headers"))
        .timeout(Duration::from_millis(80))
        .send();
    assert!(request.await.unwrap_err().is_timeout());
    let request = vendor.ended().await;
    assert_eq!(request["end"], "client_gone");
    assert!(request["headers_us"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn load_slows_a_busy_model_and_fills_its_queue() {
    let vendor = Vendor::start().await;
    let ask = |limit: u32| {
        let mut body = streaming("sim-busy");
        body["max_tokens"] = limit.into();
        vendor.post(&body).send()
    };
    ask(40).await.unwrap().text().await.unwrap();
    let alone = vendor.ended().await;
    let gap_alone = median_gap(&times(&alone, "answer"));

    let six = [ask(40), ask(40), ask(40), ask(40), ask(40), ask(40)]
        .map(|request| tokio::spawn(async move { request.await.unwrap().text().await.unwrap() }));
    for task in six {
        task.await.unwrap();
    }
    let log = vendor.log().await;
    let requests = &log["requests"].as_array().unwrap()[1..];
    let mut first: Vec<u64> = requests
        .iter()
        .map(|request| times(request, "answer")[0])
        .collect();
    first.sort_unstable();
    let end_of_fastest = requests
        .iter()
        .map(|request| request["ended_us"].as_u64().unwrap())
        .min()
        .unwrap();
    assert!(first[3] < end_of_fastest, "four run at once: {first:?}");
    assert!(
        first[4] >= end_of_fastest,
        "the fifth waits for a slot: {first:?}, {end_of_fastest}"
    );

    let slowest = requests
        .iter()
        .map(|request| median_gap(&times(request, "answer")))
        .max()
        .unwrap();
    // 36 ms with four running, 18 ms alone.
    assert!(
        slowest as f64 > 1.4 * gap_alone as f64,
        "{slowest} against {gap_alone}"
    );
}

#[tokio::test]
async fn the_log_counts_preflights_apart_and_can_be_cleared() {
    let vendor = Vendor::start().await;
    let url = vendor.url("/chat/completions");
    for _ in 0..2 {
        vendor
            .client
            .request(reqwest::Method::OPTIONS, &url)
            .send()
            .await
            .unwrap();
    }
    vendor.events("ttft=1,gap=1,n=1").await;
    vendor.events("ttft=1,gap=1,n=2").await;
    let log = vendor.log().await;
    assert_eq!(
        (&log["preflights_total"], &log["requests_total"]),
        (&2.into(), &2.into())
    );
    assert_eq!(log["preflights"][1]["seq"], 2);
    assert_eq!(log["preflights"][1]["path"], "/v1/chat/completions");
    assert!(log["preflights"][0]["at_ms"].as_f64() <= log["preflights"][1]["at_ms"].as_f64());

    let last: serde_json::Value = vendor
        .client
        .get(vendor.root("/sim/log?last=1"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(last["requests"].as_array().unwrap().len(), 1);
    assert_eq!(last["requests"][0]["model"], "ttft=1,gap=1,n=2");

    let cleared = vendor
        .client
        .delete(vendor.root("/sim/log"))
        .send()
        .await
        .unwrap();
    assert_eq!(cleared.status().as_u16(), 204);
    let log = vendor.log().await;
    assert_eq!(log["requests"], serde_json::json!([]));
    assert_eq!(log["preflights"], serde_json::json!([]));
}

#[tokio::test]
async fn the_log_keeps_no_secrets() {
    let vendor = Vendor::start().await;
    let request = vendor
        .post(&streaming("ttft=1,gap=1,n=1"))
        .bearer_auth("sk-very-secret-key");
    request.send().await.unwrap().text().await.unwrap();
    let log = vendor.log().await.to_string();
    assert!(
        !log.contains("secret") && !log.contains("harbours"),
        "{log}"
    );
}
