//! What the browser tells about itself.

use leptos::prelude::{document, window};
use wasm_bindgen::JsValue;

use crate::report::Environment;
use crate::session::Run;

/// The browser and its clock, as they were for this run. `contacted`: hosts that
/// something was sent to since the page was opened.
#[must_use]
pub fn describe(run: &Run, contacted: &[String]) -> Environment {
    let navigator = window().navigator();
    let user_agent = user_agent();
    let mut hosts_contacted = vec![run.plan.endpoint.host.clone()];
    let others = contacted
        .iter()
        .filter(|host| **host != run.plan.endpoint.host);
    hosts_contacted.extend(others.cloned());
    let calibration = run.calibration.clone().unwrap_or_default();
    Environment {
        browser: browser_name(&user_agent),
        user_agent,
        clock_tick_us: calibration.clock_tick.0,
        cross_origin_isolated: calibration.cross_origin_isolated,
        loop_lag_p99_us: calibration.loop_lag_p99.map(|lag| lag.0),
        time_zone: time_zone().unwrap_or_default(),
        // `as` saturates; browsers answer with a small whole number.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        processors: Some(navigator.hardware_concurrency() as u32).filter(|n| *n > 0),
        page_origin: page_origin(),
        hosts_contacted,
    }
}

/// Where the page comes from.
#[must_use]
pub fn page_origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Host of the page's own server, with its port; empty for a file.
#[must_use]
pub fn page_host() -> String {
    window().location().host().unwrap_or_default()
}

/// Where the page is, without query and hash.
#[must_use]
pub fn page_address() -> String {
    let path = window().location().pathname().unwrap_or_default();
    page_origin() + &path
}

/// What a `<meta>` of the page says, if anything.
#[must_use]
pub fn meta(name: &str) -> Option<String> {
    let found = document()
        .query_selector(&["meta[name='", name, "']"].concat())
        .ok()??;
    Some(found.get_attribute("content")?).filter(|content| !content.is_empty())
}

/// What the browser calls itself.
#[must_use]
pub fn user_agent() -> String {
    window().navigator().user_agent().unwrap_or_default()
}

/// The time now, in the format of the report.
#[must_use]
pub fn now_rfc3339() -> String {
    js_sys::Date::new_0().to_iso_string().into()
}

/// Name and major version from a user agent string, e.g. "Chromium 156"; the first of the known names that is in it.
fn browser_name(user_agent: &str) -> String {
    // Order matters: Edge and Opera also call themselves Chrome, Chrome also calls itself Safari.
    const NAMES: [(&str, &str); 6] = [
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("HeadlessChrome/", "Chromium (headless)"),
        ("Chrome/", "Chromium"),
        ("Version/", "Safari"),
    ];
    NAMES
        .iter()
        .find_map(|(token, name)| {
            let (_, rest) = user_agent.split_once(token)?;
            let major: String = rest.chars().take_while(char::is_ascii_digit).collect();
            Some(format!("{name} {major}"))
        })
        .unwrap_or_else(|| "unknown browser".to_owned())
}

fn time_zone() -> Option<String> {
    let format = js_sys::Intl::DateTimeFormat::new(&js_sys::Array::new(), &js_sys::Object::new());
    js_sys::Reflect::get(&format.resolved_options(), &JsValue::from_str("timeZone"))
        .ok()?
        .as_string()
}
