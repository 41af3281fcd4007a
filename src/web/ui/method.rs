//! How it is measured: every number with its formula and source, and what a page cannot know. All of it is text that never
//! changes, so it is HTML in index.html, not program.

use leptos::prelude::document;

use crate::web::ui::dom::{El, el};

/// The view `#method`.
pub fn method() -> El {
    let text = document()
        .get_element_by_id("method")
        .map(|template| template.inner_html());
    el("div").live_text("innerHTML", move || text.clone().unwrap_or_default())
}
