//! The key. What is typed stays in the field and in one object of this tab; the state only learns that there is one.

use leptos::prelude::*;

use crate::plan::{Field, KeyNeed};
use crate::session::update::provider_of;
use crate::session::{Msg, form};
use crate::web::page::Page;
use crate::web::ui::field::{FieldFrame, described_by, error_of, invalid};
use crate::web::ui::icon::Lock;
use crate::web::url::BrowserUrls;

/// "API key", with its promise and "Forget key".
#[component]
pub fn KeyField() -> impl IntoView {
    let page = Page::get();
    let error = error_of(Field::ApiKey);
    let present = page.slice(|s| s.key.present);
    let notice = page.slice(|s| s.key.notice.clone());
    let hint = page.slice(|s| {
        let host = form::host(&s.draft, &BrowserUrls);
        let needed = provider_of(s).is_none_or(|p| p.key != KeyNeed::None);
        match host {
            _ if !needed && !s.key.present => "Not needed here.".to_owned(),
            Some(host) => format!("Stays in this tab, goes only to {host}."),
            None => "Stays in this tab, goes only to the endpoint.".to_owned(),
        }
    });
    // After a run the field is empty, but the key is still held.
    let placeholder = move || {
        if present.get() {
            "kept in this tab"
        } else {
            ""
        }
    };
    view! {
        <FieldFrame field=Field::ApiKey label="API key" hint error class="field-key">
            <div class="with-button">
                <Lock/>
                <input
                    id=form::control_id(Field::ApiKey)
                    type="password"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder=placeholder
                    aria-describedby=described_by(Field::ApiKey, error)
                    aria-invalid=invalid(error)
                    on:input=move |event| {
                        let present = !event_target_value(&event).trim().is_empty();
                        page.send(Msg::KeyTyped { present });
                    }
                />
                {move || present.get().then(|| view! {
                    <button type="button" class="small" on:click=move |_| page.send(Msg::ForgetKey)>
                        "Forget key"
                    </button>
                })}
            </div>
            <p class="key-notice" role="status">{move || notice.get()}</p>
        </FieldFrame>
    }
    .into_any()
}
