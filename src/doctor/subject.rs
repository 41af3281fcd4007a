//! What is examined: an endpoint, and the headers that real requests to it carry.

use crate::plan::{Endpoint, KeyNeed, Plan, PlanDraft, Provider, Workload, limits, providers};
use crate::protocol::AuthScheme;
use crate::units::{Micros, Wpm};

/// Stands where the key would be. It is the same in every probe of everyone, so that vendors can recognise it.
pub const PROBE_KEY: &str = "tokenpace-probe";

/// What a real request of the test asks for: as little as possible.
const TRIAL_PROMPT: &str = "Say hello.";
/// Output limit of that request. The smallest that all vendors take: some refuse less than 16.
const TRIAL_MAX_OUTPUT_TOKENS: u32 = 16;
/// Nobody who tests a connection waits longer.
const TRIAL_TIMEOUT_S: u32 = 30;

/// Hosts whose error replies are seen without CORS headers, so that a page cannot read them (2026-08).
const HIDES_ERRORS: [&str; 2] = ["api.openai.com", "api.cerebras.ai"];

/// The header that no page can do without: it announces JSON.
const CONTENT_TYPE: &str = "content-type";

/// An endpoint as its real requests see it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Where requests go.
    pub endpoint: Endpoint,
    /// Headers of the API format besides the key's.
    pub headers: Vec<(&'static str, &'static str)>,
    /// Where the key goes.
    pub auth: AuthScheme,
    /// Real requests carry a key, or the user may still type one.
    pub wants_key: bool,
    /// A key is in the form.
    pub has_key: bool,
    /// The row of the provider table that this host belongs to.
    pub row: Option<&'static Provider>,
}

impl Subject {
    /// The endpoint of a plan.
    #[must_use]
    pub fn of(plan: &Plan, has_key: bool) -> Self {
        let parts = plan.format.request(plan, "");
        let row = row_of(&plan.endpoint, &plan.provider);
        let wants_key = has_key || row.is_none_or(|row| row.key != KeyNeed::None);
        Subject {
            endpoint: plan.endpoint.clone(),
            headers: parts.headers,
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
        let names = self.headers.iter().map(|(name, _)| *name).chain(key);
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
        HIDES_ERRORS.contains(&self.endpoint.host.as_str())
    }
}

/// The chosen row if the address is its own; else the row whose host it is.
fn row_of(endpoint: &Endpoint, chosen: &str) -> Option<&'static Provider> {
    let at_home = |row: &&Provider| {
        let base = row.base_url(None);
        base.strip_prefix(&endpoint.origin)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut rows = providers().iter();
    let by_name = rows.find(|row| row.name == chosen);
    // The page's own server supplies the address of the simulated vendor, so it cannot be compared.
    if let Some(row) = by_name.filter(|row| row.is_simulated() || at_home(row)) {
        return Some(row);
    }
    // Many servers of one's own share a port: there the name decides.
    let public = |row: &&Provider| row.base_url(None).starts_with("https:");
    providers().iter().filter(public).find(at_home)
}

/// A plan of one short request, for a test that costs next to nothing. It takes the form as far as it is filled in, so it
/// also serves as the subject of probes, which need no model and no numbers.
#[must_use]
pub fn trial(draft: &PlanDraft, endpoint: Endpoint) -> Plan {
    Plan {
        provider: draft.provider.clone(),
        format: draft.format,
        endpoint,
        model: draft.model.trim().to_owned(),
        workload: Workload::Own,
        prompt: TRIAL_PROMPT.to_owned(),
        max_output_tokens: TRIAL_MAX_OUTPUT_TOKENS,
        requests: 1,
        concurrency: 1,
        warmup: 0,
        timeout: Micros::from_secs(TRIAL_TIMEOUT_S),
        reading_speed: Wpm(f64::from(limits::DEFAULT_READING_SPEED_WPM)),
        nonce: false,
    }
}
