//! How it is measured.
use leptos::prelude::*;
pub fn meaning_of(term: &str) -> String { format!("{term}: explained here in two sentences. The second one says how it is computed.") }
#[component]
pub fn Method() -> impl IntoView { view! { <div class="method"><h1>"Method"</h1></div> }.into_any() }
