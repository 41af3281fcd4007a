//! What every number is. The method view in index.html, from which the help buttons read, and the documents are held to these
//! tables by a test. The page's program has none of them.

/// One metric, explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Name in the export.
    pub key: &'static str,
    /// Name in the field.
    pub name: &'static str,
    /// Label in plain words.
    pub label: &'static str,
    /// Two sentences for a person who has never heard of it.
    pub explanation: &'static str,
}

/// How a metric is computed, and who says so. It stands in the method: docs/method.md, and the page's own at `#method`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Background {
    /// How it is computed.
    pub formula: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Who defines it so.
    pub source: &'static str,
    /// Address of the source, if it has one.
    pub url: Option<&'static str>,
}

/// Splits full entries into what the page tells on the spot and what stands in the method.
macro_rules! definitions {
    ($(Definition {
        key: $key:expr, name: $name:expr, label: $label:expr, explanation: $explanation:expr,
        formula: $formula:expr, unit: $unit:expr, source: $source:expr, url: $url:expr,
    }),* $(,)?) => {
        pub(super) const DEFINITIONS: &[Definition] = &[$(Definition {
            key: $key, name: $name, label: $label, explanation: $explanation,
        }),*];
        pub(super) const BACKGROUNDS: &[Background] = &[$(Background {
            formula: $formula, unit: $unit, source: $source, url: $url,
        }),*];
    };
}

mod delivery;
mod reader;
mod request;
mod run;

/// Number of metrics.
const COUNT: usize = request::DEFINITIONS.len()
    + reader::DEFINITIONS.len()
    + delivery::DEFINITIONS.len()
    + run::DEFINITIONS.len();

/// All metrics of the report, in the order of the page.
pub const DEFINITIONS: &[Definition] = &joined::<Definition, COUNT>([
    request::DEFINITIONS,
    reader::DEFINITIONS,
    delivery::DEFINITIONS,
    run::DEFINITIONS,
]);

/// What stands behind each of [`DEFINITIONS`], in the same order.
pub const BACKGROUNDS: &[Background] = &joined::<Background, COUNT>([
    request::BACKGROUNDS,
    reader::BACKGROUNDS,
    delivery::BACKGROUNDS,
    run::BACKGROUNDS,
]);

const fn joined<T: Copy, const N: usize>(parts: [&[T]; 4]) -> [T; N] {
    let mut all = [parts[0][0]; N];
    let (mut part, mut filled) = (0, 0);
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() {
            all[filled] = parts[part][at];
            filled += 1;
            at += 1;
        }
        part += 1;
    }
    all
}

/// The definition of a metric by its name in the export.
#[must_use]
pub fn definition(key: &str) -> Option<&'static Definition> {
    DEFINITIONS.iter().find(|definition| definition.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_explained_in_two_sentences() {
        for definition in DEFINITIONS {
            let sentences = definition.explanation.matches(". ").count() + 1;
            assert_eq!(sentences, 2, "{}", definition.key);
            assert!(definition.explanation.ends_with('.'), "{}", definition.key);
        }
        for background in BACKGROUNDS {
            assert!(!background.formula.is_empty() && !background.source.is_empty());
            assert!(background.url.is_none_or(|url| url.starts_with("https://")));
        }
    }

    #[test]
    fn keys_are_unique() {
        for definition in DEFINITIONS {
            let same = DEFINITIONS.iter().filter(|d| d.key == definition.key);
            assert_eq!(same.count(), 1, "{}", definition.key);
        }
        assert!(definition("tps").is_some());
        assert!(definition("no_such_metric").is_none());
    }
}
