//! Removes secrets from text before it is shown, stored or exported. Vendors echo keys in their error messages.

mod encoded;
mod key;
mod window;

pub(crate) use encoded::sextet;
pub use window::ScrubWindow;

use key::mark_key;

/// What stands where a secret stood.
pub const REMOVED: &str = "[removed]";

/// Beginnings of the keys vendors hand out.
const PREFIXES: [&str; 19] = [
    "sk-", "sk_", "pk-", "rk-", "gsk_", "xai-", "aiza", "hf_", "r8_", "pplx-", "csk-", "fw_",
    "fw-", "nvapi-", "tgp_", "eyj", "ghp_", "akia", "api-key-",
];

/// A word with one of the prefixes is taken for a key from this many characters after the prefix on.
const SHORTEST_TAIL: usize = 12;

/// Names whose value is a secret, in lower case with `_` for `-`.
const SECRET_NAMES: [&str; 9] = [
    "authorization",
    "proxy_authorization",
    "api_key",
    "apikey",
    "x_api_key",
    "x_goog_api_key",
    "access_token",
    "auth_token",
    "client_secret",
];

/// Names that prose uses too ("Invalid token: expected a string"): after them only a telling value is a secret.
const WEAK_NAMES: [&str; 4] = ["key", "token", "secret", "password"];

/// A word this long is telling even if it has letters only.
const LONG_WORD: usize = 12;

/// `text` without `key`, without any 8 or more consecutive characters of it, as they are or in base64, percent-encoded or
/// escaped, without words of the shape of a key, and without the values of authorisation headers and key parameters. An
/// empty `key` removes only what is recognised by its shape or place.
#[must_use]
pub fn scrub(text: &str, key: &str) -> String {
    scrub_all(text, &[key])
}

/// The same for several keys.
#[must_use]
pub fn scrub_all(text: &str, keys: &[&str]) -> String {
    remove(text, keys, |chars, secret| {
        mark_shapes(chars, secret);
        mark_values(chars, secret);
    })
}

/// `text` without `key` and any 8 or more consecutive characters of it, encoded or not, and otherwise as it is. For answers:
/// a model that writes code may well write `api_key = "…"`, which is no secret.
#[must_use]
pub fn scrub_key(text: &str, key: &str) -> String {
    scrub_keys(text, &[key])
}

/// The same for several keys.
#[must_use]
pub fn scrub_keys(text: &str, keys: &[&str]) -> String {
    remove(text, keys, |_, _| {})
}

/// Everything is marked before anything is removed, so that nothing is left of a key that overlaps another.
fn remove(text: &str, keys: &[&str], mark_more: fn(&[char], &mut [bool])) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut secret = vec![false; chars.len()];
    for key in keys {
        mark_key(&chars, key.trim(), &mut secret);
    }
    mark_more(&chars, &mut secret);
    without(&chars, &secret, text.len())
}

fn without(chars: &[char], secret: &[bool], capacity: usize) -> String {
    let mut out = String::with_capacity(capacity);
    let mut inside = false;
    for (&character, &hidden) in chars.iter().zip(secret) {
        match (hidden, inside) {
            (true, false) => out.push_str(REMOVED),
            (true, true) => {}
            (false, _) => out.push(character),
        }
        inside = hidden;
    }
    out
}

/// A word that looks like a vendor's key.
#[must_use]
pub fn looks_like_key(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    chars.iter().all(|c| is_key_char(*c)) && begins_like_key(&chars)
}

/// Characters of keys, and the asterisks and dots of masked ones.
fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '*' | '~' | '+' | '/' | '=')
}

/// Characters that separate words; the rest of a key's characters may be inside one.
fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

fn mark_shapes(chars: &[char], secret: &mut [bool]) {
    let mut start = 0;
    while start < chars.len() {
        let length = chars[start..]
            .iter()
            .take_while(|c| is_key_char(**c))
            .count();
        if length == 0 {
            start += 1;
            continue;
        }
        mark_shaped_tail(
            &chars[start..start + length],
            &mut secret[start..start + length],
        );
        start += length;
    }
}

