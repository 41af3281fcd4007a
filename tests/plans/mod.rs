//! The plan that tests of single requests ask under.

use tokenpace::plan::{AddressSpace, Endpoint, Plan, Target, Workload};
use tokenpace::protocol::ApiFormat;
use tokenpace::units::{Micros, Wpm};

/// One request of model `m-1` for at most 256 tokens. The host is given apart, because rules look at it as it was typed.
pub fn plan_at(origin: &str, host: &str, base_path: &str, format: ApiFormat) -> Plan {
    let base = format!("{origin}{base_path}");
    Plan {
        provider: "Custom".to_owned(),
        format,
        endpoint: Endpoint {
            url: format!("{base}{}", format.path_and_query("m-1", "")),
            base_url: base,
            origin: origin.to_owned(),
            host: host.to_owned(),
            address_space: AddressSpace::Public,
        },
        model: "m-1".to_owned(),
        workload: Workload::Chat,
        prompt: "Hello".to_owned(),
        max_output_tokens: 256,
        requests: 1,
        concurrency: 1,
        warmup: 0,
        timeout: Micros::from_secs(60),
        reading_speed: Wpm(238.0),
        nonce: true,
        exact_length: None,
        until_stable: None,
        extra_headers: Vec::new(),
        extra_fields: None,
        target: Target::default(),
    }
}
