//! Text that never changes and is longer than the code that shows it. It stands where it is used, in
//! [`text!`](crate::text!), and once more in `texts.html`, which is part of the page: the program holds only its number there.
//! The compiler looks it up, so a text that differs from its copy does not build.

use std::borrow::Cow;
use std::sync::OnceLock;

/// All texts, in the order of their numbers.
pub const SOURCE: &str = include_str!("texts.html");
/// Stands between two texts.
const BETWEEN: &str = "\n%\n";
/// Where nobody hands the texts over, as natively, they are those of the build; a program for the browser is handed them.
const EMBEDDED: &str = if cfg!(target_arch = "wasm32") {
    ""
} else {
    SOURCE
};

/// Number of texts.
const COUNT: usize = count(SOURCE.as_bytes());
/// Where each text begins, and where the last one ends with what would stand between it and the next.
const STARTS: [usize; COUNT + 1] = starts(SOURCE.as_bytes());

static TEXTS: OnceLock<Vec<&'static str>> = OnceLock::new();

/// A text of `texts.html`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text(u16);

/// The [`Text`] of these words.
#[macro_export]
macro_rules! text {
    ($words:expr) => {
        const { $crate::texts::Text::of($words) }
    };
}

impl Text {
    /// No words.
    pub const EMPTY: Text = Text(u16::MAX);

    /// Looks a text up while the program is compiled.
    ///
    /// # Panics
    /// When it is not there: add it to `src/texts.html`.
    #[must_use]
    #[allow(clippy::cast_possible_truncation)] // far fewer than 65,536
    pub const fn of(words: &str) -> Text {
        let mut at = 0;
        while at < COUNT {
            if stands_at(words.as_bytes(), STARTS[at], STARTS[at + 1]) {
                return Text(at as u16);
            }
            at += 1;
        }
        panic!("src/texts.html does not hold this text");
    }

    /// Its words; none where no texts were handed over.
    #[must_use]
    #[inline(never)]
    pub fn get(self) -> &'static str {
        let texts = TEXTS.get_or_init(|| split(EMBEDDED));
        texts.get(usize::from(self.0)).copied().unwrap_or_default()
    }
}

impl From<Text> for &'static str {
    fn from(text: Text) -> Self {
        text.get()
    }
}

impl From<Text> for Cow<'static, str> {
    fn from(text: Text) -> Self {
        Cow::Borrowed(text.get())
    }
}

/// Hands the texts over: the content of `texts.html`. Only the first call counts.
pub fn install(source: &'static str) {
    let _ = TEXTS.set(split(source));
}

fn split(source: &'static str) -> Vec<&'static str> {
    source.trim().split(BETWEEN).map(str::trim_start).collect()
}

const fn is_between(bytes: &[u8], at: usize) -> bool {
    at + 2 < bytes.len() && bytes[at] == b'\n' && bytes[at + 1] == b'%' && bytes[at + 2] == b'\n'
}

const fn count(bytes: &[u8]) -> usize {
    let (mut count, mut at) = (1, 0);
    while at < bytes.len() {
        if is_between(bytes, at) {
            count += 1;
        }
        at += 1;
    }
    count
}

const fn starts(bytes: &[u8]) -> [usize; COUNT + 1] {
    let mut starts = [0; COUNT + 1];
    let (mut found, mut at) = (1, 0);
    while at < bytes.len() {
        if is_between(bytes, at) {
            starts[found] = at + BETWEEN.len();
            found += 1;
        }
        at += 1;
    }
    // The file ends with a line break.
    starts[COUNT] = bytes.len() - 1 + BETWEEN.len();
    starts
}

const fn stands_at(words: &[u8], start: usize, next: usize) -> bool {
    if start + words.len() + BETWEEN.len() != next {
        return false;
    }
    let mut at = 0;
    while at < words.len() {
        if SOURCE.as_bytes()[start + at] != words[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_its_words() {
        assert_eq!(Text::EMPTY.get(), "");
        for (at, words) in split(SOURCE).into_iter().enumerate() {
            assert_eq!(Text::of(words), Text(u16::try_from(at).unwrap()), "{words}");
            assert_eq!(Text::of(words).get(), words);
        }
    }

    #[test]
    fn every_text_is_used() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let mut folders = vec![std::path::PathBuf::from(root)];
        let mut code = String::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    code += &std::fs::read_to_string(path).unwrap();
                }
            }
        }
        // As the compiler reads literals.
        let code = code.replace("\\\n", "").replace("\\\"", "\"");
        for words in split(SOURCE) {
            // A long one may be put together of several.
            let (at, _) = words.char_indices().rev().nth(30).unwrap_or_default();
            assert!(code.contains(&words[at..]), "no code shows: {words}");
        }
    }

    #[test]
    fn the_page_can_hold_them_as_they_are() {
        assert!(!SOURCE.contains(['<', '>', '&', '\u{a0}']));
    }
}
