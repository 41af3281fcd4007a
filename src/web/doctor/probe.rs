//! Sends one probe. It has no way to the key: what it sends is all in the [`Probe`].

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use js_sys::Reflect;
use leptos::prelude::{window, window_event_listener_untyped};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, AbortSignal, Headers, ReferrerPolicy, RequestCache, RequestCredentials,
    RequestInit, RequestMode, RequestRedirect, Response, SecurityPolicyViolationEvent,
};

use super::held_back::HeldBack;
use super::surroundings::permission;
use crate::doctor::{Answer, Probe, Seen};
use crate::plan::AddressSpace;

/// A violation of the page's policy is reported a moment after the rejection.
const REPORT_MS: u32 = 20;

/// Sends it and tells how it ended; `abort` ends it early.
pub async fn send(probe: &Probe, abort: &AbortController) -> Seen {
    let started = now_ms();
    let answer = answer(probe, abort).await;
    Seen {
        answer,
        // `as` saturates.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        after_ms: (now_ms() - started).round() as u32,
        permission: permission(probe.space).await,
    }
}

async fn answer(probe: &Probe, abort: &AbortController) -> Answer {
    let Ok(init) = request_init(probe, &abort.signal()) else {
        return Answer::Rejected;
    };
    let timed_out = Rc::new(Cell::new(false));
    let limit = {
        let (timed_out, abort) = (Rc::clone(&timed_out), abort.clone());
        Timeout::new(probe.limit_ms, move || {
            timed_out.set(true);
            abort.abort();
        })
    };
    let own_policy = Rc::new(Cell::new(false));
    let listener = {
        let (own_policy, url) = (Rc::clone(&own_policy), probe.url.clone());
        window_event_listener_untyped("securitypolicyviolation", move |event| {
            let event: &SecurityPolicyViolationEvent = event.unchecked_ref();
            let blocked = event.blocked_uri();
            if !blocked.is_empty() && url.starts_with(&blocked) {
                own_policy.set(true);
            }
        })
    };
    let held_back = probe.opaque.then(|| HeldBack::watch(&probe.url));
    let fetched = JsFuture::from(window().fetch_with_str_and_init(&probe.url, &init)).await;
    drop(limit);
    let answer = match fetched {
        Ok(response) => {
            let response: Response = response.unchecked_into();
            let answer = read(probe, &response);
            // The body is of no interest.
            abort.abort();
            answer
        }
        Err(_) if timed_out.get() => Answer::TimedOut,
        Err(_) => {
            TimeoutFuture::new(REPORT_MS).await;
            match &held_back {
                _ if own_policy.get() => Answer::OwnPolicy,
                Some(watch) if watch.was_seen().await => Answer::Opaque,
                _ => Answer::Rejected,
            }
        }
    };
    listener.remove();
    answer
}

fn read(probe: &Probe, response: &Response) -> Answer {
    if probe.opaque {
        return Answer::Opaque;
    }
    let kind = response.headers().get("content-type").ok().flatten();
    Answer::readable(response.status(), kind.as_deref())
}

fn request_init(probe: &Probe, signal: &AbortSignal) -> Result<RequestInit, JsValue> {
    let headers = Headers::new()?;
    for (name, value) in &probe.headers {
        headers.set(name, value)?;
    }
    let init = RequestInit::new();
    init.set_method(probe.method);
    init.set_headers_headers(&headers);
    if let Some(body) = probe.body {
        init.set_body(&JsValue::from_str(body));
    }
    init.set_signal(Some(signal));
    init.set_credentials(RequestCredentials::Omit);
    init.set_cache(RequestCache::NoStore);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    // A redirect leads to a host that nobody chose; an opaque request can't be kept from following it.
    let (mode, redirect) = if probe.opaque {
        (RequestMode::NoCors, RequestRedirect::Follow)
    } else {
        (RequestMode::Cors, RequestRedirect::Error)
    };
    init.set_mode(mode);
    init.set_redirect(redirect);
    // Browsers that know it let an https page call plain http there, once the user allows it.
    let space = match probe.space {
        AddressSpace::Loopback => Some("loopback"),
        AddressSpace::Local => Some("local"),
        AddressSpace::Public => None,
    };
    if let Some(space) = space.filter(|_| probe.url.starts_with("http:") && page_is_https()) {
        Reflect::set(
            &init,
            &JsValue::from_str("targetAddressSpace"),
            &JsValue::from_str(space),
        )?;
    }
    Ok(init)
}

fn page_is_https() -> bool {
    window().location().protocol().is_ok_and(|p| p == "https:")
}

fn now_ms() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
