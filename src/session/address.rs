//! What an address tells: its API format, and secrets that have no place in it.

use crate::plan::{Field, FieldError, UrlError, UrlParser, resolve_endpoint};
use crate::protocol::ApiFormat;
use crate::session::update::{drop_errors, save};
use crate::session::{Effect, Recognised, State, checkup, secrets};

/// The base URL was entered. A full endpoint tells its format, which is taken over; an address that was looked at before
/// changes nothing, so that a format chosen since then stays.
pub fn entered(state: &mut State, urls: &dyn UrlParser) -> Vec<Effect> {
    state.key.typed_along = None;
    let address = state.draft.base_url.trim();
    if address == state.recognised.address {
        return Vec::new();
    }
    let url = urls.parse(address).ok();
    let format = url.and_then(|url| ApiFormat::of_path(url.pathname.trim_end_matches('/')));
    state.recognised = Recognised {
        address: address.to_owned(),
        format,
    };
    match format {
        Some(format) if format != state.draft.format => {
            state.draft.format = format;
            drop_errors(state, &[Field::Format]);
            let mut effects = checkup::leave(state);
            effects.push(save(state));
            effects
        }
        _ => Vec::new(),
    }
}

/// An address was pasted. A secret in it leaves the field at once, and the page says so.
pub fn pasted(state: &mut State, urls: &dyn UrlParser) -> Vec<Effect> {
    let draft = &state.draft;
    let Err(error) = resolve_endpoint(&draft.base_url, draft.format, &draft.model, urls) else {
        return Vec::new();
    };
    if error.cleaned().is_none() {
        return Vec::new();
    }
    let mut effects = cleaned(state, &error, urls);
    effects.push(save(state));
    drop_errors(state, &[Field::BaseUrl]);
    state.field_errors.push(FieldError::BaseUrl(error));
    effects
}

/// Takes a secret that is the matter with the address out of it. What was typed along with it belongs to the rest.
pub fn cleaned(state: &mut State, error: &UrlError, urls: &dyn UrlParser) -> Vec<Effect> {
    let Some(cleaned) = error.cleaned() else {
        return Vec::new();
    };
    cleaned.clone_into(&mut state.draft.base_url);
    secrets::rebind(state, urls)
}
