//! The `_headers` file of a static site, in the format that Netlify and Cloudflare Pages share.
//!
//! ```text
//! # comment
//! /path/*
//!   Name: value
//! ```
//! A line that starts at the margin is a path; indented lines below it are headers for it; `*` stands for any
//! characters. Every path that matches adds its headers, and a header that is set twice gets both values, joined by a
//! comma. What only one of the two hosts knows (placeholders, conditions, detaching with `!`, whole addresses) is
//! refused, so that the same file means the same everywhere.
use std::collections::BTreeMap;
use std::str::FromStr;

use axum::http::{HeaderName, HeaderValue};
use thiserror::Error;

/// The rules of one file, in its order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HeadersFile {
    rules: Vec<Rule>,
}

#[derive(Debug, PartialEq, Eq)]
struct Rule {
    pattern: String,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// What is wrong with a `_headers` file; `line` counts from 1.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Fault {
    /// A line at the margin that is no path.
    #[error("line {line}: a path starts with a slash, this is `{text}`")]
    NotAPath {
        /// Number of the line.
        line: usize,
        /// The line.
        text: String,
    },
    /// A header before the first path.
    #[error("line {line}: the header `{text}` stands below no path")]
    NoPath {
        /// Number of the line.
        line: usize,
        /// The line.
        text: String,
    },
    /// An indented line that is no header.
    #[error("line {line}: `{text}` is not of the form `Name: value`")]
    NotAHeader {
        /// Number of the line.
        line: usize,
        /// The line.
        text: String,
    },
}

impl FromStr for HeadersFile {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        let mut file = Self::default();
        for (index, raw) in text.lines().enumerate() {
            let line = index + 1;
            let content = raw.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let text = || content.to_owned();
            if raw.starts_with([' ', '\t']) {
                let header = parse_header(content)
                    .ok_or_else(|| Fault::NotAHeader { line, text: text() })?;
                let rule = file
                    .rules
                    .last_mut()
                    .ok_or_else(|| Fault::NoPath { line, text: text() })?;
                rule.headers.push(header);
            } else if content.starts_with('/') && !content.contains(':') {
                file.rules.push(Rule {
                    pattern: text(),
                    headers: Vec::new(),
                });
            } else {
                return Err(Fault::NotAPath { line, text: text() });
            }
        }
        Ok(file)
    }
}

impl HeadersFile {
    /// The headers for a URL path, in no particular order.
    pub fn for_path(&self, path: &str) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
        let mut found: BTreeMap<&str, (HeaderName, HeaderValue)> = BTreeMap::new();
        for (name, value) in self
            .rules
            .iter()
            .filter(|rule| matches(&rule.pattern, path))
            .flat_map(|rule| &rule.headers)
        {
            found
                .entry(name.as_str())
                .and_modify(|(_, before)| *before = joined(before, value))
                .or_insert_with(|| (name.clone(), value.clone()));
        }
        found.into_values()
    }
}

fn parse_header(content: &str) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = content.split_once(':')?;
    Some((name.trim().parse().ok()?, value.trim().parse().ok()?))
}

fn joined(before: &HeaderValue, value: &HeaderValue) -> HeaderValue {
    let both = [before.as_bytes(), b", ", value.as_bytes()].concat();
    // Two valid values and a comma are a valid value.
    HeaderValue::from_bytes(&both).unwrap_or_else(|_| value.clone())
}

/// Whether `path` fits `pattern`, in which each `*` stands for any characters, also for none.
fn matches(pattern: &str, path: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == path;
    };
    let Some(mut left) = path.strip_prefix(start) else {
        return false;
    };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let end = pieces.pop().unwrap_or_default();
    for piece in pieces {
        // The earliest place leaves the most room for the pieces behind it.
        let Some(at) = left.find(piece) else {
            return false;
        };
        left = &left[at + piece.len()..];
    }
    left.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(file: &str, path: &str) -> Vec<(String, String)> {
        let file: HeadersFile = file.parse().unwrap();
        file.for_path(path)
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
            .collect()
    }

    #[test]
    fn rules_add_up() {
        let file = "# all\n/*\n  A: one\n\tB: two: three\n\n/app-*\n  A: more\n  C: x\n";
        assert_eq!(
            headers(file, "/index.html"),
            pairs(&[("a", "one"), ("b", "two: three")])
        );
        assert_eq!(
            headers(file, "/app-1.js"),
            pairs(&[("a", "one, more"), ("b", "two: three"), ("c", "x")])
        );
    }

    #[test]
    fn windows_line_ends_are_fine() {
        assert_eq!(headers("/*\r\n  A: one\r\n", "/"), pairs(&[("a", "one")]));
    }

    #[test]
    fn stars_match_anything() {
        let cases = [
            ("/*", "/", true),
            ("/*", "/a/b", true),
            ("/a", "/a", true),
            ("/a", "/a/", false),
            ("/a/*", "/a", false),
            ("/*.js", "/x/y.js", true),
            ("/*.js", "/x.jsx", false),
            ("/a*b*c", "/a1b2c", true),
            ("/a*b*c", "/abc", true),
            ("/a*b*c", "/ac", false),
            ("/a*a", "/a", false),
            ("/x*bb*b", "/xbb", false),
        ];
        for (pattern, path, expected) in cases {
            assert_eq!(matches(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| text.parse::<HeadersFile>().unwrap_err();
        assert!(matches!(fault("\n  A: b\n"), Fault::NoPath { line: 2, .. }));
        assert!(matches!(
            fault("/*\n  no colon\n"),
            Fault::NotAHeader { line: 2, .. }
        ));
        assert!(matches!(
            fault("/*\n  ! A\n"),
            Fault::NotAHeader { line: 2, .. }
        ));
        assert!(matches!(
            fault("https://a.example/*\n"),
            Fault::NotAPath { line: 1, .. }
        ));
        assert!(matches!(
            fault("/blog/:id\n"),
            Fault::NotAPath { line: 1, .. }
        ));
    }

    #[test]
    fn the_shipped_file_isolates_and_protects() {
        let shipped = include_str!("../../../www/_headers");
        let all = headers(shipped, "/index.html");
        let value = |name: &str| {
            all.iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.as_str())
        };
        assert_eq!(value("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(value("cross-origin-embedder-policy"), Some("require-corp"));
        assert_eq!(value("cache-control"), None);
        let policy = value("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "));
        assert!(!policy.contains("unsafe-inline"));
        let for_ever = (
            "cache-control".to_owned(),
            "public, max-age=31536000, immutable".to_owned(),
        );
        for name in [
            "app-0123456789abcdef.js",
            "app-0123456789abcdef_bg.wasm",
            "boot-0123456789abcdef.js",
            "files-0123456789abcdef.js",
            "start-files-0123456789abcdef.js",
            "style-0123456789abcdef.css",
        ] {
            assert!(
                headers(shipped, &format!("/{name}")).contains(&for_ever),
                "{name}"
            );
        }
    }
}
