//! The page's server.
use std::fs;

use reqwest::{Client, Response};
use tempfile::TempDir;
use tokenpace_server::{Config, Running, StartError, start};

const HASHED: &str = "app-0123456789abcdef_bg.wasm";

struct Site {
    running: Running,
    client: Client,
    folder: TempDir,
}

impl Site {
    /// A small built page with the headers file that is shipped.
    async fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write(
            "index.html",
            "<!doctype html><meta name=\"simulated-vendor\" content=\"\"><title>T</title>",
        );
        write("_headers", include_str!("../../www/_headers"));
        write(HASHED, &"\0asm".repeat(2_000));
        write("worker.js", &"const text = 'worker';\n".repeat(200));
        let running = start(Config::for_tests(Some(folder.path().to_owned())))
            .await
            .unwrap();
        Self {
            running,
            client: Client::new(),
            folder,
        }
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.running.page_url().unwrap())
    }

    async fn get(&self, path: &str) -> Response {
        self.client.get(self.url(path)).send().await.unwrap()
    }
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_index_names_the_vendor() {
    let site = Site::start().await;
    for path in ["", "index.html"] {
        let response = site.get(path).await;
        assert_eq!(
            header(&response, "content-type"),
            "text/html; charset=utf-8"
        );
        let html = response.text().await.unwrap();
        let tag = format!(
            "<meta name=\"simulated-vendor\" content=\"{}\">",
            site.running.vendor_url()
        );
        assert!(html.contains(&tag), "{html}");
    }
    assert!(site.running.vendor_url().starts_with("http://localhost:"));
}

#[tokio::test]
async fn every_answer_has_the_headers_of_the_file() {
    let site = Site::start().await;
    for path in ["", "index.html", HASHED, "worker.js", "nothing"] {
        let response = site.get(path).await;
        assert_eq!(
            header(&response, "cross-origin-opener-policy"),
            "same-origin",
            "{path}"
        );
        assert_eq!(
            header(&response, "cross-origin-embedder-policy"),
            "require-corp",
            "{path}"
        );
        assert!(
            header(&response, "content-security-policy").contains("'wasm-unsafe-eval'"),
            "{path}"
        );
        assert_eq!(
            header(&response, "referrer-policy"),
            "no-referrer",
            "{path}"
        );
        assert_eq!(
            header(&response, "x-content-type-options"),
            "nosniff",
            "{path}"
        );
    }
}

#[tokio::test]
async fn hashed_files_are_kept_for_ever_and_others_asked_for() {
    let site = Site::start().await;
    let hashed = site.get(HASHED).await;
    assert_eq!(
        header(&hashed, "cache-control"),
        "public, max-age=31536000, immutable"
    );
    assert_eq!(header(&hashed, "content-type"), "application/wasm");
    for path in ["", "worker.js", "app-0123456789abcdef.js"] {
        // The last one doesn't exist: an absence must not be kept.
        assert_eq!(
            header(&site.get(path).await, "cache-control"),
            "no-cache",
            "{path}"
        );
    }
}

#[tokio::test]
async fn unchanged_files_are_not_sent_again() {
    let site = Site::start().await;
    for (path, encoding) in [
        ("", "identity"),
        ("worker.js", "identity"),
        ("worker.js", "gzip"),
    ] {
        let get = || {
            site.client
                .get(site.url(path))
                .header("accept-encoding", encoding)
        };
        let first = get().send().await.unwrap();
        let tag = header(&first, "etag").to_owned();
        assert!(!tag.is_empty(), "{path}");
        assert_eq!(
            header(&first, "content-encoding") == "gzip",
            encoding == "gzip",
            "{path}"
        );
        let again = get().header("if-none-match", &tag).send().await.unwrap();
        assert_eq!(again.status().as_u16(), 304, "{path} {encoding}");
        assert_eq!(header(&again, "cross-origin-opener-policy"), "same-origin");
        let other = get()
            .header("if-none-match", "\"other\"")
            .send()
            .await
            .unwrap();
        assert_eq!(other.status().as_u16(), 200, "{path} {encoding}");
    }
}

#[tokio::test]
async fn a_rebuilt_page_is_served_at_once() {
    let site = Site::start().await;
    let tag = header(&site.get("").await, "etag").to_owned();
    fs::write(site.folder.path().join("index.html"), "<!doctype html>new").unwrap();
    let response = site
        .client
        .get(site.url(""))
        .header("if-none-match", tag)
        .send()
        .await
        .unwrap();
    assert_eq!(response.text().await.unwrap(), "<!doctype html>new");
}

#[tokio::test]
async fn what_is_not_there_is_said_in_words() {
    let site = Site::start().await;
    for path in ["nothing.html", "_headers", "a/b"] {
        let response = site.get(path).await;
        assert_eq!(response.status().as_u16(), 404, "{path}");
        assert_eq!(
            header(&response, "content-type"),
            "text/plain; charset=utf-8"
        );
        assert_eq!(
            response.text().await.unwrap(),
            format!("There is no file /{path} here.\n")
        );
    }
}

#[tokio::test]
async fn a_folder_without_a_page_is_refused() {
    let folder = TempDir::new().unwrap();
    let error = start(Config::for_tests(Some(folder.path().to_owned())))
        .await
        .unwrap_err();
    assert!(matches!(&error, StartError::NoIndex { dist } if dist == folder.path()));
    assert!(error.to_string().contains("--dist"));
}

#[tokio::test]
async fn a_faulty_headers_file_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("index.html"), "").unwrap();
    fs::write(folder.path().join("_headers"), "/*\n  nonsense\n").unwrap();
    let error = start(Config::for_tests(Some(folder.path().to_owned())))
        .await
        .unwrap_err();
    assert!(matches!(error, StartError::Headers { .. }));
    assert!(error.to_string().contains("line 2"), "{error}");
}

#[tokio::test]
async fn both_loopback_addresses_answer() {
    let site = Site::start().await;
    let port = reqwest::Url::parse(site.running.page_url().unwrap())
        .unwrap()
        .port()
        .unwrap();
    let v4 = site
        .client
        .get(format!("http://127.0.0.1:{port}/"))
        .send()
        .await
        .unwrap();
    assert_eq!(v4.status().as_u16(), 200);
    let has_ipv6 = std::net::TcpListener::bind("[::1]:0").is_ok();
    if has_ipv6 {
        let v6 = site
            .client
            .get(format!("http://[::1]:{port}/"))
            .send()
            .await
            .unwrap();
        assert_eq!(v6.status().as_u16(), 200);
    }
}
