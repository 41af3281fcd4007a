//! An isolated page asks the browser to hold back every opaque reply whose server did not offer it to other sites. To the
//! page that looks like a failure, but Chromium reports it: then the server is up.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Function, JSON};
use wasm_bindgen::prelude::*;

/// Reports come a moment after the rejection.
const PATIENCE_MS: u32 = 400;
/// How often to look for one.
const LOOK_MS: u32 = 20;

#[wasm_bindgen]
extern "C" {
    type ReportingObserver;

    #[wasm_bindgen(constructor, catch)]
    fn new(callback: &Function) -> Result<ReportingObserver, JsValue>;

    #[wasm_bindgen(method)]
    fn observe(this: &ReportingObserver);

    #[wasm_bindgen(method)]
    fn disconnect(this: &ReportingObserver);
}

/// Watches for the report that a reply was held back.
pub struct HeldBack {
    observer: Option<ReportingObserver>,
    seen: Rc<Cell<bool>>,
    // The browser calls it as long as the observer is connected.
    _on_reports: Closure<dyn Fn(Array)>,
}

impl HeldBack {
    /// Watches for replies from this URL.
    pub fn watch(url: &str) -> Self {
        let seen = Rc::new(Cell::new(false));
        let (found, url) = (Rc::clone(&seen), url.to_owned());
        let on_reports = Closure::<dyn Fn(Array)>::new(move |reports: Array| {
            if reports.iter().any(|report| is_about(&report, &url)) {
                found.set(true);
            }
        });
        let observer = ReportingObserver::new(on_reports.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observer.observe();
        }
        HeldBack {
            observer,
            seen,
            _on_reports: on_reports,
        }
    }

    /// Whether a report came. To be asked after the rejection.
    pub async fn was_seen(&self) -> bool {
        let mut waited = 0;
        while self.observer.is_some() && !self.seen.get() && waited < PATIENCE_MS {
            TimeoutFuture::new(LOOK_MS).await;
            waited += LOOK_MS;
        }
        self.seen.get()
    }
}

impl Drop for HeldBack {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

/// Its parts can be read as JSON only.
fn is_about(report: &JsValue, url: &str) -> bool {
    let text: String = JSON::stringify(report).map_or_else(|_| String::new(), Into::into);
    let says = |part: &str| text.contains(part);
    says(r#""type":"corp""#) && says(&format!("\"blockedURL\":\"{url}\""))
}
