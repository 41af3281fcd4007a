//! What a page on another origin may read.
mod support;

use reqwest::{Method, Response};
use support::{Vendor, streaming};

const ORIGIN: &str = "http://localhost:8787";

fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response
        .headers()
        .get(name)
        .map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn a_preflight_allows_what_it_was_asked_for() {
    let vendor = Vendor::start().await;
    let response = vendor
        .client
        .request(Method::OPTIONS, vendor.url("/chat/completions"))
        .header("origin", ORIGIN)
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "authorization,content-type,x-anything",
        )
        .send()
        .await
        .unwrap();
    assert!(response.status().is_success());
    assert_eq!(header(&response, "access-control-allow-origin"), Some("*"));
    assert_eq!(
        header(&response, "access-control-allow-headers"),
        Some("authorization,content-type,x-anything")
    );
    assert!(
        header(&response, "access-control-allow-methods")
            .unwrap()
            .contains("POST")
    );
    assert_eq!(header(&response, "access-control-max-age"), Some("7200"));
}

#[tokio::test]
async fn every_answer_can_be_read() {
    let vendor = Vendor::start().await;
    let chat = vendor.url("/chat/completions");
    let get = |url: String| vendor.client.get(url);
    let requests = [
        (vendor.post(&streaming("ttft=1,gap=1,n=1")), 200),
        (vendor.post(&streaming("ttft=1,odd=1")), 400),
        (vendor.post(&streaming("bad-401")), 401),
        (vendor.post(&streaming("bad-404")), 404),
        (vendor.post(&streaming("bad-html")), 200),
        (get(vendor.url("/models")), 200),
        (get(vendor.url("/nothing")), 404),
        (get(chat.clone()), 405),
        (get(vendor.root("/")), 200),
        (get(vendor.root("/sim/log")), 200),
        (vendor.client.delete(vendor.root("/sim/log")), 204),
    ];
    for (request, status) in requests {
        let response = request.header("origin", ORIGIN).send().await.unwrap();
        let url = response.url().clone();
        assert_eq!(response.status().as_u16(), status, "{url}");
        assert_eq!(
            header(&response, "access-control-allow-origin"),
            Some("*"),
            "{url}"
        );
        assert_eq!(
            header(&response, "access-control-expose-headers"),
            Some("*"),
            "{url}"
        );
        assert_eq!(header(&response, "timing-allow-origin"), Some("*"), "{url}");
    }
}

#[tokio::test]
async fn one_model_cannot_be_read() {
    let vendor = Vendor::start().await;
    let response = vendor
        .post(&streaming("bad-no-cors"))
        .header("origin", ORIGIN)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status().as_u16(), 200);
    assert!(
        response
            .headers()
            .keys()
            .all(|name| !name.as_str().contains("allow-origin"))
    );
    assert!(response.text().await.unwrap().contains("[DONE]"));
}
