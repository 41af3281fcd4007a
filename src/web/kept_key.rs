//! "Keep for this tab": the key and its origin in `sessionStorage`, which belongs to this tab alone and goes with it. Only
//! what the user ticked gets here; nothing else of the page is stored with it.

use leptos::prelude::window;
use web_sys::Storage;

use crate::web::secret::Secret;

// The number changes when an old value can no longer be read as it was meant.
const NAME: &str = "tokenpace.key/1";

/// `None` where the browser keeps nothing.
fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// Keeps the key in place of the one before; `false` if the browser refuses.
#[must_use]
pub fn keep(key: &Secret) -> bool {
    storage().is_some_and(|storage| storage.set_item(NAME, &key.to_keep()).is_ok())
}

/// The key as it was kept.
#[must_use]
pub fn kept() -> Option<Secret> {
    let text = storage()?.get_item(NAME).ok()??;
    let key = Secret::from_kept(&text);
    if key.is_none() {
        forget();
    }
    key
}

/// Keeps no key any more.
pub fn forget() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(NAME);
    }
}
