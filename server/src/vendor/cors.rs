//! Lets every page read every answer, errors included, unless a model is there to show the opposite.
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use tower_http::cors::{AllowHeaders, Any, CorsLayer};

/// How long a browser may remember a preflight: Chromium's upper limit.
const MAX_AGE: Duration = Duration::from_secs(7_200);

const TIMING_ALLOW_ORIGIN: HeaderName = HeaderName::from_static("timing-allow-origin");

/// Marks a response that must leave without CORS headers.
#[derive(Debug, Clone, Copy)]
pub struct NoCors;

/// Answers preflights and adds the headers to all other answers.
pub fn layer() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_headers(AllowHeaders::mirror_request())
        .allow_methods([Method::GET, Method::POST, Method::DELETE, Method::OPTIONS])
        .expose_headers(Any)
        .max_age(MAX_AGE)
}

/// Stands outside of [`layer`]: opens the timing details of each answer too, and closes everything for [`NoCors`].
pub async fn finish(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    if response.extensions().get::<NoCors>().is_none() {
        response
            .headers_mut()
            .insert(TIMING_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        return response;
    }
    let granted: Vec<HeaderName> = response
        .headers()
        .keys()
        .filter(|name| name.as_str().starts_with("access-control-"))
        .cloned()
        .collect();
    for name in granted {
        response.headers_mut().remove(name);
    }
    response
}
