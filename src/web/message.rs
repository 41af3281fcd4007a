//! The messages of `wire` as JavaScript values, on both sides of the worker boundary: an object that holds the message as
//! postcard bytes. As objects of their own shape they would need a second way to write and read every type in them.

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};

use super::secret::Secret;
use crate::plan::Plan;
use crate::wire::ToWorker;

/// Property of a message that holds its bytes.
pub const BYTES: &str = "message";
/// Property of the start message that holds the key, beside the serialised part.
const KEY: &str = "key";

/// A message that cannot be written or read: page and worker are not of the same build.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("page and worker do not understand each other: {0}")]
pub struct MessageError(String);

/// The object that is posted, without the key.
#[derive(Serialize, Deserialize)]
struct Posted {
    #[serde(with = "serde_bytes")]
    message: Vec<u8>,
}

/// A message as it is posted.
///
/// # Errors
/// When it cannot be written.
pub fn encode(message: &impl Serialize) -> Result<JsValue, MessageError> {
    let message = postcard::to_allocvec(message).map_err(|error| unreadable(&error))?;
    serde_wasm_bindgen::to_value(&Posted { message }).map_err(|error| unreadable(&error))
}

fn unreadable(error: &dyn Display) -> MessageError {
    MessageError(error.to_string())
}

/// A message as it arrived.
///
/// # Errors
/// When it is not of this type.
pub fn decode<T: DeserializeOwned>(value: JsValue) -> Result<T, MessageError> {
    let posted: Posted =
        serde_wasm_bindgen::from_value(value).map_err(|error| unreadable(&error))?;
    postcard::from_bytes(&posted.message).map_err(|error| unreadable(&error))
}

/// The start message. The key is added only if it may go to the plan's endpoint.
///
/// # Errors
/// When it cannot be written.
pub fn encode_start(run: u32, plan: &Plan, key: Option<&Secret>) -> Result<JsValue, MessageError> {
    let message = encode(&ToWorker::Start {
        run,
        plan: Box::new(plan.clone()),
    })?;
    if let Some(key) = key.and_then(|secret| secret.expose_to(&plan.endpoint)) {
        js_sys::Reflect::set(&message, &JsValue::from_str(KEY), &JsValue::from_str(key))
            .map_err(|_| MessageError("the start message is no object".to_owned()))?;
    }
    Ok(message)
}

/// A message to the worker, with the key of a start message bound to the plan's endpoint. The key is taken out of the
/// message, which no longer holds it then.
///
/// # Errors
/// When it is not a message to the worker.
pub fn receive(message: JsValue) -> Result<(ToWorker, Option<Secret>), MessageError> {
    let name = JsValue::from_str(KEY);
    let key = js_sys::Reflect::get(&message, &name)
        .ok()
        .and_then(|key| key.as_string());
    if let Some(object) = message.dyn_ref::<js_sys::Object>() {
        let _ = js_sys::Reflect::delete_property(object, &name);
    }
    let message = decode(message)?;
    let secret = match (&message, key) {
        (ToWorker::Start { plan, .. }, Some(key)) => Secret::new(&key, &plan.endpoint.origin),
        _ => None,
    };
    Ok((message, secret))
}
