//! From a name or an address to a row of the table.

use super::{Dialect, Place, Provider, hosted, own};
use crate::plan::Plan;
use crate::protocol::ApiFormat;

const COUNT: usize = own::GENERIC.len() + hosted::ROWS.len() + own::ROWS.len();

static PROVIDERS: [Provider; COUNT] = {
    let mut all = [Provider::BASE; COUNT];
    let mut at = 0;
    let parts = [own::GENERIC, hosted::ROWS, own::ROWS];
    let mut part = 0;
    while part < parts.len() {
        let mut row = 0;
        while row < parts[part].len() {
            all[at] = parts[part][row];
            at += 1;
            row += 1;
        }
        part += 1;
    }
    all
};

/// All rows in the order of the list.
#[must_use]
pub fn providers() -> &'static [Provider] {
    &PROVIDERS
}

/// The row of that name.
#[must_use]
pub fn provider_named(name: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|provider| provider.name == name)
}

/// The vendor's row for a host (with or without a port), whatever was chosen in the form; `None` for hosts of one's own.
#[must_use]
pub fn hosted_at(host: &str) -> Option<&'static Provider> {
    let name = host.split(':').next().unwrap_or(host).to_ascii_lowercase();
    PROVIDERS
        .iter()
        .filter(|row| row.place == Place::Hosted)
        .find(|row| row.is_at(&name))
}

/// What is known of the server at `host`: the vendor whose host it is, else the kind of server the user says it is.
#[must_use]
pub fn provider_of(chosen: &str, host: &str) -> Option<&'static Provider> {
    hosted_at(host).or_else(|| provider_named(chosen).filter(|row| row.place == Place::Own))
}

impl Provider {
    /// Whether a host name (lower case, no port) is the row's. A part in braces stands for any text.
    fn is_at(&self, name: &str) -> bool {
        let address = self.base_url.split_once("://").map_or("", |(_, rest)| rest);
        let host = address.split('/').next().unwrap_or_default();
        match host.split_once('{') {
            Some((before, rest)) => {
                let after = rest.split_once('}').map_or("", |(_, after)| after);
                name.len() > before.len() + after.len()
                    && name.starts_with(before)
                    && name.ends_with(after)
            }
            None => !host.is_empty() && name == host,
        }
    }
}

impl Plan {
    /// What is known of this plan's server.
    #[must_use]
    pub fn server(&self) -> Option<&'static Provider> {
        provider_of(&self.provider, &self.endpoint.host)
    }

    /// What this plan's server wants in requests of `format`; of other formats it is not known.
    #[must_use]
    pub fn dialect(&self, format: ApiFormat) -> Dialect {
        self.server()
            .filter(|row| row.format == format)
            .map_or(Dialect::COMMON, |row| row.dialect)
    }
}
