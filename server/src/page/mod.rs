//! The page's server: static files with the headers of the folder's `_headers` file.
mod cache;
mod headers_file;
mod index;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ETAG, HOST};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use tower_http::services::ServeDir;

use crate::StartError;
use headers_file::HeadersFile;

/// The file with the headers; static hosts read it and don't serve it.
const HEADERS_FILE: &str = "_headers";

struct Site {
    dist: PathBuf,
    headers: HeadersFile,
    vendor_port: u16,
    loopback: bool,
}

/// Serves the folder `dist`; the page learns the simulated vendor's address from its `<meta name="simulated-vendor">`:
/// `localhost` if the servers listen on loopback (in both address families), else the host that the page was asked from.
///
/// The `_headers` file is read once. Without one the page is served without those headers and a line on standard error
/// says so, as a static host would behave.
///
/// # Errors
/// When `dist` has no index.html, or its `_headers` file is faulty.
pub fn router(dist: &Path, vendor_port: u16, loopback: bool) -> Result<Router, StartError> {
    if !dist.join("index.html").is_file() {
        return Err(StartError::NoIndex {
            dist: dist.to_owned(),
        });
    }
    let site = Arc::new(Site {
        dist: dist.to_owned(),
        headers: read_headers(&dist.join(HEADERS_FILE))?,
        vendor_port,
        loopback,
    });
    Ok(Router::new()
        .route("/", get(serve_index))
        .route("/index.html", get(serve_index))
        .fallback_service(ServeDir::new(dist).append_index_html_on_directories(false))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&site), finish))
        .with_state(site))
}

fn read_headers(file: &Path) -> Result<HeadersFile, StartError> {
    if !file.is_file() {
        eprintln!(
            "There is no {}: the page is served without its security headers, and browsers give it a coarser clock.",
            file.display()
        );
        return Ok(HeadersFile::default());
    }
    std::fs::read_to_string(file)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            text.parse::<HeadersFile>()
                .map_err(|fault| fault.to_string())
        })
        .map_err(|fault| StartError::Headers {
            file: file.to_owned(),
            fault,
        })
}

async fn serve_index(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    let Ok(html) = tokio::fs::read_to_string(site.dist.join("index.html")).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let host = headers
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .filter(|_| !site.loopback);
    let vendor = index::vendor_url(host, site.vendor_port);
    index::respond(&index::fill(&html, &vendor), &headers)
}

/// What every answer of this server gets: plain words when there is no such file, the file's headers, a caching rule.
async fn finish(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let mut response = if uri.path() == format!("/{HEADERS_FILE}") {
        StatusCode::NOT_FOUND.into_response()
    } else {
        next.run(request).await
    };
    if response.status() == StatusCode::NOT_FOUND {
        response = no_such_file(&uri);
    }
    let found = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    for (name, value) in site.headers.for_path(uri.path()) {
        headers.insert(name, value);
    }
    if !found {
        headers.insert(CACHE_CONTROL, cache::REVALIDATE);
    } else if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, cache::rule(uri.path()));
    }
    if headers.contains_key(CONTENT_ENCODING) {
        weaken_etag(headers);
    }
    response
}

fn no_such_file(uri: &Uri) -> Response {
    let text = format!("There is no file {} here.\n", uri.path());
    (StatusCode::NOT_FOUND, text).into_response()
}

/// A strong tag promises the same bytes; the compressed and the plain form of a file differ.
fn weaken_etag(headers: &mut HeaderMap) {
    let weak = headers
        .get(ETAG)
        .and_then(|tag| tag.to_str().ok())
        .filter(|tag| tag.starts_with('"'))
        .and_then(|tag| HeaderValue::try_from(format!("W/{tag}")).ok());
    if let Some(weak) = weak {
        headers.insert(ETAG, weak);
    }
}
