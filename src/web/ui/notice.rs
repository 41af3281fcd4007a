//! What stands above everything else when it is true.

use leptos::prelude::*;

use crate::web::page::Page;

/// Page and worker come from different builds.
#[component]
pub fn StaleBuild() -> impl IntoView {
    let stale = Page::get().slice(|s| s.stale_build);
    view! {
        <div role="alert">
            {move || {
                stale.get().then(|| view! {
                    <p class="banner">
                        "Tokenpace was updated while this page was open. "
                        <a href="">"Reload the page"</a>
                        " to go on; the form is kept, the key is not."
                    </p>
                })
            }}
        </div>
    }
    .into_any()
}
