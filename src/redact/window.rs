//! Text that comes in pieces, shown without the key although the key may come in pieces too.

use super::REMOVED;
use super::key::{LONGEST_PIECE, SHORTEST_PIECE, mark_key};

/// So many characters are held back: a character can be judged once the rest of the longest window that begins with it is
/// there, and the character after that.
const HELD: usize = SHORTEST_PIECE;

/// So many characters that were handed out stay known, because a piece of the key may have begun among them.
const KNOWN: usize = LONGEST_PIECE;

/// Does to a text in pieces what [`scrub_key`](super::scrub_key) does to a whole one.
#[derive(Clone, Debug, Default)]
pub struct ScrubWindow {
    keys: Vec<String>,
    /// The last characters handed out, then those held back.
    chars: Vec<char>,
    /// How many of them were handed out.
    out: usize,
    /// The last character handed out was part of a key.
    inside: bool,
}

impl ScrubWindow {
    /// For a text that must not show any of `keys`. Without a key nothing is held back.
    #[must_use]
    pub fn new(keys: &[&str]) -> Self {
        let keys = keys.iter().map(|key| key.trim());
        ScrubWindow {
            keys: keys
                .filter(|key| !key.is_empty())
                .map(str::to_owned)
                .collect(),
            ..ScrubWindow::default()
        }
    }

    /// Takes the next piece of text and hands out what can be judged by now.
    #[must_use]
    pub fn push(&mut self, delta: &str) -> String {
        if self.keys.is_empty() {
            return delta.to_owned();
        }
        self.chars.extend(delta.chars());
        self.hand_out(self.judged())
    }

    /// Up to here nothing that is still to come can change what is known of a character. An encoded piece is longer than a
    /// plain one, but has no blank in it: of a long word without end all is held back that may belong to a piece.
    fn judged(&self) -> usize {
        let length = self.chars.len();
        let last_word = self.chars.iter().rev();
        let last_word = last_word.take_while(|c| c.is_ascii_graphic()).count();
        length.saturating_sub(last_word.clamp(HELD, LONGEST_PIECE))
    }

    /// The text is over: hands out what was held back.
    #[must_use]
    pub fn finish(&mut self) -> String {
        self.hand_out(self.chars.len())
    }

    fn hand_out(&mut self, end: usize) -> String {
        let mut text = String::new();
        if end <= self.out {
            return text;
        }
        let mut secret = vec![false; self.chars.len()];
        for key in &self.keys {
            mark_key(&self.chars, key, &mut secret);
        }
        let judged = self.chars.iter().zip(&secret).take(end);
        for (&character, &hidden) in judged.skip(self.out) {
            match (hidden, self.inside) {
                (true, false) => text.push_str(REMOVED),
                (true, true) => {}
                (false, _) => text.push(character),
            }
            self.inside = hidden;
        }
        let forget = end.saturating_sub(KNOWN);
        self.chars.drain(..forget);
        self.out = end - forget;
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::{scrub_key, scrub_keys};
    use super::*;

    const KEY: &str = "sk-proj-4f9aQ7zLw2Xc81Tn";

    fn in_pieces(text: &str, key: &str, size: usize) -> String {
        let mut window = ScrubWindow::new(&[key]);
        let chars: Vec<char> = text.chars().collect();
        let mut shown = String::new();
        for piece in chars.chunks(size) {
            shown += &window.push(&piece.iter().collect::<String>());
        }
        shown + &window.finish()
    }

    #[test]
    fn a_key_that_comes_slowly_is_never_shown() {
        let text = format!("Your key is {KEY}, keep it.");
        for size in 1..12 {
            let mut window = ScrubWindow::new(&[KEY]);
            let mut shown = String::new();
            for piece in text.chars().collect::<Vec<_>>().chunks(size) {
                shown += &window.push(&piece.iter().collect::<String>());
                let leaks = KEY
                    .as_bytes()
                    .windows(8)
                    .any(|w| shown.as_bytes().windows(8).any(|s| s == w));
                assert!(!leaks, "{shown}");
            }
            shown += &window.finish();
            assert_eq!(shown, "Your key is [removed], keep it.");
        }
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        for text in [
            "",
            "ab",
            "x y xx ax x",
            "Wörter über Wörter, 4f9aQ7zL und 4f9aQ7z",
            &format!("{KEY}{KEY} {}", &KEY[3..15]),
            // `user:` and the key in base64; the key escaped; both
            "Basic dXNlcjpzay1wcm9qLTRmOWFRN3pMdzJYYzgxVG4= is",
            r"in \u0034\u0066\u0039\u0061\u0051\u0037\u007a\u004c short",
            "%64%58%4E%6Cc%6A%70%7A%61%79%31wcm9qLTRmOWFRN3pMdzJYYzgxVG4%3D",
        ] {
            for key in [KEY, "x", "abc12", ""] {
                for size in [1, 3, 7, 8, 9, 100] {
                    assert_eq!(in_pieces(text, key, size), scrub_key(text, key), "{size}");
                }
            }
        }
    }

    #[test]
    fn only_the_last_few_characters_wait() {
        let mut window = ScrubWindow::new(&[KEY]);
        assert_eq!(window.push("The quick brown fox"), "The quick b");
        assert_eq!(window.finish(), "rown fox");
        assert_eq!(window.push(" unintentional"), " ");
        assert_eq!(window.push("ly "), "unintent");
        assert_eq!(window.finish(), "ionally ");
        // Nothing has an end that is too far away.
        assert_eq!(window.push(&"-".repeat(200)).len(), 200 - LONGEST_PIECE);
        assert_eq!(ScrubWindow::new(&[""]).push("at once"), "at once");
    }

    #[test]
    fn several_secrets_in_one_text_are_all_removed() {
        let other = format!("{KEY}x");
        let third = "tenant-5c1f77e0a9";
        let keys = [KEY, other.as_str(), third];
        let text = format!("a {KEY} b {third} c {other}{third} d {other} e");
        let clean = scrub_keys(&text, &keys);
        assert_eq!(clean, "a [removed] b [removed] c [removed] d [removed] e");
        for size in [1, 3, 7, 200] {
            let mut window = ScrubWindow::new(&keys);
            let chars: Vec<char> = text.chars().collect();
            let mut shown = String::new();
            for piece in chars.chunks(size) {
                shown += &window.push(&piece.iter().collect::<String>());
            }
            shown += &window.finish();
            assert_eq!(shown, clean, "{size}");
        }
        let mut none = ScrubWindow::default();
        assert_eq!(none.push(&text) + &none.finish(), text);
    }
}
