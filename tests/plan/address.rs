//! The address: what is made of it, and why it cannot be called.

use tokenpace::plan::{
    AddressSpace, FieldError, Surroundings, UrlError, address_space, provider_named, validate,
};

use crate::urls::RustUrls;
use crate::{check, only_error, plan, with_url};

fn url_error(base_url: &str) -> UrlError {
    match only_error(check(&with_url(base_url))) {
        FieldError::BaseUrl(error) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_base_url_gets_the_path_of_the_format() {
    for typed in [
        "https://api.openai.com/v1",
        " https://API.openai.com:443/v1/ ",
        "HTTPS://api.openai.com/v1#x",
    ] {
        let endpoint = plan(typed).endpoint;
        assert_eq!(endpoint.base_url, "https://api.openai.com/v1", "{typed}");
        assert_eq!(endpoint.url, "https://api.openai.com/v1/chat/completions");
        assert_eq!(endpoint.origin, "https://api.openai.com");
        assert_eq!(endpoint.host, "api.openai.com");
    }
    assert_eq!(
        plan("https://api.deepseek.com").endpoint.url,
        "https://api.deepseek.com/chat/completions"
    );
}

#[test]
fn a_full_endpoint_url_is_used_as_it_is() {
    let endpoint =
        plan("https://gate.example:8443/x/chat/completions?api-version=2024-10-21").endpoint;
    assert_eq!(
        endpoint.url,
        "https://gate.example:8443/x/chat/completions?api-version=2024-10-21"
    );
    assert_eq!(endpoint.base_url, "https://gate.example:8443/x");
    assert_eq!(endpoint.host, "gate.example:8443");
    assert_eq!(endpoint.origin, "https://gate.example:8443");
}

#[test]
fn a_harmless_query_of_a_base_url_is_kept() {
    let endpoint = plan("https://gate.example/v1?api-version=1").endpoint;
    assert_eq!(
        endpoint.url,
        "https://gate.example/v1/chat/completions?api-version=1"
    );
}

#[test]
fn addresses_that_cannot_be_called_say_why() {
    let value = |text: &str| text.to_owned();
    for (typed, expected) in [
        ("", UrlError::Empty),
        ("   ", UrlError::Empty),
        (
            "api.openai.com/v1",
            UrlError::MissingScheme {
                value: value("api.openai.com/v1"),
            },
        ),
        (
            "localhost:11434/v1",
            UrlError::MissingScheme {
                value: value("localhost:11434/v1"),
            },
        ),
        (
            "/v1/chat/completions",
            UrlError::MissingScheme {
                value: value("/v1/chat/completions"),
            },
        ),
        (
            "ftp://host/v1",
            UrlError::UnsupportedScheme {
                scheme: value("ftp"),
            },
        ),
        (
            "https://",
            UrlError::MissingHost {
                value: value("https://"),
            },
        ),
        (
            "https:///v1",
            UrlError::MissingHost {
                value: value("https:///v1"),
            },
        ),
        (
            "https://:8080/v1",
            UrlError::MissingHost {
                value: value("https://:8080/v1"),
            },
        ),
        (
            "https://ho st/v1",
            UrlError::Unparsable {
                value: value("https://ho st/v1"),
            },
        ),
        (
            "https://host:99999/v1",
            UrlError::Unparsable {
                value: value("https://host:99999/v1"),
            },
        ),
    ] {
        assert_eq!(url_error(typed), expected, "{typed}");
    }
    let azure = provider_named("Azure OpenAI").unwrap().base_url(None);
    assert_eq!(
        url_error(azure),
        UrlError::Placeholder {
            placeholder: value("{resource}")
        }
    );
}

#[test]
fn c11_secrets_in_the_address_are_refused_and_not_kept() {
    let error = url_error("https://me:hunter2hunter2@host.example/v1");
    assert_eq!(
        error,
        UrlError::CredentialsInUrl {
            cleaned: "https://host.example/v1".to_owned()
        }
    );
    for (typed, name, cleaned) in [
        (
            "https://h.example/v1?key=abc",
            "key",
            "https://h.example/v1",
        ),
        (
            "https://h.example/v1?a=1&API_KEY=abc&b=2",
            "API_KEY",
            "https://h.example/v1?a=1&b=2",
        ),
        (
            "https://h.example/v1?id=sk-abcdefghijklmnop",
            "id",
            "https://h.example/v1",
        ),
    ] {
        let error = url_error(typed);
        assert_eq!(
            error,
            UrlError::KeyInUrl {
                name: name.to_owned(),
                cleaned: cleaned.to_owned()
            }
        );
        assert!(!error.to_string().contains("abc"));
    }
}

#[test]
fn an_https_page_cannot_call_plain_http_on_a_public_host() {
    let https = Surroundings {
        has_key: false,
        page_is_https: true,
        ..Surroundings::default()
    };
    let error = only_error(validate(
        &with_url("http://api.example.com/v1"),
        &RustUrls,
        https,
    ));
    assert_eq!(
        error,
        FieldError::BaseUrl(UrlError::MixedContent {
            host: "api.example.com".to_owned()
        })
    );
    for base in [
        "http://localhost:1/v1",
        "http://10.0.0.7/v1",
        "http://gpu.local/v1",
        "https://api.example.com/v1",
    ] {
        assert!(
            validate(&with_url(base), &RustUrls, https).is_ok(),
            "{base}"
        );
    }
}

#[test]
fn the_address_space_is_judged_by_the_name() {
    use AddressSpace::{Local, Loopback, Public};
    for (host, space) in [
        ("localhost", Loopback),
        ("LOCALHOST.", Loopback),
        ("app.localhost", Loopback),
        ("127.0.0.1", Loopback),
        ("127.255.0.9", Loopback),
        ("0.0.0.0", Loopback),
        ("[::1]", Loopback),
        ("[::ffff:127.0.0.1]", Loopback),
        ("10.1.2.3", Local),
        ("172.16.0.1", Local),
        ("172.31.255.255", Local),
        ("192.168.0.1", Local),
        ("169.254.1.1", Local),
        ("[fd12::1]", Local),
        ("[fe80::1]", Local),
        ("printer.local", Local),
        ("172.32.0.1", Public),
        ("9.9.9.9", Public),
        ("[2001:db8::1]", Public),
        ("localhost.example.com", Public),
        ("mylocal", Public),
    ] {
        assert_eq!(address_space(host), space, "{host}");
    }
}
