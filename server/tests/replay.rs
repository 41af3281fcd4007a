//! Recorded replies, sent again.
mod support;

use std::path::{Path, PathBuf};

use reqwest::Method;
use serde_json::{Value, json};
use support::{Vendor, sent};
use tokenpace_server::Config;

fn recordings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/recordings")
}

async fn vendor() -> Vendor {
    Vendor::with(Config {
        recordings: Some(recordings()),
        ..Config::for_tests(None)
    })
    .await
}

fn recorded(name: &str) -> Vec<u8> {
    std::fs::read(recordings().join(name)).unwrap()
}

const STREAM: &str = "deepseek__chat.completions__text-short.sse";
const REFUSED: &str = "openai__chat.completions__error-404-model.json";

#[tokio::test]
async fn a_recording_comes_byte_for_byte_below_any_path() {
    let vendor = vendor().await;
    for path in [
        "",
        "/chat/completions",
        "/v1/messages",
        "/models/m:streamGenerateContent?alt=sse",
    ] {
        let url = vendor.root(&format!("/replay/{STREAM}{path}"));
        let body = json!({"model": "gap=0", "stream": true});
        let response = vendor.client.post(url).json(&body).send().await.unwrap();
        assert_eq!(response.status().as_u16(), 200, "{path}");
        let headers = response.headers();
        assert_eq!(headers["content-type"], "text/event-stream; charset=utf-8");
        assert_eq!(headers["access-control-allow-origin"], "*");
        assert_eq!(response.bytes().await.unwrap(), recorded(STREAM), "{path}");
    }
}

#[tokio::test]
async fn every_recording_of_the_folder_can_be_replayed() {
    let vendor = vendor().await;
    let mut replayed = 0;
    for file in std::fs::read_dir(recordings()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".tsv") || name.ends_with(".md") {
            continue;
        }
        let url = vendor.root(&format!("/replay/{name}?gap=0"));
        let response = vendor.client.post(url).send().await.unwrap();
        assert_eq!(response.bytes().await.unwrap(), recorded(&name), "{name}");
        replayed += 1;
    }
    assert!(replayed >= 78, "{replayed}");
}

#[tokio::test]
async fn an_error_body_keeps_its_status() {
    let vendor = vendor().await;
    let url = vendor.root(&format!("/replay/{REFUSED}/chat/completions"));
    let response = vendor.client.post(url).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 404);
    assert!(
        response.headers()["content-type"]
            .to_str()
            .unwrap()
            .starts_with("application/json")
    );
    let error: Value = response.json().await.unwrap();
    assert!(
        error["error"]["message"]
            .as_str()
            .unwrap()
            .contains("deprecated")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_keep_the_pace_that_was_asked_for_and_are_logged() {
    let vendor = vendor().await;
    let messages = recorded(STREAM)
        .windows(2)
        .filter(|pair| pair == b"\n\n")
        .count() as u64;
    for (path, model, gap_us) in [
        ("", "m", 10_000),
        ("?gap=3", "gap=50", 3_000),
        ("/models/gap=4:streamGenerateContent", "", 4_000),
    ] {
        let url = vendor.root(&format!("/replay/{STREAM}{path}"));
        let body = if model.is_empty() {
            json!({})
        } else {
            json!({"model": model})
        };
        let response = vendor.client.post(url).json(&body).send().await.unwrap();
        response.bytes().await.unwrap();
        let logged = vendor.ended().await;
        let events = sent(&logged);
        assert_eq!(events.len() as u64, messages);
        for (place, (at, kind, _)) in (1..).zip(&events) {
            assert_eq!(kind, "message");
            assert!(
                *at >= gap_us * place,
                "{path}: message {place} left at {at}"
            );
        }
        assert_eq!(logged["end"], "complete");
        assert_eq!(logged["status"], 200);
    }
}

#[tokio::test]
async fn what_cannot_be_replayed_is_refused_in_words() {
    let vendor = vendor().await;
    for (path, status, word) in [
        ("/replay/no-such.sse", 404, "no-such.sse"),
        ("/replay/..%2F..%2Fsupport%2Fmod.rs", 404, "mod.rs"),
        ("/replay/%2e%2e%2frecordings%2fINDEX.tsv", 404, "INDEX.tsv"),
        ("/replay/INDEX.tsv", 404, "INDEX.tsv"),
        (format!("/replay/{STREAM}?gap=soon").as_str(), 400, "soon"),
    ] {
        let response = vendor.client.post(vendor.root(path)).send().await.unwrap();
        assert_eq!(response.status().as_u16(), status, "{path}");
        let answer: Value = response.json().await.unwrap();
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(word), "{path}: {message}");
    }
    let get = vendor
        .client
        .get(vendor.root(&format!("/replay/{STREAM}")))
        .send()
        .await
        .unwrap();
    assert_eq!(get.status().as_u16(), 405);

    let without = Vendor::start().await;
    let url = without.root(&format!("/replay/{STREAM}"));
    let response = without.client.post(url).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 404);
    assert!(response.text().await.unwrap().contains("--recordings"));
}

#[tokio::test]
async fn preflights_are_allowed_and_counted() {
    let vendor = vendor().await;
    let response = vendor
        .client
        .request(
            Method::OPTIONS,
            vendor.root(&format!("/replay/{STREAM}/v1/messages")),
        )
        .header("origin", "http://localhost:8787")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "x-api-key,content-type")
        .send()
        .await
        .unwrap();
    assert!(response.status().is_success());
    assert_eq!(
        response.headers()["access-control-allow-headers"],
        "x-api-key,content-type"
    );
    assert_eq!(vendor.log().await["preflights_total"], 1);
}
