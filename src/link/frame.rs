//! The text of a link: version, base64url, check.

use super::LinkError;
use super::deflate::{deflated, inflated};
use crate::plan::percent_decoded;
use crate::redact::sextet;

/// Longest fragment that is looked at.
pub const MAX_CHARS: usize = 32_768;

/// Characters of the check.
const CHECK_CHARS: usize = 6;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// `#r1.<payload>.<check>` of a content, the shorter of plain and deflated.
pub fn close(content: &[u8]) -> String {
    let deflated = deflated(content);
    let mut payload = vec![u8::from(deflated.is_some())];
    payload.extend_from_slice(deflated.as_deref().unwrap_or(content));
    let check = to_base64(&crc32(&payload).to_be_bytes());
    ["#r1.", &to_base64(&payload), ".", &check].concat()
}

/// A whole fragment and its content, from one with or without its `#`. What mail and chat programs do to links is forgiven: one
/// layer of percent-encoding, line breaks within, and what stands behind.
///
/// # Errors
/// When it is not a whole link of this version.
pub fn open(fragment: &str) -> Result<(String, Vec<u8>), LinkError> {
    if fragment.len() > MAX_CHARS {
        return Err(LinkError::TooLarge);
    }
    let text = percent_decoded(fragment);
    let text = text.trim().trim_start_matches('#');
    let (version, rest) = text.split_once('.').ok_or(LinkError::Unknown)?;
    let number = version.strip_prefix('r').ok_or(LinkError::Unknown)?;
    match number.parse::<u32>() {
        Ok(1) => {}
        Ok(2..) => return Err(LinkError::Newer),
        _ => return Err(LinkError::Unknown),
    }
    let (payload, rest) = letters(rest, usize::MAX);
    let Some((check, tail)) = check_of(rest) else {
        // Behind another character a link goes on only if that took the place of one of its own.
        let mut behind = rest.chars();
        behind.next();
        let goes_on = check_of(letters(behind.as_str(), usize::MAX).1).is_some();
        return Err(if goes_on {
            LinkError::Damaged
        } else {
            LinkError::Incomplete
        });
    };
    if tail.starts_with(|c: char| c.is_alphanumeric()) {
        return Err(LinkError::Damaged);
    }
    let bytes = from_base64(&payload).ok_or(LinkError::Damaged)?;
    if check != to_base64(&crc32(&bytes).to_be_bytes()) {
        return Err(LinkError::Damaged);
    }
    let content = match bytes.split_first() {
        Some((0, content)) => content.to_vec(),
        Some((1, content)) => inflated(content)?,
        _ => return Err(LinkError::Damaged),
    };
    Ok((["#r1.", &to_base64(&bytes), ".", &check].concat(), content))
}

/// The letters of base64url that a text begins with, at most so many, and what stands behind them. White space between them is
/// passed over.
fn letters(text: &str, most: usize) -> (String, &str) {
    let mut found = String::new();
    for (at, c) in text.char_indices() {
        let is_letter = c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if found.len() == most || !(is_letter || c.is_whitespace()) {
            return (found, &text[at..]);
        }
        if is_letter {
            found.push(c);
        }
    }
    (found, "")
}

/// The check behind its full stop, and what stands behind it.
fn check_of(text: &str) -> Option<(String, &str)> {
    let (check, tail) = letters(text.strip_prefix('.')?, CHECK_CHARS);
    (check.len() == CHECK_CHARS).then_some((check, tail))
}

fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let mut held = 0_u32;
        for at in 0..3 {
            held = held << 8 | u32::from(group.get(at).copied().unwrap_or_default());
        }
        for at in 0..=group.len() {
            let sextet = held >> (18 - 6 * at) & 63;
            text.push(char::from(ALPHABET[sextet as usize]));
        }
    }
    text
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0_u32, 0);
    for c in text.chars() {
        held = (held << 6 | u32::from(sextet(c)?)) & 0xfff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits).to_le_bytes()[0]);
        }
    }
    // What is left over says nothing, so it has to be zero.
    (bits < 6 && held & ((1 << bits) - 1) == 0).then_some(bytes)
}

/// CRC-32 of ISO-HDLC, as in zip. Bit by bit: links are short, and the usual tables are not.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0_u32;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_the_usual_crc_32() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(to_base64(&[0xfb, 0xff, 0xfe, 1]), "-__-AQ");
        assert_eq!(from_base64("-__-AQ").unwrap(), [0xfb, 0xff, 0xfe, 1]);
    }

    #[test]
    fn the_shorter_of_plain_and_deflated_is_taken() {
        for content in [&b""[..], b"abc", &[7; 1_000]] {
            let fragment = close(content);
            assert_eq!(
                open(&fragment).unwrap(),
                (fragment.clone(), content.to_vec())
            );
            assert!(fragment.len() < 60, "{fragment}");
        }
    }
}
