//! Set-up: one card that asks where, what and how much.

mod advanced;
mod cost;
mod how_much;
mod key;
mod what;
mod where_to;

use leptos::ev;
use leptos::prelude::*;

use crate::session::Msg;
use crate::web::effects::HEADING_ID;
use crate::web::page::Page;

/// The form.
#[component]
pub fn Setup() -> impl IntoView {
    let page = Page::get();
    let has_run = page.slice(|s| s.run.as_ref().is_some_and(|run| run.finished));
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        page.submit();
    };
    view! {
        <div class="setup">
            <div class="intro">
                <h1 id=HEADING_ID tabindex="-1">"How fast does an AI endpoint feel to your users?"</h1>
                <p>
                    "This tab asks the endpoint for real answers, times every piece as it arrives, and tells you in words how it reads. "
                    "The simulated vendor needs no key: press the button to see a result."
                </p>
            </div>
            <form class="card" novalidate on:submit=submit>
                <Group title="Where" about="The endpoint, and the key it asks for.">
                    <where_to::WhereTo/>
                </Group>
                <Group title="What" about="The question every request asks.">
                    <what::What/>
                </Group>
                <Group title="How much" about="More requests say more about the slow ones.">
                    <how_much::HowMuch/>
                </Group>
                <advanced::Advanced/>
                <div class="go">
                    <cost::CostLine/>
                    <button type="submit" class="primary">"Run benchmark"</button>
                </div>
            </form>
            {move || has_run.get().then(|| view! {
                <p class="aside">
                    <button type="button" class="plain" on:click=move |_| page.send(Msg::ShowResults)>
                        "Back to the last results"
                    </button>
                </p>
            })}
        </div>
    }
    .into_any()
}

#[component]
fn Group(title: &'static str, about: &'static str, children: Children) -> impl IntoView {
    view! {
        <fieldset class="group">
            <legend>{title}</legend>
            <p class="group-about">{about}</p>
            <div class="group-fields">{children()}</div>
        </fieldset>
    }
    .into_any()
}
