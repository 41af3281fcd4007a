//! How this was measured: enough to distrust the numbers properly, or to repeat them.

use crate::plan::{AddressSpace, ExactLength};
use crate::report::{AppInfo, Fraction, PlanRecord, ReachedLength, Report};
use crate::session::{notes, server_says, show};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, leaf};
use crate::web::ui::hosts::contacted_row;
use crate::web::ui::parts::{pairs, section};
use crate::web::ui::words;

/// Plan, browser, clock, protocol, token source, formulas, hosts.
pub fn how_measured(page: Page, report: &Report) -> El {
    let more = leaf(
        "a",
        "",
        text!("What every number means, and what cannot be measured from a page").get(),
    )
    .attr("href", "#method");
    section("measured-title", "How this was measured")
        .child(pairs("pairs wide", rows(report)).child(contacted_row(page)))
        .child(leaf("p", "", more))
}

fn rows(r: &Report) -> Vec<(&'static str, String)> {
    let (plan, env, summary) = (&r.plan, &r.environment, &r.summary);
    let network = match plan.address_space {
        AddressSpace::Loopback => "this computer: no network in between",
        AddressSpace::Local => "the local network",
        AddressSpace::Public => "the internet",
    };
    let mut protocols: Vec<&str> = Vec::new();
    for protocol in r.requests.iter().filter_map(|q| q.protocol.as_deref()) {
        if !protocols.contains(&protocol) {
            protocols.push(protocol);
        }
    }
    let protocol = if protocols.is_empty() {
        "not readable from a page".to_owned()
    } else {
        protocols.join(", ")
    };
    let most = if plan.until_stable.is_some() {
        "at most "
    } else {
        ""
    };
    let nonce = if plan.nonce {
        "unique in every request"
    } else {
        "the same in every request"
    };
    let mut rows = vec![
        (
            "Endpoint",
            format!("{} ({}, {network})", address(plan), plan.format.label()),
        ),
        ("Model", plan.model.clone()),
        (
            "Work",
            format!(
                "{}: a prompt of {} characters, {nonce}; at most {} output tokens",
                plan.workload.info().label,
                show::count(plan.prompt_chars),
                show::count(plan.max_output_tokens),
            ),
        ),
        (
            "Load",
            format!(
                "{most}{} after {}, {} at the same time, {} s limit each",
                show::counted(plan.requests, "request"),
                show::counted(plan.warmup, "practice request"),
                plan.concurrency,
                plan.timeout_s,
            ),
        ),
        (
            "Reader",
            format!("{:.0} words per minute", plan.reading_speed_wpm),
        ),
        (
            "Tokens",
            summary
                .token_source
                .map_or("no answer to count", words::token_source)
                .to_owned(),
        ),
        ("Browser", env.browser.clone()),
        ("Clock", notes::clock(r)),
        ("Protocol", protocol),
        (
            "Percentiles",
            text!("Hyndman-Fan type 7, for speeds on the slow side; ranges are 95 % by order statistics").get()
                .to_owned(),
        ),
        ("Tokenpace", version(&r.app)),
    ];
    if let (Some(how), Some(reached)) = (plan.exact_length, summary.reached_length) {
        rows.push(("Exact length", exact_length(how, reached)));
    }
    if let Some(says) = server_says::of_run(r) {
        rows.push(("The server says", says));
    }
    if !plan.extra_headers.is_empty() {
        let headers = plan.extra_headers.iter();
        let headers: Vec<String> = headers
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        rows.push(("Added headers", headers.join(", ")));
    }
    if let Some(fields) = &plan.extra_fields {
        rows.push(("Added fields", fields.to_string()));
    }
    let cold: Vec<String> = summary
        .cold_ttft_us
        .iter()
        .map(|us| {
            us.map_or_else(
                || show::NONE.to_owned(),
                |us| show::micros(us, r.exact_to_us()),
            )
        })
        .collect();
    if !cold.is_empty() {
        rows.insert(
            5,
            (
                "Cold start",
                format!(
                    "first sign of life in the practice requests: {}",
                    cold.join(", ")
                ),
            ),
        );
    }
    if let Some(tps) = summary.aggregate_tps {
        rows.insert(
            4,
            (
                "Together",
                format!("{} over the whole run", show::speed(tps)),
            ),
        );
    }
    rows
}

fn exact_length(how: ExactLength, reached: ReachedLength) -> String {
    let asked = show::counted(reached.asked, "token");
    let Fraction { hits, of } = reached.exact;
    let counts = match (reached.shortest, reached.longest) {
        (Some(_), Some(_)) if hits == of => format!("all {} have it", show::counted(of, "answer")),
        (Some(shortest), Some(longest)) => format!(
            "{} of {} have it, the shortest has {}, the longest {}",
            show::count(hits),
            show::counted(of, "answer"),
            show::count(shortest),
            show::count(longest),
        ),
        _ => text!("the vendor reports no tokens, so it is not known whether answers have it")
            .get()
            .to_owned(),
    };
    format!("{asked} asked for with {}; {counts}", how.field())
}

/// A link does not carry the address.
fn address(plan: &PlanRecord) -> &str {
    if plan.base_url.is_empty() {
        plan.place()
    } else {
        &plan.base_url
    }
}

fn version(app: &AppInfo) -> String {
    let build = if app.build.is_empty() { "" } else { ", build " };
    ["version ", &app.version, build, &app.build].concat()
}
