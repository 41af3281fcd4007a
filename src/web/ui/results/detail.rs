//! Everything that is known of one request.

use crate::format;
use crate::report::{ErrorRecord, RequestRecord};
use crate::session::{server_says, show};
use crate::trace::OutcomeKind;
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::parts::pairs;
use crate::web::ui::prose::prose;
use crate::web::ui::words;

/// Error with advice, then instants and counts.
pub fn detail(record: &RequestRecord, tick: u64) -> El {
    let empty = record.outcome == OutcomeKind::Empty;
    el("div")
        .class("detail")
        .child(record.error.as_ref().map(error_view))
        .child(empty.then(|| leaf("p", "advice", words::EMPTY_ADVICE)))
        .child(pairs("pairs", facts(record, tick)))
}

/// What happened, where, and one thing to try.
pub fn error_view(error: &ErrorRecord) -> El {
    let status = error
        .http_status
        .map(|status| format!(" (HTTP {status})"))
        .unwrap_or_default();
    let place = format!("It failed {}{status}.", words::stage(error.stage));
    let message = (!error.message.is_empty())
        .then(|| leaf("p", "error-message", leaf("q", "", &error.message)));
    el("div")
        .class("error-box")
        .child(leaf("p", "error-where", place))
        .child(message)
        .child(prose("advice", &error.advice))
}

fn facts(r: &RequestRecord, tick: u64) -> Vec<(&'static str, String)> {
    #[allow(clippy::cast_precision_loss)] // below 2^53 µs
    let time = |us: Option<u64>, reason: &Option<String>| match (us, reason) {
        (Some(us), _) => Some(show::micros(us, tick)),
        // Said once above, not at every number.
        (None, Some(code)) if code == "failed" => None,
        (None, Some(code)) => Some(format!("{}: {}", show::NONE, words::reason(code))),
        (None, None) => None,
    };
    let count = |n: Option<u32>| n.map(show::count);
    let share = |x: Option<f64>| x.map(format::percent);
    let tps = match (r.tps, &r.tps_reason) {
        (Some(tps), _) => Some(show::speed(tps)),
        (None, Some(code)) if code == "failed" => None,
        (None, Some(code)) => Some(format!("{}: {}", show::NONE, words::reason(code))),
        (None, None) => None,
    };
    let freeze = match r.longest_stall_us {
        Some(us) => Some(show::freeze(us, tick)),
        None => time(None, &r.longest_stall_reason),
    };
    let rows = [
        ("Headers", time(r.headers_us, &None)),
        ("First bytes", time(r.first_byte_us, &None)),
        ("Before the request left", time(r.pre_request_us, &None)),
        ("First sign of life (TTFT)", time(r.ttft_us, &r.ttft_reason)),
        ("First word (TTFA)", time(r.ttfa_us, &r.ttfa_reason)),
        ("Last output (E2E)", time(r.e2e_us, &r.e2e_reason)),
        ("Connection finished", time(r.closed_us, &None)),
        ("Speed (TPS)", tps),
        ("Words per minute", r.wpm.map(show::pace)),
        ("Longest freeze", freeze),
        (
            "Time lost waiting",
            r.starvation_us.map(|us| show::freeze(us, tick)),
        ),
        ("Longest gap", time(r.longest_gap_us, &None)),
        ("Prompt tokens", count(r.prompt_tokens)),
        ("From a cache", count(r.cached_tokens)),
        ("Output tokens", count(r.output_tokens)),
        ("Thinking tokens", count(r.reasoning_tokens)),
        ("Words of the answer", count(Some(r.answer_words))),
        ("Deliveries", count(Some(r.output_reads))),
        (
            "Shared deliveries",
            share(r.coalesced_share.filter(|s| *s > 0.0)),
        ),
        ("Finish reason", r.finish.clone()),
        ("HTTP status", r.http_status.map(|s| s.to_string())),
        ("Protocol", r.protocol.clone()),
        (
            "The server says",
            r.server_timing.as_ref().and_then(server_says::of_request),
        ),
        ("Vendor's id", r.response_id.clone()),
    ];
    rows.into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}
