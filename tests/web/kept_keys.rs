//! Keys that are kept for the tab.

use tokenpace::web::kept_key;
use tokenpace::web::secret::Secret;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{KEY, plan};

#[wasm_bindgen_test]
fn a_kept_key_comes_back_with_its_origin_until_it_is_forgotten() {
    kept_key::forget();
    assert!(kept_key::kept().is_none());
    for key in [KEY, "second"] {
        assert!(kept_key::keep(
            &Secret::new(key, "https://h.example").unwrap()
        ));
    }
    let kept = kept_key::kept().unwrap();
    assert!(kept.is_for("https://h.example"));
    let endpoint = plan("https://h.example/v1").endpoint;
    assert_eq!(kept.expose_to(&endpoint), Some("second"));
    let other = plan("https://h.example:444/v1").endpoint;
    assert_eq!(kept.expose_to(&other), None);
    kept_key::forget();
    assert!(kept_key::kept().is_none());
}

#[wasm_bindgen_test]
fn what_was_not_kept_by_us_is_removed() {
    let storage = web_sys::window().unwrap().session_storage().unwrap();
    let storage = storage.unwrap();
    for text in ["", "key", "\nkey", "https://h.example\n"] {
        storage.set_item("tokenpace.key/1", text).unwrap();
        assert!(kept_key::kept().is_none(), "{text:?}");
        assert_eq!(storage.get_item("tokenpace.key/1").unwrap(), None);
    }
}
