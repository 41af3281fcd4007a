//! Quiet lines about a result: how the run ended, and how exact its times are.

use crate::format;
use crate::report::{Report, StoppedBecause};
use crate::session::show;
use crate::stats::Percent;

/// Name of a percentile of TTFT.
#[must_use]
pub const fn ttft_name(percent: Percent) -> &'static str {
    match percent {
        Percent::P50 => "median TTFT",
        Percent::P75 => "p75 TTFT",
        Percent::P90 => "p90 TTFT",
        Percent::P95 => "p95 TTFT",
        Percent::P99 => "p99 TTFT",
    }
}

/// The lines under the facts of the verdict.
#[must_use]
pub fn under_facts(report: &Report) -> Vec<String> {
    let error = report.summary.time_error_us;
    let exact = error.map(|us| format!("Times are good to ± {} here.", fine(us)));
    ending(report).into_iter().chain(exact).collect()
}

/// "Stopped after 46 answers: the range of the median TTFT is ±9.1 %."; `None` for a fixed number of requests.
fn ending(report: &Report) -> Option<String> {
    let (plan, summary) = (&report.plan, &report.summary);
    let wanted = plan.until_stable?;
    let stable = summary.stopped_because? == StoppedBecause::Stable;
    let start = if stable {
        let answers = show::counted(summary.ttft_us.n, "answer");
        format!("Stopped after {answers}")
    } else {
        format!("All {} used", show::counted(plan.requests, "request"))
    };
    let name = ttft_name(wanted.percent);
    Some(match summary.reached_within_percent {
        Some(within) => {
            let within = format::percent(within / 100.0);
            let missed = if stable {
                String::new()
            } else {
                format!(", you wanted ±{} %", wanted.within_percent)
            };
            format!("{start}: the range of the {name} is ±{within}{missed}.")
        }
        None => format!("{start}: the {name} has no range, too few answers count."),
    })
}

/// How exact a time is and why, for those who want to know how it was measured.
#[must_use]
pub fn clock(report: &Report) -> String {
    let env = &report.environment;
    let error = match report.summary.time_error_us {
        Some(us) => format!("± {}: ", fine(us)),
        None => String::new(),
    };
    let lag = match env.loop_lag_p99_us {
        Some(us) => format!("late by at most {} while idle (p99)", fine(us)),
        None => "of unknown lateness, because the page was hidden".to_owned(),
    };
    let isolated = if env.cross_origin_isolated {
        ""
    } else {
        "not "
    };
    format!(
        "{error}clock step {}, worker {lag}; page {isolated}isolated; every time is taken when the bytes are read, before anything else",
        fine(env.clock_tick_us),
    )
}

/// A short time, rounded up: "5 µs", "0.4 ms".
fn fine(us: u64) -> String {
    match us {
        ..100 => format!("{us} µs"),
        _ => show::micros(us.div_ceil(100) * 100, 0),
    }
}
