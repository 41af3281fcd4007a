//! The way of key and secret headers: into one message, to one origin.

use tokenpace::web::message;
use tokenpace::web::secret::{Secret, Secrets};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{KEY, plan};

const TOKEN: &str = "tenant-5c1f77e0a9b24d";

fn secret(origin: &str) -> Secret {
    Secret::new(KEY, origin).unwrap()
}

/// A key and a header that is treated like it.
fn secrets(origin: &str) -> Secrets {
    Secrets {
        key: Some(secret(origin)),
        headers: vec![("X-Token".to_owned(), Secret::verbatim(TOKEN, origin))],
    }
}

#[wasm_bindgen_test]
fn c9_the_secrets_are_two_properties_and_nowhere_else() {
    let plan = plan("https://h.example/v1");
    let value = message::encode_start(1, &plan, &secrets("https://h.example")).unwrap();
    let key = js_sys::Reflect::get(&value, &"key".into()).unwrap();
    assert_eq!(key.as_string().as_deref(), Some(KEY));
    let (arrived, received) = message::receive(value.clone()).unwrap();
    let text = String::from(js_sys::JSON::stringify(&value).unwrap());
    for secret in [KEY, TOKEN] {
        assert!(
            !text.contains(&secret[..8]),
            "the message still holds a secret"
        );
        assert!(!format!("{arrived:?}").contains(&secret[..8]));
    }
    assert_eq!(received.key_to(&plan.endpoint), Some(KEY));
    let headers: Vec<_> = received.headers_to(&plan.endpoint).collect();
    assert_eq!(headers, [("X-Token", TOKEN)]);
}

#[wasm_bindgen_test]
fn c10_the_secrets_go_only_to_the_origin_they_were_typed_for() {
    let other = secrets("https://other.example");
    for base in [
        "https://h.example/v1",
        "https://other.example.evil.example/v1",
        "https://other.example:8443/v1",
    ] {
        let plan = plan(base);
        assert!(!other.are_for(&plan.endpoint.origin));
        assert_eq!(other.key_to(&plan.endpoint), None, "{base}");
        assert_eq!(other.headers_to(&plan.endpoint).next(), None, "{base}");
        let value = message::encode_start(1, &plan, &other).unwrap();
        for name in ["key", "headers"] {
            let property = js_sys::Reflect::get(&value, &name.into()).unwrap();
            assert!(property.is_undefined(), "{name}");
        }
    }
    let mut unbound = Secret::verbatim(TOKEN, "");
    let plan = plan("https://h.example/v1");
    assert_eq!(unbound.expose_to(&plan.endpoint), None);
    unbound.bind("https://h.example");
    assert_eq!(unbound.expose_to(&plan.endpoint), Some(TOKEN));
}

#[wasm_bindgen_test]
fn c12_every_secret_is_scrubbed_and_a_scheme_before_it_is_no_part_of_it() {
    let mut secrets = secrets("https://h.example");
    let value = format!("Bearer {TOKEN}x");
    secrets
        .headers
        .push(("X-B".to_owned(), Secret::verbatim(&value, "")));
    let answer = format!("{KEY} and {TOKEN}x, said the Bearer of the ring");
    let clean = secrets.scrub_answer(&answer);
    assert_eq!(
        clean,
        "[removed] and [removed], said the Bearer of the ring"
    );
    let mut window = secrets.window();
    assert_eq!(window.push(&answer) + &window.finish(), clean);
}

#[wasm_bindgen_test]
fn c11_over_plain_http_it_goes_only_to_this_computer() {
    for (base, sent) in [
        ("http://h.example", false),
        ("http://10.0.0.7", false),
        ("http://localhost:8000", true),
    ] {
        let endpoint = plan(base).endpoint;
        assert_eq!(secret(base).expose_to(&endpoint).is_some(), sent, "{base}");
    }
}

#[wasm_bindgen_test]
fn what_people_paste_around_a_key_is_stripped() {
    let endpoint = plan("https://h.example/v1").endpoint;
    for typed in [
        "  abc-123\n",
        "\"abc-123\"",
        "Bearer abc-123",
        "'bearer  abc-123'",
    ] {
        let secret = Secret::new(typed, "https://h.example").unwrap();
        assert_eq!(secret.expose_to(&endpoint), Some("abc-123"), "{typed}");
    }
    for nothing in [" \n", "\"\"", "' '"] {
        assert!(Secret::new(nothing, "https://h.example").is_none());
    }
}

#[wasm_bindgen_test]
fn an_echoed_key_is_scrubbed() {
    let clean =
        secrets("https://h.example").scrub(&format!("Incorrect key {KEY} or {}", &KEY[9..20]));
    assert_eq!(clean, "Incorrect key [removed] or [removed]");
}
