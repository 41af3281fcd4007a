//! Asks an endpoint which models it has.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use thiserror::Error;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Response};

use crate::plan::{self, Endpoint, model_list, models_in, models_url};
use crate::protocol::Json;
use crate::session::Msg;
use crate::session::update::surroundings;
use crate::web::engine::request;
use crate::web::page::Page;
use crate::web::url::BrowserUrls;

/// Longest wait for a list, ms: a person waits for it.
const LIMIT_MS: u32 = 8_000;

/// Longest list that is read, in characters. The longest known, of a gateway to hundreds of models, has half of it.
const MOST_CHARS: usize = 4_000_000;

/// Why there is no list. The model can be typed all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelsError {
    /// A field of the form keeps the endpoint from being called.
    #[error("the form is not complete")]
    Form,
    /// No answer in time, none that a page may read, or no address of that kind.
    #[error("the endpoint did not answer")]
    NoAnswer,
    /// Another status than 2xx.
    #[error("the endpoint answered with status {0}")]
    Refused(u16),
    /// The answer is no list of models.
    #[error("the answer is no list of models")]
    NoList,
}

impl Page {
    /// Asks the endpoint of the form for its models, with the key, and offers their names in the form. To be called after
    /// a click only: it sends the key.
    ///
    /// # Errors
    /// When there is no list.
    pub async fn list_models(self) -> Result<(), ModelsError> {
        let base_url = self.peek(|s| s.draft.base_url.clone());
        let names = fetch_models(self).await?;
        if let Some(base_url) = base_url {
            self.send(Msg::ModelsListed { base_url, names });
        }
        Ok(())
    }
}

/// The names of the models of the form's endpoint.
///
/// # Errors
/// When there is no list.
pub async fn fetch_models(page: Page) -> Result<Vec<String>, ModelsError> {
    let plan = page
        .peek(|s| plan::probe(&s.draft, &BrowserUrls, surroundings(s)).ok())
        .flatten()
        .ok_or(ModelsError::Form)?;
    let list = model_list(&plan.provider, plan.format, &plan.endpoint.host);
    let endpoint = Endpoint {
        url: models_url(list, &plan.endpoint),
        ..plan.endpoint.clone()
    };
    let parts = plan.format.request(&plan, "").into_get();
    let abort = AbortController::new().map_err(|_| ModelsError::NoAnswer)?;
    let init = page
        .outside()
        .try_with_value(|outside| {
            request::prepare(&parts, &endpoint, &outside.secrets, &abort.signal()).ok()
        })
        .flatten()
        .ok_or(ModelsError::Form)?;
    // Dropped at the end, which calls the limit off.
    let _limit = Timeout::new(LIMIT_MS, move || abort.abort());
    let text = body(&endpoint.url, &init)
        .await
        .map_err(|status| status.map_or(ModelsError::NoAnswer, ModelsError::Refused))?;
    let names = match serde_json::from_str::<Json>(&text) {
        Ok(body) if text.len() <= MOST_CHARS => models_in(list, &body),
        _ => Vec::new(),
    };
    // A server may repeat what it was sent.
    let names: Vec<String> = page
        .outside()
        .try_with_value(|outside| {
            let clean = |name: &String| outside.secrets.scrub(name) == *name;
            names.into_iter().filter(clean).collect()
        })
        .unwrap_or_default();
    if names.is_empty() {
        return Err(ModelsError::NoList);
    }
    Ok(names)
}

/// The text of a good answer; the status of another; nothing if there was none.
async fn body(url: &str, init: &web_sys::RequestInit) -> Result<String, Option<u16>> {
    let none = |_: JsValue| None;
    let response = JsFuture::from(request::send(url, init))
        .await
        .map_err(none)?;
    let response: Response = response.unchecked_into();
    if !response.ok() {
        return Err(Some(response.status()));
    }
    let text = JsFuture::from(response.text().map_err(none)?)
        .await
        .map_err(none)?;
    text.as_string().ok_or(None)
}
