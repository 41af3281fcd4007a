//! Words of an answer, each placed at the event that brought its last character.

use unicode_segmentation::UnicodeSegmentation;

/// Units a reader reads in this text, as the byte offset at which each ends: words by Unicode's rules, or single
/// characters (without white space) if most letters are Chinese or Japanese, which put no spaces between words.
pub(crate) fn unit_ends(text: &str) -> Vec<usize> {
    if reads_by_character(text) {
        text.char_indices()
            .filter(|(_, c)| !c.is_whitespace())
            .map(|(at, c)| at + c.len_utf8())
            .collect()
    } else {
        text.unicode_word_indices()
            .map(|(at, word)| at + word.len())
            .collect()
    }
}

/// Units that end within each piece of a text cut at the given byte offsets.
pub(super) fn units_per_piece(text: &str, piece_ends: &[usize]) -> Vec<u32> {
    let mut counts = vec![0u32; piece_ends.len()];
    let mut piece = 0;
    for end in unit_ends(text) {
        while piece_ends
            .get(piece)
            .is_some_and(|&piece_end| piece_end < end)
        {
            piece += 1;
        }
        if let Some(count) = counts.get_mut(piece) {
            *count += 1;
        }
    }
    counts
}

/// Korean puts spaces between words, so Hangul counts as other letters do.
fn reads_by_character(text: &str) -> bool {
    let (mut cjk, mut other) = (0usize, 0usize);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        match u32::from(c) {
            // Hiragana and katakana, the unified ideographs with their extensions, compatibility ideographs.
            0x3040..=0x30FF
            | 0x31F0..=0x31FF
            | 0x3400..=0x4DBF
            | 0x4E00..=0x9FFF
            | 0xF900..=0xFAFF
            | 0x2_0000..=0x3_23AF => cjk += 1,
            _ => other += 1,
        }
    }
    cjk > other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_belongs_to_the_piece_with_its_last_character() {
        let text = "The capital's here, 3.14!";
        // "The cap" | "ital" | "'s here" | ", 3.14!"
        assert_eq!(units_per_piece(text, &[7, 11, 18, 25]), [1, 0, 2, 1]);
    }

    #[test]
    fn chinese_and_japanese_are_read_by_character() {
        assert_eq!(unit_ends("你好 世界").len(), 4);
        assert_eq!(unit_ends("東京へようこそ").len(), 7);
        assert_eq!(unit_ends("Tokyo is written 東京").len(), 5);
        assert_eq!(unit_ends("안녕하세요 세계").len(), 2);
    }

    #[test]
    fn no_text_has_no_units() {
        assert!(units_per_piece("", &[]).is_empty());
        assert_eq!(units_per_piece("...", &[1, 3]), [0, 0]);
    }
}
