//! What an address tells about its API format.

use crate::plan::{Field, UrlParser};
use crate::protocol::ApiFormat;
use crate::session::update::{drop_errors, save};
use crate::session::{Effect, Recognised, State, checkup};

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
