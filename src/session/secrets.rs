//! The key, and headers that are treated like it: typed for one origin, and gone when the address moves to another.

use crate::plan::{Field, FieldError, HeldHeader, UrlParser, without_held_headers};
use crate::session::update::{drop_errors, save};
use crate::session::{Effect, KeyState, State, checkup, form};
use crate::text;

/// The key field changed.
pub fn key_typed(
    state: &mut State,
    present: bool,
    unsendable: Option<char>,
    urls: &dyn UrlParser,
) -> Vec<Effect> {
    state.key.present = present;
    state.key.unsendable = unsendable;
    // Of the key before.
    state.key.seen_in.clear();
    drop_errors(state, &[Field::ApiKey]);
    // What was taken out of the address is where it belongs now.
    let is_old =
        |e: &FieldError| matches!(e, FieldError::BaseUrl(error) if error.cleaned().is_some());
    state.field_errors.retain(|e| !(present && is_old(e)));
    let bound = bind(state, urls);
    if present {
        bound
    } else {
        vec![Effect::ForgetKey]
    }
}

/// The key was looked for in the other fields. Those that hold it say so, and what was kept of them goes.
pub fn key_seen_in(state: &mut State, fields: Vec<Field>) -> Vec<Effect> {
    let is_old = |error: &FieldError| matches!(error, FieldError::HoldsKey { .. });
    state.field_errors.retain(|error| !is_old(error));
    let errors = fields
        .iter()
        .map(|field| FieldError::HoldsKey { field: *field });
    state.field_errors.splice(0..0, errors);
    state.key.seen_in = fields;
    if state.key.seen_in.is_empty() {
        Vec::new()
    } else {
        vec![save(state)]
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
    bound(state)
}

/// What is held, and what is kept of it, has the origin of the state.
fn bound(state: &State) -> Vec<Effect> {
    let key = &state.key;
    let bind = key.origin.clone().map(|origin| Effect::BindKey { origin });
    let keep = (key.keep && key.present).then_some(Effect::KeepKey(key.origin.is_some()));
    bind.into_iter().chain(keep).collect()
}

/// "Keep for this tab" was ticked or unticked. A key without an origin is not kept until it has one.
pub fn keep(state: &mut State, keep: bool) -> Vec<Effect> {
    state.key.keep = keep;
    vec![Effect::KeepKey(state.key.is_kept())]
}

/// The browser refused to keep the key.
pub fn not_kept(state: &mut State) -> Vec<Effect> {
    state.key.keep = false;
    state.key.notice = Some(
        text!("This browser keeps nothing for this page: a reload will forget the key.")
            .get()
            .to_owned(),
    );
    Vec::new()
}

/// The page starts with a key that this tab kept. The form is kept for all tabs, so another tab may have moved the address.
pub fn key_restored(
    state: &mut State,
    origin: String,
    unsendable: Option<char>,
    urls: &dyn UrlParser,
) -> Vec<Effect> {
    if form::origin(&state.draft, urls).as_deref() == Some(&origin) {
        state.key = KeyState {
            present: true,
            unsendable,
            origin: Some(origin),
            keep: true,
            ..KeyState::default()
        };
        return Vec::new();
    }
    state.key.notice = Some(format!(
        "We removed the key that this tab kept: it was typed for {origin}, and the form has another address now."
    ));
    vec![Effect::ForgetKey]
}

/// The page is left. Only what the user wants kept outlives that.
pub fn page_left(state: &mut State) -> Vec<Effect> {
    if !state.key.is_kept() {
        return forget(state);
    }
    if state.key.headers.is_empty() {
        return Vec::new();
    }
    state.key.headers.clear();
    forget_headers(state).into()
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
        key.origin = now;
        return bound(state);
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
