//! From a pasted address to the URL that requests go to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::error::UrlError;
use super::{AddressSpace, Endpoint};
use crate::names;
use crate::protocol::ApiFormat;
use crate::redact;

/// Reads URLs by the WHATWG rules. The page uses the browser's own parser (a Rust one costs hundreds of kilobytes of
/// wasm), native tests the crate `url`.
pub trait UrlParser {
    /// Parses an absolute URL.
    ///
    /// # Errors
    /// When the text is not an absolute URL.
    fn parse(&self, text: &str) -> Result<ParsedUrl, UrlProblem>;
}

/// The text is not an absolute URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UrlProblem;

/// The parts of a URL, as the `URL` object of browsers gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedUrl {
    /// With the colon: `https:`.
    pub protocol: String,
    /// User name; mostly empty.
    pub username: String,
    /// Password; mostly empty.
    pub password: String,
    /// Host without port; IPv6 in brackets.
    pub hostname: String,
    /// Port, empty if it is the scheme's own.
    pub port: String,
    /// Path with its leading slash.
    pub pathname: String,
    /// Query with its question mark, or empty.
    pub search: String,
}

impl ParsedUrl {
    fn host(&self) -> String {
        if self.port.is_empty() {
            self.hostname.clone()
        } else {
            format!("{}:{}", self.hostname, self.port)
        }
    }

    fn origin(&self) -> String {
        format!("{}//{}", self.protocol, self.host())
    }
}

/// Names of query parameters that carry keys.
const KEY_NAMES: [&str; 17] = [
    "key",
    "apikey",
    "api_key",
    "api-key",
    "x-api-key",
    "token",
    "access_token",
    "auth_token",
    "auth",
    "authorization",
    "secret",
    "client_secret",
    "password",
    "subscription-key",
    "code",
    "sig",
    "signature",
];

/// Turns what was pasted into the endpoint of a format: a base URL gets the format's path, a full endpoint URL is used as
/// it is. The model's name is part of the path in some formats.
///
/// # Errors
/// When it is not an address a page can call, or when it carries a secret.
pub fn resolve(
    typed: &str,
    format: ApiFormat,
    model: &str,
    parser: &dyn UrlParser,
) -> Result<Endpoint, UrlError> {
    let text = typed.trim();
    check_shape(text)?;
    let url = parser
        .parse(text)
        .map_err(|UrlProblem| UrlError::Unparsable {
            value: quoted(text),
        })?;
    // Chromium escapes what no host name can have, such as a blank, instead of refusing it.
    if url.hostname.contains('%') {
        return Err(UrlError::Unparsable {
            value: quoted(text),
        });
    }
    if !url.username.is_empty() || !url.password.is_empty() {
        return Err(UrlError::CredentialsInUrl {
            cleaned: format!("{}{}", url.origin(), url.pathname),
        });
    }
    if let Some(name) = key_in_query(&url.search) {
        return Err(UrlError::KeyInUrl {
            name,
            cleaned: format!(
                "{}{}{}",
                url.origin(),
                url.pathname,
                query_without_keys(&url.search)
            ),
        });
    }
    let path = url.pathname.trim_end_matches('/');
    let base_path = format.base_of(path);
    let origin = url.origin();
    Ok(Endpoint {
        base_url: format!("{origin}{}", base_path.unwrap_or(path)),
        url: if base_path.is_some() {
            format!("{origin}{}{}", url.pathname, url.search)
        } else {
            let rest = format.path_and_query(&names::line(model, usize::MAX), &url.search);
            format!("{origin}{path}{rest}")
        },
        host: url.host(),
        address_space: address_space(&url.hostname),
        origin,
    })
}

/// An address as an error may show it.
fn quoted(text: &str) -> String {
    redact::scrub(&address_without_secrets(text), "")
}

/// What a URL parser would silently put right, or refuse without saying why.
fn check_shape(text: &str) -> Result<(), UrlError> {
    if text.is_empty() {
        return Err(UrlError::Empty);
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        return Err(UrlError::MissingScheme {
            value: quoted(text),
        });
    };
    let is_scheme = scheme
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    if scheme.is_empty() || !is_scheme {
        return Err(UrlError::MissingScheme {
            value: quoted(text),
        });
    }
    let scheme = scheme.to_ascii_lowercase();
    if scheme != "https" && scheme != "http" {
        return Err(UrlError::UnsupportedScheme { scheme });
    }
    // A parser takes the first path segment of `https:///v1` for the host.
    if rest.is_empty() || rest.starts_with(['/', '?', '#', ':']) {
        return Err(UrlError::MissingHost {
            value: quoted(text),
        });
    }
    if let (Some(open), Some(close)) = (rest.find('{'), rest.find('}'))
        && open < close
    {
        return Err(UrlError::Placeholder {
            placeholder: rest[open..=close].to_owned(),
        });
    }
    Ok(())
}

