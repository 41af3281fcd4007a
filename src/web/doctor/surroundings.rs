//! What the browser says of itself.

use js_sys::{Object, Reflect};
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{PermissionState, PermissionStatus};

use crate::doctor::{Circumstances, Permission};
use crate::plan::{AddressSpace, address_space};

/// Asks the browser about itself, for an endpoint that lies in `space`.
pub async fn look_around(space: AddressSpace) -> Circumstances {
    let location = window().location();
    Circumstances {
        online: window().navigator().on_line(),
        page_is_https: location.protocol().is_ok_and(|p| p == "https:"),
        page_space: address_space(&location.hostname().unwrap_or_default()),
        permission: permission(space).await,
        tells_held_back: !is_isolated() || reports_held_back(),
    }
}

/// Whether the page may call hosts in `space`. Browsers that know none of the names ask for nothing.
pub async fn permission(space: AddressSpace) -> Permission {
    let name = match space {
        AddressSpace::Public => return Permission::Granted,
        AddressSpace::Local => "local-network",
        AddressSpace::Loopback => "loopback-network",
    };
    // The second is the name that Chromium used before there were two.
    for name in [name, "local-network-access"] {
        if let Some(permission) = state_of(name).await {
            return permission;
        }
    }
    Permission::Granted
}

async fn state_of(name: &str) -> Option<Permission> {
    let wanted = Object::new();
    Reflect::set(
        &wanted,
        &JsValue::from_str("name"),
        &JsValue::from_str(name),
    )
    .ok()?;
    // Without https there may be no such object; then this is an error like an unknown name.
    let asking = window()
        .navigator()
        .permissions()
        .ok()?
        .query(&wanted)
        .ok()?;
    let status: PermissionStatus = JsFuture::from(asking).await.ok()?.unchecked_into();
    Some(match status.state() {
        PermissionState::Denied => Permission::Denied,
        PermissionState::Prompt => Permission::Prompt,
        _ => Permission::Granted,
    })
}

fn is_isolated() -> bool {
    global("crossOriginIsolated").is_truthy()
}

/// Chromium alone reports replies that it held back. Safari has the observer too, but not this report.
fn reports_held_back() -> bool {
    let is_chromium = Reflect::has(&window().navigator(), &JsValue::from_str("userAgentData"));
    is_chromium.unwrap_or_default() && global("ReportingObserver").is_truthy()
}

fn global(name: &str) -> JsValue {
    Reflect::get(&window(), &JsValue::from_str(name)).unwrap_or_default()
}
