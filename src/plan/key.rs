//! A key as typed or pasted, before it is kept anywhere.

/// The key itself: without the blanks, quotes and the leading "Bearer" that people paste along. May be empty.
#[must_use]
pub fn clean_key(typed: &str) -> &str {
    let is_wrapping =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '\u{200b}' | '\u{feff}');
    let value = typed.trim_matches(is_wrapping);
    match value.split_once(char::is_whitespace) {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("bearer") => {
            rest.trim_matches(is_wrapping)
        }
        _ => value,
    }
}

/// The first character that a header cannot carry (it takes single bytes, and no control characters); `None` if all is well.
#[must_use]
pub fn unsendable_in_key(key: &str) -> Option<char> {
    key.chars()
        .find(|&c| u32::from(c) > 0xff || (c.is_control() && c != '\t'))
}

/// A shorter key is no secret, but a word such as "none" that local servers take and prose has.
const SHORTEST_SECRET: usize = 8;

/// Whether the key, if it is long enough to be one, stands in the text.
#[must_use]
pub fn holds_key(text: &str, key: &str) -> bool {
    key.len() >= SHORTEST_SECRET && text.contains(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_blanks_alone_are_no_key() {
        for typed in ["", " \n", "\"\"", "' '", "\u{feff}``"] {
            assert_eq!(clean_key(typed), "", "{typed:?}");
        }
        for typed in [" abc-1\n", "\"abc-1\"", "Bearer abc-1", "'bearer  abc-1'"] {
            assert_eq!(clean_key(typed), "abc-1", "{typed:?}");
        }
    }

    #[test]
    fn a_key_is_found_only_whole_and_if_it_is_one() {
        assert!(holds_key("m/plain-words-7", "plain-words-7"));
        assert!(!holds_key("plain-words", "plain-words-7"));
        assert!(!holds_key("none of it", "none"));
        assert!(!holds_key("text", ""));
    }

    #[test]
    fn what_no_header_can_carry_is_found() {
        assert_eq!(unsendable_in_key("sk-abc_1.2/3+=~é"), None);
        assert_eq!(unsendable_in_key("sk-ab…9f"), Some('…'));
        assert_eq!(unsendable_in_key("sk-аbc"), Some('а')); // Cyrillic
        assert_eq!(unsendable_in_key("sk\u{7}"), Some('\u{7}'));
        assert_eq!(unsendable_in_key("sk\nsk"), Some('\n'));
    }
}
