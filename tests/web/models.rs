//! The list of models that an endpoint offers.

use any_spawner::Executor;
use leptos::prelude::{Owner, UpdateValue};
use tokenpace::session::{Edit, Msg, offers};
use tokenpace::web::models::ModelsError;
use tokenpace::web::page::Page;
use tokenpace::web::secret::Secret;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{KEY, install_texts};

/// Answers the next calls of `fetch` and keeps what was asked.
fn answer(body: &str, status: u16) {
    js_sys::Function::new_with_args(
        "body, status",
        "globalThis.realFetch ??= globalThis.fetch; \
         globalThis.fetch = (url, init) => { \
           globalThis.asked = JSON.stringify({ url, method: init.method, body: init.body, \
             redirect: init.redirect, credentials: init.credentials, \
             headers: Object.fromEntries(init.headers) }); \
           return Promise.resolve(new Response(body, { status })); };",
    )
    .call2(&JsValue::NULL, &body.into(), &status.into())
    .unwrap();
}

fn asked() -> String {
    let restored = "globalThis.fetch = globalThis.realFetch; return globalThis.asked";
    let asked = js_sys::Function::new_no_args(restored).call0(&JsValue::NULL);
    asked.unwrap().as_string().unwrap()
}

/// A page whose form and secrets are for this address.
fn page(base_url: &str, secrets_for: &str) -> Page {
    install_texts();
    // Starting the page as a whole does this; the second and third test find it done.
    _ = Executor::init_wasm_bindgen();
    let page = Page::provide();
    let text = |field, text: &str| Msg::Edit(Edit::Text(field, text.to_owned()));
    page.send(Msg::Edit(Edit::Provider("Custom".to_owned())));
    page.send(text(tokenpace::plan::Field::BaseUrl, base_url));
    page.outside().update_value(|outside| {
        outside.secrets.key = Secret::new(KEY, secrets_for);
    });
    page
}

#[wasm_bindgen_test]
async fn the_list_is_asked_for_with_the_key_and_offered() {
    let owner = Owner::new();
    owner.set();
    let page = page("https://h.example/v1", "https://h.example");
    answer(r#"{"data":[{"id":"m-1"},{"id":"m-2"}]}"#, 200);
    assert_eq!(page.list_models().await, Ok(()));
    let asked = asked();
    for part in [
        r#""url":"https://h.example/v1/models""#,
        r#""method":"GET""#,
        r#""redirect":"error""#,
        r#""credentials":"omit""#,
        &format!(r#""headers":{{"authorization":"Bearer {KEY}"}}"#),
    ] {
        assert!(asked.contains(part), "{part}: {asked}");
    }
    assert!(!asked.contains("\"body\""), "{asked}");
    assert_eq!(page.peek(offers::known_models).unwrap(), ["m-1", "m-2"]);
}

#[wasm_bindgen_test]
async fn what_is_no_list_offers_nothing_and_a_repeated_key_is_no_name() {
    let owner = Owner::new();
    owner.set();
    let page = page("https://h.example/v1", "https://h.example");
    let repeated = format!(r#"{{"data":[{{"id":"{KEY}"}}]}}"#);
    for (body, status, error) in [
        ("no", 401, ModelsError::Refused(401)),
        ("<html>", 200, ModelsError::NoList),
        (repeated.as_str(), 200, ModelsError::NoList),
    ] {
        answer(body, status);
        assert_eq!(page.list_models().await, Err(error));
        asked();
    }
    assert!(page.peek(offers::known_models).unwrap().is_empty());
}

#[wasm_bindgen_test]
async fn a_key_of_another_origin_stays_here() {
    let owner = Owner::new();
    owner.set();
    let page = page("https://h.example/v1", "https://other.example");
    answer(r#"{"data":[{"id":"m-1"}]}"#, 200);
    assert_eq!(page.list_models().await, Ok(()));
    assert!(!asked().contains(&KEY[..8]));
}
