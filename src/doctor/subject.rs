//! What is examined: an endpoint, and the headers that real requests to it carry.

use crate::plan::{Endpoint, HeldHeader, KeyNeed, Plan, Provider, Workload};
use crate::protocol::AuthScheme;
use crate::units::Micros;

/// Stands where the key would be. It is the same in every probe of everyone, so that vendors can recognise it.
pub const PROBE_KEY: &str = "tokenpace-probe";

/// What a real request of the test asks for: as little as possible.
const TRIAL_PROMPT: &str = "Say hello.";
/// Output limit of that request. The smallest that all vendors take: some refuse less than 16.
const TRIAL_MAX_OUTPUT_TOKENS: u32 = 16;
/// Nobody who tests a connection waits longer.
pub(super) const TRIAL_TIMEOUT_S: u32 = 30;

/// The header that no page can do without: it announces JSON.
const CONTENT_TYPE: &str = "content-type";

/// An endpoint as its real requests see it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Where requests go.
    pub endpoint: Endpoint,
    /// Headers besides the key's. What the user added has a placeholder for its value: it may be a secret.
    pub headers: Vec<(String, String)>,
    /// Where the key goes.
    pub auth: AuthScheme,
    /// Real requests carry a key, or the user may still type one.
    pub wants_key: bool,
    /// A key is in the form.
    pub has_key: bool,
    /// What the provider table knows of this server.
    pub row: Option<&'static Provider>,
}

impl Subject {
    /// The endpoint of a plan. `held` are extra headers whose values are kept beside the key.
    #[must_use]
    pub fn of(plan: &Plan, has_key: bool, held: &[HeldHeader]) -> Self {
        let parts = plan.format.request(plan, "");
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let mut headers: Vec<(String, String)> = parts.headers.iter().map(own).collect();
        let added = parts.extra_headers.iter().map(|(name, _)| name);
        let added = added.chain(held.iter().map(|header| &header.name));
        headers.extend(added.map(|name| (name.clone(), PROBE_KEY.to_owned())));
        let row = plan.server();
        let wants_key = has_key || row.is_none_or(|row| row.key != KeyNeed::None);
        Subject {
            endpoint: plan.endpoint.clone(),
            headers,
            auth: parts.auth,
            wants_key,
            has_key,
            row,
        }
    }

    /// Names of the headers that a page has to ask permission for, in lower case, in the order browsers send them.
    #[must_use]
    pub fn header_names(&self) -> Vec<String> {
        let key = self.wants_key.then(|| self.auth.header_name());
        let names = self
            .headers
            .iter()
            .map(|(name, _)| name.as_str())
            .chain(key);
        let mut names: Vec<String> = names.map(str::to_ascii_lowercase).collect();
        crate::order::sort(&mut names, Ord::cmp);
        names.dedup();
        names
    }

    /// The same without the one that all vendors allow.
    #[must_use]
    pub(super) fn special_headers(&self) -> Vec<String> {
        let mut names = self.header_names();
        names.retain(|name| name != CONTENT_TYPE);
        names
    }

    pub(super) fn hides_errors(&self) -> bool {
        self.row.is_some_and(|row| row.hides_errors)
    }
}

/// A plan of one short request, for a test that costs next to nothing, to the endpoint of another plan.
#[must_use]
pub fn trial(plan: Plan) -> Plan {
    Plan {
        workload: Workload::Own,
        prompt: TRIAL_PROMPT.to_owned(),
        max_output_tokens: TRIAL_MAX_OUTPUT_TOKENS,
        requests: 1,
        concurrency: 1,
        warmup: 0,
        timeout: Micros::from_secs(TRIAL_TIMEOUT_S),
        nonce: false,
        exact_length: None,
        ..plan
    }
}
