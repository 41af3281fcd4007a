//! Who reads: paces of readers and languages, and how many tokens their words take.

use crate::units::{TokensPerSecond, Wpm};

/// A kind of reader.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReaderProfile {
    /// Stable name.
    pub key: &'static str,
    /// Label.
    pub label: &'static str,
    /// Words a minute, silent reading of English.
    pub pace: Wpm,
    /// Where the pace comes from.
    pub source: &'static str,
}

/// Readers of English, from slow to fast.
pub const READERS: [ReaderProfile; 4] = [
    ReaderProfile {
        key: "slow",
        label: "slow reader",
        pace: Wpm(175.0),
        source: "Brysbaert 2019: low end of most adults",
    },
    ReaderProfile {
        key: "average",
        label: "average reader",
        pace: Wpm(238.0),
        source: "Brysbaert 2019: mean of adults, non-fiction",
    },
    ReaderProfile {
        key: "fast",
        label: "fast reader",
        pace: Wpm(300.0),
        source: "Brysbaert 2019: high end of most adults",
    },
    ReaderProfile {
        key: "skim",
        label: "skimming",
        pace: Wpm(500.0),
        source: "Rayner 2016: at 500 to 750 words a minute comprehension suffers",
    },
];

/// Pace of reading aloud, and so of a voice that speaks the answer. Source: Brysbaert 2019,
/// <https://doi.org/10.1016/j.jml.2019.104047>.
pub const ALOUD: Wpm = Wpm(183.0);

/// What a reader of a language takes in one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingUnit {
    /// Words.
    Words,
    /// Characters, as in Chinese and Japanese.
    Characters,
}

/// A language with its silent reading pace and its tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Language {
    /// ISO 639-1 code.
    pub code: &'static str,
    /// Name in English.
    pub name: &'static str,
    /// What its readers take in one by one.
    pub unit: ReadingUnit,
    /// Units a minute, silent. `None` where no source was found: ask the reader.
    pub pace: Option<Wpm>,
    /// The pace is a published rate of reading aloud (IReST) times 238/183.
    pub estimated: bool,
    /// Tokens for each unit in today's common tokenizer (o200k), counted on FLORES-200.
    pub tokens_per_unit: f64,
}

const fn language(
    code: &'static str,
    name: &'static str,
    unit: ReadingUnit,
    pace: Option<f64>,
    tokens_per_unit: f64,
) -> Language {
    Language {
        code,
        name,
        unit,
        pace: match pace {
            Some(pace) => Some(Wpm(pace)),
            None => None,
        },
        // English alone was measured in silence.
        estimated: !matches!(code.as_bytes(), b"en"),
        tokens_per_unit,
    }
}

/// Languages with known paces or tokens. Sources: Brysbaert 2019 for English; IReST, <https://doi.org/10.1167/iovs.11-8284>;
/// token counts by this project.
pub const LANGUAGES: [Language; 10] = {
    use ReadingUnit::{Characters, Words};
    [
        language("en", "English", Words, Some(238.0), 1.219),
        language("de", "German", Words, Some(233.0), 1.591),
        language("fr", "French", Words, Some(254.0), 1.42),
        language("es", "Spanish", Words, Some(284.0), 1.35),
        language("zh", "Chinese", Characters, Some(332.0), 0.786),
        language("ja", "Japanese", Characters, Some(464.0), 0.777),
        language("ar", "Arabic", Words, Some(179.0), 1.88),
        language("ru", "Russian", Words, None, 1.91),
        language("hi", "Hindi", Words, None, 1.64),
        language("ko", "Korean", Characters, None, 0.763),
    ]
};

impl Language {
    /// Speed in tokens that its average reader keeps up with. `None` if there is no pace.
    #[must_use]
    pub fn token_rate(&self) -> Option<TokensPerSecond> {
        self.pace.map(|pace| token_rate(pace, self.tokens_per_unit))
    }
}

/// Tokens a second that a reader takes in: `R = wpm * tokens per word / 60`.
#[must_use]
pub fn token_rate(reader: Wpm, tokens_per_word: f64) -> TokensPerSecond {
    TokensPerSecond(reader.0 * tokens_per_word / 60.0)
}