/// Within a run of key characters a key may begin after a separator, as in `key=sk-…` or `path/sk-…`.
fn mark_shaped_tail(run: &[char], secret: &mut [bool]) {
    for begin in 0..run.len() {
        let at_border = begin == 0 || !run[begin - 1].is_ascii_alphanumeric();
        if at_border && begins_like_key(&run[begin..]) {
            secret[begin..].fill(true);
            return;
        }
    }
}

fn begins_like_key(word: &[char]) -> bool {
    PREFIXES.iter().any(|prefix| {
        word.len() >= prefix.len() + SHORTEST_TAIL
            && word
                .iter()
                .zip(prefix.chars())
                .all(|(c, p)| c.to_ascii_lowercase() == p)
    })
}

/// Marks what follows `bearer `, `authorization:`, `"api_key":`, `key=` and their like.
fn mark_values(chars: &[char], secret: &mut [bool]) {
    let mut start = 0;
    while start < chars.len() {
        let length = chars[start..]
            .iter()
            .take_while(|c| is_word_char(**c))
            .count();
        if length == 0 {
            start += 1;
            continue;
        }
        let end = start + length;
        let name: String = chars[start..end]
            .iter()
            .map(|c| {
                if *c == '-' {
                    '_'
                } else {
                    c.to_ascii_lowercase()
                }
            })
            .collect();
        let value = if name == "bearer" || name == "basic" {
            bare_value(chars, end)
        } else if SECRET_NAMES.contains(&name.as_str()) {
            named_value(chars, end)
        } else if WEAK_NAMES.contains(&name.as_str()) {
            named_value(chars, end).filter(|(from, to)| is_telling(&chars[*from..*to]))
        } else {
            None
        };
        if let Some((from, to)) = value {
            secret[from..to].fill(true);
        }
        start = end;
    }
}

/// The word after `bearer` or `basic`, unless it is prose such as "bearer token missing".
fn bare_value(chars: &[char], after: usize) -> Option<(usize, usize)> {
    let from = skip(chars, after, |c| c == ' ' || c == '\t' || c == '\u{a0}');
    let to = skip(chars, from, is_key_char);
    (from > after && is_telling(&chars[from..to])).then_some((from, to))
}

/// Not an ordinary word: it has a digit or a mark in it, or is long.
fn is_telling(word: &[char]) -> bool {
    word.len() >= LONG_WORD
        || word
            .iter()
            .any(|c| c.is_ascii_digit() || matches!(c, '*' | '_'))
}

/// The value after a name and `:` or `=`, with or without quotes; a scheme word such as `Bearer` in front stays.
fn named_value(chars: &[char], after: usize) -> Option<(usize, usize)> {
    let is_quote = |c: char| matches!(c, '"' | '\'' | '`' | '\\');
    let is_blank = |c: char| c == ' ' || c == '\t';
    let at = skip(chars, skip(chars, after, is_quote), is_blank);
    let separator = *chars.get(at)?;
    if separator != ':' && separator != '=' {
        return None;
    }
    let mut from = skip(chars, skip(chars, at + 1, is_blank), is_quote);
    let mut to = skip(chars, from, is_key_char);
    let first: String = chars[from..to]
        .iter()
        .map(char::to_ascii_lowercase)
        .collect();
    if first == "bearer" || first == "basic" || first == "token" {
        let next = skip(chars, to, is_blank);
        let end = skip(chars, next, is_key_char);
        if end > next {
            (from, to) = (next, end);
        }
    }
    (to > from).then_some((from, to))
}

fn skip(chars: &[char], from: usize, wanted: impl Fn(char) -> bool) -> usize {
    from + chars[from..].iter().take_while(|c| wanted(**c)).count()
}
