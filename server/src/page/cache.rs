//! How long a browser may keep a file without asking.
use axum::http::HeaderValue;

/// For files whose name changes with their content: one year, the longest that RFC 9111 caches honour.
pub const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// For files that keep their name: keep a copy, but ask each time whether it is still right.
pub const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// Hexadecimal digits of a content hash in a file name. Trunk prints a 64-bit number without leading zeros, so one name
/// in 16 has fewer than 16 digits.
const HASH_DIGITS: std::ops::RangeInclusive<usize> = 13..=16;

/// The `Cache-Control` value for the file at `path`.
pub fn rule(path: &str) -> HeaderValue {
    if has_content_hash(path) {
        FOR_EVER
    } else {
        REVALIDATE
    }
}

/// Whether the file name looks like `name-<hash>.ext` or `name-<hash>_bg.wasm`, as Trunk names its output.
fn has_content_hash(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some((stem, extension)) = name.split_once('.') else {
        return false;
    };
    let stem = if extension == "wasm" {
        stem.strip_suffix("_bg").unwrap_or(stem)
    } else {
        stem
    };
    stem.rsplit_once('-').is_some_and(|(_, hash)| {
        HASH_DIGITS.contains(&hash.len())
            && hash
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashed_names_never_change() {
        for path in [
            "/app-0123456789abcdef.js",
            "/app-0123456789abcdef_bg.wasm",
            "/sub/style-fedcba987654321.css",
        ] {
            assert_eq!(rule(path), FOR_EVER, "{path}");
        }
    }

    #[test]
    fn other_names_are_asked_for_again() {
        for path in [
            "/",
            "/index.html",
            "/worker.js",
            "/worker_bg.wasm",
            "/app-0123456789abcdeg.js",
            "/app-0123456789abcdef",
            "/app-0123.js",
            "/app-0123456789abcdef_bg.js",
            "/snippets/thing-0123456789abcdef/inline0.js",
        ] {
            assert_eq!(rule(path), REVALIDATE, "{path}");
        }
    }
}
