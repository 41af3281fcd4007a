//! What stands above everything else when it is true.

use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf, when};

/// Page and worker come from different builds.
pub fn stale_build(page: Page) -> El {
    let stale = page.slice(|s| s.stale_build);
    el("div").attr("role", "alert").child(when(stale, || {
        leaf(
            "p",
            "banner",
            "Tokenpace was updated while this page was open. ",
        )
        .child(leaf("a", "", "Reload the page").attr("href", ""))
        .child(" to go on; the form is kept, the key is not.")
        .into()
    }))
}
