//! What every number is. The help buttons, the method view and the documentation all read this one table.

mod delivery;
mod reader;
mod request;
mod run;

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
    /// How it is computed.
    pub formula: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Who defines it so.
    pub source: &'static str,
    /// Address of the source, if it has one.
    pub url: Option<&'static str>,
}

/// Number of metrics.
const COUNT: usize = request::DEFINITIONS.len()
    + reader::DEFINITIONS.len()
    + delivery::DEFINITIONS.len()
    + run::DEFINITIONS.len();

/// All metrics of the report, in the order of the page.
pub const DEFINITIONS: &[Definition] = &joined();

const fn joined() -> [Definition; COUNT] {
    let parts = [
        request::DEFINITIONS,
        reader::DEFINITIONS,
        delivery::DEFINITIONS,
        run::DEFINITIONS,
    ];
    let mut all = [request::DEFINITIONS[0]; COUNT];
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

/// Two sentences about a metric; empty if there is none of that name.
#[must_use]
pub fn explanation(key: &str) -> &'static str {
    definition(key).map_or("", |definition| definition.explanation)
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
            assert!(!definition.formula.is_empty() && !definition.source.is_empty());
            if let Some(url) = definition.url {
                assert!(url.starts_with("https://"), "{}", definition.key);
            }
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