/// Readers to choose from, with their units a minute. Languages without a pace are left out: the reader has to be asked.
pub const READER_CHOICES: [(&str, u32); 10] = [
    ("Slow reader, 175 wpm", 175),
    ("Average reader, 238 wpm", 238),
    ("Fast reader, 300 wpm", 300),
    ("Skimming, 500 wpm", 500),
    ("German, 233 wpm (estimated)", 233),
    ("French, 254 wpm (estimated)", 254),
    ("Spanish, 284 wpm (estimated)", 284),
    ("Chinese, 332 characters a minute (estimated)", 332),
    ("Japanese, 464 characters a minute (estimated)", 464),
    ("Arabic, 179 wpm (estimated)", 179),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_the_profiles() {
        // English is the average reader.
        let languages = LANGUAGES.iter().filter(|l| l.code != "en");
        let languages = languages.filter_map(|l| Some((l.name, l.pace?, l.unit)));
        let readers = READERS.map(|r| (r.label, r.pace, ReadingUnit::Words));
        let wanted: Vec<_> = readers.into_iter().chain(languages).collect();
        assert_eq!(wanted.len(), READER_CHOICES.len());
        for ((name, pace, unit), (label, choice)) in wanted.into_iter().zip(READER_CHOICES) {
            let unit = match unit {
                ReadingUnit::Words => "wpm",
                ReadingUnit::Characters => "characters a minute",
            };
            let wanted = format!("{name}, {choice} {unit}").to_lowercase();
            assert!(label.to_lowercase().starts_with(&wanted), "{label}");
            assert!((pace.0 - f64::from(choice)).abs() < 1e-9, "{label}");
        }
    }

    /// Tokens per word of English used in the worked examples.
    const ENGLISH: f64 = 1.22;
    /// The rule of thumb: three words in four tokens.
    const RULE_OF_THUMB: f64 = 4.0 / 3.0;

    fn close(found: TokensPerSecond, wanted: f64, tolerance: f64) {
        assert!(
            (found.0 - wanted).abs() <= tolerance,
            "{found:?} is not {wanted}"
        );
    }

    fn rate(wpm: f64, tokens_per_word: f64) -> TokensPerSecond {
        token_rate(Wpm(wpm), tokens_per_word)
    }

    #[test]
    fn x_read() {
        close(rate(238.0, ENGLISH), 4.84, 0.005);
        close(rate(300.0, ENGLISH), 6.10, 0.005);
        close(rate(ALOUD.0, ENGLISH), 3.72, 0.005);
    }

    #[test]
    fn x_paces() {
        for (wpm, own, thumb) in [
            (183.0, 3.7, 4.1),
            (238.0, 4.8, 5.3),
            (300.0, 6.1, 6.7),
            (320.0, 6.5, 7.1),
        ] {
            close(rate(wpm, ENGLISH), own, 0.05);
            close(rate(wpm, RULE_OF_THUMB), thumb, 0.05);
        }
        for (wpm, own, thumb) in [
            (500.0, 10.0, 11.0),
            (750.0, 15.0, 17.0),
            (1_000.0, 20.0, 22.0),
        ] {
            close(rate(wpm, ENGLISH), own, 0.5);
            close(rate(wpm, RULE_OF_THUMB), thumb, 0.5);
        }
    }

    #[test]
    fn x_lang() {
        let rates = LANGUAGES.map(|language| language.token_rate());
        for (found, wanted) in rates.iter().zip([4.8, 6.2, 6.0, 6.4, 4.3, 6.0, 5.6]) {
            close(found.unwrap(), wanted, 0.05);
        }
        // No source for their paces.
        assert_eq!(rates[7..], [None, None, None]);
    }

    #[test]
    fn x_contradiction() {
        // 20 to 30 tok/s at three words in four tokens, and 300 to 500 words a minute.
        let words = |tps: f64| tps * 60.0 * 0.75;
        assert!((words(20.0) - 900.0).abs() < 1e-9 && (words(30.0) - 1_350.0).abs() < 1e-9);
        close(rate(300.0, RULE_OF_THUMB), 6.7, 0.05);
        close(rate(500.0, RULE_OF_THUMB), 11.1, 0.05);
    }

    #[test]
    fn x_headroom() {
        // Text heavy in markup has about 2.27 tokens a word.
        close(rate(300.0, 2.27), 11.0, 0.5);
        close(rate(500.0, 2.27), 19.0, 0.5);
        assert!((20.0 / rate(300.0, RULE_OF_THUMB).0 - 3.0).abs() < 0.05);
    }

    #[test]
    fn readers_come_from_slow_to_fast_and_only_english_is_measured() {
        assert!(READERS.is_sorted_by(|a, b| a.pace.0 < b.pace.0));
        let measured: Vec<_> = LANGUAGES.iter().filter(|l| !l.estimated).collect();
        assert_eq!(measured.len(), 1);
        assert_eq!(measured[0].code, "en");
    }
}
