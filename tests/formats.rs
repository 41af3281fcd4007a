//! The table of API formats: addresses, labels, and what every adapter owes.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod urls;

use tokenpace::decode::{Frame, FrameKind};
use tokenpace::plan::{Endpoint, resolve_endpoint};
use tokenpace::protocol::{ApiFormat, Signal};
use urls::RustUrls;

fn resolved(format: ApiFormat, typed: &str, model: &str) -> Endpoint {
    resolve_endpoint(typed, format, model, &RustUrls).unwrap()
}

#[test]
fn the_path_is_appended_once_and_pasted_endpoints_are_kept() {
    let chat = |typed| resolved(ApiFormat::OpenAiChat, typed, "m").url;
    let url = "https://api.openai.com/v1/chat/completions";
    for given in [
        "https://api.openai.com/v1",
        "https://api.openai.com/v1/",
        "https://api.openai.com/v1/chat/completions",
        "https://api.openai.com/v1#x",
    ] {
        assert_eq!(chat(given), url, "{given}");
    }
    let azure =
        "https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21";
    assert_eq!(chat(azure), azure);
    assert_eq!(
        chat("https://r.openai.azure.com/openai/deployments/d?api-version=1"),
        "https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=1"
    );
}

#[test]
fn labels_are_distinct() {
    for (at, format) in ApiFormat::ALL.iter().enumerate() {
        assert!(!format.label().is_empty());
        assert!(
            ApiFormat::ALL[..at]
                .iter()
                .all(|other| other.label() != format.label())
        );
    }
}

#[test]
fn a_pasted_endpoint_tells_its_format() {
    for &format in ApiFormat::ALL {
        let endpoint = resolved(format, "https://host.example/some", "m-1");
        let path = endpoint.url.strip_prefix("https://host.example").unwrap();
        let path = path.split('?').next().unwrap();
        assert_eq!(ApiFormat::of_path(path), Some(format), "{path}");
        assert_eq!(format.base_of(path), Some("/some"), "{path}");
        let again = resolved(format, &endpoint.url, "other");
        assert_eq!(again.url, endpoint.url, "a full endpoint is used as it is");
        assert_eq!(again.base_url, "https://host.example/some");
    }
    assert_eq!(ApiFormat::of_path("/v1"), None);
}

#[test]
fn every_adapter_knows_the_common_terminator_and_says_what_it_does_not_know() {
    for format in ApiFormat::ALL {
        let signals = |data: &str| {
            let mut heard = Vec::new();
            let frame = Frame {
                kind: FrameKind::Event(None),
                data,
                terminated: true,
            };
            format
                .adapter()
                .frame(frame, &mut |signal| heard.push(format!("{signal:?}")));
            heard
        };
        assert_eq!(
            signals(" [DONE] "),
            [format!("{:?}", Signal::End)],
            "{format:?}"
        );
        for foreign in [
            "no json",
            "17",
            "[1]",
            "{}",
            r#"{"weather":"fine","text7":"x"}"#,
        ] {
            assert_eq!(
                signals(foreign),
                [format!("{:?}", Signal::NotUnderstood)],
                "{format:?} {foreign}"
            );
        }
    }
}
