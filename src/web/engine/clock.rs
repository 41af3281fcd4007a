//! The one clock of all measurements.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

use crate::units::{EpochMillis, Micros};

/// `performance.now()` of the realm this code runs in, page or worker.
#[derive(Clone, Debug)]
pub struct Clock(Performance);

impl Clock {
    /// The realm's clock; `None` where there is none, which no browser is.
    #[must_use]
    pub fn of_this_realm() -> Option<Self> {
        js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("performance"))
            .ok()?
            .dyn_into()
            .ok()
            .map(Clock)
    }

    /// Time since the realm began.
    #[must_use]
    pub fn now(&self) -> Micros {
        Micros::from_millis(self.0.now())
    }

    /// A time of this clock as a point in wall-clock time.
    #[must_use]
    pub fn epoch(&self, at: Micros) -> EpochMillis {
        EpochMillis(self.0.time_origin() + at.as_millis())
    }

    /// The wall clock, which may be set while a request runs.
    #[must_use]
    pub fn wall(&self) -> EpochMillis {
        EpochMillis(js_sys::Date::now())
    }

    pub(super) fn performance(&self) -> &Performance {
        &self.0
    }
}
