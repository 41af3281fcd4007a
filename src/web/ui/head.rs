//! Name, purpose, links, theme.

use leptos::prelude::*;

use crate::session::Phase;
use crate::web::page::Page;
use crate::web::ui::View;
use crate::web::ui::icon::Mark;
use crate::web::ui::theme::ThemeSwitch;

/// Top of every view.
#[component]
pub fn Head(view: RwSignal<View>) -> impl IntoView {
    let page = Page::get();
    let phase = page.slice(|s| s.phase);
    let back = move || match phase.get() {
        Phase::Setup => "Set-up",
        Phase::Running => "Running",
        Phase::Done | Phase::Failed => "Results",
    };
    let current = move |this: View| (view.get() == this).then_some("page");
    view! {
        <header class="head">
            <a class="brand" href="#" aria-current=move || current(View::Bench)>
                <Mark/>
                <span>"Tokenpace"</span>
            </a>
            <p class="tagline">"How fast does an AI endpoint feel to your users? Measured from this tab."</p>
            <nav class="links" aria-label="Views">
                <a href="#" aria-current=move || current(View::Bench)>{back}</a>
                <a href="#method" aria-current=move || current(View::Method)>"Method"</a>
            </nav>
            <ThemeSwitch/>
        </header>
    }
}