fn pairs(search: &str) -> impl Iterator<Item = (&str, &str)> {
    search
        .trim_start_matches('?')
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

fn is_key(name: &str, value: &str) -> bool {
    let named = KEY_NAMES.contains(&percent_decoded(name).to_ascii_lowercase().as_str());
    !value.is_empty() && (named || redact::looks_like_key(&percent_decoded(value)))
}

/// Servers read `%6bey` as `key`.
pub(crate) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let code = rest.get(at + 1..at + 3);
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[at + 3..];
            }
            None => {
                bytes.push(b'%');
                rest = &rest[at + 1..];
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

fn key_in_query(search: &str) -> Option<String> {
    pairs(search)
        .find(|(name, value)| is_key(name, value))
        .map(|(name, _)| name.to_owned())
}

/// A query, with its question mark, without the parameters that look like keys.
fn query_without_keys(search: &str) -> String {
    let kept: Vec<String> = pairs(search)
        .filter(|(name, value)| !is_key(name, value))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    if kept.is_empty() {
        String::new()
    } else {
        format!("?{}", kept.join("&"))
    }
}

/// An address as typed, without what may be a secret in it: user and password, parameters that look like keys, fragment.
#[must_use]
pub fn address_without_secrets(address: &str) -> String {
    let (address, _) = address.split_once('#').unwrap_or((address, ""));
    let (head, query) = address.split_at(address.find('?').unwrap_or(address.len()));
    let query = query_without_keys(query);
    let (scheme, rest) = match head.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, head),
    };
    let authority_end = rest.find('/').unwrap_or(rest.len());
    let (authority, path) = rest.split_at(authority_end);
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    match scheme {
        Some(scheme) => format!("{scheme}://{host}{path}{query}"),
        None => format!("{host}{path}{query}"),
    }
}

/// Judges a host by its name alone: a public name that resolves to a private address is not noticed.
#[must_use]
pub fn address_space(hostname: &str) -> AddressSpace {
    let name = hostname
        .trim_start_matches('[')
        .trim_end_matches(']')
        .trim_end_matches('.')
        .to_ascii_lowercase();
    match name.parse::<IpAddr>() {
        Ok(IpAddr::V4(v4)) => space_of_v4(v4),
        Ok(IpAddr::V6(v6)) => space_of_v6(v6),
        Err(_) if name == "localhost" || name.ends_with(".localhost") => AddressSpace::Loopback,
        Err(_) if name.ends_with(".local") => AddressSpace::Local,
        Err(_) => AddressSpace::Public,
    }
}

fn space_of_v4(address: Ipv4Addr) -> AddressSpace {
    // 0.0.0.0 is what servers print when they listen everywhere; browsers connect it to this computer.
    if address.is_loopback() || address.is_unspecified() {
        AddressSpace::Loopback
    } else if address.is_private() || address.is_link_local() {
        AddressSpace::Local
    } else {
        AddressSpace::Public
    }
}

fn space_of_v6(address: Ipv6Addr) -> AddressSpace {
    if let Some(v4) = address.to_ipv4_mapped() {
        space_of_v4(v4)
    } else if address.is_loopback() || address.is_unspecified() {
        AddressSpace::Loopback
    } else if address.is_unique_local() || address.is_unicast_link_local() {
        AddressSpace::Local
    } else {
        AddressSpace::Public
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_names_do_not_hide_a_key() {
        for search in [
            "?%6bey=a",
            "?api%2Dkey=a",
            "?CODE=a",
            "?sig=a",
            "?x=1&signature=a",
        ] {
            assert!(key_in_query(search).is_some(), "{search}");
        }
        assert_eq!(key_in_query("?api-version=2024-10-21&x=%zz%"), None);
        assert_eq!(query_without_keys("?a=1&%6Bey=b&c=2"), "?a=1&c=2");
    }

    #[test]
    fn secrets_in_an_address_are_not_kept() {
        for (typed, kept) in [
            ("https://a.example/v1", "https://a.example/v1"),
            (
                "https://me:pw@a.example/v1?key=sk-1#x",
                "https://a.example/v1",
            ),
            ("me:pw@a.example", "a.example"),
            ("https://a.example?key=sk-1", "https://a.example"),
            (
                "https://a.example/v1?api-version=2024-10-21&code=x",
                "https://a.example/v1?api-version=2024-10-21",
            ),
            ("https://a.example/@team/v1", "https://a.example/@team/v1"),
            ("", ""),
        ] {
            assert_eq!(address_without_secrets(typed), kept);
        }
    }
}
