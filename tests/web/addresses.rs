//! The browser's URL parser under the rules of the form.

use tokenpace::plan::{FieldError, Surroundings, UrlError, UrlParser, UrlProblem, validate};
use tokenpace::web::url::BrowserUrls;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{draft, plan};

#[wasm_bindgen_test]
fn the_browsers_parser_gives_what_the_rules_need() {
    let endpoint = plan(" HTTPS://API.example.com:443/v1/#x").endpoint;
    assert_eq!(endpoint.url, "https://api.example.com/v1/chat/completions");
    assert_eq!(
        (endpoint.origin.as_str(), endpoint.host.as_str()),
        ("https://api.example.com", "api.example.com")
    );
    assert_eq!(plan("http://[::1]:8080/v1").endpoint.host, "[::1]:8080");
    assert_eq!(BrowserUrls.parse("no address"), Err(UrlProblem));
    let errors = validate(
        &draft("https://me:pass@h.example/v1"),
        &BrowserUrls,
        Surroundings::default(),
    );
    let cleaned = "https://h.example/v1".to_owned();
    assert_eq!(
        errors,
        Err(vec![FieldError::BaseUrl(UrlError::CredentialsInUrl {
            cleaned
        })])
    );
}
