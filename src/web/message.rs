//! The messages of `wire` as JavaScript values, on both sides of the worker boundary: an object that holds the message as
//! postcard bytes. As objects of their own shape they would need a second way to write and read every type in them.

use std::fmt::Display;

use js_sys::Uint8Array;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};

use super::secret::{Secret, Secrets};
use crate::plan::Plan;
use crate::wire::ToWorker;

/// Property of a message that holds its bytes.
pub const BYTES: &str = "message";
/// Property of the start message that holds the key, beside the serialised part.
const KEY: &str = "key";
/// Property of the start message that holds the secret headers: a list of names and values by turns.
const HEADERS: &str = "headers";

/// A message that cannot be written or read: page and worker are not of the same build.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("page and worker do not understand each other: {0}")]
pub struct MessageError(String);

/// A message as it is posted.
///
/// # Errors
/// When it cannot be written.
pub fn encode(message: &impl Serialize) -> Result<JsValue, MessageError> {
    let bytes = postcard::to_allocvec(message).map_err(|error| unreadable(&error))?;
    let message = js_sys::Object::new().into();
    attach(&message, BYTES, &Uint8Array::from(bytes.as_slice()))?;
    Ok(message)
}

fn unreadable(error: &dyn Display) -> MessageError {
    MessageError(error.to_string())
}

/// A message as it arrived.
///
/// # Errors
/// When it is not of this type.
pub fn decode<T: DeserializeOwned>(value: JsValue) -> Result<T, MessageError> {
    let bytes = js_sys::Reflect::get(&value, &JsValue::from_str(BYTES));
    let bytes: Uint8Array = bytes
        .and_then(|bytes| bytes.dyn_into())
        .map_err(|_| MessageError("a message without bytes".to_owned()))?;
    postcard::from_bytes(&bytes.to_vec()).map_err(|error| unreadable(&error))
}

/// The start message. Key and secret headers are added only if they may go to the plan's endpoint.
///
/// # Errors
/// When it cannot be written.
pub fn encode_start(run: u32, plan: &Plan, secrets: &Secrets) -> Result<JsValue, MessageError> {
    let message = encode(&ToWorker::Start {
        run,
        plan: Box::new(plan.clone()),
    })?;
    if let Some(key) = secrets.key_to(&plan.endpoint) {
        attach(&message, KEY, &JsValue::from_str(key))?;
    }
    let headers = js_sys::Array::new();
    for (name, value) in secrets.headers_to(&plan.endpoint) {
        headers.push(&JsValue::from_str(name));
        headers.push(&JsValue::from_str(value));
    }
    if headers.length() > 0 {
        attach(&message, HEADERS, &headers)?;
    }
    Ok(message)
}

fn attach(message: &JsValue, name: &str, value: &JsValue) -> Result<(), MessageError> {
    js_sys::Reflect::set(message, &JsValue::from_str(name), value)
        .map(|_| ())
        .map_err(|_| MessageError("the message is no object".to_owned()))
}

/// Takes a property out of a message, which no longer holds it then.
fn detach(message: &JsValue, name: &str) -> Option<JsValue> {
    let name = JsValue::from_str(name);
    let value = js_sys::Reflect::get(message, &name).ok();
    if let Some(object) = message.dyn_ref::<js_sys::Object>() {
        let _ = js_sys::Reflect::delete_property(object, &name);
    }
    value
}

/// A message to the worker, with the secrets of a start message bound to the plan's endpoint. They are taken out of the
/// message.
///
/// # Errors
/// When it is not a message to the worker.
pub fn receive(message: JsValue) -> Result<(ToWorker, Secrets), MessageError> {
    let key = detach(&message, KEY).and_then(|key| key.as_string());
    let headers = detach(&message, HEADERS).and_then(|list| list.dyn_into::<js_sys::Array>().ok());
    let message = decode(message)?;
    let mut secrets = Secrets::default();
    if let ToWorker::Start { plan, .. } = &message {
        let origin = &plan.endpoint.origin;
        secrets.key = key.and_then(|key| Secret::new(&key, origin));
        let texts: Vec<String> = headers
            .iter()
            .flat_map(js_sys::Array::iter)
            .filter_map(|text| text.as_string())
            .collect();
        for pair in texts.chunks_exact(2) {
            let value = Secret::verbatim(&pair[1], origin);
            secrets.headers.push((pair[0].clone(), value));
        }
    }
    Ok((message, secrets))
}
