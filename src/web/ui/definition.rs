//! The words that explain a metric. They stand in the table of the method, which is HTML in index.html, and are read from
//! there.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::HtmlTemplateElement;

/// Label of a metric in plain words, by its name in the report; empty if there is none of that name.
pub fn label(key: &str) -> String {
    read(key, "small")
}

/// Two sentences about a metric; empty if there is none of that name.
pub fn explanation(key: &str) -> String {
    read(key, "td")
}

#[inline(never)]
fn read(key: &str, part: &str) -> String {
    let selector = ["[data-key=", key, "] ", part].concat();
    document()
        .get_element_by_id("method")
        .and_then(|method| method.dyn_into::<HtmlTemplateElement>().ok())
        .and_then(|method| method.content().query_selector(&selector).ok()?)
        .and_then(|found| found.text_content())
        .unwrap_or_default()
}
