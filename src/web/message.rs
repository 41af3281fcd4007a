//! The messages of `wire` as JavaScript values, on both sides of the worker boundary.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};

use super::secret::Secret;
use crate::plan::Plan;
use crate::wire::ToWorker;

/// Property of the start message that holds the key, beside the serialised part.
const KEY: &str = "key";

/// A message that cannot be written or read: page and worker are not of the same build.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("page and worker do not understand each other: {0}")]
pub struct MessageError(String);

/// A message as it is posted.
///
/// # Errors
/// When a value has no JavaScript form, such as an integer above 2⁵³.
pub fn encode(message: &impl Serialize) -> Result<JsValue, MessageError> {
    serde_wasm_bindgen::to_value(message).map_err(|error| MessageError(error.to_string()))
}

/// A message as it arrived.
///
/// # Errors
/// When it is not of this type.
pub fn decode<T: DeserializeOwned>(value: JsValue) -> Result<T, MessageError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| MessageError(error.to_string()))
}

/// The start message. The key is added only if it may go to the plan's endpoint.
///
/// # Errors
/// When the plan has no JavaScript form.
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
