//! The field "Extra headers". It is read when it is left and before a run, so that a value that may be a secret is taken out
//! before anything keeps it; from then on the field shows that it is held.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

use crate::plan::{Field, HeldHeader, KEPT, take_secret_headers};
use crate::session::{Msg, form};
use crate::web::page::Page;
use crate::web::secret::Secret;

fn field() -> Option<HtmlTextAreaElement> {
    document()
        .get_element_by_id(form::control_id(Field::ExtraHeaders))?
        .dyn_into()
        .ok()
}

/// Reads the field, if it is on the page.
pub fn take(page: Page) {
    let Some(field) = field() else {
        return;
    };
    let taken = take_secret_headers(&field.value());
    // The state may have this very text already, and then nothing would be drawn anew.
    field.set_value(&taken.text);
    let held = page.outside().try_update_value(|outside| {
        let held = &mut outside.secrets.headers;
        // What is no longer named is no longer kept; the state says to which origin the rest belongs.
        held.retain(|(name, _)| names_held(&taken.text, name));
        for (name, value) in &taken.secrets {
            let value = Secret::verbatim(value, "");
            match held.iter_mut().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
                Some((_, known)) => *known = value,
                None => held.push((name.clone(), value)),
            }
        }
        held.iter()
            .map(|(name, value)| HeldHeader {
                name: name.clone(),
                unsendable: value.unsendable(),
            })
            .collect()
    });
    page.send(Msg::HeadersEntered {
        text: taken.text,
        held: held.unwrap_or_default(),
    });
}

fn names_held(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        line.split_once(':').is_some_and(|(known, value)| {
            known.trim().eq_ignore_ascii_case(name) && value.trim() == KEPT
        })
    })
}

/// Forgets what was taken.
pub fn forget(page: Page) {
    let _ = page
        .outside()
        .try_update_value(|outside| outside.secrets.headers.clear());
}
