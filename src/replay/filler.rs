//! Neutral words in the place of a text that is not there: as long as the real ones, and always the same.

use super::timeline::Piece;

/// Words of one to eight letters, three of each length.
const WORDS: [[&str; 3]; 8] = [
    ["a", "a", "a"],
    ["to", "in", "of"],
    ["the", "and", "for"],
    ["word", "text", "with"],
    ["plain", "which", "these"],
    ["letter", "always", "number"],
    ["another", "between", "written"],
    ["sentence", "ordinary", "standing"],
];
/// Stands for a character where each is read by itself, as writers of Japanese and Chinese do it themselves.
const ONE_CHARACTER: char = '〇';
/// What lies behind the last word.
const AFTER: char = '.';

/// A text of as many characters as the pieces have, and the byte at which each of their words ends. The last character of
/// a piece ends its last word; its other words share the room evenly.
pub fn filler(pieces: &[Piece], by_character: bool) -> (String, Vec<usize>) {
    let mut text = Filler {
        text: String::new(),
        ends: Vec::new(),
        by_character,
        chars: 0,
    };
    let mut before = 0;
    for piece in pieces {
        // A word has at least one character.
        let words = piece.words.min(piece.chars);
        for word in 1..=words {
            let share = u64::from(piece.chars) * u64::from(word) / u64::from(words);
            text.word_until(before + share);
        }
        before += u64::from(piece.chars);
    }
    while text.chars < before {
        text.push(AFTER);
    }
    (text.text, text.ends)
}

struct Filler {
    text: String,
    ends: Vec<usize>,
    by_character: bool,
    chars: u64,
}

impl Filler {
    fn push(&mut self, c: char) {
        self.text
            .push(if self.by_character { ONE_CHARACTER } else { c });
        self.chars += 1;
    }

    /// The next word, after a blank, so that the text has `until` characters.
    fn word_until(&mut self, until: u64) {
        let variant = self.ends.len();
        if variant > 0 && self.chars + 1 < until {
            self.push(' ');
        }
        while self.chars < until {
            let left = usize::try_from(until - self.chars).unwrap_or(usize::MAX);
            let same_length = WORDS[left.min(WORDS.len()) - 1];
            for c in same_length[variant % same_length.len()].chars() {
                self.push(c);
            }
        }
        self.ends.push(self.text.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Micros;

    fn pieces(sizes: &[(u32, u32)]) -> Vec<Piece> {
        sizes
            .iter()
            .map(|&(chars, words)| Piece {
                at: Micros::ZERO,
                chars,
                words,
            })
            .collect()
    }

    #[test]
    fn words_are_as_long_as_the_real_ones() {
        // "Hello", " wor", "ld", " again and", "."
        let (text, ends) = filler(&pieces(&[(5, 1), (4, 0), (2, 1), (10, 2), (1, 0)]), false);
        assert_eq!(text, "plain which with word.");
        assert_eq!(ends, [5, 11, 16, 21]);
    }

    #[test]
    fn a_long_word_is_made_of_several() {
        let (text, ends) = filler(&pieces(&[(19, 1)]), false);
        assert_eq!((text.as_str(), ends), ("sentencesentencethe", vec![19]));
    }

    #[test]
    fn characters_stand_for_characters() {
        let (text, ends) = filler(&pieces(&[(2, 2), (3, 2)]), true);
        assert_eq!(text, "〇〇〇〇〇");
        assert_eq!(ends, [3, 6, 9, 15]);
    }

    #[test]
    fn more_words_than_characters_are_not_believed() {
        let (text, ends) = filler(&pieces(&[(2, u32::MAX)]), false);
        assert_eq!((text.chars().count(), ends.len()), (2, 2));
    }
}
