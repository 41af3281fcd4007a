//! What the form begins with and offers, all of which passes.

use tokenpace::plan::{
    AddressSpace, CorsVerdict, FieldError, KeyNeed, PlanDraft, Surroundings, UrlError, Workload,
    draft_cost, provider_named, providers, validate, workloads,
};
use tokenpace::units::{Micros, Wpm};

use crate::urls::RustUrls;
use crate::{check, only_error, plan, with_url};

#[test]
fn the_default_needs_only_the_simulated_vendors_address() {
    let mut draft = PlanDraft::default();
    assert_eq!(
        only_error(check(&draft)),
        FieldError::BaseUrl(UrlError::Empty)
    );
    let vendor = provider_named(&draft.provider).unwrap();
    assert!(vendor.is_simulated());
    draft.base_url = vendor.base_url(Some("http://127.0.0.1:8788/v1")).to_owned();
    let plan = check(&draft).unwrap();
    assert_eq!(plan.model, "sim-fluent");
    assert_eq!((plan.requests, plan.concurrency, plan.warmup), (20, 1, 2));
    assert_eq!(
        (plan.timeout, plan.reading_speed),
        (Micros::from_secs(60), Wpm(238.0))
    );
    assert_eq!((plan.workload, plan.nonce), (Workload::Chat, true));
    assert_eq!(
        plan.endpoint.url,
        "http://127.0.0.1:8788/v1/chat/completions"
    );
    assert_eq!(plan.endpoint.address_space, AddressSpace::Loopback);
}

#[test]
fn the_cost_counts_warm_up_and_needs_no_address() {
    let mut draft = PlanDraft::default();
    let cost = draft_cost(&draft).unwrap();
    assert_eq!((cost.requests, cost.max_output_tokens), (22, 5_632));
    assert_eq!(plan("https://h.example/v1").cost(), cost);
    draft.requests = "x".to_owned();
    assert_eq!(draft_cost(&draft), None);
}

#[test]
fn provider_rows_lead_to_usable_plans() {
    let mut names: Vec<&str> = providers().iter().map(|row| row.name).collect();
    assert_eq!(names[..2], ["Simulated vendor", "Custom"]);
    for row in providers() {
        let base = row.base_url(Some("http://localhost:8788/v1"));
        if base.is_empty() || base.contains('{') {
            continue;
        }
        let mut draft = with_url(base);
        draft.provider = row.name.to_owned();
        let surroundings = Surroundings {
            has_key: row.key == KeyNeed::Needed,
            page_is_https: false,
            ..Surroundings::default()
        };
        let plan = validate(&draft, &RustUrls, surroundings).unwrap();
        assert_eq!(plan.endpoint.base_url, base, "{}", row.name);
        assert!(
            row.name == "Simulated vendor" || row.as_of.len() == 7,
            "{} has no date",
            row.name
        );
    }
    assert_eq!(
        provider_named("NVIDIA (hosted)").unwrap().cors,
        CorsVerdict::No
    );
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), providers().len(), "two rows share a name");
}

#[test]
fn every_ready_made_workload_passes_the_form() {
    for info in workloads() {
        let draft = PlanDraft {
            workload: info.workload,
            prompt: info.prompt.get().to_owned(),
            max_output_tokens: info.max_output_tokens.to_string(),
            ..with_url("https://h.example/v1")
        };
        assert_eq!(
            check(&draft).is_ok(),
            info.workload != Workload::Own,
            "{}",
            info.label
        );
    }
}
