//! The key, and headers that are treated like it: typed for one origin, and gone when the address moves to another.

use crate::plan::{Field, HeldHeader, UrlParser, without_held_headers};
use crate::session::update::{drop_errors, save};
use crate::session::{Effect, KeyState, State, checkup, form};

/// The key field changed.
pub fn key_typed(
    state: &mut State,
    present: bool,
    unsendable: Option<char>,
    urls: &dyn UrlParser,
) -> Vec<Effect> {
    state.key.present = present;
    state.key.unsendable = unsendable;
    drop_errors(state, &[Field::ApiKey]);
    let bound = bind(state, urls);
    if present {
        bound
    } else {
        vec![Effect::ForgetKey]
    }
}

/// The extra headers were entered.
pub fn headers_entered(
    state: &mut State,
    text: String,
    held: Vec<HeldHeader>,
    urls: &dyn UrlParser,
) -> Vec<Effect> {
    let mut effects = Vec::new();
    if text != state.draft.extra_headers || held != state.key.headers {
        drop_errors(state, &[Field::ExtraHeaders]);
        // Another header may be one that the endpoint refuses.
        effects = checkup::leave(state);
    }
    let had = !state.key.headers.is_empty();
    let has = !held.is_empty();
    state.draft.extra_headers = text;
    state.key.headers = held;
    if has || had {
        effects.extend(bind(state, urls));
    }
    if had && !has {
        effects.push(Effect::ForgetHeaders);
    }
    effects.push(save(state));
    effects
}

/// What is held belongs to the address in the form.
fn bind(state: &mut State, urls: &dyn UrlParser) -> Vec<Effect> {
    let holds = state.key.holds_secret();
    let origin = form::origin(&state.draft, urls).filter(|_| holds);
    state.key.origin.clone_from(&origin);
    state.key.typed_along = None;
    state.key.notice = None;
    origin
        .map(|origin| Effect::BindKey { origin })
        .into_iter()
        .collect()
}

/// "Forget key".
pub fn forget(state: &mut State) -> Vec<Effect> {
    let had_headers = !state.key.headers.is_empty();
    state.key = KeyState::default();
    let mut effects = vec![Effect::ForgetKey];
    if had_headers {
        effects.extend(forget_headers(state));
    }
    effects
}

fn forget_headers(state: &mut State) -> [Effect; 1] {
    state.draft.extra_headers = without_held_headers(&state.draft.extra_headers);
    drop_errors(state, &[Field::ExtraHeaders]);
    [Effect::ForgetHeaders]
}

/// A key belongs to one origin. When the address moves to another one, the key goes, visibly, and the headers that are
/// treated like it with it.
///
/// A key that was typed before there was an address belongs to the first one. While that is still being typed, each of its
/// beginnings is an address of another host: the key follows until the user leaves the field or writes something else.
pub fn rebind(state: &mut State, urls: &dyn UrlParser) -> Vec<Effect> {
    if !state.key.holds_secret() {
        return Vec::new();
    }
    let now = form::origin(&state.draft, urls);
    let address = state.draft.base_url.clone();
    let key = &mut state.key;
    let follows = match (&key.origin, &key.typed_along) {
        (None, _) => true,
        (Some(_), Some(before)) => address.starts_with(before) || before.starts_with(&address),
        (Some(_), None) => false,
    };
    if follows {
        key.typed_along = Some(address);
    }
    if now == key.origin {
        return Vec::new();
    }
    if follows {
        key.origin.clone_from(&now);
        return now
            .map(|origin| Effect::BindKey { origin })
            .into_iter()
            .collect();
    }
    let old = key.origin.take().unwrap_or_default();
    let (had_key, had_headers) = (key.present, !key.headers.is_empty());
    let what = match (had_key, had_headers) {
        (true, false) => "the key: it was",
        (false, _) => "the secret headers: they were",
        (true, true) => "the key and the secret headers: they were",
    };
    *key = KeyState {
        notice: Some(format!(
            "We removed {what} typed for {old}, and the address changed."
        )),
        ..KeyState::default()
    };
    let mut effects = Vec::new();
    if had_key {
        effects.push(Effect::ForgetKey);
    }
    if had_headers {
        effects.extend(forget_headers(state));
    }
    effects
}
