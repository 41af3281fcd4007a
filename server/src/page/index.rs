//! The index page: tells the page where the simulated vendor is.
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

/// The value of the tag's `name`.
const META_NAME: &str = "simulated-vendor";

/// Base URL of the simulated vendor for a page that was asked for under `host` (the request's `Host` header): the same
/// host name, the vendor's port. `localhost` when the header is missing or has characters that no host name has.
pub fn vendor_url(host: Option<&str>, port: u16) -> String {
    let name = host
        .map(without_port)
        .filter(|name| is_host_name(name))
        .unwrap_or("localhost");
    format!("http://{name}:{port}/v1")
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn is_host_name(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b':' | b'[' | b']')
        })
}

/// Puts `vendor` into the page's `<meta name="simulated-vendor">`. A page without that tag stays as it is.
pub fn fill(html: &str, vendor: &str) -> String {
    let tag = html.match_indices("<meta").find_map(|(start, _)| {
        let end = start + html[start..].find('>')? + 1;
        html[start..end].contains(META_NAME).then_some(start..end)
    });
    match tag {
        Some(tag) => format!(
            "{}<meta name=\"{META_NAME}\" content=\"{vendor}\">{}",
            &html[..tag.start],
            &html[tag.end..]
        ),
        None => html.to_owned(),
    }
}

/// The page, or 304 when the client has this very text already.
pub fn respond(html: &str, asked: &HeaderMap) -> Response {
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    // Weak, because the same text also goes out compressed.
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    let known = asked
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|value| value.trim() == tag);
    if known {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (ETAG, tag),
    ];
    (headers, html.to_owned()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_is_filled_however_it_is_written() {
        let filled = r#"<head><meta charset="utf-8"><meta name="simulated-vendor" content="http://localhost:1/v1"><title>T</title>"#;
        for tag in [
            r#"<meta name="simulated-vendor" content="">"#,
            r#"<meta content="http://localhost:8788/v1" name="simulated-vendor" />"#,
            "<meta name=simulated-vendor content>",
        ] {
            let html = format!(r#"<head><meta charset="utf-8">{tag}<title>T</title>"#);
            assert_eq!(fill(&html, "http://localhost:1/v1"), filled);
        }
    }

    #[test]
    fn a_page_without_the_tag_stays() {
        let html = "<head><meta charset=utf-8></head>simulated-vendor";
        assert_eq!(fill(html, "http://localhost:1/v1"), html);
    }

    #[test]
    fn the_vendor_is_on_the_host_that_was_asked() {
        assert_eq!(
            vendor_url(Some("localhost:8787"), 9),
            "http://localhost:9/v1"
        );
        assert_eq!(
            vendor_url(Some("127.0.0.1:8787"), 9),
            "http://127.0.0.1:9/v1"
        );
        assert_eq!(
            vendor_url(Some("192.168.1.5:8787"), 9),
            "http://192.168.1.5:9/v1"
        );
        assert_eq!(
            vendor_url(Some("[fd00::5]:8787"), 9),
            "http://[fd00::5]:9/v1"
        );
        assert_eq!(vendor_url(Some("[fd00::5]"), 9), "http://[fd00::5]:9/v1");
        assert_eq!(vendor_url(Some("pc.local"), 9), "http://pc.local:9/v1");
    }

    #[test]
    fn a_host_header_cannot_write_html() {
        assert_eq!(vendor_url(Some("\"><script>"), 9), "http://localhost:9/v1");
        assert_eq!(vendor_url(Some(""), 9), "http://localhost:9/v1");
        assert_eq!(vendor_url(None, 9), "http://localhost:9/v1");
    }
}
