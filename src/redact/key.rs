//! Finds a key that is known, whole or in part, as it is or encoded.

use super::encoded::{Reading, from_base64, unescaped};
use crate::order;

/// So many consecutive characters of a key identify it; vendors show fewer in their masked echoes.
pub const SHORTEST_PIECE: usize = 8;

/// A key shorter than this is a dummy such as `x`: it is removed only where it stands alone, or every text would fall
/// to pieces.
const SHORTEST_KEY: usize = 4;

/// The longest piece as it may stand in a text: 12 characters of base64 hold 8 of the key, and each may be written as
/// `\u0041`, with two backslashes where JSON stands in JSON.
pub const LONGEST_PIECE: usize = 96;

/// Marks the key and all its longer pieces in the text.
pub fn mark_key(chars: &[char], key: &str, secret: &mut [bool]) {
    let key: Vec<char> = key.chars().map(|c| c.to_ascii_lowercase()).collect();
    if key.is_empty() {
        return;
    }
    let pieces = Pieces::of(&key);
    pieces.mark(chars, &mut |from, to| secret[from..to].fill(true));
    if pieces.length < SHORTEST_KEY {
        return;
    }
    // Base64 may itself be escaped: `+` and `/` are in most addresses.
    let plain = Reading::plain(chars);
    let readings = unescaped(&plain);
    for reading in readings.iter() {
        pieces.mark_in(reading, secret);
    }
    let innermost = readings.last().unwrap_or(&plain);
    from_base64(innermost, pieces.length, &mut |bytes| {
        pieces.mark_in(bytes, secret);
    });
}

/// The pieces of a key by which it is recognised.
struct Pieces<'a> {
    /// In ascending order. A hash set would bring its hasher into a wasm that has no other use for it.
    sorted: Vec<&'a [char]>,
    /// Of each of them.
    length: usize,
}

impl<'a> Pieces<'a> {
    fn of(key: &'a [char]) -> Self {
        let length = key.len().min(SHORTEST_PIECE);
        let mut sorted: Vec<&[char]> = key.windows(length).collect();
        order::sort(&mut sorted, Ord::cmp);
        Pieces { sorted, length }
    }

    fn mark_in(&self, reading: &Reading, secret: &mut [bool]) {
        self.mark(&reading.chars, &mut |from, to| {
            let (begin, end) = (reading.spans[from].0, reading.spans[to - 1].1);
            secret[begin..end].fill(true);
        });
    }

    /// Calls back with begin and end of each piece.
    fn mark(&self, chars: &[char], found: &mut dyn FnMut(usize, usize)) {
        let text: Vec<char> = chars.iter().map(char::to_ascii_lowercase).collect();
        for (start, window) in text.windows(self.length).enumerate() {
            let end = start + self.length;
            let alone = (start == 0 || !super::is_word_char(text[start - 1]))
                && text.get(end).is_none_or(|next| !super::is_word_char(*next));
            if self.sorted.binary_search(&window).is_ok() && (self.length >= SHORTEST_KEY || alone)
            {
                found(start, end);
            }
        }
    }
}
