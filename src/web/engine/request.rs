//! One request on its way: what is sent, and what its reply is turned into.

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, Headers, ReferrerPolicy, RequestCache, RequestCredentials, RequestInit,
    RequestMode, RequestRedirect, Response,
};

use super::active::{Active, Cause};
use super::clock::Clock;
use super::read::{BodyEnd, read_body};
use crate::plan::Endpoint;
use crate::protocol::RequestParts;
use crate::trace::recorder::{Flow, Recorder};
use crate::units::Micros;
use crate::web::secret::Secrets;

/// So much of an error page is read for the vendor's message.
const ERROR_BODY_BYTES: u64 = 64 * 1024;

#[wasm_bindgen]
extern "C" {
    /// The realm's `fetch`, in a worker as in a page.
    #[wasm_bindgen(js_name = fetch)]
    fn global_fetch(url: &str, init: &RequestInit) -> Promise;
}

/// Everything `fetch` needs, made before the clock is read. Besides the format's headers and the key's only what the user
/// added is sent: any further header would need a wider preflight.
///
/// # Errors
/// When a value has characters that no header can carry.
pub fn prepare(
    parts: &RequestParts,
    endpoint: &Endpoint,
    secrets: &Secrets,
    signal: &AbortSignal,
) -> Result<RequestInit, JsValue> {
    let headers = Headers::new()?;
    for (name, value) in &parts.headers {
        headers.set(name, value)?;
    }
    for (name, value) in &parts.extra_headers {
        headers.set(name, value)?;
    }
    for (name, value) in secrets.headers_to(endpoint) {
        headers.set(name, value)?;
    }
    if let Some(key) = secrets.key_to(endpoint) {
        let value = format!("{}{key}", parts.auth.value_prefix());
        headers.set(parts.auth.header_name(), &value)?;
    }
    let init = RequestInit::new();
    init.set_method(parts.method);
    init.set_headers_headers(&headers);
    if parts.has_body() {
        init.set_body(&JsValue::from_str(&parts.body_text()));
    }
    init.set_signal(Some(signal));
    init.set_mode(RequestMode::Cors);
    init.set_credentials(RequestCredentials::Omit);
    init.set_cache(RequestCache::NoStore);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    // A redirect could carry the key elsewhere.
    init.set_redirect(RequestRedirect::Error);
    Ok(init)
}

/// Sends it. The caller reads the clock just before.
pub fn send(url: &str, init: &RequestInit) -> Promise {
    global_fetch(url, init)
}

/// Follows the reply to its end and records it.
pub async fn follow(fetching: Promise, active: &Active, clock: &Clock, buffer: &mut Vec<u8>) {
    let response = JsFuture::from(fetching).await;
    let at = clock.now();
    let response: Response = match response {
        Ok(response) => response.unchecked_into(),
        Err(error) => return failed(active, at, &error, Recorder::rejected),
    };
    let header = |name| response.headers().get(name).ok().flatten();
    let (content_type, retry_after) = (header("content-type"), header("retry-after"));
    active.record(|recorder| {
        let at = active.since_send(at);
        recorder.headers(
            at,
            response.status(),
            content_type.as_deref(),
            retry_after.as_deref(),
        );
    });
    let end = match response.body() {
        Some(body) => {
            let mut left = if response.ok() {
                u64::MAX
            } else {
                ERROR_BODY_BYTES
            };
            read_body(&body, buffer, |at, bytes| {
                left = left.saturating_sub(bytes.len() as u64);
                on_chunk(active, at, bytes, left);
            })
            .await
        }
        None => Ok(BodyEnd::Ended(at)),
    };
    match end {
        Ok(BodyEnd::Ended(at)) => {
            active.record(|recorder| recorder.end(active.since_send(at)));
        }
        Ok(BodyEnd::Rejected(at, error)) => failed(active, at, &error, Recorder::broken),
        Err(error) => failed(active, clock.now(), &error, Recorder::broken),
    }
}

fn on_chunk(active: &Active, at: Micros, bytes: &[u8], left: u64) {
    let state = |recorder: &Recorder| (recorder.has_finish(), recorder.event_count());
    let before = active.record(|recorder| state(recorder));
    let flow = active.record(|recorder| recorder.chunk(active.since_send(at), bytes));
    let after = active.record(|recorder| state(recorder));
    active.watch(|watchdog| watchdog.read(at));
    if before != after && after.is_some_and(|(has_finish, _)| has_finish) {
        active.watch(|watchdog| watchdog.finish(at));
    }
    if flow == Some(Flow::StopReading) {
        active.watch(|watchdog| watchdog.complete(at));
    }
    if left == 0 {
        active.end(Cause::Drained);
    }
}

/// A rejected `fetch` or read: either we ended the request ourselves, or the network did.
fn failed(
    active: &Active,
    at: Micros,
    error: &JsValue,
    by_network: impl FnOnce(&mut Recorder, Micros, &str),
) {
    let at = active.since_send(at);
    active.record(|recorder| match active.cause() {
        Some(Cause::Stopped) => recorder.stopped(at),
        Some(Cause::Limit(limit)) => recorder.timed_out(at, limit),
        Some(Cause::Drained) => recorder.end(at),
        None => by_network(recorder, at, &words(error)),
    });
}

/// The message of a rejection. Browsers say little in it, on purpose.
pub fn words(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map_or_else(String::new, |error| String::from(error.message()))
}
