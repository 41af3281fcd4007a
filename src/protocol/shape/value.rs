//! Values in the text of an event: where they stand, and what they say.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use crate::protocol::Json;

/// Length of the value at the start of a text. Where there is none, or a broken one, the result is `None` or too much to
/// be JSON.
pub(super) fn length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'"' => {
            let mut at = 1;
            loop {
                at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
                match bytes.get(at)? {
                    b'"' => return Some(at + 1),
                    _ => at += 2,
                }
            }
        }
        b'[' => memchr(b']', bytes).map(|end| end + 1),
        _ => bytes.iter().position(|&byte| !is_numeric(byte)),
    }
}

fn is_numeric(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
}

/// Length of the value at the start, if it is JSON that needs no parser to be known as such: a string without escapes, or
/// a natural number.
pub(super) fn simple_length(text: &str) -> Option<usize> {
    let length = length(text)?;
    let simple = match text.as_bytes().get(..length)? {
        [b'"', inner @ .., b'"'] => !has_control(inner) && memchr(b'\\', inner).is_none(),
        digits @ [b'1'..=b'9', ..] => digits.iter().all(u8::is_ascii_digit),
        number => number == b"0",
    };
    simple.then_some(length)
}

/// Whether this is a number as JSON writes it.
pub(super) fn is_number(text: &str) -> bool {
    let bytes = text.as_bytes();
    let after = |from: &[u8], what: fn(u8) -> bool| from.iter().take_while(|b| what(**b)).count();
    let digits = |from: &[u8]| after(from, |byte| byte.is_ascii_digit());
    let mut rest = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.starts_with(b"0")) {
        return false;
    }
    rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let unsigned = exponent
            .strip_prefix(b"+")
            .or(exponent.strip_prefix(b"-"))
            .unwrap_or(exponent);
        return !unsigned.is_empty() && digits(unsigned) == unsigned.len();
    }
    rest.is_empty()
}

/// What a string says, with its quotes; `None` if it is no string.
pub(super) fn text_of(value: &str) -> Option<Cow<'_, str>> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    if memchr(b'\\', inner.as_bytes()).is_none() {
        return (!has_control(inner.as_bytes())).then_some(Cow::Borrowed(inner));
    }
    let mut text = String::with_capacity(inner.len());
    unescape(inner, &mut text)
        .map(|()| text)
        .or_else(|| serde_json::from_str(value).ok())
        .map(Cow::Owned)
}

/// Whether there are raw control characters, which no string of JSON may hold.
fn has_control(bytes: &[u8]) -> bool {
    // Not `any`: to look at all of them is faster than to stop at the first.
    bytes
        .iter()
        .fold(false, |found, byte| found | (*byte < b' '))
}

/// Puts a value into its place; `None` if it is no JSON.
pub(super) fn fill(place: &mut Json, value: &str) -> Option<()> {
    // The usual values need no parser, and a string no new place: plain text, and a small whole number.
    match value.as_bytes() {
        [b'"', .., b'"'] => {
            let inner = value.get(1..value.len() - 1)?;
            if let Json::String(text) = place
                && unescape(inner, text).is_some()
            {
                return Some(());
            }
        }
        digits @ [b'1'..=b'9', ..]
            if digits.len() <= 9 && digits.iter().all(u8::is_ascii_digit) =>
        {
            let digits = digits.iter().map(|&digit| u32::from(digit - b'0'));
            *place = Json::from(digits.fold(0, |number, digit| number * 10 + digit));
            return Some(());
        }
        _ => {}
    }
    *place = serde_json::from_str(value).ok()?;
    Some(())
}

/// Writes what stands between the quotes of a string; `None` if it holds a character by its number, or is no JSON.
fn unescape(inner: &str, text: &mut String) -> Option<()> {
    if has_control(inner.as_bytes()) {
        return None;
    }
    text.clear();
    let mut rest = inner;
    while let Some(at) = memchr(b'\\', rest.as_bytes()) {
        text.push_str(rest.get(..at)?);
        text.push(match *rest.as_bytes().get(at + 1)? {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            mark @ (b'"' | b'\\' | b'/') => char::from(mark),
            _ => return None,
        });
        rest = rest.get(at + 2..)?;
    }
    text.push_str(rest);
    Some(())
}

/// Puts a list into its place. Servers that repeat all tokens so far only add to it, so only what is new is read: `known` is
/// the text of the list that stands there.
pub(super) fn fill_list(place: &mut Json, known: &mut String, list: &str) -> Option<()> {
    if let Json::Array(items) = place
        && let [item] = items.as_mut_slice()
        && let Some(number) = list.get(1..list.len() - 1)
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        // One number, as of servers that list the tokens of each event: no new list for it.
        fill(item, number)?;
    } else if let Json::Array(items) = place
        && !items.is_empty()
        && let Some(more) = list.strip_prefix(known.trim_end_matches(']'))
        && let Some(more) = more.strip_prefix(',')
        && let Json::Array(new) = serde_json::from_str(&format!("[{more}")).ok()?
        && !new.is_empty()
    {
        items.extend(new);
    } else {
        *place = serde_json::from_str(list).ok()?;
    }
    known.clear();
    known.push_str(list);
    Some(())
}

/// Tells start, end and path of each value of a text that is JSON.
pub(super) fn walk(text: &str, found: &mut dyn FnMut(usize, usize, &[usize])) {
    let bytes = text.as_bytes();
    let mut path = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' => path.push(0),
            b'[' if !is_plain_list(&bytes[at..]) => path.push(0),
            b'}' | b']' => {
                path.pop();
            }
            b',' => {
                if let Some(child) = path.last_mut() {
                    *child += 1;
                }
            }
            b'"' | b'[' | b'-' | b'0'..=b'9' => {
                let Some(length) = text.get(at..).and_then(length) else {
                    return;
                };
                let end = at + length;
                if !is_key(&bytes[end..]) {
                    found(at, end, &path);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Whether a list holds neither strings nor other lists or objects.
fn is_plain_list(bytes: &[u8]) -> bool {
    let end = memchr(b']', bytes).unwrap_or(0);
    let mut inner = bytes[..end].iter().skip(1);
    end > 0 && !inner.any(|byte| matches!(byte, b'"' | b'[' | b'{'))
}

/// Whether what stood before these bytes was a key.
fn is_key(after: &[u8]) -> bool {
    after.trim_ascii_start().first() == Some(&b':')
}
